"""The checks of GetTask."""

from __future__ import annotations

import pytest

from conformance.proof import Fault, Variant, faults, variants
from tests.checks.harness import judged, reds, verdicts

GROUP = "get"


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged(GROUP))
    assert set(found.values()) <= {"pass", "note", "not applicable"}
    assert found["get.path-encoding", "http+json"] == "pass"


def test_an_empty_store_leaves_everything_open() -> None:
    found = verdicts(judged(GROUP, dataset="empty", second=False, **{"create-tasks": False}))
    assert set(found.values()) == {"inconclusive", "not tested"}


@pytest.mark.parametrize("fault", faults(GROUP), ids=lambda fault: fault.name)
def test_a_fault_turns_its_requirement_red(fault: Fault) -> None:
    findings = judged(GROUP, rules=fault.rules())
    assert reds(findings) == {fault.requirement}
    places = {f.interface for f in findings if f.requirement == fault.requirement and f.came}
    assert places == set(fault.bindings)


@pytest.mark.parametrize("variant", variants(GROUP), ids=lambda variant: variant.name)
def test_what_is_allowed_stays_green(variant: Variant) -> None:
    assert reds(judged(GROUP, rules=variant.rules())) == set(variant.warns)
