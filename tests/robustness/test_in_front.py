"""What a proxy does to an encoded slash is not the agent's doing; what the agent itself refuses still is."""

from __future__ import annotations

import pytest

from conformance.bindings.http_json import HttpJson
from conformance.bindings.reading import Kind
from conformance.bindings.task import Task
from conformance.probe.exchange import Exchange
from conformance.probe.questions import get_task
from conformance.probe.store import Store
from conformance.probe.unknown import unknown_id
from conformance.probe.wire import Sent, WireRequest, WireResponse
from conformance.profiles import load_profile

PROFILE = load_profile("a2a")
PAGE = b"<html>404 Not Found</html>"
ERROR = b'{"error": {"code": 404, "message": "Task not found", "details": []}}'


@pytest.mark.parametrize(
    ("url", "body", "expected"),
    [
        ("http://a/tasks/1%2F2", PAGE, Kind.GATEWAY),
        ("http://a/tasks/1%5c2?historyLength=1", PAGE, Kind.GATEWAY),
        ("http://a/tasks/1%2F2", ERROR, Kind.REFUSED),
        ("http://a/tasks/12", PAGE, Kind.REFUSED),
        ("http://a/tasks?contextId=1%2F2", PAGE, Kind.REFUSED),
    ],
)
def test_a_page_about_an_encoded_slash_in_the_path_comes_from_a_proxy(
    url: str, body: bytes, expected: Kind
) -> None:
    sent = Sent(WireRequest("GET", url), WireResponse(404, (), body), None, 1.0)
    exchange = Exchange("x", "http+json", "main", "get", "", 0, 0, 1, sent)
    assert HttpJson(PROFILE).decode(get_task("1/2"), exchange).kind is expected


def test_the_unknown_id_has_no_slash_where_a_known_one_has_none() -> None:
    tasks = [Task({"id": name}, PROFILE) for name in ("build/2026/1234", "build-2026-1234")]
    assert "/" not in unknown_id(Store(PROFILE, tasks=tasks))
