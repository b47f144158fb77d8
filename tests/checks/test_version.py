"""The checks of A2A-Version."""

from __future__ import annotations

from tests.checks.harness import judged, verdicts

GROUP = "version"


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged(GROUP))
    assert set(found.values()) <= {"pass", "note"}
    assert found["version.header-case", "jsonrpc"] == found["version.absent", "http+json"] == "pass"


def test_an_empty_store_leaves_everything_open() -> None:
    found = verdicts(judged(GROUP, dataset="empty", second=False, **{"create-tasks": False}))
    assert set(found.values()) == {"inconclusive"}
