"""The survey: what it finds, how it is restricted, and what it sees move."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from conformance.bindings.http_json import HttpJson
from conformance.core.verdicts import Verdict
from conformance.probe.exchange import Exchange
from conformance.probe.questions import list_tasks
from conformance.probe.survey import PAGES, _remembered
from conformance.probe.walks import WalkResult
from conformance.probe.wire import Sent, WireRequest, WireResponse
from conformance.profiles import load_profile
from conformance.reference import Rules, create_app
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller
from conformance.report.console import render_console
from conformance.report.html import render_html
from conformance.report.load import check_report
from conformance.report.write import report_text
from conformance.session.recording import written
from tests.checks.harness import run_on


def survey_of(directory: Path | None = None, rules: Rules | None = None, **options: object):
    options.setdefault("create-tasks", False)
    run = run_on(
        create_app("demo", tenants=False, rules=rules), "size.bounds-accepted", second=False, **options
    )
    return run, run.sites["http+json"].store


def lists(run) -> list[str]:
    return [e.key for e in run.sites["http+json"].exchanges if e.operation == "list"]


def test_the_whole_store_is_seen() -> None:
    _, store = survey_of()
    assert store.complete
    assert len(store.tasks) == store.total > 100
    assert store.by_artifacts
    assert store.messages(store.by_messages[0]) >= 3
    assert store.quiet


def test_a_context_restricts_it() -> None:
    _, whole = survey_of()
    name = whole.context_of(3)
    _, store = survey_of(context=name)
    assert {task.context for task in store.tasks} == {name}
    assert len(store.tasks) == len(whole.contexts[name])
    assert not store.complete


def test_named_tasks_are_read_and_nothing_is_walked(tmp_path: Path) -> None:
    _, whole = survey_of()
    ids = [task.id for task in whole.tasks[:2]]
    (tmp_path / "tasks.toml").write_text(f"tasks = {ids}\n")
    run, store = survey_of(tasks=tmp_path / "tasks.toml")
    assert sorted(store.ids) == sorted(ids)
    assert not [key for key in lists(run) if "artifacts" in key]


def test_names_that_are_not_known_are_said_and_never_green(tmp_path: Path) -> None:
    _, whole = survey_of()
    known = whole.tasks[0].id
    (tmp_path / "tasks.toml").write_text(
        f'tasks = ["{known}", "task-nobody-has"]\ncontexts = ["no-context"]\n'
    )
    run = run_on(
        create_app("demo"), "get.returns-the-task", tasks=tmp_path / "tasks.toml", **{"create-tasks": False}
    )
    report = written(run)
    assert report["summary"]["exit"] == 3
    unsure = [f for f in report["findings"] if f["verdict"] == "inconclusive"]
    assert {f["interface"] for f in unsure} >= {"jsonrpc", "http+json"}
    text = " ".join(render_console(report, width=200).split())
    assert "The task task-nobody-has, named by --tasks, did not come: refused with -32001 (HTTP 200)" in text
    assert "The context no-context, named by --tasks or --context, did not come: no task on" in text
    assert "task-nobody-has, named by --tasks" in render_html(report)
    assert known not in {one["id"] for one in report["summary"]["unknown"]}
    check_report(json.loads(report_text(report)))


def test_names_that_are_known_are_no_news(tmp_path: Path) -> None:
    _, whole = survey_of()
    (tmp_path / "tasks.toml").write_text(f'tasks = ["{whole.tasks[0].id}"]\n')
    run, _ = survey_of(tasks=tmp_path / "tasks.toml")
    assert written(run)["summary"]["unknown"] == []


class Crowded(Rules):
    """A page holds thousands of tasks, whatever is asked for."""

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if operation != "ListTasks":
            return result
        crowd = [
            {"id": f"t{number}", "status": {"state": "TASK_STATE_WORKING"}}
            for number in range(PAGES * 100 + 500)
        ]
        return {**result, "tasks": crowd, "totalSize": len(crowd), "nextPageToken": ""}


def test_no_more_tasks_are_remembered_than_pages_of_the_permitted_size_hold() -> None:
    run = run_on(create_app("demo", rules=Crowded()), "size.limit", **{"create-tasks": False})
    for site in run.sites.values():
        assert len(site.store.tasks) == PAGES * 100
        assert not site.store.complete
        assert site.store.quiet
    found = {finding.verdict for finding in run.findings.values()}
    assert Verdict.FAIL in found


def test_of_an_api_with_larger_pages_more_tasks_are_remembered() -> None:
    body = {"tasks": [{"id": f"t{number}"} for number in range(PAGES * 100 + 500)]}
    sent = Sent(WireRequest("GET", "http://a/"), WireResponse(200, (), json.dumps(body).encode()), None, 1.0)
    usual = load_profile("a2a")
    wide = replace(usual, page_size={**usual.page_size, "maximum": 1000})
    for profile, most in ((usual, PAGES * 100), (wide, PAGES * 100 + 500)):
        exchange = Exchange("x", "i", "main", "list", "", 0, 0, 1, sent)
        page = HttpJson(profile).decode(list_tasks(), exchange)
        assert len(_remembered([WalkResult([page])], profile)) == most


class Weighty(Rules):
    """A task weighs a megabyte and a half when it is read."""

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        return {**result, "padding": "x" * 1_500_000} if operation == "GetTask" else result


def test_of_heavy_tasks_fewer_are_remembered_but_those_that_are_named(tmp_path: Path) -> None:
    _, store = survey_of(rules=Weighty())
    assert len(store.read) == 2
    named = store.ids[:5]
    (tmp_path / "tasks.toml").write_text(f"tasks = {named}\n")
    _, store = survey_of(rules=Weighty(), tasks=tmp_path / "tasks.toml")
    assert list(store.read) == named
