"""Interfaces: each answers as the card says, and all tell the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import pytest

from conformance.bindings.answer import Answer
from conformance.bindings.reading import Kind
from conformance.checks._agreement import pages_differ, tasks_differ
from conformance.checks._mistakes import known
from conformance.checks._tasks import sample
from conformance.judging import ask, doubt, expect, inconclusive, note, requirement
from conformance.judging.needs import A_TASK
from conformance.judging.refusals import (
    ABOUT_CREDENTIALS,
    code_of,
    is_coded,
    is_rpc,
    judgeable,
)
from conformance.probe.questions import Question, get_task, list_tasks
from conformance.probe.rereads import Patiently
from conformance.probe.store import Store
from conformance.probe.unknown import UNKNOWN_ID, unknown_id

Across = Mapping[str, Answer]
INVALID = {"jsonrpc": (-32602, -32600, -32700), "http": (400, 422)}


@requirement("bindings.declared")
@ask(lambda store: [list_tasks(), get_task(UNKNOWN_ID)])
def test_an_interface_answers_at_its_url(answer: list[Answer]) -> None:
    """In its binding: a refusal or a fault in the binding's own form is an answer too."""
    if any(found.status in ABOUT_CREDENTIALS for found in answer):
        raise inconclusive("A credential is asked for before the binding shows.")
    if all(found.kind is Kind.THROTTLED for found in answer):
        raise inconclusive(f"The server was throttling ({answer[0].trouble}).")
    came = "; ".join(str(found) for found in answer)
    url = answer[0].exchange.sent.request.url
    speaks = any(found.speaks for found in answer)
    expect(speaks, f"an answer of the binding at {url}", came, marks=[found.mark() for found in answer])


@requirement("bindings.list-offered")
@ask(lambda store: list_tasks())
def test_list_tasks_is_offered(answer: Answer) -> None:
    """It is a core operation; without it every other requirement about lists is blocked."""
    if answer.status in ABOUT_CREDENTIALS and not answer.accepted:
        raise inconclusive(f"The credential is not accepted ({answer}).")
    expect(judgeable(answer).accepted, "ListTasks is answered", answer, marks=answer.mark())


@requirement("bindings.same-auth")
@ask(lambda store: list_tasks(), across=True)
def test_one_credential_works_everywhere(answer: Across) -> None:
    """Where it is accepted on one interface, no other refuses it."""
    barred = {
        key: found
        for key, found in answer.items()
        if found.status in ABOUT_CREDENTIALS and not found.accepted
    }
    taken = [key for key, found in answer.items() if found.accepted]
    if not taken:
        raise inconclusive("The credential is not accepted on any interface.")
    for key in taken:
        expect(True, f"{key} takes the credential")
    for key, found in barred.items():
        expect(False, f"{key} takes the credential, as {taken[0]} does", found, marks=found.mark("status"))


def _lists(store: Store) -> Mapping[str, Question]:
    state, context = next(iter(store.states), None), next(iter(store.contexts), None)
    asked = {"plain": list_tasks(), "whole": list_tasks(**store.wide)}
    asked |= {"state": list_tasks(status=state)} if state else {}
    return asked | ({"context": list_tasks(context=context)} if context else {})


@requirement("bindings.same-result")
@pytest.mark.parametrize("asked", ["plain", "whole", "state", "context"])
@pytest.mark.parametrize("operation", ["list"])
@ask(lambda store, asked: _lists(store).get(asked), across=True)
def test_a_list_is_the_same_everywhere(answer: Mapping[str, Answer | None], store: Store) -> None:
    """The same tasks in the same order, with the same in them, and as many of them."""
    found = {key: page for key, page in answer.items() if page is not None}
    if not any(page.accepted and page.tasks for page in found.values()):
        raise inconclusive("No interface shows a task.")
    for page in found.values():
        judgeable(page)
    for (one_key, one), (key, other) in pairwise(found.items()):
        _agree(f"{key} as {one_key}", pages_differ(one, other, store), other)


@requirement("bindings.same-result")
@pytest.mark.parametrize("operation", ["get"])
@ask(
    lambda store: {task_id: Patiently(get_task(task_id)) for task_id in sample(store, 4)},
    needs=A_TASK,
    across=True,
)
def test_a_task_is_the_same_everywhere(answer: Mapping[str, Mapping[str, Answer]], store: Store) -> None:
    """Whatever its binding, GetTask shows one task, the same; one interface may know a new task a little later."""
    for (one_key, ones), (key, others) in pairwise(answer.items()):
        for task_id, one in ones.items():
            if task_id in store.moved:
                continue
            other = judgeable(others[task_id])
            if judgeable(one).accepted != other.accepted:
                shown, lost = (one_key, key) if one.accepted else (key, one_key)
                expect(False, f"{lost} shows task {task_id}, as {shown} does", other, marks=other.mark())
            elif one.accepted and not store.quiet and not (one.task.is_terminal and other.task.is_terminal):
                doubt(
                    "Tasks changed during the run, and a task that has not ended may have been one of them."
                )
            elif one.accepted:
                _agree(f"{key} as {one_key}", tasks_differ(one.task, other.task), other)


def _agree(who: str, differences: Iterator[tuple[str, str]], at: Answer) -> None:
    """Expect no difference; the first few are told."""
    found = [difference for _, difference in zip(range(3), differences, strict=False)]
    if not found:
        expect(True, f"{who}: the same")
    for expected, came in found:
        expect(False, f"{who}: {expected}", came, marks=at.mark())


def _wrong(store: Store, mistake: str) -> Question:
    task = known(store, "get")
    return {
        "unknown id": get_task(unknown_id(store)),
        "bad historyLength": task.but(window="abc"),
        "bad pageSize": list_tasks(page_size="abc"),
        "bad statusTimestampAfter": list_tasks(after="banana", page_size=2),
        "bad version": list_tasks().with_headers(A2A_Version="9.9"),
    }[mistake]


@requirement("bindings.same-error")
@pytest.mark.parametrize(
    ("operation", "mistake"),
    [
        ("get", "unknown id"),
        ("get", "bad historyLength"),
        ("list", "bad pageSize"),
        ("list", "bad statusTimestampAfter"),
        ("list", "bad version"),
    ],
)
@ask(_wrong, needs=A_TASK, across=True)
def test_a_mistake_gives_the_same_error_everywhere(answer: Across, mistake: str) -> None:
    """The mapped one (§5.4); whether a mistake is refused at all, the requirement about it judges."""
    refused = {
        key: found
        for key, found in answer.items()
        if judgeable(found).refused and found.status not in ABOUT_CREDENTIALS
    }
    if len(refused) < 2:
        note(mistake, ", ".join(f"{key}: {found}" for key, found in answer.items()))
        return
    kinds = {key: _kind(found) for key, found in refused.items()}
    for (one_key, one), (key, other) in pairwise(kinds.items()):
        came = f"{key} {refused[key]}"
        expected = f"{mistake}: {key} as {one_key}, which {refused[one_key]}"
        expect(one == other, expected, came, marks=refused[key].mark())


def _kind(answer: Answer) -> Any:
    """Return what error a refusal is, in words that belong to no binding."""
    code = code_of(answer)
    if isinstance(code, int) and code in INVALID["jsonrpc" if is_rpc(answer) else "http"]:
        # On HTTP, an unsupported version is 400 as well; what distinguishes it is optional.
        return "invalid"
    for name in ("not_found", "version"):
        if is_coded(answer, answer.profile.errors[name]):
            return "invalid" if name == "version" else name
    return code
