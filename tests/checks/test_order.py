"""The checks of order: green on the reference server and its variants, red for each way of breaking it."""

from __future__ import annotations

import re

import pytest

from conformance.proof.faults_order import OldestFirst
from conformance.reference import Rules
from tests.checks.harness import judged, reds, verdicts


@pytest.fixture(autouse=True)
def _quick_polls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conformance.probe.sending.POLL_SECONDS", 0.1)


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged("order"))
    assert {verdict for (name, _), verdict in found.items() if name != "order.artifact-update"} == {"pass"}
    assert found["order.artifact-update", "jsonrpc"] == found["order.artifact-update", "http+json"] == "note"


def test_an_empty_store_leaves_the_order_open() -> None:
    findings = judged("order", dataset="empty", second=False, **{"create-tasks": False})
    assert {finding.verdict for finding in findings} == {"inconclusive", "not tested"}
    assert all(finding.reason for finding in findings)


def test_undated_tasks_go_against_a_should_only() -> None:
    assert reds(judged("order", rules=Rules(), dataset="demo-undated")) == {"order.dated"}


def test_an_agent_that_follows_no_script_is_judged_by_its_new_tasks() -> None:
    found = verdicts(judged("order.moves-up", "order.artifact-update", scripted=False))
    assert found["order.moves-up", "jsonrpc"] == "pass"
    assert found["order.artifact-update", "jsonrpc"] == "inconclusive"


def test_what_several_answers_show_alike_is_said_once() -> None:
    [found] = [f for f in judged("order.newest-first", rules=OldestFirst()) if f.also][:1]
    said = [(found.clause, found.expected, found.came), *((b.clause, b.expected, b.came) for b in found.also)]
    assert len(said) == len(set(said)) > 1


def test_the_picture_shows_what_is_said_first() -> None:
    for found in judged("order.newest-first", rules=OldestFirst()):
        if found.timeline:
            later, earlier = re.findall(r"\(task ([^)]+)\)", found.came)
            assert next(one["id"] for one in found.timeline if one["bad"]) == later
            assert earlier in [one["id"] for one in found.timeline]
