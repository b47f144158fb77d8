"""A store that others write to, or that keeps its tasks for a moment only, is never failed for it."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import anyio
import httpx
import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from conformance.bindings.answer import Answer, answered
from conformance.bindings.http_json import HttpJson
from conformance.bindings.reading import Kind, Reading
from conformance.bindings.task import Task
from conformance.checks.test_filter_narrows import adds_nothing
from conformance.core.verdicts import Verdict
from conformance.judging.ledger import opened
from conformance.probe.asker import Asker
from conformance.probe.changes import Polled
from conformance.probe.exchange import Exchange
from conformance.probe.growth import Growth
from conformance.probe.questions import Question, get_task, list_tasks
from conformance.probe.store import Store
from conformance.probe.strays import Filtered
from conformance.probe.walks import Walk, WalkResult
from conformance.probe.wire import Sent, WireRequest, WireResponse
from conformance.profiles import load_profile
from conformance.proof.trial import PATIENCE
from conformance.reference import MAIN_TOKEN, Rules, create_app
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller
from conformance.reference.store import Condition
from conformance.session.direct import run_checks
from conformance.session.run import Run
from conformance.target.settings import RunOptions
from tests.checks.harness import judged, reds, run_on

BEFORE, EARLIER, LATER = "2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"
PROFILE = load_profile("a2a")
RPC = {"Authorization": f"Bearer {MAIN_TOKEN}", "A2A-Version": "1.0", "Content-Type": "application/json"}


def task(task_id: str, stamp: str | None = EARLIER) -> Task:
    status = {"state": "TASK_STATE_COMPLETED"} | ({"timestamp": stamp} if stamp else {})
    return Task({"id": task_id, "contextId": "c", "status": status}, PROFILE)


class Busy:
    """Somebody else creates a task in the middle of each third request."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.count = itertools.count()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        number = next(self.count)
        if number % 3 == 0:
            await self.create(number)
        await self.app(scope, receive, send)

    async def create(self, number: int) -> None:
        state = ("completed", "failed", "input-required")[number % 9 // 3]
        message = {
            "messageId": f"busy-{number}",
            "role": "ROLE_USER",
            "parts": [{"text": f"Work.\n#conformance state={state} messages=3 artifacts=1"}],
        }
        call = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": message}}
        async with httpx.AsyncClient(transport=httpx.ASGITransport(self.app)) as client:
            answer = await client.post("http://reference.test/rpc", json=call, headers=RPC)
        assert "result" in answer.json()


def busy_run(dataset: str, **options: Any) -> Run:
    given = RunOptions(
        url="http://reference.test", header=(f"Authorization: Bearer {MAIN_TOKEN}",), **options
    )

    async def go() -> Run:
        inner = httpx.ASGITransport(Busy(create_app(dataset)))
        return await run_checks(given, inner=inner, patience=PATIENCE)

    return anyio.run(go)


@pytest.mark.slow
@pytest.mark.parametrize("writes", [False, True], ids=["reading", "creating"])
@pytest.mark.parametrize("most", [60, 400])
@pytest.mark.parametrize("dataset", ["demo", "walkthrough"])
def test_nothing_is_failed_for_what_others_do_meanwhile(dataset: str, most: int, writes: bool) -> None:
    run = busy_run(dataset, max_requests=most, create_tasks=writes, scripted=True)
    assert not reds(run.findings.values())
    assert run.sites["jsonrpc"].store.moved


def test_the_second_survey_is_made_though_the_budget_is_spent() -> None:
    run = run_on(create_app("walkthrough"), "token", second=False, max_requests=30, create_tasks=False)
    site = run.sites["jsonrpc"]
    assert site.asker.spent == 30
    assert site.store.watched
    assert site.store.quiet


def test_where_there_is_no_second_survey_everything_may_have_moved() -> None:
    store = Store(PROFILE, tasks=[task("a"), task("b")])
    store.lose_sight()
    assert store.moved == {"a", "b"}
    assert not store.quiet
    watched = Store(PROFILE, tasks=[task("a")], watched=True)
    watched.lose_sight()
    assert watched.quiet


def read(found: Task) -> Answer:
    """Return GetTask's answer with a task."""
    return _accepted(get_task(found.id), found.raw)


def listed(*found: Task) -> Answer:
    """Return a page with tasks that ends the list."""
    body = {"tasks": [dict(one.raw) for one in found], "nextPageToken": ""}
    return _accepted(list_tasks(), body)


def _accepted(question: Question, body: Mapping[str, Any]) -> Answer:
    sent = Sent(WireRequest("GET", "http://a/"), WireResponse(200, (), b"{}"), None, 1.0)
    exchange = Exchange("x-1", "http+json", "main", question.operation, "", 0, 0, 1, sent)
    text = Reading(Kind.ACCEPTED, body=body)
    return answered(question, exchange, PROFILE, lambda: text)


def test_a_task_that_a_growing_list_skips_is_missed_only_if_it_stood_still() -> None:
    walk = WalkResult([], lookups=[read(task("a", LATER)), read(task("b"))])
    states = {"a": ("TASK_STATE_COMPLETED", EARLIER), "b": ("TASK_STATE_COMPLETED", EARLIER)}
    assert Growth(walk=walk, states=states).missed == ["b"]


@pytest.mark.parametrize(
    ("later", "stayed"),
    [([task("a"), task("b", LATER)], True), ([task("a", LATER), task("b", LATER)], False)],
)
def test_a_polled_task_that_changes_again_is_not_waited_for(later: list[Task], stayed: bool) -> None:
    polled = Polled("", (task("a"), task("b", LATER)), later=tuple(read(one) for one in later))
    assert polled.stayed is stayed


@pytest.mark.parametrize(
    ("shown", "there"), [([task("b"), task("a")], True), ([task("a")], False), ([], False)]
)
def test_a_list_that_is_late_is_told_from_a_filter_that_leaves_out(shown: list[Task], there: bool) -> None:
    assert Polled("", (task("a"), task("b")), unfiltered=listed(*shown)).listed is there


@pytest.mark.parametrize(
    ("stamp", "adds"),
    [(LATER, False), (EARLIER, False), (BEFORE, True), (None, True)],
    ids=["newer", "as new", "older", "undated"],
)
def test_a_filtered_list_adds_a_task_only_if_that_cannot_have_come_in_since(
    stamp: str | None, adds: bool
) -> None:
    stray = task("b", stamp)
    found = Filtered([listed(stray)], [read(stray)])
    with opened() as ledger:
        adds_nothing(found, Store(PROFILE, tasks=[task("a")]))
    assert [one.clause for one in ledger.broken] == ["narrows"] * adds


def test_where_no_task_is_dated_one_that_a_filter_adds_may_have_come_in_since_if_it_is() -> None:
    found = Filtered([listed(task("b"))], [read(task("b"))])
    with opened() as ledger:
        adds_nothing(found, Store(PROFILE, tasks=[task("a", None)]))
    assert not ledger.broken


def test_a_walk_looks_up_what_it_missed_as_it_is_by_then() -> None:
    """An answer of the time before the walk would say that a task is there which has gone since."""
    line = Forgetful()
    asker = Asker("http+json", line, limit=99, concurrency=1)

    async def go() -> WalkResult:
        await asker.ask(get_task("a"))
        return await Walk(list_tasks(), expected=frozenset({"a"})).run(asker)

    walk = anyio.run(go)
    assert walk.over
    assert walk.readable == []


class Forgetful:
    """Knows a task the first time that it is asked for only, and lists none."""

    binding = HttpJson(PROFILE)

    def __init__(self) -> None:
        self.reads = 0

    async def exchange(self, question: Question, repeat: int, attempt: int, depth: int) -> Exchange:
        body, status = b'{"tasks": [], "nextPageToken": ""}', 200
        if question.operation == "get":
            self.reads += 1
            body, status = (b'{"id": "a"}', 200) if self.reads == 1 else (b'{"error": {"code": 404}}', 404)
        sent = Sent(WireRequest("GET", "http://a/"), WireResponse(status, (), body), None, 1.0)
        where = ("http+json", "main", question.operation, question.key)
        return Exchange(f"x-{repeat}", *where, repeat, attempt, depth, sent)

    async def pause(self, seconds: float) -> None:
        """Do not wait."""


class Purging(Rules):
    """GetTask has forgotten the ended tasks, and so has the list from the second survey on."""

    largest = 0

    def scope(self, caller: Caller) -> list[Condition]:
        gone = [Condition("state NOT IN (?)", ("TASK_STATE_COMPLETED",))] if self.largest > 2 else []
        return [*super().scope(caller), *gone]

    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        self.largest += operation == "ListTasks" and params.get("historyLength") in (100, "100")
        return params


@pytest.mark.slow
def test_tasks_that_are_purged_during_the_run_are_not_called_lost() -> None:
    found = judged("get", "history", "version", rules=Purging(), create_tasks=False)
    assert not reds(found)
    reasons = {finding.reason for finding in found if finding.verdict is Verdict.INCONCLUSIVE}
    assert any("changed or went during the run" in reason for reason in reasons)
