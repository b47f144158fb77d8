"""The checks of errors."""

from __future__ import annotations

from tests.checks.harness import judged, verdicts

GROUP = "error"


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged(GROUP))
    assert set(found.values()) <= {"pass", "note", "not applicable"}
    assert found["error.client-fault", "jsonrpc"] == found["error.client-fault", "http+json"] == "pass"
    assert found["error.codes", "jsonrpc"] == "pass"


def test_an_empty_store_leaves_open_what_needs_a_task() -> None:
    found = verdicts(judged(GROUP, dataset="empty", second=False, **{"create-tasks": False}))
    assert found["error.client-fault", "jsonrpc"] == "inconclusive"
    assert found["error.http-body", "http+json"] == "inconclusive"
