"""The checks of answers' shape."""

from __future__ import annotations

import pytest

from conformance.proof import Fault, Variant, faults, variants
from tests.checks.harness import judged, reds, verdicts

GROUP = "shape"


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged(GROUP))
    assert set(found.values()) <= {"pass", "note"}
    assert found["shape.task", "http+json"] == found["shape.json", "jsonrpc"] == "pass"


def test_an_empty_store_leaves_open_what_needs_a_task() -> None:
    found = verdicts(judged(GROUP, dataset="empty", second=False, **{"create-tasks": False}))
    for name in ("task", "timestamps", "message-context"):
        assert found[f"shape.{name}", "jsonrpc"] == found[f"shape.{name}", "http+json"] == "inconclusive"


@pytest.mark.parametrize("fault", faults(GROUP), ids=lambda fault: fault.name)
def test_a_fault_turns_its_requirement_red(fault: Fault) -> None:
    findings = judged(GROUP, rules=fault.rules())
    assert reds(findings) == {fault.requirement}
    broken = [f for f in findings if f.requirement == fault.requirement and f.came]
    assert {f.interface for f in broken} == set(fault.bindings)
    assert fault.clause in {f.clause for f in broken}


@pytest.mark.parametrize("variant", variants(GROUP), ids=lambda variant: variant.name)
def test_what_is_allowed_stays_green(variant: Variant) -> None:
    assert reds(judged(GROUP, rules=variant.rules())) == set(variant.warns)
