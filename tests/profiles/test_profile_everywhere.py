"""An unknown key in any table, and a broken pointer in any place for one, is a mistake that is told with its place."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from conformance.profiles.mistake import dotted
from conformance.profiles.mistakes import mistakes
from tests.profiles.document import data
from tests.profiles.test_profile_mistakes import places

Path = tuple[Any, ...]
FREE = {("omission", "switch")}
"""Tables whose names are the API's own."""
BY_NAME = {("variables",), ("headers",)}
"""Tables in which any name stands that fits; one that does not is told at the table."""


def inside(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def changed(path: Path, name: Any, value: Any) -> dict[str, Any]:
    """Return the whole example with one thing at a place set."""
    found = copy.deepcopy(data())
    inside(found, path)[name] = value
    return found


TABLES: list[Path] = [(), *(path for path in places(data()) if isinstance(inside(data(), path), dict))]
POINTERS: list[Path] = [
    path
    for path in places(data())
    if isinstance(inside(data(), path), str) and inside(data(), path)[:1] == "/" and path[-1] != "path"
]


def test_there_are_many() -> None:
    assert len(TABLES) > 65
    assert len(POINTERS) > 15


@pytest.mark.parametrize("path", TABLES, ids=lambda path: dotted(path) or "top")
def test_an_unknown_key_anywhere(path: Path) -> None:
    told = [str(mistake) for mistake in mistakes(changed(path, "no such", 1))]
    if path in FREE:
        assert told == []
        return
    place = dotted(path if path in BY_NAME else (*path, "no such"))
    assert told
    assert all(line.startswith(f"{place}: ") or line.startswith(dotted((*path, "no such"))) for line in told)


@pytest.mark.parametrize("broken", ["no-slash", "/a/~2", "/a~"])
@pytest.mark.parametrize("path", POINTERS, ids=dotted)
def test_a_broken_pointer_anywhere(path: Path, broken: str) -> None:
    [told] = [str(mistake) for mistake in mistakes(changed(path[:-1], path[-1], broken))]
    assert told.startswith(f"{dotted(path)}: ")
    assert "JSON pointer" in told
