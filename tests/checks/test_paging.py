"""The checks of pageSize, page tokens and totals: green on what is allowed, red for each way of breaking it."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace

import httpx
import pytest

from conformance.probe.paging import DRAWN, drawn_sizes
from conformance.proof.faults_token import NoTokenOnTheLastPage, OverlappingPages
from conformance.proof.faults_total import TotalOfThePage
from conformance.proof.front import Front
from conformance.proof.trial import demo_options, run_rules
from conformance.proof.variants_size import RefusesOversize
from conformance.reference import Rules
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller
from tests.checks.harness import judged, reds, verdicts

GROUPS = ("size", "token", "total")


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged(*GROUPS))
    assert set(found.values()) <= {"pass", "note"}
    for binding in ("jsonrpc", "http+json"):
        for requirement in ("size.limit", "token.walk-complete", "token.cursor-based", "total.before-paging"):
            assert found[requirement, binding] == "pass"


def test_tokens_are_not_tested_against_a_growing_list_without_permission() -> None:
    found = verdicts(judged("token", **{"create-tasks": False}))
    assert found["token.cursor-based", "jsonrpc"] == "not tested"
    assert found["token.survives-update", "http+json"] == "not tested"


def test_an_empty_store_leaves_most_open() -> None:
    findings = judged(*GROUPS, dataset="empty", second=False, **{"create-tasks": False})
    found = verdicts(findings)
    for requirement in (
        "size.default",
        "size.maximum",
        "size.minimum",
        "token.walk-complete",
        "token.empty-at-end",
    ):
        assert found[requirement, "jsonrpc"] == "inconclusive"
    assert found["total.before-paging", "http+json"] == "inconclusive"
    assert all(finding.reason for finding in findings if finding.verdict == "inconclusive")
    assert reds(findings) == set()


def test_drawn_page_sizes_are_the_same_each_time_and_change_within_a_walk() -> None:
    first = drawn_sizes()
    drawn_sizes.cache_clear()
    assert drawn_sizes() == first
    assert len(first) == DRAWN
    assert all(len(set(sizes)) > 1 and sizes[0] < 3 for sizes in first)


def test_a_slow_machine_draws_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    first = drawn_sizes()
    drawn_sizes.cache_clear()
    clock = itertools.count()
    with monkeypatch.context() as patched:
        patched.setattr(time, "perf_counter", lambda: float(next(clock)))
        assert drawn_sizes() == first


class LostBehindTokens(Rules):
    """Whatever comes with a token gets no answer in time, which may be the network's doing."""

    class Front(Front):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            if b"pageToken" in request.url.raw_path + await request.aread():
                raise httpx.ReadTimeout("", request=request)
            return await super().handle_async_request(request)


def test_a_page_that_does_not_come_in_time_is_not_held_against_its_token() -> None:
    run = run_rules(LostBehindTokens(), "demo", replace(demo_options(), requirement=("token",)))
    found = verdicts(run.findings.values())
    assert found["token.accepted", "jsonrpc"] == found["token.accepted", "http+json"] == "inconclusive"
    assert reds(run.findings.values()) == set()


class TwoFaults(NoTokenOnTheLastPage):
    """What most JSON printers do to an empty token, and a mistake that has nothing to do with it."""

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        return super().answer(caller, operation, TotalOfThePage().answer(caller, operation, result))


def test_a_failure_hides_no_other_where_what_stands_between_holds() -> None:
    found = verdicts(judged("token", "total", rules=TwoFaults()))
    for binding in ("jsonrpc", "http+json"):
        assert found["token.always-present", binding] == "fail"
        assert found["token.empty-at-end", binding] == "blocked"
        assert found["token.walk-complete", binding] == "pass"
        assert found["total.before-paging", binding] == "fail"


def test_a_token_that_is_missing_is_told_by_the_parameters_on_the_wire() -> None:
    findings = judged("token.always-present", rules=NoTokenOnTheLastPage())
    [found] = [f for f in findings if f.case == "filtered" and f.interface == "jsonrpc"]
    assert found.expected == "nextPageToken is a string, asked with pageSize and status"


@pytest.mark.parametrize(
    ("rules", "verdict"), [(RefusesOversize(), "not applicable"), (Rules(), "inconclusive")]
)
def test_a_server_that_clamps_nothing_needs_no_large_store(rules: Rules, verdict: str) -> None:
    found = verdicts(judged("size.clamp-keeps-rest", rules=rules, dataset="walkthrough"))
    assert found["size.clamp-keeps-rest", "jsonrpc"] == verdict


def test_both_places_of_a_task_that_came_twice_are_shown() -> None:
    findings = judged("token.walk-complete", rules=OverlappingPages())
    [found] = [f for f in findings if f.verdict == "fail" and f.case == "whole"]
    assert len({mark.exchange for mark in found.marks}) == 2
