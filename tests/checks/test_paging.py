"""The checks of pageSize, page tokens and totals: green on what is allowed, red for each way of breaking it."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace

import httpx
import pytest

from conformance.probe.paging import DRAWN, drawn_sizes
from conformance.proof.front import Front
from conformance.proof.trial import demo_options, run_rules
from conformance.reference import Rules
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
