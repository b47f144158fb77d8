"""The checks of pageSize: green on the reference server, red for each way of breaking it."""

from __future__ import annotations

import pytest

from conformance.reference import Rules
from tests.checks.harness import judged, reds, verdicts


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged("size"))
    assert set(found.values()) <= {"pass", "note"}
    assert found["size.limit", "jsonrpc"] == found["size.limit", "http+json"] == "pass"


def test_an_empty_store_leaves_the_limits_open() -> None:
    found = verdicts(judged("size", dataset="empty", second=False, **{"create-tasks": False}))
    assert found["size.default", "jsonrpc"] == "inconclusive"
    assert found["size.maximum", "http+json"] == "inconclusive"


class DefaultOf60(Rules):
    default_size = 60


class MaximumOf200(Rules):
    largest_size = 200


@pytest.mark.parametrize(
    ("rules", "red"),
    [(DefaultOf60(), "size.default"), (MaximumOf200(), "size.maximum")],
    ids=["default", "maximum"],
)
def test_a_broken_rule_turns_its_requirement_red(rules: Rules, red: str) -> None:
    assert reds(judged("size", rules=rules)) == {red}
