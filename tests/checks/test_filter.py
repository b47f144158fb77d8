"""The checks of filters: green on the reference server and its variants, red for each way of breaking it."""

from __future__ import annotations

import pytest

from conformance.proof.registry import Fault, Variant, faults, variants
from tests.checks.harness import judged, reds, verdicts


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


@pytest.mark.parametrize("fault", faults("filter"), ids=lambda fault: fault.name)
def test_a_broken_rule_turns_its_requirement_red(fault: Fault) -> None:
    findings = judged("filter", rules=fault.rules())
    broken = [f for f in findings if f.verdict in {"fail", "warn", "error"}]
    assert reds(findings) == {fault.requirement}
    assert {f.clause for f in broken} == {fault.clause}
    assert {f.interface for f in broken} == set(fault.bindings)


@pytest.mark.parametrize("dataset", ["demo", "demo-undated"])
@pytest.mark.parametrize("variant", variants("filter"), ids=lambda variant: variant.name)
def test_what_is_allowed_stays_green(variant: Variant, dataset: str) -> None:
    assert reds(judged("filter", rules=variant.rules(), dataset=dataset)) == set(variant.warns)
