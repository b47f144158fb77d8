"""The shape of answers: JSON, media types, members and their types, timestamps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pytest

from conformance.bindings.answer import Answer, Mark
from conformance.bindings.reading import Kind
from conformance.bindings.task import Task
from conformance.checks._answers import MADE_UP, bad, every, good
from conformance.checks._history import ALL, window
from conformance.core import schemas, timestamps
from conformance.core.jsontext import encode
from conformance.core.missing import MISSING
from conformance.core.pointers import at
from conformance.judging import as_json, ask, expect, needing, note, requirement
from conformance.judging.needs import A_MESSAGE, A_TASK
from conformance.judging.refusals import is_rpc
from conformance.probe.questions import Question, list_tasks
from conformance.probe.store import Store

OPERATIONS = pytest.mark.parametrize("operation", ["get", "list"])
TIMED = needing(
    "a task with a status timestamp",
    lambda s: any(s.by_id[task_id].timestamp not in (MISSING, None) for task_id in s.ids),
)
MOST = 5
"""How many faults of one kind a finding names."""
BROKEN_TEXT = frozenset({"bom", "not-utf8", "nan", "trailing", "control-character"})
"""What makes a text no JSON text between systems (RFC 8259); a lone surrogate is only unpredictable (§8.2)."""


def _tasks(answers: Iterable[Answer]) -> Iterator[tuple[Task, Answer, str]]:
    """Yield the tasks of accepted answers, with the pointer to each in the result."""
    for answer in answers:
        if not answer.accepted:
            continue
        if answer.question.operation == "get":
            yield answer.task, answer, ""
            continue
        for index, raw in enumerate(_items(answer)):
            if isinstance(raw, dict):
                yield Task(raw, answer.profile), answer, f"{answer.profile.answer['items']}/{index}"


def _items(answer: Answer) -> list[Any]:
    found = answer.read("items")
    return found if isinstance(found, list) else []


def _hold(faults: Iterable[tuple[str, Mark]], expected: str, clause: str = "main") -> None:
    """Expect that there are no faults; name a few different ones, each with the first places it is at."""
    places: dict[str, list[Mark]] = {}
    for text, mark in faults:
        if text in places or len(places) < MOST:
            places.setdefault(text, []).append(mark)
    for text, marks in places.items():
        expect(False, expected, text, clause=clause, marks=marks[:MOST])
    if not places:
        expect(True, expected, clause=clause)


@requirement("shape.json")
@OPERATIONS
@ask(every)
def test_bodies_are_json(answer: Sequence[Answer]) -> None:
    """One value, in UTF-8; what a server answers in, not what stands in front of it."""
    answers = [one for one in answer if one.exchange.sent.response and not one.exchange.sent.failure]
    unread = [one for one in answers if one.kind is Kind.UNREADABLE and one.document is MISSING]
    read = [one for one in answers if one.document is not MISSING]
    faults = [(p.text, one.mark_whole(""), p.kind) for one in read for p in one.problems]
    broken = [(text, mark) for text, mark, kind in faults if kind in BROKEN_TEXT]
    if read or unread:
        _hold(
            [*((one.trouble, one.mark_whole("")) for one in unread), *broken], "one JSON value in plain UTF-8"
        )
        twice = [(text, mark) for text, mark, kind in faults if kind == "duplicate-member"]
        _hold(twice, "no member twice in an object", clause="duplicate-members")
    if any(kind == "lone-surrogate" for _, _, kind in faults):
        note("strings", "hold halves of surrogate pairs")


@requirement("shape.content-type")
@OPERATIONS
@ask(every)
def test_answers_say_their_media_type(answer: Sequence[Answer], store: Store) -> None:
    """application/json on JSON-RPC, application/a2a+json on HTTP; problem+json is one for refusals (§6.5)."""
    rpc = store.facts["binding"] == "jsonrpc"
    wanted, clause = ("application/json", "main") if rpc else ("application/a2a+json", "http")
    allowed = {wanted} if rpc else {wanted, "application/problem+json"}
    read = [
        one for one in answer if one.kind in {Kind.ACCEPTED, Kind.REFUSED} and one.document is not MISSING
    ]
    faults = []
    for one in read:
        name = next(iter(one.headers("Content-Type")), "")
        kind = name.partition(";")[0].strip().lower()
        if kind not in (allowed if one.refused else {wanted}):
            faults.append(
                (
                    f"{name or 'none'} on {'a refusal' if one.refused else 'an answer'}",
                    one.mark("header:Content-Type"),
                )
            )
    if read:
        _hold(faults, wanted, clause)


@requirement("shape.list")
@pytest.mark.parametrize("operation", ["list"])
@ask(every)
def test_lists_have_the_members_of_the_proto(answer: Sequence[Answer]) -> None:
    """Their types and names; whether they are there, and what tasks hold, is judged elsewhere."""
    with_list_members([one for one in answer if one.accepted])


def with_list_members(answers: Sequence[Answer]) -> None:
    """Expect accepted lists to have the members and types of a ListTasksResponse, tasks themselves left out."""
    faults = []
    for one in answers:
        value = one.result
        if isinstance(value, dict) and isinstance(value.get("tasks"), list):
            value = {**value, "tasks": [item for item in value["tasks"] if not isinstance(item, dict)]}
        token = one.profile.answer["next_token"]
        found = [p for p in schemas.problems(schemas.LIST, value) if p.pointer != token]
        faults += [(p.message, one.mark(p.pointer)) for p in found]
    if answers:
        _hold(faults, "the members and types of ListTasksResponse")


@requirement("shape.task")
@OPERATIONS
@ask(good, needs=A_TASK)
def test_tasks_have_the_members_of_the_proto(answer: Sequence[Answer]) -> None:
    """Required members, types, names, enum values; an optional member without a value is left out."""
    with_task_members(answer)


def with_task_members(answers: Iterable[Answer]) -> None:
    """Expect every task of accepted answers to have the members and types of a Task, and no null."""
    seen = list(_tasks(answers))
    own = {task.profile.item["timestamp"] for task, _, _ in seen}
    faults, nulls = [], []
    for task, one, pointer in seen:
        found = (p for p in schemas.problems("task", task.raw) if p.pointer not in own)
        faults += [(p.message, one.mark(pointer + p.pointer)) for p in found]
        nulls += [(f"{place} is null", one.mark(pointer + place)) for place in _nulls(task, one)]
    if seen:
        _hold(faults, "the members and types of Task")
        _hold(nulls, "an optional member without a value is left out", clause="null-member")


def _nulls(task: Task, answer: Answer) -> list[str]:
    """Return where null stands; timestamps, a list's artifacts and a history not asked for have rows of their own."""
    if b"null" not in encode(task.raw):
        return []
    item = task.profile.item
    elsewhere = {item["timestamp"]}
    if answer.question.operation == "list":
        elsewhere.add(item["artifacts"])
    if answer.question.params.get("window") == 0:
        elsewhere.add(item["window"])
    return [place for place in schemas.nulls("task", task.raw, limit=MOST) if place not in elsewhere]


