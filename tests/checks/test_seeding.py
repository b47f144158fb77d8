"""What is created before the survey, with permission only, whatever kind of agent it is."""

from __future__ import annotations

import json
from typing import Any

import anyio
import pytest
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from conformance.core.verdicts import Verdict
from conformance.reference import Rules, create_app, errors
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller
from conformance.report.write import report_text
from conformance.session.direct import ask_and_judge
from conformance.session.recording import recorded_run, written
from conformance.session.run import Run
from tests.checks.harness import run_on, verdicts

READING = ("get", "history", "size.default")


class Counting(Rules):
    """Counts what is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sends: list[tuple[Caller, JSON]] = []

    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        if operation == "SendMessage":
            self.sends.append((caller, params))
        return params

    def said(self, principal: str) -> list[dict[str, Any]]:
        return [dict(params["message"]) for caller, params in self.sends if caller.principal == principal]  # type: ignore[call-overload]


class MessagesOnly(Counting):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if operation != "SendMessage":
            return result
        return {"message": {"messageId": "m", "role": "ROLE_AGENT", "parts": [{"text": "Hello."}]}}


class Refusing(Counting):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        super().receive(caller, operation, params)
        if operation == "SendMessage":
            raise errors.unsupported_operation("Only questions about the weather are answered")
        return params


class Unfinished(Counting):
    """Every message is worked on for ever."""

    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        super().receive(caller, operation, params)
        if operation == "SendMessage":
            message: Any = params["message"]
            return params | {"message": message | {"parts": [{"text": "#conformance state=working"}]}}
        return params


def run(rules: Rules, *requirements: str, dataset: str = "empty", **options: Any) -> Run:
    return run_on(app(rules, dataset), *(requirements or ("size.default",)), **options)


def app(rules: Rules, dataset: str = "empty", *, tenants: bool = False) -> Starlette:
    return create_app(dataset, tenants=tenants, rules=rules)


def test_reading_runs_send_nothing() -> None:
    rules = Counting()
    run(rules, "*", dataset="demo", **{"create-tasks": False})
    assert rules.sends == []


def test_five_tasks_in_two_contexts_of_their_own() -> None:
    rules = Counting()
    store = run(rules, second=False).sites["http+json"].store
    said = rules.said("alice")
    assert len(store.created) == len(store.tasks) == 5
    assert len(store.contexts) == 2
    assert [message.get("contextId") for message in said[:2]] == [None, None]
    assert {message["contextId"] for message in said[2:] if "taskId" not in message} == set(store.contexts)
    assert len({message["messageId"] for message in said}) == len(said) == 6


def test_the_order_of_messages_is_known() -> None:
    store = run(Counting()).sites["jsonrpc"].store
    (followed,) = [task_id for task_id, ids in store.sent.items() if len(ids) == 2]
    history = store.by_id[followed].history_ids
    assert [history.index(message) for message in store.sent[followed]] == [0, 1]


@pytest.mark.parametrize("count", [1, 12])
def test_the_user_says_how_many(count: int) -> None:
    store = run(Counting(), **{"create-count": count}).sites["jsonrpc"].store
    assert len(store.created) == count


def test_the_other_principal_creates_two() -> None:
    rules = Counting()
    store = run(rules).sites["jsonrpc"].store
    assert store.other is not None
    assert len(store.other.created) == len(store.other.tasks) == len(rules.said("bob")) == 2
    assert not set(store.other.created) & set(store.created)


def test_each_tenant_has_its_own_at_its_first_interface() -> None:
    rules = Counting()
    found = run_on(app(rules, tenants=True), "size.default", second=False)
    by_tenant = [caller.tenant for caller, _ in rules.sends]
    assert {tenant: by_tenant.count(tenant) for tenant in ("", "acme")} == {"": 6, "acme": 6}
    assert {caller.binding for caller, _ in rules.sends} == {"jsonrpc"}
    assert [len(site.store.created) for site in found.sites.values()] == [5, 5, 5, 5]


def test_an_empty_scripted_store_gets_what_most_needs_want() -> None:
    found = verdicts(run(Counting(), "get", "history", "shape").findings.values())
    open_ = {name for (name, _), verdict in found.items() if verdict == "inconclusive"}
    assert open_ <= {"get.path-encoding", "history.status-message"}


@pytest.mark.parametrize("rules", [MessagesOnly(), Refusing()], ids=["messages", "refusals"])
def test_an_agent_without_tasks_gets_two_messages_and_no_blame(rules: Counting) -> None:
    found = run(rules, "size.default", second=False)
    assert len(rules.sends) == 2
    assert found.sites["jsonrpc"].store.created == []


@pytest.mark.parametrize("rules", [MessagesOnly, Refusing])
def test_writing_checks_do_not_blame_it_either(rules: type[Counting]) -> None:
    findings = run(rules(), "get", "history", dataset="demo").findings.values()
    assert not {f.requirement for f in findings if f.verdict in {Verdict.FAIL, Verdict.WARN, Verdict.ERROR}}


def test_tasks_that_never_end_are_listed_as_left_open() -> None:
    found = run(Unfinished())
    left = written(found)["summary"]["left_open"]
    assert [(task["interface"], task["state"]) for task in left] == [("jsonrpc", "TASK_STATE_WORKING")] * 7


def test_only_tasks_that_have_not_ended_are_left_open() -> None:
    left = written(run(Counting(), second=False))["summary"]["left_open"]
    assert [task["state"] for task in left] == ["TASK_STATE_INPUT_REQUIRED"]


def test_a_recording_of_it_is_judged_alike() -> None:
    found = run(Counting(), *READING)
    report = json.loads(report_text(written(found)))
    again = recorded_run(report, requirement=READING)
    assert judged_again(again) == {key: f.verdict for key, f in found.findings.items()}


class LateSecond:
    """An app that answers the second seed after all others that are sent at the same time."""

    def __init__(self, inner: ASGIApp) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        first = await receive()
        left = [first]
        if b"seed-main-2" in first.get("body", b""):
            await anyio.sleep(0.2)

        async def again() -> Message:
            return left.pop() if left else await receive()

        await self.inner(scope, again, send)


def test_seeds_are_in_the_order_of_the_plan_however_late_one_is() -> None:
    found = run_on(LateSecond(app(Counting())), "size.default", second=False)
    store = found.sites["jsonrpc"].store
    assert [store.sent[task_id][0].rsplit("-", 1)[-1] for task_id in store.created] == [
        "1",
        "2",
        "3",
        "4",
        "5",
    ]
    assert list(store.sent) == list(store.created)


def judged_again(run: Run) -> dict[tuple[str, str, str], Verdict]:
    anyio.run(ask_and_judge, run)
    return {key: finding.verdict for key, finding in run.findings.items()}
