"""What kind of answer comes of a status, a body, and a body of which not all came."""

from __future__ import annotations

import pytest

from conformance.bindings.answer import Answer
from conformance.bindings.binding import binding_of
from conformance.bindings.reading import Kind
from conformance.core.errors import SuiteError
from conformance.core.missing import MISSING
from conformance.probe.exchange import Exchange
from conformance.probe.questions import list_tasks
from conformance.probe.wire import Failure, FailureKind, Sent, WireRequest, WireResponse
from conformance.profiles import load_profile
from conformance.target.interfaces import Interface

PROFILE = load_profile("a2a")
RPC, HTTP = "JSONRPC", "HTTP+JSON"
PAGE, OTHER = b"<html>", b"[]"
RESULT, ERROR = b'{"jsonrpc": "2.0", "id": "1", "result": {"tasks": []}}', b'{"error": {"code": -32001}}'


def answer(
    binding: str, status: int, body: bytes, failure: FailureKind | None = None, *, truncated: bool = False
) -> Answer:
    said = Failure(failure, "it went") if failure else None
    response = WireResponse(status, (), body, truncated) if status else None
    sent = Sent(WireRequest("GET", "http://a/tasks"), response, said, 1.0)
    exchange = Exchange("x", "i", "main", "list", "", 0, 0, 1, sent)
    spoken = binding_of(Interface("i", binding, "http://a", "1.0"), PROFILE)
    return spoken.decode(list_tasks(), exchange)


@pytest.mark.parametrize("binding", [RPC, HTTP])
@pytest.mark.parametrize("body", [PAGE, RESULT, ERROR])
@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (300, Kind.GATEWAY),
        (307, Kind.GATEWAY),
        (399, Kind.GATEWAY),
        (429, Kind.THROTTLED),
        (502, Kind.THROTTLED),
        (503, Kind.THROTTLED),
        (504, Kind.THROTTLED),
    ],
)
def test_some_statuses_say_enough(binding: str, body: bytes, status: int, kind: Kind) -> None:
    assert answer(binding, status, body).kind is kind


@pytest.mark.parametrize(
    ("status", "rpc", "http"),
    [
        (200, Kind.UNREADABLE, Kind.UNREADABLE),
        (299, Kind.UNREADABLE, Kind.UNREADABLE),
        (400, Kind.UNREADABLE, Kind.REFUSED),
        (401, Kind.GATEWAY, Kind.GATEWAY),
        (403, Kind.GATEWAY, Kind.GATEWAY),
        (404, Kind.UNREADABLE, Kind.REFUSED),
        (413, Kind.GATEWAY, Kind.GATEWAY),
        (414, Kind.GATEWAY, Kind.GATEWAY),
        (431, Kind.GATEWAY, Kind.GATEWAY),
        (499, Kind.UNREADABLE, Kind.REFUSED),
        (500, Kind.FAULT, Kind.FAULT),
        (501, Kind.FAULT, Kind.FAULT),
        (505, Kind.FAULT, Kind.FAULT),
    ],
)
def test_what_is_no_json_is_known_by_its_status(status: int, rpc: Kind, http: Kind) -> None:
    assert answer(RPC, status, PAGE).kind is rpc
    assert answer(HTTP, status, PAGE).kind is http


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (200, RESULT, Kind.ACCEPTED),
        (200, ERROR, Kind.REFUSED),
        (500, ERROR, Kind.REFUSED),
        (200, b'{"error": {"code": -32603}}', Kind.FAULT),
        (200, b'{"error": {}}', Kind.REFUSED),
        (200, b'{"error": null, "result": {}}', Kind.ACCEPTED),
        (200, b'{"error": "text"}', Kind.UNREADABLE),
        (200, OTHER, Kind.UNREADABLE),
        (399 + 1, OTHER, Kind.REFUSED),
        (403, OTHER, Kind.GATEWAY),
        (499, RESULT, Kind.REFUSED),
        (500, OTHER, Kind.FAULT),
        (500, RESULT, Kind.FAULT),
    ],
)
def test_json_rpc_goes_by_the_envelope_then_by_the_status(status: int, body: bytes, kind: Kind) -> None:
    assert answer(RPC, status, body).kind is kind


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (200, Kind.ACCEPTED),
        (299, Kind.ACCEPTED),
        (400, Kind.REFUSED),
        (403, Kind.REFUSED),
        (499, Kind.REFUSED),
        (500, Kind.FAULT),
        (501, Kind.FAULT),
    ],
)
def test_http_goes_by_the_status(status: int, kind: Kind) -> None:
    assert answer(HTTP, status, ERROR).kind is kind


@pytest.mark.parametrize(
    ("body", "code", "message", "details"),
    [
        (b'{"error": {"code": 404, "message": "m", "details": []}}', None, "m", []),
        (b'{"error": {"message": null}}', None, None, MISSING),
        (b'{"error": "text", "title": "t"}', None, "t", MISSING),
        (b'{"detail": "d", "title": "t"}', None, "d", MISSING),
        (b"[]", None, None, MISSING),
    ],
)
def test_http_reads_the_error_object_or_a_problem_document(
    body: bytes, code: object, message: object, details: object
) -> None:
    refusal = answer(HTTP, 404, body).refusal
    assert refusal is not None
    assert (refusal.code, refusal.message, refusal.details) == (code, message, details)
    assert refusal.status == 404


def test_json_rpc_reads_code_message_and_data() -> None:
    body = b'{"error": {"code": -32001, "message": "m", "data": [1]}}'
    refusal = answer(RPC, 404, body).refusal
    assert refusal is not None
    assert (refusal.code, refusal.message, refusal.details, refusal.status) == (-32001, "m", [1], 404)
    bare = answer(RPC, 200, ERROR).refusal
    assert bare is not None
    assert (bare.message, bare.details) == (None, MISSING)


@pytest.mark.parametrize("binding", [RPC, HTTP])
def test_where_nothing_came_the_failure_says_why(binding: str) -> None:
    gone = answer(binding, 0, b"", "timeout")
    assert (gone.kind, gone.trouble, gone.status) == (Kind.FAULT, "timeout: it went", 0)
    assert answer(binding, 0, b"").trouble == "no answer"


@pytest.mark.parametrize("binding", [RPC, HTTP])
@pytest.mark.parametrize(
    ("failure", "truncated", "body", "kind"),
    [
        ("dropped", True, RESULT, Kind.ACCEPTED),
        ("dropped", True, RESULT[:20], Kind.FAULT),
        ("dropped", False, RESULT[:20], Kind.UNREADABLE),
        ("timeout", True, RESULT, Kind.FAULT),
        ("too-large", True, RESULT, Kind.FAULT),
        ("too-large", False, RESULT, Kind.ACCEPTED),
        (None, True, RESULT, Kind.ACCEPTED),
    ],
)
def test_what_came_of_an_answer_may_still_be_all_of_its_json(
    binding: str, failure: FailureKind | None, body: bytes, kind: Kind, *, truncated: bool
) -> None:
    assert answer(binding, 200, body, failure, truncated=truncated).kind is kind


def test_a_binding_that_is_not_spoken_is_the_suites_fault() -> None:
    with pytest.raises(SuiteError, match="not known to this version"):
        binding_of(Interface("i", "GRPC", "http://a", "1.0"), PROFILE)
