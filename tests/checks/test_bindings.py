"""The checks of interfaces and their agreement."""

from __future__ import annotations

import pytest

from conformance.proof import Fault, Variant, faults, variants
from tests.checks.harness import judged, reds, verdicts

GROUP = "bindings"


ACROSS = "bindings.same-"


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged(GROUP))
    assert set(found.values()) == {"pass"}
    assert found["bindings.same-result", "all"] == "pass"


def test_tenants_are_held_against_their_own_interfaces() -> None:
    found = verdicts(judged(GROUP, tenants=True))
    assert set(found.values()) == {"pass"}
    assert {place for name, place in found if name == "bindings.same-result"} == {"all", "all/acme"}


def test_an_empty_store_leaves_agreement_open() -> None:
    found = verdicts(judged(GROUP, dataset="empty", second=False, **{"create-tasks": False}))
    assert found["bindings.same-result", "all"] == found["bindings.same-error", "all"] == "inconclusive"
    assert found["bindings.list-offered", "jsonrpc"] == "pass"


@pytest.mark.parametrize("fault", faults(GROUP), ids=lambda fault: fault.name)
def test_a_fault_turns_its_requirement_red(fault: Fault) -> None:
    findings = judged(GROUP, rules=fault.rules())
    assert reds(findings) == {fault.requirement}
    places = {f.interface for f in findings if f.requirement == fault.requirement and f.came}
    assert places == ({"all"} if fault.requirement.startswith(ACROSS) else set(fault.bindings))


@pytest.mark.parametrize("variant", variants(GROUP), ids=lambda variant: variant.name)
def test_what_is_allowed_stays_green(variant: Variant) -> None:
    assert reds(judged(GROUP, rules=variant.rules())) == set(variant.warns)
