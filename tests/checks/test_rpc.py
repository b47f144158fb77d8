"""The checks of how JSON-RPC is spoken."""

from __future__ import annotations

from tests.checks.harness import judged, verdicts

GROUP = "rpc"


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged(GROUP))
    assert found.pop(("rpc.batch", "jsonrpc")) == "note"
    assert set(found.values()) == {"pass"}
    assert {place for _, place in found} == {"jsonrpc"}


def test_an_empty_store_is_enough() -> None:
    found = verdicts(judged(GROUP, dataset="empty", second=False, **{"create-tasks": False}))
    assert set(found.values()) <= {"pass", "note"}
