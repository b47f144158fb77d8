"""Timestamps out of order in a list: which pairs may be compared, and which are wrong.

Pairs under a millisecond apart, and tasks without a readable timestamp, are never held against a server.
"""

from __future__ import annotations

from collections.abc import Sequence

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.checks._words import is_a2a
from conformance.core.timestamps import fraction_digits
from conformance.probe.store import Store
from conformance.probe.walks import WalkResult

MILLISECOND = 1_000_000


def once(walk: WalkResult, store: Store) -> list[Task]:
    """Return the walk's tasks that did not move, each where it was met first, with a readable timestamp."""
    still = store.still(walk.tasks)
    return [
        task for task in {task.id: task for task in reversed(still)}.values() if task.instant is not None
    ][::-1]


def settled(tasks: Sequence[Task], store: Store) -> list[Task]:
    """Return the tasks whose last change is known to be one of status: ended ones and the suite's own.

    Other APIs than A2A say which time they sort by, so that all tasks count.
    """
    every = not is_a2a(store.profile)
    return [task for task in tasks if every or task.is_terminal or task.id in store.created]


def risen(tasks: Sequence[Task], *, mixed: bool) -> list[tuple[Task, Task]]:
    """Return pairs of an earlier task and a newer one that stands behind it; the other way round in ascending lists.

    `mixed`: pairs whose timestamps differ in their number of digits, else those with the same number.
    """
    oldest: dict[int, tuple[int, Task]] = {}
    wrong = []
    for task in tasks:
        digits, instant = fraction_digits(str(task.timestamp)), placed(task)
        against = [(ns, other) for known, (ns, other) in oldest.items() if (known != digits) == mixed]
        lowest = min(against, key=lambda pair: pair[0], default=None)
        if lowest and instant - lowest[0] >= MILLISECOND:
            wrong.append((lowest[1], task))
        if digits not in oldest or instant < oldest[digits][0]:
            oldest[digits] = instant, task
    return wrong


def placed(task: Task) -> int:
    """Return what goes down along a list: the instant, or where lists are ascending its negative."""
    instant = task.instant or 0
    return -instant if task.profile.order.direction == "ascending" else instant


def comparable(tasks: Sequence[Task], *, mixed: bool) -> bool:
    """Whether there is a pair that `risen` could find wrong, were the order another."""
    spans: dict[int, tuple[int, int]] = {}
    for task in tasks:
        digits, instant = fraction_digits(str(task.timestamp)), task.instant or 0
        low, high = spans.get(digits, (instant, instant))
        spans[digits] = min(low, instant), max(high, instant)
    return any(
        max(a[1], b[1]) - min(a[0], b[0]) >= MILLISECOND
        for first, a in spans.items()
        for second, b in spans.items()
        if (first != second) == mixed
    )


def said(pair: tuple[Task, Task]) -> str:
    """Say which pair is out of order."""
    first, second = pair
    return f"{second.timestamp} (task {second.id}) behind {first.timestamp} (task {first.id})"


def page_of(walk: WalkResult, task: Task) -> tuple[Answer, int]:
    """Return the page that holds `task`, and where on it."""
    for page in walk.pages:
        for index, listed in enumerate(page.tasks if page.accepted else ()):
            if listed == task:
                return page, index
    return walk.last, 0
