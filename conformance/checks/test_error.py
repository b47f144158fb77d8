"""Errors: their envelope and details, whose fault they say it is, what they tell the one who asked."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

from conformance.bindings.answer import Answer
from conformance.bindings.reading import Kind
from conformance.checks._mistakes import KINDS, LIST, UNKNOWN_METHOD, known, mistakes
from conformance.core.missing import MISSING
from conformance.judging import (
    as_json,
    ask,
    doubt,
    expect,
    inconclusive,
    needing,
    not_applicable,
    note,
    requirement,
)
from conformance.judging.needs import A_TASK
from conformance.judging.refusals import (
    code_of,
    controlled,
    is_own_fault,
    is_rpc,
    judgeable,
)
from conformance.probe.questions import Question, get_task, list_tasks
from conformance.probe.store import Store
from conformance.probe.unknown import unknown_id

UNREAD = frozenset({"bad JSON", "no object"})
"""Requests whose id a server need not have read."""


def _enveloped(store: Store, mistake: str) -> Question:
    return {
        "list": list_tasks(),
        "unknown id": get_task(unknown_id(store)),
        "bad pageSize": list_tasks(page_size="abc"),
        "unknown method": list_tasks().spoken(rpc_method=UNKNOWN_METHOD),
        "bad JSON": list_tasks().spoken(rpc_body=LIST),
        "no object": list_tasks().spoken(rpc_body="5"),
    }[mistake]


@requirement("error.jsonrpc-envelope")
@pytest.mark.parametrize(
    "mistake", ["list", "unknown id", "bad pageSize", "unknown method", "bad JSON", "no object"]
)
@ask(_enveloped)
def test_json_rpc_answers_are_well_formed(answer: Answer, mistake: str) -> None:
    """jsonrpc, id, and a result or an error with an integer code and a message (JSON-RPC 2.0 §5)."""
    document = answer.document
    if not isinstance(document, dict):
        judgeable(answer)
        raise inconclusive(f"What came is no JSON object ({answer}).")
    if answer.kind in {Kind.GATEWAY, Kind.THROTTLED} and "jsonrpc" not in document:
        raise inconclusive(f"Something in front of the server answered ({answer.trouble}).")
    place = Place(answer)
    place.expect(
        document.get("jsonrpc") == "2.0", 'jsonrpc is "2.0"', document.get("jsonrpc", MISSING), "jsonrpc"
    )
    ids = ("1", None) if mistake in UNREAD else ("1",)
    place.expect(document.get("id", MISSING) in ids, 'id is "1", as sent', document.get("id", MISSING), "id")
    both = [name for name in ("result", "error") if name in document]
    place.expect(len(both) == 1, "exactly one of result and error", " and ".join(both) or "neither", "")
    if "error" in document:
        _is_error(place, document["error"])


class Place:
    """Expects things of one response object, and points at its members."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def expect(self, holds: object, expected: str, came: object, member: str) -> None:
        """Expect, with the member as the mark."""
        shown = came if came is MISSING or came is None else json.dumps(came, default=str)
        expect(holds, expected, shown, marks=self.answer.mark_whole(f"/{member}" if member else ""))


def _is_error(place: Place, error: Any) -> None:
    if not isinstance(error, dict):
        place.expect(False, "error is an object", error, "error")
        return
    code, message = error.get("code", MISSING), error.get("message", MISSING)
    number = isinstance(code, int) and not isinstance(code, bool)
    place.expect(number, "error.code is an integer", code, "error/code")
    place.expect(isinstance(message, str), "error.message is a text", message, "error/message")


@requirement("error.data-typed")
@pytest.mark.parametrize(
    ("operation", "mistake"), [("get", "unknown id"), ("list", "bad pageSize"), ("get", "bad historyLength")]
)
@ask(
    lambda store, mistake: (
        get_task(unknown_id(store), window="abc")
        if mistake == "bad historyLength"
        else _enveloped(store, mistake)
    )
)
def test_details_are_typed_objects(answer: Answer) -> None:
    """Each has an @type; whether there are any is not judged here."""
    if not answer.refused or answer.refusal is None:
        judgeable(answer)
        raise inconclusive(f"The mistake is not refused ({answer}).")
    details, name = answer.refusal.details, "error.data" if is_rpc(answer) else "error.details"
    if details is MISSING or details is None:
        note(name, "absent")
        return
    typed = isinstance(details, list) and all(
        isinstance(one, dict) and isinstance(one.get("@type"), str) and one["@type"] for one in details
    )
    mark = answer.mark("/data" if is_rpc(answer) else "/error/details")
    expect(typed, f"{name} is an array of objects with @type", json.dumps(details, default=str), marks=mark)


@requirement("error.http-body")
@pytest.mark.parametrize("mistake", ["unknown id"])
@ask(_enveloped, needs=A_TASK)
def test_not_found_has_a_body(answer: Answer) -> None:
    """An error object with a message and details (§11.6); code and status as its example has them."""
    if not judgeable(answer).refused or answer.refusal is None:
        raise inconclusive(f"The unknown id is not refused ({answer}).")
    error = answer.refusal.error
    members = sorted(error) if isinstance(error, dict) else "no error object"
    whole = isinstance(error, dict) and bool(error.get("message")) and error.get("details") is not None
    expect(whole, "error with message and details", members, marks=answer.mark("/error"))
    if isinstance(error, dict):
        came = f"code {as_json(error.get('code'))}, status {as_json(error.get('status'))}"
        fitting = error.get("code") == 404 and error.get("status") == "NOT_FOUND"
        expect(
            fitting,
            "code 404, status 'NOT_FOUND'",
            came,
            clause="code-and-status",
            marks=answer.mark("/error"),
        )


