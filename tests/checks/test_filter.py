"""The checks of filters: green on the reference server and its variants, red for each way of breaking it."""

from __future__ import annotations

import uuid
from dataclasses import replace

import httpx
import pytest

from conformance.checks import test_near
from conformance.proof.faults_every_list import ContextsInAnyCase
from conformance.proof.front import Front
from conformance.proof.trial import demo_options, run_rules
from conformance.reference import Rules
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller
from conformance.reference.store import UNDATED, Condition
from conformance.reference.tokens import Position
from tests.checks.harness import judged, reds, verdicts


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged("filter"))
    assert {name for name, _ in found if name != "filter.zero-is-unset"} == {
        name for (name, _), verdict in found.items() if verdict in {"pass", "note"}
    } - {"filter.zero-is-unset"}
    assert set(found.values()) <= {"pass", "note", "not applicable"}


def test_an_empty_store_leaves_the_filters_open() -> None:
    findings = judged("filter", dataset="empty", second=False, **{"create-tasks": False})
    passed = {finding.requirement for finding in findings if finding.verdict == "pass"}
    assert passed <= {"filter.empty-is-array", "filter.after-validated"}
    assert all(finding.reason for finding in findings if finding.verdict not in {"pass", "note"})


class BothNames(Rules):
    """The filter on time goes by its older name too; by the right one no answer comes in time."""

    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        return {"statusTimestampAfter": params.get("lastUpdatedAfter"), **params}

    class Front(Front):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            if b"statusTimestampAfter" in request.url.raw_path + await request.aread():
                raise httpx.ReadTimeout("", request=request)
            return await super().handle_async_request(request)


def test_a_name_by_which_no_answer_comes_in_time_is_not_a_wrong_one() -> None:
    run = run_rules(BothNames(), options=replace(demo_options(), requirement=("filter.names",)))
    assert set(verdicts(run.findings.values()).values()) == {"inconclusive"}


class UndatedLost(Rules):
    """What a comparison with NULL does: behind a token no task without a timestamp comes."""

    def beyond(self, caller: Caller, position: Position) -> Condition:
        found = super().beyond(caller, position)
        return Condition(f"({found.sql}) AND ns > ?", (*found.values, UNDATED))


def test_undated_tasks_that_only_a_filter_shows_are_missed() -> None:
    assert "filter.status" in reds(judged("filter.status", rules=UndatedLost(), dataset="demo-undated"))
    assert not reds(judged("filter.status", dataset="demo-undated"))


def test_a_contextid_in_other_case_is_another() -> None:
    assert reds(judged("filter.context-unknown", rules=ContextsInAnyCase())) == {"filter.context-unknown"}


def test_uuids_in_other_case_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a name that is no UUID shows that case is disregarded; where all are, it is recorded."""
    monkeypatch.setattr(test_near, "_near", lambda *_: str(uuid.UUID(int=0xAB << 120)).upper())
    found = judged("filter.context-unknown", rules=ContextsInAnyCase())
    assert not reds(found)
    assert "note" in {str(one.verdict) for one in found if one.case == "in other case"}
