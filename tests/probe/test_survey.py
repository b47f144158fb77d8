"""The survey: what it finds, how it is restricted, and what it sees move."""

from __future__ import annotations

from pathlib import Path

from conformance.reference import create_app
from tests.checks.harness import run_on


def survey_of(directory: Path | None = None, **options: object):
    options.setdefault("create-tasks", False)
    run = run_on(create_app("demo", tenants=False), "size.bounds-accepted", second=False, **options)
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
