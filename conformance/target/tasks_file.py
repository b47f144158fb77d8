"""`--tasks FILE`: tasks and contexts to test with, where listing is not wanted.

    tasks = ["2f6c…", "9b1d…"]
    contexts = ["c-17"]

Either may be left out. Whether they exist is not looked up here.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from conformance.core.errors import UsageError
from conformance.target.tomlfile import read_toml, strings, unknown


@dataclass(frozen=True, slots=True)
class NamedTasks:
    """Ids that the user names, without repeats, in the file's order."""

    tasks: tuple[str, ...] = ()
    contexts: tuple[str, ...] = ()


def read_tasks(path: Path) -> NamedTasks:
    """Return the ids in `path`; UsageError if it names none or holds something else."""
    table = read_toml(path)
    for name in table:
        if name not in ("tasks", "contexts"):
            raise unknown(name, ("tasks", "contexts"), str(path))
    found = {name: strings(value, f"{path}: {name}") for name, value in table.items()}
    named = NamedTasks(
        tasks=tuple(dict.fromkeys(found.get("tasks", ()))),
        contexts=tuple(dict.fromkeys(found.get("contexts", ()))),
    )
    if not named.tasks and not named.contexts:
        raise UsageError(f"{path} names no task and no context.", hint='It takes: tasks = ["id"].')
    return named
