"""A run whose answers are read again each time, since there is no room for what they read as, comes to the same."""

from __future__ import annotations

import json
from collections import Counter

import anyio
import pytest

from conformance.bindings import answer
from conformance.bindings.answer import Answer
from conformance.bindings.http_json import HttpJson
from conformance.bindings.reading import Reading
from conformance.bindings.shelf import Shelf
from conformance.judging.finding import Finding
from conformance.probe.asker import Asker
from conformance.probe.exchange import Exchange
from conformance.probe.questions import Question, list_tasks
from conformance.probe.walks import Walk
from conformance.probe.wire import Sent, WireRequest, WireResponse
from conformance.profiles import load_profile
from conformance.proof.registry import faults
from conformance.proof.trial import run_rules
from conformance.reference import Rules
from conformance.report.write import report_text
from conformance.session.direct import ask_and_judge
from conformance.session.recording import recorded_run, written

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


@pytest.mark.slow
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


class Pages:
    """Twelve pages of a list, each read by a binding that counts."""

    def __init__(self) -> None:
        self.read: Counter[str] = Counter()
        self.binding = self
        self.inner = HttpJson(load_profile("a2a"))

    def decode(self, question: Question, exchange: Exchange) -> Answer:
        found = self.inner.decode(question, exchange)

        def counted() -> Reading:
            self.read[exchange.id] += 1
            return found.read_text()

        return answer.answered(question, exchange, self.inner.profile, counted)

    async def exchange(self, question: Question, repeat: int, attempt: int, depth: int) -> Exchange:
        page = int(question.params.get("page_token", 0))
        tasks = [{"id": f"{page}-{place}"} for place in range(3)]
        text = {"tasks": tasks, "nextPageToken": str(page + 1) if page < 11 else "", "totalSize": 36}
        sent = Sent(
            WireRequest("GET", "http://a/"), WireResponse(200, (), json.dumps(text).encode()), None, 1
        )
        where = ("http+json", "main", "list", question.key)
        return Exchange(str(page), *where, repeat, attempt, depth, sent)

    async def pause(self, seconds: float) -> None:
        """Do not wait."""


def test_a_walk_reads_no_page_again_to_see_whether_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer, "_shelf", Shelf(room=0))
    pages = Pages()
    walk = anyio.run(Walk(list_tasks()).run, Asker("http+json", pages, limit=99, concurrency=1))
    assert (len(walk.pages), walk.end, len(walk.ids)) == (12, "end", 36)
    assert (walk.twice, walk.phantom, walk.counted) == ([], False, True)
    assert set(pages.read.values()) == {1}
