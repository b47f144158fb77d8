"""The checks of how JSON-RPC is spoken."""

from __future__ import annotations

import pytest

from conformance.proof import Fault, Variant, faults, variants
from tests.checks.harness import judged, reds, verdicts

GROUP = "rpc"


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged(GROUP))
    assert found.pop(("rpc.batch", "jsonrpc")) == "note"
    assert found.pop(("rpc.id-types", "jsonrpc")) == "note"
    assert set(found.values()) == {"pass"}
    assert {place for _, place in found} == {"jsonrpc"}


def test_an_empty_store_is_enough() -> None:
    found = verdicts(judged(GROUP, dataset="empty", second=False, **{"create-tasks": False}))
    assert set(found.values()) <= {"pass", "note"}


@pytest.mark.parametrize("fault", faults(GROUP), ids=lambda fault: fault.name)
def test_a_fault_turns_its_requirement_red(fault: Fault) -> None:
    findings = judged(GROUP, rules=fault.rules())
    assert reds(findings) == {fault.requirement}
    broken = [f for f in findings if f.requirement == fault.requirement and f.came]
    assert {f.interface for f in broken} == set(fault.bindings)
    assert fault.clause in {f.clause for f in broken}


@pytest.mark.parametrize("variant", variants(GROUP), ids=lambda variant: variant.name)
def test_what_is_allowed_stays_green(variant: Variant) -> None:
    assert not reds(judged(GROUP, rules=variant.rules())) - set(variant.warns)
