"""Walks by their names, once for each way of going from page to page that the profile has."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from conformance.checks._lists import MANY, long_walk, narrow_compared, narrow_walk, whole_walk
from conformance.checks._order import MILLISECOND
from conformance.checks._words import is_a2a
from conformance.probe.paging import DRAWN, drawn_sizes
from conformance.probe.questions import list_tasks
from conformance.probe.store import Store
from conformance.probe.walks import Walk
from conformance.profiles import Profile

WALKS = ["narrow", "whole"]
APART_FROM_LARGEST = frozenset({"whole", "small pages", "within a millisecond"})
"""Walks over other lists than the shortest one, which is asked for in the largest pages too."""
APART = 2_000
"""Repeat indices of walks that share no page with others."""


def by_pager(profile: Profile, names: list[str]) -> list[str]:
    """Return names of walks, once for each way of going from page to page: `whole`, `whole by offset`."""
    others = [f" by {pager.style}" for pager in profile.pagers[1:]]
    return [f"{name}{how}" for how in ("", *others) for name in names]


def named(store: Store, walk: str) -> tuple[str, int]:
    """Return such a name without the way, and which of the profile's ways it is."""
    for index, pager in enumerate(store.profile.pagers[1:], 1):
        if walk.endswith(f" by {pager.style}"):
            return walk.removesuffix(f" by {pager.style}"), index
    return walk, 0


def walk_of(store: Store, walk: str) -> Walk:
    """Return the walk of a name: the shortest list one by one, or everything."""
    name, pager = named(store, walk)
    return narrow_walk(store, 1, pager=pager) if name == "narrow" else whole_walk(store, pager)


def complete_walks(profile: Profile) -> list[str]:
    """Return the names of the walks that are to be complete; no promise but A2A's is about changing page sizes."""
    walks = by_pager(profile, ["by one", "by three", "whole", "small pages"])
    of_a2a = ["within a millisecond", *(f"drawn {number + 1}" for number in range(DRAWN))]
    return [*walks, *(of_a2a if is_a2a(profile) else [])]


def complete_walk(store: Store, walk: str) -> Any:
    """Return the walk of a name."""
    name, pager = named(store, walk)
    if name in {"whole", "small pages"}:
        return whole_walk(store, pager) if name == "whole" else long_walk(store, pager)
    if name.startswith("drawn"):
        number = int(name.split()[1])
        # A token may be good for one walk only: each of these starts with a first page of its own.
        return narrow_compared(store, *drawn_sizes()[number - 1], repeat=APART + number)
    if name == "within a millisecond":
        return close_walk(store)
    return narrow_compared(store, 1 if name == "by one" else 3, pager=pager)


def close_walk(store: Store) -> Walk | None:
    """Return a walk with a page that ends between two tasks less than a millisecond apart, None without such.

    Two within one millisecond, where a cursor that is cut to it loses the second, go before two that only are near;
    the further down the list they are, the fewer pages it takes.
    """
    found = []
    for context, tasks in store.contexts.items():
        times = [task.instant for task in tasks]
        for place, (one, other) in enumerate(pairwise(times)):
            if (
                one is not None
                and other is not None
                and 0 < abs(one - other) < MILLISECOND
                and len(tasks) <= MANY
            ):
                within = one // MILLISECOND == other // MILLISECOND and other % MILLISECOND > 0
                found.append((within, place, context))
    if not found:
        return None
    _, place, context = max(found)
    expected = frozenset(str(task.id) for task in store.contexts[context])
    question = list_tasks(context=context, page_size=place + 1)
    return Walk(question, expected=expected, most_pages=2 * MANY, confirm=True)
