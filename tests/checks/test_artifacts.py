"""The checks of artifacts in lists: green on the reference server and its variants, red for each fault."""

from __future__ import annotations

import pytest

from conformance.proof.registry import Fault, Variant, faults, variants
from tests.checks.harness import judged, reds, verdicts


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


@pytest.mark.parametrize("fault", faults("artifacts"), ids=lambda fault: fault.name)
def test_a_broken_rule_turns_its_requirement_red(fault: Fault) -> None:
    findings = judged("artifacts", rules=fault.rules())
    broken = [f for f in findings if f.verdict in {"fail", "warn"}]
    assert reds(findings) == {fault.requirement}
    assert {f.clause for f in broken} == {fault.clause}
    assert {f.interface for f in broken} == set(fault.bindings)


@pytest.mark.parametrize("variant", variants("artifacts"), ids=lambda variant: variant.name)
def test_what_is_allowed_stays_green(variant: Variant) -> None:
    assert reds(judged("artifacts", rules=variant.rules())) == set(variant.warns)
