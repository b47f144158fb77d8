"""The checks of GetTask."""

from __future__ import annotations

from typing import Any

from conformance.reference import create_app
from tests.checks.harness import judged, run_on, verdicts

GROUP = "get"


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged(GROUP))
    assert set(found.values()) <= {"pass", "note", "not applicable"}
    assert found["get.path-encoding", "http+json"] == "pass"


def test_an_empty_store_leaves_everything_open() -> None:
    found = verdicts(judged(GROUP, dataset="empty", second=False, **{"create-tasks": False}))
    assert set(found.values()) == {"inconclusive", "not tested"}


def test_what_is_recorded_of_several_tasks_is_said_once() -> None:
    for finding in judged("get.agrees-with-list", "get.terminal-stays", "history.status-message"):
        assert len(finding.observations) == len(set(finding.observations)) == 1


def test_throttling_is_not_held_against_an_encoded_id() -> None:
    app = create_app("demo")

    async def throttled(scope: Any, receive: Any, send: Any) -> None:
        if b"%" in scope.get("raw_path", b""):
            await send({"type": "http.response.start", "status": 429, "headers": []})
            await send({"type": "http.response.body", "body": b""})
        else:
            await app(scope, receive, send)

    found = verdicts(run_on(throttled, "get.path-unreserved").findings.values())
    assert found["get.path-unreserved", "http+json"] == "inconclusive"
