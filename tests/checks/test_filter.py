"""The checks of filters: green on the reference server and its variants, red for each way of breaking it."""

from __future__ import annotations

from tests.checks.harness import judged, verdicts


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged("filter"))
    assert {name for name, _ in found if name != "filter.zero-is-unset"} == {
        name for (name, _), verdict in found.items() if verdict in {"pass", "note"}
    } - {"filter.zero-is-unset"}
    assert set(found.values()) <= {"pass", "note", "not applicable"}


def test_an_empty_store_leaves_the_filters_open() -> None:
    findings = judged("filter", dataset="empty", second=False, **{"create-tasks": False})
    passed = {finding.requirement for finding in findings if finding.verdict == "pass"}
    assert passed <= {"filter.empty-is-array", "filter.after-validated"}
    assert all(finding.reason for finding in findings if finding.verdict not in {"pass", "note"})