@requirement("error.http-body")
@pytest.mark.parametrize("mistake", ["bad pageSize"])
@ask(_enveloped)
def test_a_refusal_of_bad_input_has_the_same_form(answer: Answer) -> None:
    """Not a problem document, as one example of the specification has it (§6.5)."""
    if not judgeable(answer).refused or answer.refusal is None:
        raise inconclusive(f"The mistake is not refused ({answer}).")
    form = ", ".join(answer.headers("Content-Type")) or "no Content-Type"
    same = isinstance(answer.refusal.error, dict) and "message" in answer.refusal.error
    expect(
        same,
        "an error object with a message",
        f"another body ({form})",
        clause="validation",
        marks=answer.mark(),
    )


@requirement("error.client-fault")
@pytest.mark.parametrize(("operation", "kind"), KINDS)
@ask(mistakes, control=known, needs=A_TASK)
def test_bad_input_is_not_the_servers_fault(answer: Mapping[str, Answer], control: Answer, kind: str) -> None:
    """Refused or accepted, but no -32603, 5xx or dropped connection when asked twice."""
    if not answer:
        raise not_applicable(f"A mistake of this kind ({kind}) can't be made here.")
    controlled(control)
    for wrong, came in answer.items():
        if is_own_fault(came) and not _unimplemented(came):
            expect(False, f"{wrong}: anything but the server's own fault", came, marks=came.mark("status"))
        elif came.kind in {Kind.FAULT, Kind.THROTTLED} and not _unimplemented(came):
            doubt(f"{wrong}: {came}.")
        else:
            expect(True, f"{wrong} is no fault of the server")


def _unimplemented(answer: Answer) -> bool:
    """Whether 501 answers a verb that the server does not have, as RFC 9110 §15.6.2 wants."""
    return answer.status == 501 and "http_method" in answer.question.wire


CODED = {
    "bad JSON": (-32700, "list"),
    "jsonrpc missing": (-32600, "list"),
    "no object": (-32600, "list"),
    "unknown method": (-32601, "list"),
    "bad pageSize": (-32602, "list"),
    "bad historyLength": (-32602, "get"),
}


def _coded(store: Store, mistake: str) -> Question:
    if mistake == "jsonrpc missing":
        return list_tasks().spoken(rpc_without=("jsonrpc",))
    if mistake == "bad historyLength":
        return next(iter(mistakes(store, "get", "historyLength").values()))
    return _enveloped(store, mistake)


@requirement("error.codes")
@pytest.mark.parametrize(
    ("operation", "mistake"), [(operation, mistake) for mistake, (_, operation) in CODED.items()]
)
@ask(_coded, control=known, needs=A_TASK)
def test_a_refusal_has_the_code_of_its_kind(answer: Answer, control: Answer, mistake: str) -> None:
    """Those of JSON-RPC itself; what is accepted has other requirements."""
    controlled(control)
    if not judgeable(answer).refused:
        note(mistake, answer)
        return
    wanted = CODED[mistake][0]
    mark = answer.mark("/code")
    expect(code_of(answer) == wanted, f"{mistake}: code {wanted}", answer, marks=mark)


NAMED = {"pageSize": "list", "statusTimestampAfter": "list", "historyLength": "get"}


@requirement("error.says-which")
@pytest.mark.parametrize(("operation", "kind"), [(operation, kind) for kind, operation in NAMED.items()])
@ask(mistakes, control=known, needs=A_TASK)
def test_a_validation_error_names_the_parameter(
    answer: Mapping[str, Answer], control: Answer, kind: str
) -> None:
    """In any member and any spelling: "maximum page size is 100" names pageSize. A body's form is error.http-body's."""
    controlled(control)
    for wrong, came in answer.items():
        if not came.refused or came.status == 404:
            continue
        text = _folded(_whole_text(came))
        mark = came.mark()
        expect(_folded(kind) in text, f"{wrong}: the error names {kind}", came, marks=mark)
    note("refused", ", ".join(wrong for wrong, came in answer.items() if came.refused) or "none")


def _whole_text(answer: Answer) -> str:
    response = answer.exchange.sent.response
    if answer.document is MISSING and response is not None:
        return response.body.decode("utf-8", "replace")
    return json.dumps(answer.document, default=str)


def _folded(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


@requirement("error.unknown-ignored")
@pytest.mark.parametrize("operation", ["get", "list"])
@ask(
    lambda store, operation: known(store, operation).with_extra(conformanceUnknown="x"),
    control=known,
    needs=needing("a task", lambda store: store.ids),
)
def test_an_unknown_parameter_is_ignored(answer: Answer, control: Answer) -> None:
    """So that newer clients can talk to older servers (§5.7)."""
    controlled(control)
    expect(judgeable(answer).accepted, "accepted", answer, marks=answer.mark())
