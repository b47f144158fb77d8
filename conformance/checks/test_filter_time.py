"""statusTimestampAfter: all that is newer than the bound comes, and the other filters hold beside it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.checks._filters import bounds, first_page, ids, lets_through, near
from conformance.checks._order import MILLISECOND
from conformance.judging import ask, expect, needing, not_applicable, requirement
from conformance.judging.needs import TWO_INSTANTS
from conformance.probe.questions import list_tasks
from conformance.probe.store import Store
from conformance.probe.walks import Walk, WalkResult

PAGES = 3
"""Bounds are chosen so that one page of 100 shows what is newer; clamped pages may take some more."""


def _newer(tasks: Iterable[Task], bound: Task) -> list[Task]:
    """Return what is newer than the bound by a millisecond or more: less may be lost in rounding."""
    least = (bound.instant or 0) + MILLISECOND
    return [task for task in tasks if task.instant is not None and task.instant >= least]


def _oldest(store: Store) -> Task | None:
    """Return the oldest bound, where there is something newer than it."""
    found = bounds(store, near(store))
    return found[-1] if found and _newer(store.tasks, found[-1]) else None


def _since(store: Store) -> Walk:
    bound = _oldest(store)
    assert bound is not None
    # What the suite has just made is filter.sync's.
    newer = ids(_newer(store.tasks, bound)) - set(store.created)
    return Walk(list_tasks(after=bound.timestamp, page_size=store.largest), most_pages=PAGES, expected=newer)


@requirement("filter.after-inclusive")
@pytest.mark.parametrize("tasks", ["newer"])
@ask(_since, needs=(TWO_INSTANTS, needing("a task newer than another that can serve as a bound", _oldest)))
def test_a_bound_leaves_out_nothing_newer(answer: WalkResult, store: Store) -> None:
    """What GetTask still shows, and the list without a bound does, is there."""
    first = answer.pages[0]
    if not answer.over or not first.accepted:
        raise not_applicable(f"What is newer than the bound does not end within {PAGES} pages ({first}).")
    lost = [task_id for task_id in answer.readable if task_id not in store.moved]
    came = f"{len(answer.tasks)} tasks, without the newer task {lost[0]}" if lost else ""
    expect(not lost, "all tasks newer than the bound", came, marks=first.mark())


def _crossed(store: Store, *, context: bool) -> tuple[Task, str, str | None] | None:
    """Return a bound, a state and, if wanted, a context, of which the bound and the state both leave out something."""
    known = [state for state in store.states if state in store.profile.known_states]
    for bound in reversed(bounds(store, near(store))):
        newer = [*_newer(store.tasks, bound), bound]
        older = [task.state for task in store.tasks if _is_older(task, bound)]
        for state in (state for state in known if state in older):
            inside = [task.context for task in newer if task.state == state]
            names = (
                dict.fromkeys(name for name in inside if isinstance(name, str)) if context else {None: None}
            )
            for name in names:
                states = [task.state for task in newer if name in (None, task.context)]
                if state in states and any(other != state for other in states):
                    return bound, state, name
    return None


def _is_older(task: Task, bound: Task) -> bool:
    return task.instant is not None and task.instant <= (bound.instant or 0) - MILLISECOND


def _together(store: Store) -> Walk | None:
    """Ask with all three filters, with status and time only where no context leaves them something to do."""
    found = _crossed(store, context=True) or _crossed(store, context=False)
    if found is None:
        return None
    bound, state, name = found
    newer = [task for task in _newer(store.tasks, bound) if task.id not in store.created]
    inside = [task for task in newer if task.state == state and name in (None, task.context)]
    where = {"context": name} if name else {}
    return first_page(store, inside, status=state, after=bound.timestamp, **where)


@requirement("filter.combined")
@pytest.mark.parametrize("filters", ["time and others"])
@ask(_together)
def test_time_combines_with_the_others(answer: WalkResult | None, store: Store) -> None:
    """A bound in time does not turn the other filters off, nor they the bound."""
    if answer is None:
        raise not_applicable("No state and bound of this store leave each other something to do.")
    params = answer.pages[0].question.params
    bound = next(task for task in bounds(store, near(store)) if task.timestamp == params["after"])
    what = f"tasks in {params['status']}, none older than the bound"
    lets_through(answer, store, lambda task: _fits(task, answer.pages[0], bound), what)


def _fits(task: Task, page: Answer, bound: Task) -> bool:
    params = page.question.params
    return bool(
        task.state == params["status"]
        and params.get("context", task.context) == task.context
        and not _is_older(task, bound)
    )
