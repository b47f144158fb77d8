"""What is read in an answer, and where a finding points in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from conformance.bindings.answer import Answer, Mark, NotAccepted
from conformance.bindings.answer import answered as read_as
from conformance.bindings.reading import Kind, Reading, Refusal
from conformance.core.missing import MISSING
from conformance.probe.exchange import Exchange
from conformance.probe.questions import Question, get_task, list_tasks, send_message
from conformance.probe.wire import Failure, Sent, WireRequest, WireResponse
from conformance.profiles import Profile, load_profile

PROFILE = load_profile("a2a")
OTHER = replace(PROFILE, catalogue="common")
INFO = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "R"}


def answered(
    body: Any = MISSING,
    kind: Kind = Kind.ACCEPTED,
    *,
    status: int = 200,
    question: Question | None = None,
    profile: Profile = PROFILE,
    headers: tuple[tuple[str, str], ...] = (),
    **parts: Any,
) -> Answer:
    response = WireResponse(status, headers, b"") if status else None
    sent = Sent(WireRequest("GET", "http://a/"), response, parts.pop("failure", None), 1.0)
    exchange = Exchange("x-1", "http+json", "main", "list", "", 0, 0, 1, sent)
    parts.setdefault("document", body)
    read = Reading(kind, body=body, **parts)
    return read_as(question or list_tasks(), exchange, profile, lambda: read)


def placed(**answer: Any) -> Profile:
    return replace(OTHER, answer={**OTHER.answer, **answer})


def test_only_what_was_accepted_has_a_result() -> None:
    assert answered({"tasks": []}).result == {"tasks": []}
    with pytest.raises(NotAccepted):
        _ = answered(kind=Kind.REFUSED).result


@pytest.mark.parametrize(
    ("details", "count"),
    [
        ([INFO], 1),
        ([INFO, {"@type": "other"}, {}, "ErrorInfo", None], 1),
        ([INFO, INFO], 2),
        ("text", 0),
        (MISSING, 0),
    ],
)
def test_error_infos_are_the_details_of_that_type(details: object, count: int) -> None:
    assert Refusal(None, 400, "m", details, {}).infos == [INFO] * count


@pytest.mark.parametrize(
    ("code", "message", "text"),
    [
        (-32001, "gone", "refused with -32001 (HTTP 404): gone"),
        (None, "gone", "refused with HTTP 404: gone"),
        (None, "", "refused with HTTP 404"),
        (None, 7, "refused with HTTP 404"),
    ],
)
def test_a_refusal_says_code_status_and_message(code: object, message: object, text: str) -> None:
    assert str(Refusal(code, 404, message, MISSING, {})) == text


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("total", "12", 12),
        ("total", "9" * 18, int("9" * 18)),
        ("total", "9" * 19, "9" * 19),
        ("total", "-1", "-1"),
        ("total", "١", "١"),
        ("more", "TRUE", True),
        ("more", "false", False),
        ("more", "yes", "yes"),
        ("next_token", "12", "12"),
        ("next_token", "true", "true"),
    ],
)
def test_a_header_in_place_of_a_member_is_read_as_what_it_stands_for(
    name: str, value: str, read: Any
) -> None:
    answer = answered(
        {}, profile=placed(**{name: {"header": "X-It"}}), headers=(("x-IT", value), ("x-it", "z"))
    )
    assert answer.read(name) == read
    assert type(answer.read(name)) is type(read)
    assert answer.mark_place(name) == Mark("x-1", "header:X-It")


def test_a_place_that_there_is_not_is_missing() -> None:
    assert answered({}, profile=placed(total={"header": "X-It"})).read("total") is MISSING
    assert answered({"unheard": 1}).read("unheard") is MISSING
    assert answered({}).read("total") is MISSING


@pytest.mark.parametrize(
    ("body", "nulled"),
    [
        ({"page": None}, True),
        ({"page": {}}, False),
        ({}, False),
        ({"page": {"next": None}}, False),
        (None, False),
    ],
)
def test_null_in_place_of_an_object_on_the_way_is_told(body: object, *, nulled: bool) -> None:
    assert answered(body, profile=placed(next_token="/page/next")).nulled("next_token") is nulled
    assert not answered(body, profile=placed(next_token={"header": "X"})).nulled("next_token")


@pytest.mark.parametrize(
    ("token", "a2a", "other"),
    [
        ("t", "t", "t"),
        ("", "", ""),
        (7, "", "7"),
        (True, "", ""),
        (1.0, "", ""),
        (None, "", ""),
        (MISSING, "", ""),
    ],
)
def test_the_token_to_send_is_text_and_elsewhere_a_whole_number(token: Any, a2a: str, other: str) -> None:
    body = {} if token is MISSING else {"nextPageToken": token}
    assert answered(body).more == a2a
    assert answered(body, profile=OTHER).more == other


def test_tasks_are_the_objects_of_the_list() -> None:
    assert [task.id for task in answered({"tasks": [{"id": "a"}, None, "b", []]}).tasks] == ["a"]
    for odd in ({"tasks": {"id": "a"}}, {"tasks": None}, {}, []):
        assert not answered(odd).tasks
    assert answered({"id": "a"}).task.id == "a"
    assert answered(["a"]).task.id is MISSING


def test_a_message_may_be_answered_with_a_task() -> None:
    sent = send_message({})
    found = answered({"task": {"id": "a"}}, question=sent).sent_task
    assert found is not None
    assert found.id == "a"
    assert answered({"message": {}}, question=sent).sent_task is None
    assert answered({"task": "a"}, question=sent).sent_task is None


@pytest.mark.parametrize(
    ("document", "speaks"),
    [
        ({"jsonrpc": "2.0"}, True),
        ({"error": {}}, True),
        ({"error": "text"}, False),
        ({"tasks": 1}, True),
        ({"nextPageToken": ""}, True),
        ({}, False),
        ([], False),
    ],
)
def test_who_knows_the_protocol_is_known_by_its_members(document: object, *, speaks: bool) -> None:
    assert answered(document).speaks is speaks
    lists = bool(isinstance(document, Mapping) and {"tasks", "nextPageToken"} & document.keys())
    assert answered(document, question=get_task("a")).speaks is (speaks and not lists)


@pytest.mark.parametrize(
    ("kind", "status", "document", "speaks"),
    [
        (Kind.ACCEPTED, 200, {"tasks": []}, True),
        (Kind.ACCEPTED, 200, {"tasks": {}}, False),
        (Kind.REFUSED, 401, {}, True),
        (Kind.REFUSED, 401, MISSING, False),
        (Kind.REFUSED, 404, {}, False),
        (Kind.REFUSED, 405, {}, False),
        (Kind.FAULT, 500, {}, False),
    ],
)
def test_who_keeps_another_apis_promise_is_known_by_the_list(
    kind: Kind, status: int, document: Any, *, speaks: bool
) -> None:
    assert answered(document, kind, status=status, profile=OTHER).speaks is speaks
    assert not answered(document, kind, status=status, profile=OTHER, question=get_task("a")).speaks


def test_what_was_too_large_is_told_from_other_failures() -> None:
    large, dropped = Failure("too-large", ""), Failure("dropped", "")
    assert answered(kind=Kind.FAULT, failure=large).too_large
    assert not answered(kind=Kind.FAULT, failure=dropped).too_large
    assert not answered({}).too_large
    assert answered(kind=Kind.FAULT, status=0, failure=dropped).status == 0
    assert answered(kind=Kind.FAULT, status=0).headers("x") == []


def test_findings_point_into_the_result_the_body_the_headers_and_the_status() -> None:
    answer = answered({}, root="/result")
    assert answer.mark("/a").pointer == "/result/a"
    assert answer.mark().pointer == "/result"
    assert answer.mark("header:A").pointer == "header:A"
    assert answer.mark("status").pointer == "status"
    assert answer.mark_whole("/error").pointer == "/error"
    assert answer.mark_place("next_token").pointer == "/result/nextPageToken"
    assert answer.mark_item(2).pointer == "/result/tasks/2"
    assert answer.mark_item(0, "timestamp").pointer == "/result/tasks/0/status/timestamp"
    assert answer.mark_item(0, "unheard").pointer == "/result/tasks/0"


@pytest.mark.parametrize(
    ("kind", "parts", "text"),
    [
        (Kind.FAULT, {"trouble": "HTTP 500"}, "server fault (HTTP 500)"),
        (Kind.ACCEPTED, {}, "accepted"),
        (Kind.REFUSED, {"refusal": Refusal(None, 400, "m", MISSING, {})}, "refused with HTTP 400: m"),
    ],
)
def test_an_answer_says_what_it_is(kind: Kind, parts: dict[str, Any], text: str) -> None:
    answer = answered({}, kind, **parts)
    assert str(answer) == text
    assert (answer.accepted, answer.refused) == (kind is Kind.ACCEPTED, kind is Kind.REFUSED)
