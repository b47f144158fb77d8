"""How JSON-RPC is spoken: methods, ids, params, notifications, batches."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.bindings.answer import Answer
from conformance.bindings.reading import Kind
from conformance.checks._mistakes import batch, notification
from conformance.core.missing import MISSING
from conformance.judging import as_json, ask, expect, inconclusive, note, refused_well, requirement
from conformance.judging.refusals import code_of, controlled, judgeable
from conformance.probe.naming import Named, OtherNames, is_unknown
from conformance.probe.questions import get_task, list_tasks
from conformance.probe.unknown import unknown_id

OLDER = {"get": ("tasks/get", "getTask", "get_task"), "list": ("tasks/list", "listTasks", "list_tasks")}
IDS: dict[str, Any] = {"text": "conformance-id", "empty text": "", "zero": 0, "negative": -5}
UNUSUAL: dict[str, Any] = {"null": None, "fraction": 1.5, "2^53+1": 2**53 + 1}


@requirement("rpc.method-names")
@pytest.mark.parametrize("operation", ["get", "list"])
@ask(
    lambda store, operation: OtherNames(
        list_tasks() if operation == "list" else get_task(unknown_id(store)), OLDER[operation]
    )
)
def test_a_method_goes_by_its_name(answer: Named, operation: str) -> None:
    """An older name may be served as well, never in its place."""
    right = judgeable(answer.right)
    name = right.profile.operations[operation].rpc
    if not is_unknown(right):
        expect(True, f"{name} is known")
        return
    older = [other for other, found in answer.others.items() if found.document and not is_unknown(found)]
    if not older:
        raise inconclusive(f"Neither {name} nor an older name is known ({right}).")
    came = f"{right}; {older[0]} is answered"
    expect(False, f"{name} is the method's name", came, marks=right.mark())


@requirement("rpc.id-types")
@pytest.mark.parametrize(("operation", "kind"), [("get", "zero"), *(("list", kind) for kind in IDS)])
@ask(
    lambda store, operation, kind: (
        list_tasks(page_size=1) if operation == "list" else get_task(unknown_id(store))
    ).spoken(rpc_id=IDS[kind])
)
def test_an_id_comes_back_as_it_was(answer: Answer, kind: str) -> None:
    """In results and in errors, with its type."""
    came, sent = _id_of(answer), IDS[kind]
    same = came == sent and isinstance(came, str) is isinstance(sent, str) and not isinstance(came, bool)
    shown = came if came is MISSING or came is None else repr(came)
    expect(same, f"id {as_json(sent)}", shown, marks=answer.mark_whole("/id"))


def _id_of(answer: Answer) -> Any:
    if not isinstance(answer.document, dict) or answer.kind in {Kind.GATEWAY, Kind.THROTTLED}:
        raise inconclusive(f"No JSON-RPC answer came ({answer}).")
    return answer.document.get("id", MISSING)


@requirement("rpc.id-types")
@pytest.mark.parametrize("kind", UNUSUAL)
@pytest.mark.parametrize("operation", ["list"])
@ask(lambda store, kind: list_tasks(page_size=1).spoken(rpc_id=UNUSUAL[kind]))
def test_what_an_unusual_id_gives_is_recorded(answer: Answer, kind: str) -> None:
    """JSON-RPC advises against null and fractions; numbers above 2^53 lose digits in some languages."""
    came = _id_of(answer)
    note(f"id {as_json(UNUSUAL[kind])}", f"comes back as {as_json(came)}" if answer.accepted else answer)


@requirement("rpc.params-omitted")
@ask(lambda store: list_tasks().spoken(rpc_without=("params",)), control=lambda store: list_tasks())
def test_params_can_be_left_out(answer: Answer, control: Answer) -> None:
    """All of ListTasks' parameters are optional."""
    controlled(control)
    expect(judgeable(answer).accepted, "answered as with {}", answer, marks=answer.mark())


@requirement("rpc.params-type")
@pytest.mark.parametrize("kind", ["array", "text"])
@ask(
    lambda store, kind: list_tasks().spoken(rpc_params=["x"] if kind == "array" else "x"),
    control=lambda store: list_tasks(),
)
def test_params_are_an_object(answer: Answer, control: Answer, kind: str) -> None:
    """Refused as bad params or as a bad request."""
    what = "an array as params" if kind == "array" else "a text as params"
    if refused_well(answer, control, what):
        expect(
            code_of(answer) in (-32602, -32600), "code -32602 or -32600", answer, marks=answer.mark("/code")
        )


@requirement("rpc.notification")
@ask(lambda store: notification(), control=lambda store: list_tasks(page_size=1))
def test_a_request_without_id_gets_no_result(answer: Answer, control: Answer) -> None:
    """It is a notification: nothing, or an error, comes back."""
    controlled(control)
    came = judgeable(answer)
    result = isinstance(came.document, dict) and "result" in came.document
    expect(not result, "no result", "a result", marks=answer.mark())


@requirement("rpc.batch")
@ask(batch)
def test_what_a_batch_gives_is_recorded(answer: Answer) -> None:
    """A2A says nothing of batches."""
    document = answer.document
    if isinstance(document, list):
        results = sum(isinstance(one, dict) and "result" in one for one in document)
        note("an array of two requests", f"an array of {len(document)} answers, {results} with a result")
    else:
        note("an array of two requests", answer)
