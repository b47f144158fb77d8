"""The checks of answers' shape."""

from __future__ import annotations

from tests.checks.harness import judged, verdicts

GROUP = "shape"


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged(GROUP))
    assert set(found.values()) <= {"pass", "note"}
    assert found["shape.task", "http+json"] == found["shape.json", "jsonrpc"] == "pass"


def test_an_empty_store_leaves_open_what_needs_a_task() -> None:
    found = verdicts(judged(GROUP, dataset="empty", second=False, **{"create-tasks": False}))
    for name in ("task", "timestamps", "message-context"):
        assert found[f"shape.{name}", "jsonrpc"] == found[f"shape.{name}", "http+json"] == "inconclusive"
