"""historyLength in lists that are filtered, and on the pages behind a token."""

from __future__ import annotations

from typing import Any

from conformance.bindings.answer import Answer
from conformance.checks._filters import filtered_walk
from conformance.checks._history import promising, views, window
from conformance.checks._words import of_a2a
from conformance.judging import ask, expect, not_applicable, requirement, varied
from conformance.probe.questions import list_tasks
from conformance.probe.store import Store
from conformance.probe.walks import Walk, WalkResult


def _walk(store: Store, way: str, length: int) -> Walk | None:
    """Ask for pages of which the last shows a task with more messages than `length`, None where none can."""
    rich = [task for task in store.tasks if isinstance(task.id, str) and store.messages(task.id) > length]
    if way == "behind a token":
        # Where the first page that others ask for has a token, that costs one request less.
        size = {"page_size": 1} if len(store.tasks) <= 50 else {}
        return None if store.restricted else Walk(list_tasks(window=length, **size), most_pages=2)
    if way == "with artifacts":
        both = filtered_walk(store, "context and status")
        met = both.question.params if both else {}
        if both and any(met["context"] == task.context and met["status"] == task.state for task in rich):
            return both
        return Walk(window(store, "list", length).but(artifacts=True), most_pages=1)
    name, value = (
        "context",
        next((t.context for t in rich if isinstance(t.context, str) and t.context in store.contexts), None),
    )
    if way == "with a state":
        known = store.profile.known_states
        name, value = "status", next((task.state for task in rich if task.state in known), None)
    found: dict[str, Any] = {name: value}
    return Walk(list_tasks(**found, window=length), most_pages=1) if value else None


def _page(walk: WalkResult | None, way: str, store: Store, length: int) -> Answer:
    """Return the page to judge; ends the case where it shows no task with more messages than asked for."""
    pages = [page for page in walk.pages if page.accepted] if walk is not None else []
    if way == "behind a token":
        pages = pages[1:]
    page = next((page for page in pages if promising(page, store, length + 1)), None)
    if page is None:
        raise not_applicable(
            f"No page {way} came with a task that is known to have more than {length} messages."
        )
    return page


def _at_most(page: Answer, length: int, expected: str) -> None:
    longer = [(task, mark) for task, mark in views(page) if len(task.history) > length]
    came = f"{max((len(task.history) for task, _ in longer), default=0)} messages"
    expect(not longer, expected, came, marks=[mark for _, mark in longer[:5]])


@requirement("history.at-most")
@varied("way", of_a2a(["with a context", "behind a token", "with artifacts"]))
@ask(lambda store, way: _walk(store, way, 1))
def test_lists_of_any_kind_show_no_more_messages(answer: WalkResult | None, way: str, store: Store) -> None:
    """Whatever the filter, and on every page."""
    _at_most(_page(answer, way, store, 1), 1, "at most 1 message")


@requirement("history.zero")
@varied("way", of_a2a(["with a state"]))
@ask(lambda store, way: _walk(store, way, 0))
def test_zero_is_zero_in_lists_of_any_kind(answer: WalkResult | None, way: str, store: Store) -> None:
    """Whatever the filter, and on every page."""
    _at_most(_page(answer, way, store, 0), 0, "no message")
