"""The checks of tenants."""

from __future__ import annotations

from tests.checks.harness import judged, verdicts

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
