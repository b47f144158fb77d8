"""What a session is started with: by the command, or from pytest's own options."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from conformance.catalogue.promised import catalogue_of
from conformance.core.errors import ConformanceError, SuiteError, UsageError
from conformance.core.hostile import for_terminal
from conformance.plugin import FLAGS, OPTIONS
from conformance.session.case import Case
from conformance.session.run import Progress, Run, silent
from conformance.target.profile import profile_of
from conformance.target.settings import RunOptions

OWN = re.compile(rf"(?<![\w-])--(?=(?:{'|'.join([*OPTIONS, *FLAGS])})(?![\w-]))")
"""Where a text calls an option of the command by its name."""
LOCAL = "http://127.0.0.1"
"""The base url of an app in-process that has none of its own."""
NUMBERS: Mapping[str, type[int] | type[float]] = {
    "timeout": float,
    "run-timeout": float,
    "concurrency": int,
    "max-requests": int,
    "max-bytes": int,
    "max-total": int,
    "create-count": int,
}


@dataclass(eq=False, repr=False)
class Front:
    """What is handed to a session: options, progress, who takes the finished run; then what became of it.

    The command registers it as a plugin; `plain` is that of a pytest that somebody started by himself.
    """

    options: RunOptions
    progress: Progress = silent
    finished: Callable[[Run, dict[str, Any]], None] | None = None
    planned: Callable[[Run, Sequence[Case]], None] | None = None
    inner: httpx.AsyncBaseTransport | None = None
    interrupted: bool = False
    """The user wants no more: no report is written then."""
    run: Run | None = None
    """A run that is ready, as one from a recording is; then nothing is connected to."""
    error: ConformanceError | None = None
    """Why the session came to no report."""
    plain: bool = False
    fronts_conformance = True

    @classmethod
    def nobody(cls) -> Front:
        """Return a front for what is said before options could be read."""
        return cls(RunOptions(), plain=True)

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> bool:
        """Keep what broke for one sentence, in place of a traceback."""
        self.error = self.error or broken(excinfo.value)
        return True

    def say(self, text: str) -> None:
        """Print a sentence of ours where pytest was started by itself; the command prints its own."""
        if self.plain:
            sys.stderr.write(f"task-conformance: {for_terminal(self.named(text), 2000)}\n")

    def named(self, text: str) -> str:
        """Return `text` with options called as they are here: pytest's carry a prefix."""
        return OWN.sub("--conformance-", text) if self.plain else text


def front_of(config: pytest.Config) -> Front:
    """Return the front for pytest's own options. Raises UsageError."""
    options = _options(config)
    catalogue_of(profile_of(options)).refuse_unknown(options.requirement, options.require)
    return Front(options, plain=True)


def refuse_workers(config: pytest.Config) -> None:
    """Raise UsageError where pytest-xdist is to spread the items: every worker would ask everything."""
    if config.getoption("numprocesses", None) or config.getoption("tx", None):
        raise UsageError(
            "Workers (-n) are of no use here: requests are concurrent already.", hint="Leave -n out."
        )


def broken(error: BaseException, clean: Callable[[str], str] = str) -> SuiteError:
    """Return what is told of an error that is ours; `clean` takes secrets out of its text."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    text = for_terminal(clean(f"{type(error).__name__}: {error}"), 400)
    return SuiteError(f"The suite itself broke ({text}).", hint="Please report it.")


def _options(config: pytest.Config) -> RunOptions:
    given: dict[str, Any] = {}
    for name in (*OPTIONS, *FLAGS):
        value = config.getoption(f"--conformance-{name}")
        given[{"endpoint": "url"}.get(name, name)] = None if value is False else value
    if given["url"] is not None and not given["url"].strip():
        raise UsageError("--conformance-endpoint is empty.", hint="It is the URL of the agent.")
    for name, kind in NUMBERS.items():
        if given[name] is not None:
            given[name] = _number(name, given[name], kind)
    if given["require"]:
        named = [part.strip() for text in given["require"] for part in text.split(",")]
        given["require"] = [name for name in named if name] or None
    if given["url"] is None:
        given["url"] = LOCAL
    return RunOptions.merged(given)


def _number(name: str, text: str, kind: type[int] | type[float]) -> float | int:
    try:
        return kind(text)
    except ValueError:
        raise UsageError(f"--conformance-{name} takes a number, not {text!r}.") from None
