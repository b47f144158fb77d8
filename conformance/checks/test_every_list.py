"""What holds of a plain list holds of a filtered one, and of the pages behind a token.

Servers often take another way for these. Nearly all that is asked here others ask too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pytest

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.checks._filters import (
    FUTURE,
    at_each_bound,
    both_filters,
    context_and_state,
    each_state,
    two_contexts,
)
from conformance.checks._lists import NARROW, at_rest, narrow_walk, whole_walk
from conformance.checks._order import comparable, once, settled
from conformance.checks._words import of_a2a, param
from conformance.checks.test_artifacts import without_artifacts
from conformance.checks.test_order import never_rising
from conformance.checks.test_shape import with_list_members, with_task_members
from conformance.core.missing import MISSING
from conformance.judging import ask, expect, needing, not_applicable, requirement, varied
from conformance.judging.needs import LISTED_TASK
from conformance.probe.questions import Question, list_tasks
from conformance.probe.store import Store
from conformance.probe.walks import Walk, WalkResult

WAYS = ["filtered", "behind a token"]


def walks_of(store: Store, way: str) -> list[Walk]:
    """Ask through each filter, for the whole list in several pages, or with a historyLength."""
    if way == "behind a token":
        return [whole_walk(store)]
    if way == "with historyLength":
        return [Walk(list_tasks(window=length), most_pages=1) for length in (0, 1)]
    walks = [*each_state(store).values(), *two_contexts(store).values(), *at_each_bound(store)]
    if context_and_state(store):
        walks.append(both_filters(store))
    return [*walks, Walk(list_tasks(after=FUTURE, page_size=100), most_pages=1)]


def pages_of(walks: Iterable[WalkResult], way: str) -> list[Answer]:
    """Return the pages that came; of the whole list those behind a token only."""
    skipped = 1 if way == "behind a token" else 0
    return [page for walk in walks for page in walk.pages[skipped:] if page.accepted]


def _some(pages: list[Answer], way: str) -> list[Answer]:
    if not pages:
        raise not_applicable(f"There is no page {way}.")
    return pages


def _shown(pages: Iterable[Answer]) -> Iterator[Task]:
    for page in pages:
        yield from page.tasks


@requirement("artifacts.omitted-by-default")
@pytest.mark.parametrize("way", [*WAYS, "with historyLength"])
@ask(walks_of, needs=LISTED_TASK)
def test_other_lists_leave_artifacts_out_too(answer: Sequence[WalkResult], way: str, store: Store) -> None:
    """Whatever the filter, and on every page."""
    pages, had = pages_of(answer, way), set(store.by_artifacts)
    if not any(task.raw_artifacts is not MISSING or str(task.id) in had for task in _shown(pages)):
        raise not_applicable(f"No page {way} shows a task that has artifacts.")
    without_artifacts(pages, store)


@requirement("token.always-present")
@pytest.mark.parametrize("way", WAYS)
@ask(walks_of, needs=LISTED_TASK)
def test_other_lists_have_a_token_too(answer: Sequence[WalkResult], way: str) -> None:
    """Whatever the filter, and on every page."""
    for page in _some(pages_of(answer, way), way):
        asked = " and ".join(sorted(param(page.profile, name) for name in page.question.params))
        expect(
            isinstance(page.next_token, str),
            f"nextPageToken is a string, asked with {asked}",
            page.next_token,
            marks=page.mark(),
        )


@requirement("shape.list")
@pytest.mark.parametrize("way", WAYS)
@ask(walks_of, needs=LISTED_TASK)
def test_other_lists_have_the_members_of_the_proto(answer: Sequence[WalkResult], way: str) -> None:
    """Whatever the filter, and on every page."""
    with_list_members(_some(pages_of(answer, way), way))


@requirement("shape.task")
@pytest.mark.parametrize("way", WAYS)
@ask(walks_of, needs=LISTED_TASK)
def test_tasks_of_other_lists_have_the_members_of_the_proto(answer: Sequence[WalkResult], way: str) -> None:
    """Whatever the filter, and on every page."""
    pages = [page for page in pages_of(answer, way) if page.tasks]
    with_task_members(_some(pages, way))


@requirement("order.newest-first")
@varied("way", of_a2a(["filtered"]))
@ask(walks_of, needs=LISTED_TASK)
def test_filtered_lists_are_in_order_too(answer: Sequence[WalkResult], store: Store) -> None:
    """Held against ended tasks; others may have been updated by something else than their status."""
    judged = False
    for walk in answer:
        tasks = once(walk, store)
        sure = settled(tasks, store)
        judged = judged or comparable(sure, mixed=False)
        never_rising(walk, sure, mixed=False) and never_rising(walk, tasks, mixed=False, clause="other-tasks")
    if not judged:
        raise not_applicable("No filter lets through ended tasks whose timestamps can be told apart.")


@requirement("size.limit")
@pytest.mark.parametrize("way", ["one by one"])
@ask(lambda store: narrow_walk(store, 1), needs=NARROW)
def test_no_page_of_a_walk_exceeds_the_size(answer: WalkResult) -> None:
    """Behind a token, and with a filter, pageSize says as much as it says alone."""
    for number, page in enumerate((page for page in answer.pages if page.accepted), 1):
        profile, size = page.profile, page.question.params["page_size"]
        came = f"{len(page.tasks)} {profile.items_name}"
        expected = f"at most {size} {profile.items_name if size > 1 else profile.item_name} on page {number}"
        expect(len(page.tasks) <= size, expected, came, marks=page.mark_item(size))


def _large_filters(store: Store) -> list[Question]:
    """Ask without a pageSize for what a filter lets through of more than 50 tasks."""
    state = next((s for s in store.states if s in store.profile.known_states and store.states[s] > 50), None)
    context = next((name for name, tasks in store.contexts.items() if len(tasks) > 50), None)
    filters: list[dict[str, Any]] = [{"status": state}, {"context": context}]
    return [list_tasks(**one) for one in filters if None not in one.values()]


@requirement("size.default")
@varied("way", of_a2a(["filtered"]))
@ask(_large_filters)
def test_no_more_than_50_come_through_a_filter(answer: Sequence[Answer]) -> None:
    """A page holds at most 50 tasks when no size is named, whatever the filter."""
    pages = [page for page in answer if page.accepted]
    if not pages:
        raise not_applicable("No filter lets more than 50 tasks through.")
    for page in pages:
        came = f"{len(page.tasks)} tasks"
        expect(len(page.tasks) <= 50, "at most 50 tasks", came, marks=page.mark_item(50))


@requirement("token.walk-complete")
@varied("way", of_a2a(["one page"]))
@ask(
    lambda store: [list_tasks(), list_tasks(page_size=100)],
    needs=needing("a task with an id", lambda s: s.ids),
)
def test_no_page_holds_a_task_twice(answer: Sequence[Answer], store: Store) -> None:
    """Each task once, on the largest pages as on small ones."""
    for page in (page for page in answer if page.accepted):
        ids = [task.id for task in page.tasks if isinstance(task.id, str) and task.id]
        twice = at_rest(store, sorted({task_id for task_id in ids if ids.count(task_id) > 1}))
        places = [index for index, task in enumerate(page.tasks) if task.id in twice[:1]]
        came = f"twice on one page: {', '.join(twice[:3])}"
        expect(not twice, "each task once", came, marks=[page.mark_item(index) for index in places])
