"""What goes out for a question: path, query, headers and body, byte for byte."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.bindings.http_json import HttpJson
from conformance.bindings.jsonrpc import JsonRpc
from conformance.probe.questions import Question, get_task, list_tasks, send_message
from conformance.probe.wire import WireRequest
from conformance.profiles import load_profile
from conformance.target.interfaces import Interface

PROFILE = load_profile("a2a")
HEADERS = {"A2A-Version": "1.0", "Authorization": "Bearer x"}
MESSAGE = {"messageId": "m", "parts": [{"text": "é"}]}


def on_http(question: Question, tenant: str | None = None, url: str = "http://a/v1/") -> WireRequest:
    return HttpJson(PROFILE).encode(
        question, Interface("http+json", "HTTP+JSON", url, "1.0", tenant), HEADERS
    )


def on_rpc(question: Question, tenant: str | None = None) -> WireRequest:
    return JsonRpc(PROFILE).encode(
        question, Interface("jsonrpc", "JSONRPC", "http://a/rpc?x=1", "1.0", tenant), HEADERS
    )


@pytest.mark.parametrize(
    ("question", "target"),
    [
        (list_tasks(), "/v1/tasks"),
        (list_tasks(page_size=2, artifacts=True), "/v1/tasks?pageSize=2&includeArtifacts=true"),
        (
            list_tasks(after="2026-01-01T00:00:00+01:00"),
            "/v1/tasks?statusTimestampAfter=2026-01-01T00%3A00%3A00%2B01%3A00",
        ),
        (list_tasks(context="a&b/ü"), "/v1/tasks?contextId=a%26b%2F%C3%BC"),
        (list_tasks(page_token=None, window=1.5), "/v1/tasks?pageToken=null&historyLength=1.5"),
        (list_tasks(status="S").with_extra(other=1), "/v1/tasks?status=S&other=1"),
        (get_task("a/b c"), "/v1/tasks/a%2Fb%20c"),
        (get_task(7, window=0), "/v1/tasks/7?historyLength=0"),
        (list_tasks(page_size=2).spoken(http_query="pageSize"), "/v1/tasks?pageSize"),
        (get_task("a").spoken(http_path="/jobs/a", tenant="t u"), "/v1/t%20u/jobs/a"),
    ],
)
def test_http_puts_parameters_into_path_and_query(question: Question, target: str) -> None:
    sent = on_http(question)
    assert sent.url == f"http://a{target}"
    assert (sent.method, sent.body) == ("GET", None)
    assert dict(sent.headers) == {"Accept": "application/a2a+json, application/json", **HEADERS}


def test_http_keeps_the_query_of_the_interfaces_url() -> None:
    assert on_http(list_tasks(page_size=1), url="http://a/v1?k=v").url == "http://a/v1/tasks?k=v&pageSize=1"
    assert on_http(list_tasks(), url="http://a?k=v").url == "http://a/tasks?k=v"


@pytest.mark.parametrize(
    ("tenant", "own", "path", "said"),
    [("t", None, "/t", True), (None, None, "", False), ("t", "", "", False), ("t", "u", "/u", True)],
)
def test_http_names_the_tenant_in_the_path_and_in_what_is_posted(
    tenant: str | None, own: str | None, path: str, *, said: bool
) -> None:
    tweak = {} if own is None else {"tenant": own}
    assert on_http(list_tasks().spoken(**tweak), tenant).url == f"http://a/v1{path}/tasks"
    sent = on_http(send_message(MESSAGE).spoken(**tweak), tenant)
    assert (sent.method, sent.url) == ("POST", f"http://a/v1{path}/message:send")
    assert dict(sent.headers)["Content-Type"] == "application/a2a+json"
    words = f', "tenant": "{path[1:]}"' if said else ""
    message = '{"messageId": "m", "parts": [{"text": "é"}]}'
    assert sent.body == f'{{"message": {message}{words}}}'.encode()


def test_http_takes_another_verb() -> None:
    assert on_http(list_tasks().spoken(http_method="PUT")).method == "PUT"


@pytest.mark.parametrize("send", [on_http, on_rpc])
def test_a_question_changes_headers_whatever_their_case(send: Any) -> None:
    sent = send(list_tasks().with_headers(a2a_version=None, AUTHORIZATION="Bearer y", X="z"))
    named = {name.lower(): value for name, value in sent.headers}
    assert "a2a-version" not in named
    assert (named["authorization"], named["x"]) == ("Bearer y", "z")
    assert len(named) == len(sent.headers)


@pytest.mark.parametrize(
    ("question", "body"),
    [
        (list_tasks(), '{"jsonrpc": "2.0", "id": "1", "method": "ListTasks", "params": {}}'),
        (
            get_task("é", window=0),
            '{"jsonrpc": "2.0", "id": "1", "method": "GetTask", "params": {"id": "é", "historyLength": 0}}',
        ),
        (
            list_tasks(window=None).with_extra(other=False),
            '{"jsonrpc": "2.0", "id": "1", "method": "ListTasks", "params": {"historyLength": null, "other": false}}',
        ),
        (
            list_tasks().spoken(rpc_id=7, rpc_method="tasks/list", rpc_params=[1]),
            '{"jsonrpc": "2.0", "id": 7, "method": "tasks/list", "params": [1]}',
        ),
        (list_tasks().spoken(rpc_without=("id", "params")), '{"jsonrpc": "2.0", "method": "ListTasks"}'),
        (list_tasks().spoken(rpc_body="{"), "{"),
    ],
)
def test_json_rpc_posts_an_envelope(question: Question, body: str) -> None:
    sent = on_rpc(question)
    assert (sent.method, sent.url, sent.body) == ("POST", "http://a/rpc?x=1", body.encode())
    kind = "application/json"
    assert dict(sent.headers) == {"Content-Type": kind, "Accept": kind, **HEADERS}


@pytest.mark.parametrize(
    ("tenant", "question", "params"),
    [
        ("t", list_tasks(), '{"tenant": "t"}'),
        (None, list_tasks(), "{}"),
        ("t", list_tasks().spoken(tenant=""), "{}"),
        ("t", list_tasks().spoken(tenant="u"), '{"tenant": "u"}'),
        ("t", list_tasks().with_extra(tenant=7), '{"tenant": 7}'),
    ],
)
def test_json_rpc_names_the_tenant_among_the_parameters(
    tenant: str | None, question: Question, params: str
) -> None:
    body = on_rpc(question, tenant).body
    assert body is not None
    assert body.endswith(f'"params": {params}}}'.encode())


def test_what_is_no_text_is_sent_as_its_bytes() -> None:
    """A lone surrogate in a parameter, and a byte that is no UTF-8 in a body that was written by hand."""
    assert on_rpc(get_task("\ud800")).body == (
        b'{"jsonrpc": "2.0", "id": "1", "method": "GetTask", "params": {"id": "\xed\xa0\x80"}}'
    )
    assert on_rpc(list_tasks().spoken(rpc_body='"\udcff"')).body == b'"\xff"'
