"""Pointers agree with the library on every place that there is, and find nothing elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonpointer import JsonPointer

from conformance.core.missing import MISSING
from conformance.core.pointers import at, escape

values = st.recursive(
    st.none() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
)


def places(value: Any, pointer: str = "") -> Iterator[tuple[str, Any]]:
    yield pointer, value
    entries = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for name, entry in entries:
        yield from places(entry, f"{pointer}/{escape(str(name))}")


@settings(derandomize=True, database=None)
@given(values)
def test_every_place_is_found(value: Any) -> None:
    for pointer, found in places(value):
        assert at(value, pointer) is found
        assert JsonPointer(pointer).resolve(value) is found


@pytest.mark.parametrize("pointer", ["/b", "/a/2", "/a/-1", "/a/01", "/a/x", "/a/0/y", "/a/-"])
def test_nothing_is_found_elsewhere(pointer: str) -> None:
    assert at({"a": [1, None]}, pointer) is MISSING


def test_null_is_something() -> None:
    assert at({"a": None}, "/a") is None
