"""The checks of errors."""

from __future__ import annotations

import pytest

from conformance.proof import Fault, Variant, faults, variants
from tests.checks.harness import judged, reds, verdicts

GROUP = "error"


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged(GROUP))
    assert set(found.values()) <= {"pass", "note", "not applicable"}
    assert found["error.client-fault", "jsonrpc"] == found["error.client-fault", "http+json"] == "pass"
    assert found["error.codes", "jsonrpc"] == "pass"


def test_an_empty_store_leaves_open_what_needs_a_task() -> None:
    found = verdicts(judged(GROUP, dataset="empty", second=False, **{"create-tasks": False}))
    assert found["error.client-fault", "jsonrpc"] == "inconclusive"
    assert found["error.http-body", "http+json"] == "inconclusive"


@pytest.mark.parametrize("fault", faults(GROUP), ids=lambda fault: fault.name)
def test_a_fault_turns_its_requirement_red(fault: Fault) -> None:
    findings = judged(GROUP, rules=fault.rules())
    assert reds(findings) == {fault.requirement}
    broken = [f for f in findings if f.requirement == fault.requirement and f.came]
    assert {f.interface for f in broken} == set(fault.bindings)
    assert {f.clause for f in broken} == {fault.clause}


@pytest.mark.parametrize("variant", variants(GROUP), ids=lambda variant: variant.name)
def test_what_is_allowed_stays_green(variant: Variant) -> None:
    assert reds(judged(GROUP, rules=variant.rules())) == set(variant.warns)
