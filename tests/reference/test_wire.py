"""Credentials, versions, envelopes, verbs (§3.6, §7, §9, §11)."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from conformance.reference import MAIN_TOKEN, create_app, running
from tests.reference.asking import Asker, rpc_answer

HEADERS = {"Authorization": f"Bearer {MAIN_TOKEN}", "A2A-Version": "1.0"}


def post(client: httpx.Client, body: Any, **headers: str) -> httpx.Response:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post("/rpc", content=content, headers=HEADERS | headers)


def request(**members: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": "ListTasks", "params": {"pageSize": 1}} | members


@pytest.mark.parametrize(
    "credential", [None, "", "Bearer wrong", "Basic cmVmZXJlbmNl", f"Bearer {MAIN_TOKEN}x"]
)
def test_credentials_are_needed(asker: Asker, credential: str | None) -> None:
    asker.headers = {"A2A-Version": "1.0"} | ({} if credential is None else {"Authorization": credential})
    for answer in (asker.list(), asker.get("x")):
        assert answer.response.status_code == 401
        assert answer.response.headers["www-authenticate"].startswith("Bearer")
        assert answer.reason == "UNAUTHENTICATED"


def test_an_open_server_needs_none() -> None:
    with (
        running(create_app("empty", open=True)) as base,
        httpx.Client(base_url=base, trust_env=False) as client,
    ):
        assert "securityRequirements" not in client.get("/.well-known/agent-card.json").json()
        assert client.get("/http/tasks", headers={"A2A-Version": "1.0"}).json()["totalSize"] == 0


@pytest.mark.parametrize("version", ["1.0", "1.0.7"])
def test_versions_served(asker: Asker, version: str) -> None:
    asker.headers["A2A-Version"] = version
    assert asker.list().error is None


@pytest.mark.parametrize("version", ["9.9", "1.1", "0.3", "", "1", "1.", "1.0.", "2", "banana", "1.0.x"])
def test_versions_refused(asker: Asker, version: str) -> None:
    asker.headers["A2A-Version"] = version
    answer = asker.list()
    assert answer.code == (-32009 if asker.binding == "jsonrpc" else 400)
    assert answer.reason == "VERSION_NOT_SUPPORTED"


def test_the_version_header_in_lower_case_absent_or_in_the_query(demo: httpx.Client) -> None:
    bearer = {"Authorization": HEADERS["Authorization"]}
    for url in ("/http/tasks", "/http/tasks?A2A-Version=1.0", "/http/tasks?A2A-Version=9.9"):
        expected = 200 if url.endswith("1.0") else 400
        assert demo.get(url, headers=bearer).status_code == expected
    assert demo.get("/http/tasks", headers=bearer | {"a2a-version": "1.0"}).status_code == 200
    assert "result" in demo.post("/rpc?a2a-version=1.0", headers=bearer, json=request()).json()


@pytest.mark.parametrize("request_id", ["x", "", 0, -7, 2**60, None, 1.5])
def test_ids_come_back(demo: httpx.Client, request_id: object) -> None:
    for method in ("ListTasks", "NoSuchMethod"):
        came = post(demo, request(id=request_id, method=method)).json()["id"]
        assert (came, type(came)) == (request_id, type(request_id))


def test_params_may_be_left_out(demo: httpx.Client) -> None:
    whole = request()
    del whole["params"]
    assert post(demo, whole).json()["result"]["pageSize"] == 50


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", -32700),
        (b"", -32700),
        (b"\xff", -32700),
        (b"\xef\xbb\xbf{}", -32700),
        (b"[" * 100_000, -32700),
        (b"[" * 500 + b"]" * 500, -32700),
        (b'{"id":' + b"9" * 6000 + b"}", -32700),
        (b'{"id":NaN}', -32700),
        (b'{"id":1e999}', -32700),
        (b'{"id":"\\ud800"}', -32700),
        (b"5", -32600),
        (b"{}", -32600),
        (b"[]", -32600),
        (request(jsonrpc="1.0"), -32600),
        (request(method=5), -32600),
        (request(id=True), -32600),
        (request(id={}), -32600),
    ],
)
def test_what_is_no_request(demo: httpx.Client, body: Any, code: int) -> None:
    answer = rpc_answer(post(demo, body))
    assert (answer.code, answer.response.status_code, answer.response.json()["id"]) == (code, 200, None)
    assert answer.details[0]["@type"]


@pytest.mark.parametrize("params", [[], "x", 5, True])
def test_params_of_another_kind(demo: httpx.Client, params: object) -> None:
    assert post(demo, request(params=params)).json()["error"]["code"] == -32602


@pytest.mark.parametrize("method", ["tasks/list", "listTasks", "", "GetTask "])
def test_unknown_methods(demo: httpx.Client, method: str) -> None:
    assert post(demo, request(method=method)).json()["error"]["code"] == -32601


@pytest.mark.parametrize(
    ("method", "code"),
    [
        ("SendStreamingMessage", -32004),
        ("GetExtendedAgentCard", -32004),
        ("ListTaskPushNotificationConfigs", -32003),
    ],
)
def test_operations_that_the_card_does_not_offer(demo: httpx.Client, method: str, code: int) -> None:
    assert post(demo, request(method=method)).json()["error"]["code"] == code


def test_notifications_are_not_answered(demo: httpx.Client) -> None:
    silent = request()
    del silent["id"]
    for body in (silent, [silent, silent]):
        response = post(demo, body)
        assert (response.status_code, response.content) == (204, b"")


def test_batches(demo: httpx.Client) -> None:
    answers = post(demo, [request(id=1), 5, request(id=2, method="No")]).json()
    assert [(answer["id"], "result" in answer) for answer in answers] == [
        (1, True),
        (None, False),
        (2, False),
    ]


@pytest.mark.parametrize(
    ("verb", "path"), [("PUT", "/tasks"), ("POST", "/tasks"), ("PATCH", "/tasks/x"), ("GET", "/message:send")]
)
def test_wrong_verbs(demo: httpx.Client, verb: str, path: str) -> None:
    answer = Asker(demo, "http+json").http(verb, path)
    assert answer.code == 405
    assert answer.response.headers["allow"] in ("GET, HEAD", "POST")


def test_get_on_the_rpc_url(demo: httpx.Client) -> None:
    response = demo.get("/rpc", headers=HEADERS)
    assert (response.status_code, response.headers["allow"]) == (405, "POST")


def test_head(demo: httpx.Client) -> None:
    response = demo.head("/http/tasks", headers=HEADERS)
    assert (response.status_code, response.content) == (200, b"")
    assert int(response.headers["content-length"]) > 1000


@pytest.mark.parametrize(
    "path", ["/", "/http", "/http/", "/http/x", "/http/a/b/c/d", "/http//tasks", "/nothing"]
)
def test_other_paths_have_a_json_error(demo: httpx.Client, path: str) -> None:
    response = demo.get(path, headers=HEADERS)
    assert (response.status_code, response.json()["error"]["code"]) == (404, 404)


def test_repeated_parameters_are_refused(demo: httpx.Client) -> None:
    response = demo.get("/http/tasks?pageSize=1&pageSize=2&x=1&x=2", headers=HEADERS)
    assert response.json()["error"]["details"][0]["fieldViolations"][0]["field"] == "pageSize"


def test_bad_utf8_in_a_query(demo: httpx.Client) -> None:
    assert demo.get("/http/tasks?contextId=%FF", headers=HEADERS).status_code == 400


def test_a_large_body_is_refused(demo: httpx.Client) -> None:
    assert post(demo, b" " * (4 * 1024 * 1024 + 1)).status_code == 413


def test_the_card(demo: httpx.Client) -> None:
    response = demo.get("/.well-known/agent-card.json", headers={"Host": "agent.example:8080"})
    interfaces = response.json()["supportedInterfaces"]
    assert [(entry["protocolBinding"], entry["url"], entry.get("tenant")) for entry in interfaces] == [
        ("JSONRPC", "http://agent.example:8080/rpc", None),
        ("HTTP+JSON", "http://agent.example:8080/http", None),
        ("JSONRPC", "http://agent.example:8080/rpc", "acme"),
        ("HTTP+JSON", "http://agent.example:8080/http", "acme"),
    ]
    assert response.headers["etag"]
    assert "max-age" in response.headers["cache-control"]
