"""The checks of tenants."""

from __future__ import annotations

import pytest

from conformance.proof import Fault, Variant, faults, variants
from tests.checks.harness import judged, reds, verdicts

GROUP = "tenant"


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged(GROUP, tenants=True))
    assert found == {
        ("tenant.path", "http+json/acme"): "pass",
        ("tenant.param", "jsonrpc/acme"): "pass",
        ("tenant.wrong", "http+json/acme"): "note",
        ("tenant.wrong", "jsonrpc/acme"): "note",
    }


def test_without_a_tenant_there_is_nothing_to_judge() -> None:
    assert set(verdicts(judged(GROUP)).values()) == {"not applicable"}


@pytest.mark.parametrize("fault", faults(GROUP), ids=lambda fault: fault.name)
def test_other_requirements_wait_for_the_tenant(fault: Fault) -> None:
    findings = judged(GROUP, "bindings", rules=fault.rules(), tenants=True)
    assert reds(findings) == {fault.requirement}


@pytest.mark.parametrize("fault", faults(GROUP), ids=lambda fault: fault.name)
def test_a_fault_turns_its_requirement_red(fault: Fault) -> None:
    findings = judged(GROUP, rules=fault.rules(), tenants=True)
    assert reds(findings) == {fault.requirement}
    broken = [f for f in findings if f.requirement == fault.requirement and f.came]
    assert {f.interface for f in broken} == set(fault.bindings)
    assert fault.clause in {f.clause for f in broken}


@pytest.mark.parametrize("variant", variants(GROUP), ids=lambda variant: variant.name)
def test_what_is_allowed_stays_green(variant: Variant) -> None:
    assert not reds(judged(GROUP, rules=variant.rules(), tenants=True)) - set(variant.warns)
