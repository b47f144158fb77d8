"""A run whose answers are read again each time, since there is no room for what they read as, comes to the same."""

from __future__ import annotations

import json

import anyio
import pytest

from conformance.bindings import answer
from conformance.bindings.shelf import Shelf
from conformance.judging.finding import Finding
from conformance.proof.registry import faults
from conformance.proof.trial import run_rules
from conformance.reference import Rules
from conformance.report.write import report_text
from conformance.session.direct import ask_and_judge
from conformance.session.recording import recorded_run, written

pytestmark = pytest.mark.slow
NAMED = {fault.name: fault.rules for fault in faults()}
BROKEN = [
    "artifacts-unasked",
    "every-other-bare",
    "no-time-in-contexts",
    "time-ignored",
    "order-of-ids",
    "overlapping-pages",
]
"""Faults whose findings point at tasks of a page, or compare those of several."""


@pytest.mark.parametrize("name", ["", *BROKEN])
def test_findings_do_not_depend_on_room(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = NAMED[name]() if name else Rules()
    report = json.loads(report_text(written(run_rules(rules))))
    usual = judged(report)
    monkeypatch.setattr(answer, "_shelf", Shelf(room=0))
    assert judged(report) == usual


def judged(report: dict[str, object]) -> dict[tuple[str, str, str], Finding]:
    run = recorded_run(report)
    anyio.run(ask_and_judge, run)
    return run.findings
