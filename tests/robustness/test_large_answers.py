"""A store whose pages are over what an answer may weigh is asked for smaller ones, and judged by those."""

from __future__ import annotations

from contextvars import ContextVar

import pytest

from conformance.core.verdicts import Verdict
from conformance.proof.faults_order import OrderOfIds
from conformance.reference import Rules, create_app
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller
from tests.checks.harness import run_on

SMALL, TINY = 80_000, 24_000
"""Bytes: a page of 100 tasks of the demo has some 67,000, and counts double for the emoji in it."""


def run_within(most: int, *requirements: str, rules: Rules | None = None):
    app = create_app("demo", rules=rules)
    return run_on(app, *requirements, **{"max-bytes": most, "create-tasks": False})


def test_a_store_is_seen_whole_in_smaller_pages() -> None:
    run = run_within(SMALL, "filter.status", "artifacts.*", "get.artifacts")
    for site in run.sites.values():
        assert site.store.complete
        assert site.store.by_artifacts
        assert 1 < site.store.largest < 100
    assert {finding.verdict for finding in run.findings.values()} <= {
        Verdict.PASS,
        Verdict.NOTE,
        Verdict.INCONCLUSIVE,
        Verdict.NOT_APPLICABLE,
    }


def test_what_is_too_large_says_what_to_try() -> None:
    (finding,) = (
        found
        for found in run_within(SMALL, "size.limit").findings.values()
        if found.interface == "jsonrpc" and found.case == "100"
    )
    assert finding.verdict is Verdict.INCONCLUSIVE
    assert "--max-bytes permits more" in finding.reason


def test_a_list_that_is_too_large_unasked_is_seen_all_the_same() -> None:
    run = run_within(TINY, "order.newest-first")
    for site in run.sites.values():
        assert not site.store.first.accepted
        assert len(site.store.tasks) > 50
    assert {finding.verdict for finding in run.findings.values()} == {Verdict.PASS}


@pytest.mark.parametrize("most", [SMALL, TINY])
def test_a_fault_is_found_in_small_pages(most: int) -> None:
    run = run_within(most, "order.newest-first", rules=OrderOfIds())
    assert {finding.verdict for finding in run.findings.values()} >= {Verdict.FAIL}


def test_nothing_too_large_is_asked_for_twice() -> None:
    run = run_within(TINY, "order.newest-first")
    asked = [(e.key, e.repeat) for e in run.sites["jsonrpc"].exchanges]
    assert len(asked) == len(set(asked))


class HeavyBehindTokens(Rules):
    """Every page but the first is over what an answer may weigh."""

    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        BEHIND.set(bool(params.get("pageToken")))
        return super().receive(caller, operation, params)

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        return {**result, "padding": "x" * 2 * SMALL} if BEHIND.get() else result


BEHIND = ContextVar("behind", default=False)


def test_a_later_page_that_is_too_large_is_not_held_against_its_token() -> None:
    run = run_within(2 * SMALL, "token.accepted", rules=HeavyBehindTokens())
    found = {(finding.interface, finding.verdict) for finding in run.findings.values()}
    assert {verdict for _, verdict in found} <= {Verdict.INCONCLUSIVE, Verdict.NOT_APPLICABLE}
    assert ("jsonrpc", Verdict.INCONCLUSIVE) in found
