"""The checks of interfaces and their agreement."""

from __future__ import annotations

from tests.checks.harness import judged, verdicts

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
