"""What the filters of a profile let through, value by value."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.bindings.task import Task
from conformance.checks._values import inside
from conformance.profiles import load_profile
from conformance.profiles.profile import Filter

PROFILE = load_profile("a2a")


def lets_through(operator: str, kind: str, value: Any, wanted: Any) -> bool | None:
    raw = {} if value is None else {"at": value}
    return inside(Filter("at", "at", "/at", operator, kind), PROFILE, Task(raw, PROFILE), wanted)


@pytest.mark.parametrize(
    ("operator", "below", "same", "above"),
    [
        ("at-or-after", False, True, True),
        ("at-least", False, True, True),
        ("after", False, False, True),
        ("at-or-before", True, True, False),
        ("at-most", True, True, False),
        ("before", True, False, False),
    ],
)
def test_a_bound_is_on_its_side(operator: str, *, below: bool, same: bool, above: bool) -> None:
    assert [lets_through(operator, "number", value, 5) for value in (4.5, 5, 6)] == [below, same, above]
    times = ["2026-01-01T00:00:00Z", "2026-01-01T01:00:01+01:00", "2026-01-01T00:00:01.000001Z"]
    assert [lets_through(operator, "time", value, "2026-01-01T00:00:01Z") for value in times] == [
        below,
        same,
        above,
    ]


@pytest.mark.parametrize("value", [None, "soon", True, []])
def test_what_cannot_be_compared_tells_nothing(value: object) -> None:
    assert lets_through("at-least", "number", value, 5) is None
    assert lets_through("at-least", "number", 5, value) is None


@pytest.mark.parametrize(
    ("value", "wanted", "equal"),
    [
        ("a", "a", True),
        ("a", "b", False),
        (1, True, False),
        (True, 1, False),
        (True, True, True),
        (0, 0, True),
    ],
)
def test_one_value_is_itself_and_a_number_is_no_truth(value: object, wanted: object, *, equal: bool) -> None:
    assert lets_through("equals", "text", value, wanted) is equal
