"""The checks of artifacts in lists: green on the reference server and its variants, red for each fault."""

from __future__ import annotations

from tests.checks.harness import judged, verdicts


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged("artifacts"))
    assert {name for name, _ in found} == {
        "artifacts.omitted-by-default",
        "artifacts.omitted-when-false",
        "artifacts.included-when-true",
        "artifacts.flag-validated",
    }
    assert set(found.values()) <= {"pass", "note"}


def test_an_empty_store_leaves_the_artifacts_open() -> None:
    findings = judged("artifacts", dataset="empty", second=False, **{"create-tasks": False})
    open_ones = [finding for finding in findings if finding.requirement != "artifacts.flag-validated"]
    assert {finding.verdict for finding in open_ones} == {"inconclusive"}
    assert all(finding.reason for finding in open_ones)
