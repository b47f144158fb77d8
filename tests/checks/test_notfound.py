"""The checks of tasks that are not there."""

from __future__ import annotations

from tests.checks.harness import judged, verdicts

GROUP = "notfound"


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged(GROUP))
    assert set(found.values()) <= {"pass", "note"}
    assert found["notfound.hidden", "http+json"] == "pass"


def test_an_empty_store_leaves_everything_open() -> None:
    found = verdicts(judged(GROUP, dataset="empty", second=False, **{"create-tasks": False}))
    assert found.pop(("notfound.hidden", "jsonrpc")) == "not tested"
    assert found.pop(("notfound.hidden", "http+json")) == "not tested"
    assert set(found.values()) == {"inconclusive"}