def _mistakes(store: Store, operation: str) -> list[Question]:
    """Ask what is to be refused; for a list two things, since only what is an error object is judged."""
    made_up = [list_tasks(page_size=2, page_token=MADE_UP)] if operation == "list" else []
    return [*bad(store, operation), *made_up]


@requirement("shape.error")
@OPERATIONS
@ask(_mistakes)
def test_errors_have_the_members_of_their_binding(answer: Sequence[Answer]) -> None:
    """A code, a message and typed details; a problem document (§6.5) is error.http-body's."""
    for one in answer:
        if one.refusal is None or not isinstance(one.refusal.error, dict) or one.kind is Kind.GATEWAY:
            continue
        name = "error-jsonrpc" if is_rpc(one) else "error-http"
        value = one.refusal.error if is_rpc(one) else one.document
        place = "/error" if is_rpc(one) else ""
        _hold(
            ((p.message, one.mark_whole(place + p.pointer)) for p in schemas.problems(name, value)),
            "the members and types of an error",
        )


@requirement("shape.timestamps")
@OPERATIONS
@ask(good, needs=TIMED)
def test_timestamps_are_utc(answer: Sequence[Answer]) -> None:
    """With Z and at most nine digits; tasks without a timestamp are order.dated's."""
    faults, short, dated = [], [], 0
    for task, one, pointer in _tasks(answer):
        value = task.timestamp
        if value is MISSING or value is None:
            continue
        dated += 1
        mark = one.mark(pointer + task.profile.item["timestamp"])
        faults += [(f"{as_json(value)}: {text}", mark) for text in timestamps.problems(value)]
        if isinstance(value, str) and timestamps.fraction_digits(value) < 3:
            short.append((f"{as_json(value)}", mark))
    if dated:
        _hold(faults, "ISO 8601 in UTC with Z")
        if short:
            note("fewer than three fraction digits", short[0][0])


@requirement("shape.message-context")
@OPERATIONS
@ask(lambda store, operation: window(store, operation, ALL), needs=A_MESSAGE)
def test_contexts_of_messages_are_recorded(answer: Answer) -> None:
    """Whether what the agent says carries a contextId."""
    said = with_context = 0
    for task, _, _ in _tasks([answer]):
        item = task.profile.item
        for message in task.history:
            if at(message, item["message_role"]) == task.profile.roles["agent"]:
                said += 1
                with_context += bool(at(message, item["message_context"]))
    if said:
        found = "all" if with_context == said else "some" if with_context else "none"
        note("the agent's messages with a contextId", found)
