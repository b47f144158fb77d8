"""Reading the small TOML files that users write, with errors that say what is wrong and where."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from conformance.core.errors import UsageError


def read_toml(path: Path) -> dict[str, Any]:
    """Return the table in `path`; UsageError if it can't be read or is not TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror or 'no reason given'}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(f"{path} is not TOML: {error}.") from error


def unknown(name: str, known: Iterable[str], where: str) -> UsageError:
    """Return the error for a name that nobody knows, naming the nearest that is known."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"It may hold: {', '.join(names)}."
    return UsageError(f"{where}: {name!r} is not known.", hint=hint)


def strings(value: object, where: str) -> tuple[str, ...]:
    """Return `value` as strings, none of them empty; one string stands for a list of one. UsageError otherwise."""
    items = [value] if isinstance(value, str) else value
    if isinstance(items, list | tuple):
        texts = tuple(item for item in items if isinstance(item, str) and item.strip())
        if len(texts) == len(items):
            return texts
    raise UsageError(f"{where} takes texts that are not empty.")
