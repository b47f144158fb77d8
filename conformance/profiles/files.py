"""Where profiles come from: those of the suite by their names, the user's own by their paths."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from conformance.core.errors import UsageError
from conformance.core.hostile import for_terminal

MOST = 1_000_000
"""Bytes of a file, more than any profile needs."""


def names() -> list[str]:
    """Return the names of the profiles that come with the suite."""
    files = resources.files("conformance.profiles").iterdir()
    return sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml"))


def parsed(name: str) -> tuple[Mapping[str, Any], str]:
    """Return the data of the profile called `name` and what to call its file.

    A name with a slash or a dot is a path. Raises UsageError: no such profile, or a file that can't be read as TOML.
    """
    shown = for_terminal(name, 200)
    if not name or "/" in name or "\\" in name or "." in name:
        return _parsed(_text(Path(name), shown), shown), shown
    file = resources.files("conformance.profiles") / f"{name}.toml"
    if not file.is_file():
        near = difflib.get_close_matches(name, names(), 1)
        meant = f"Did you mean {near[0]}? " if near else ""
        hint = f"{meant}There are {', '.join(names())}; a file is given by its path, such as ./{shown}.toml."
        raise UsageError(f"There is no profile {shown!r}.", hint=hint)
    return _parsed(file.read_text("utf-8"), f"{name}.toml"), f"{name}.toml"


def _text(path: Path, shown: str) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MOST + 1)
        if len(data) > MOST:
            raise UsageError(f"The profile {shown} has more than {MOST} bytes.")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"The profile {shown} is not UTF-8 text (byte {error.start}).") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(
            f"The profile {shown} can't be read: {reason}.", hint=f"Profiles by name: {', '.join(names())}."
        ) from None


def _parsed(text: str, shown: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        said = for_terminal(str(error), 200)
        raise UsageError(
            f"The profile {shown} is not TOML: {said}.", hint="Text stands in double quotes."
        ) from None
