"""Values that stand near known ones: a part of an id, a pattern that fits it. They are other values."""

from __future__ import annotations

import re

import pytest

from conformance.bindings.answer import Answer
from conformance.checks._filters import counted
from conformance.checks._mistakes import known
from conformance.checks._tasks import sample
from conformance.checks._words import of_a2a
from conformance.judging import (
    as_json,
    ask,
    expect,
    inconclusive,
    needing,
    not_applicable,
    note,
    requirement,
    varied,
)
from conformance.judging.needs import TWO_CONTEXTS
from conformance.judging.refusals import controlled, judgeable
from conformance.probe.questions import get_task, list_tasks
from conformance.probe.store import PLAIN_NAME, Store

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
LEAST = 4
"""Ids shorter than this are not cut: what is left may be anything."""


def _long_id(store: Store) -> str | None:
    return next((task_id for task_id in sample(store) if len(task_id) >= LEAST), None)


def _long_context(store: Store) -> str | None:
    fitting = [name for name in store.contexts if len(name) >= LEAST]
    return min(fitting, key=lambda name: PLAIN_NAME(name) is None, default=None)


def _near(store: Store, near: str) -> str:
    """Return a contextId like a known one; in other case that of a name that has one, and is no UUID if possible."""
    if near == "in other case":
        cased = sorted((name for name in store.contexts if name.swapcase() != name), key=_rank)
        return (cased[0] if cased else str(_long_context(store))).swapcase()
    return "%" if near == "%" else str(_long_context(store))[:-1]


def _rank(name: str) -> tuple[bool, bool]:
    return UUID.fullmatch(name) is not None, PLAIN_NAME(name) is None


@requirement("notfound.code")
@varied("near", of_a2a(["cut short"]))
@ask(
    lambda store: get_task(str(_long_id(store))[:-1]),
    control=lambda store: known(store, "get"),
    needs=needing(f"a task whose id has {LEAST} characters or more", _long_id),
)
def test_a_part_of_an_id_finds_nothing(answer: Answer, control: Answer) -> None:
    """An id names one task whole; how its part is refused is not judged here."""
    controlled(control)
    asked = answer.question.params["id"]
    if judgeable(answer).accepted and answer.task.id == asked:
        raise inconclusive("A task has the id that was made up.")
    came = f"task {as_json(answer.task.id)}" if answer.accepted else answer
    expect(not answer.accepted, f"no task for the id {as_json(asked)}", came, marks=answer.mark())


@requirement("filter.context-unknown")
@pytest.mark.parametrize("near", ["cut short", "%", "in other case"])
@ask(
    lambda store, near: list_tasks(context=_near(store, near), page_size=store.largest),
    needs=(TWO_CONTEXTS, needing(f"a contextId of {LEAST} characters or more", _long_context)),
)
def test_a_context_is_no_pattern(answer: Answer, store: Store) -> None:
    """Neither the beginning of a contextId nor a wildcard gives the tasks of others, nor one in another case."""
    asked = answer.question.params["context"]
    if asked in store.contexts:
        raise not_applicable(f"A context is called {asked} indeed.")
    if UUID.fullmatch(asked):  # a store may hold UUIDs as such, whose digits have no case (RFC 9562)
        note("a contextId in other case", counted(answer))
        return
    if not judgeable(answer).accepted:
        note(f"contextId {asked}", answer)
        return
    others = [index for index, task in enumerate(answer.tasks) if task.context != asked]
    came = f"{len(others)} tasks of other contexts"
    expect(
        not others,
        f"only tasks of context {as_json(asked)}",
        came,
        marks=[answer.mark_item(index, "context") for index in others[:3]],
    )
