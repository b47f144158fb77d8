"""The values that items hold where a profile's filters look, and what a filter lets through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conformance.bindings.task import Task
from conformance.core.pointers import at
from conformance.core.timestamps import moment
from conformance.probe.store import EQUAL, Store
from conformance.profiles import Profile
from conformance.profiles.profile import Filter

Value = str | int | bool


def equal_filters(profile: Profile) -> list[Filter]:
    """Return the filters for one value."""
    return [one for one in profile.filters if one.operator == EQUAL]


def bound_filters(profile: Profile) -> list[Filter]:
    """Return the filters for what lies on one side of a bound."""
    return [one for one in profile.filters if one.operator != EQUAL]


def groups(store: Store) -> Mapping[str, Mapping[Value, Sequence[Task]]]:
    """Return the listed items by filter and by the value that they have there."""
    return store.by_filter


def measured(one: Filter, profile: Profile, value: Any) -> float | int | None:
    """Return a value as a bound compares it, times in nanoseconds; None where it can't be compared."""
    if one.kind == "time":
        return moment(value, profile.order.time)
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def inside(one: Filter, profile: Profile, task: Task, wanted: Any) -> bool | None:
    """Whether a filter for `wanted` should let an item through; None where the item does not tell."""
    value = at(task.raw, one.pointer)
    if one.operator == EQUAL:
        return bool(value == wanted and isinstance(value, bool) == isinstance(wanted, bool))
    here, bound = measured(one, profile, value), measured(one, profile, wanted)
    if here is None or bound is None:
        return None
    return {
        "at-or-after": here >= bound,
        "at-least": here >= bound,
        "after": here > bound,
        "at-or-before": here <= bound,
        "at-most": here <= bound,
        "before": here < bound,
    }[one.operator]
