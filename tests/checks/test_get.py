"""The checks of GetTask."""

from __future__ import annotations

from tests.checks.harness import judged, verdicts

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
