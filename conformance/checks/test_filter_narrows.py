"""A filter takes tasks away from the list; it adds none.

A list that leaves some states out unless they are asked for hides tasks from everybody who asks for all.
"""

from __future__ import annotations

import pytest

from conformance.bindings.task import Task
from conformance.checks._filters import two_contexts
from conformance.judging import ask, expect, inconclusive, not_applicable, requirement
from conformance.judging.needs import LISTED_TASK
from conformance.probe.questions import list_tasks
from conformance.probe.store import Store
from conformance.probe.strays import Filtered, Strays


def _by_status(store: Store) -> Strays | None:
    """Ask for every state, those that no task of the list is in first of all."""
    if not store.sound:
        return None
    lists = [list_tasks(status=state, page_size=store.largest) for state in store.profile.known_states]
    return Strays(lists, frozenset(store.ids))


def _by_context(store: Store) -> Strays | None:
    if not store.sound:
        return None
    return Strays([walk.question for walk in two_contexts(store).values()], frozenset(store.ids))


def _older(task: Task, store: Store) -> bool:
    """Whether nothing says that a task is newer than those of the list, as one would be that came in since."""
    return task.instant is None or (bool(store.instants) and task.instant < store.instants[0])


def adds_nothing(answer: Filtered | None, store: Store) -> None:
    """Expect that filtered lists hold no task that the list without a filter did not show, now nor before."""
    if answer is None:
        raise not_applicable("The whole list was not seen.")
    if not any(page.accepted and page.tasks for page in answer.pages):
        raise inconclusive("No filtered list holds a task.")
    strays = [found for found in answer.strays if found[2].id not in store.moved and _older(found[2], store)]
    came = f"not task {strays[0][2].id}, which GetTask shows" if strays else ""
    expected = "the list without a filter has every task that one with a filter has"
    marks = [page.mark_item(index) for page, index, _ in strays[:5]]
    expect(not strays, expected, came, clause="narrows", marks=marks)


@requirement("filter.status")
@pytest.mark.parametrize("tasks", ["listed without a filter"])
@ask(_by_status, needs=LISTED_TASK)
def test_status_adds_no_task(answer: Filtered | None, store: Store) -> None:
    """Whatever the state, be it one that no task of the whole list is in."""
    adds_nothing(answer, store)


@requirement("filter.context")
@pytest.mark.parametrize("tasks", ["listed without a filter"])
@ask(_by_context, needs=LISTED_TASK)
def test_context_adds_no_task(answer: Filtered | None, store: Store) -> None:
    """Within a context no task comes that is nowhere else."""
    adds_nothing(answer, store)
