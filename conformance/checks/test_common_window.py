"""Windows into a part of an item: which end is kept, what zero and unset mean, and the full count."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.checks._history import ALL, End, end_of, views, window
from conformance.checks._tasks import plain
from conformance.checks._words import param
from conformance.core.jsontext import encode
from conformance.core.missing import MISSING
from conformance.core.pointers import at
from conformance.judging import ask, doubt, expect, inconclusive, note, promise, varied
from conformance.judging.needs import A_MESSAGE, TWO_MESSAGES, windowed
from conformance.probe.questions import Question, get_task, list_tasks
from conformance.probe.store import Store
from conformance.profiles import Profile


def offering(profile: Profile) -> list[str]:
    """Return the operations that take a window."""
    return [
        name
        for name in ("get", "list")
        if name in profile.operations and "window" in profile.operations[name].params
    ]


SEVERAL = 6
OPERATIONS = varied("operation", offering)
KEPT = {"trailing": End.LAST, "leading": End.FIRST}
ENDS = {"trailing": "the last ones", "leading": "the first ones"}


def whole_window(store: Store, operation: str) -> Question:
    """Ask for all: unset where that means all, else with a large window."""
    return window(store, operation, None if store.profile.window.unset == "all" else ALL)


@promise("window.end")
@OPERATIONS
@pytest.mark.parametrize("length", [1, 2, ALL])
@ask(window, whole=whole_window, needs=TWO_MESSAGES)
def test_a_window_keeps_its_end(answer: Answer, whole: Answer, store: Store, length: int) -> None:
    """Of what comes without it: some at least, and of fewer than there are those of the end."""
    keep, cut = store.profile.window.keep, length == ALL
    wholes = {task.id: task for task, _ in views(whole)}
    for task, mark in views(answer):
        full = wholes.get(task.id)
        if full is None or not full.history or not store.still([task]):
            continue
        wanted = f"of {len(full.history)} {windowed(store.profile)} {ENDS[keep]}"
        expect(bool(task.history), wanted, "none", marks=mark)
        end = end_of(identities(full), identities(task)) if length < ALL else None
        if end in (None, End.SAME):
            continue
        cut = True
        came = {End.LAST: "the last ones", End.FIRST: "the first ones"}.get(end, "others")
        expect(end is KEPT[keep], wanted, came, marks=mark)
    if not cut:
        doubt(f"No {windowed(store.profile)} were cut short, so that both ends look alike.")


def identities(task: Task) -> list[str]:
    """Return what tells the members of a window apart: their ids, or else all that they hold."""
    pointer = task.profile.item.get("window_id")
    return [str(at(one, pointer)) if pointer else encode(one).decode() for one in task.history]


@promise("window.zero")
@OPERATIONS
@ask(lambda store, operation: window(store, operation, 0), whole=whole_window, needs=A_MESSAGE)
def test_what_a_window_of_zero_gives(answer: Answer, whole: Answer, store: Store) -> None:
    """None, or all."""
    means_the_same(
        [answer], [whole], store, store.profile.window.zero, f"{param(store.profile, 'window', 'get')} 0"
    )


def several(store: Store, operation: str, length: int | None = None) -> list[Question]:
    """Ask for some items one by one, or for the first page."""
    params = {} if length is None else {"window": length}
    if operation == "list":
        return [list_tasks(**params)]
    return [get_task(task_id, **params) for task_id in plain(store.by_messages)[:SEVERAL]]


@promise("window.unset")
@OPERATIONS
@ask(
    several,
    whole=lambda store, operation: several(store, operation, ALL),
    needs=A_MESSAGE,
)
def test_what_no_window_gives(answer: Sequence[Answer], whole: Sequence[Answer], store: Store) -> None:
    """All, or none: asked of several, since a hidden limit shows only where there is more."""
    means_the_same(answer, whole, store, store.profile.window.unset, "unset")


def means_the_same(
    answers: Sequence[Answer], wholes: Sequence[Answer], store: Store, meaning: str, what: str
) -> None:
    """Expect none, or as many as there are; where the profile leaves it open, record how many."""
    parts, told = windowed(store.profile), False
    most = {task.id: len(task.history) for whole in wholes if whole.accepted for task, _ in views(whole)}
    for task, mark in (view for answer in answers for view in views(answer)):
        there = max(store.messages(str(task.id)), most.get(task.id, 0))
        if not there or not store.still([task]):
            continue
        told, count = True, len(task.history)
        if meaning == "none":
            expect(count == 0, f"no {parts}", f"{count} {parts}", marks=mark)
        elif meaning == "all":
            expect(count >= there, f"all {there} {parts}", f"{count} {parts}", marks=mark)
        else:
            note(what, "all" if count >= there else f"{count} of them" if count else "none")
    if not told:
        doubt(f"No {store.profile.item_name} that came is known to have {parts}.")


@promise("window.count")
@OPERATIONS
@ask(
    lambda store, operation: window(store, operation, 1),
    whole=lambda store, operation: window(store, operation, ALL),
    needs=TWO_MESSAGES,
)
def test_the_count_is_that_of_all(answer: Answer, whole: Answer, store: Store, operation: str) -> None:
    """With a window of one and with a large one, and never merely the number of those that came."""
    pointer = store.profile.item["window_count"]
    large = {task.id: len(task.history) for task, _ in views(whole)}
    told = False
    for found in (answer, whole):
        for task, _ in views(found):
            there = max(store.messages(str(task.id)), large.get(task.id, 0))
            if not 2 <= there < ALL or not store.still([task]):
                continue
            told, count = True, at(task.raw, pointer)
            mark = found.mark(pointer) if operation == "get" and count is not MISSING else found.mark()
            expect(count == there, f"{pointer} {there}", count, marks=mark)
    if not told:
        raise inconclusive(f"No {store.profile.item_name} at rest came that has 2 {windowed(store.profile)}.")
