"""The checks of visibility."""

from __future__ import annotations

from tests.checks.harness import judged, verdicts

GROUP = "scope"


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged(GROUP))
    assert set(found.values()) == {"pass"}


def test_without_a_second_credential_most_is_not_tested() -> None:
    found = verdicts(judged(GROUP, second=False))
    assert found["scope.list", "jsonrpc"] == found["scope.while-working", "http+json"] == "not tested"
    assert found["scope.unauthenticated", "jsonrpc"] == "pass"


def test_an_empty_store_leaves_everything_open() -> None:
    found = verdicts(judged(GROUP, dataset="empty", **{"create-tasks": False}))
    assert found.pop(("scope.while-working", "jsonrpc")) == "not tested"
    assert found.pop(("scope.while-working", "http+json")) == "not tested"
    assert set(found.values()) == {"inconclusive"}
