"""Artifacts in lists: left out unless they are asked for."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from conformance.bindings.answer import Answer, Mark
from conformance.bindings.task import Task
from conformance.checks._filters import filtered_walk, first_page
from conformance.core.missing import MISSING
from conformance.judging import as_json, ask, doubt, expect, not_applicable, note, refused_well, requirement
from conformance.judging.needs import LISTED_TASK
from conformance.probe.questions import Question, list_tasks
from conformance.probe.store import Store
from conformance.probe.walks import Walk, WalkResult

OTHER_SPELLINGS = ["true", 1, ""]


def page_with_artifacts(store: Store) -> Question:
    """Ask for a page that shows a task with artifacts: the first one, else that of the task's context."""
    newest = {task.id for task in store.tasks[:50] if isinstance(task.id, str)}
    holders = [store.by_id[task_id] for task_id in store.by_artifacts]
    far = [task.context for task in holders if isinstance(task.context, str) and task.context]
    if holders and far and not any(task.id in newest for task in holders):
        return list_tasks(context=far[0], page_size=store.largest)
    return list_tasks(page_size=store.largest)


@requirement("artifacts.omitted-by-default")
@ask(lambda store: [list_tasks(), page_with_artifacts(store)], needs=LISTED_TASK)
def test_lists_leave_artifacts_out(answer: Sequence[Answer], store: Store) -> None:
    """Not even an empty array stands in a list that was not asked for artifacts."""
    without_artifacts(answer, store)


@requirement("artifacts.omitted-when-false")
@ask(lambda store: [page_with_artifacts(store).but(artifacts=False)], needs=LISTED_TASK)
def test_false_leaves_artifacts_out(answer: Sequence[Answer], store: Store) -> None:
    """False says what unset says."""
    without_artifacts(answer, store)


@requirement("artifacts.included-when-true")
@ask(lambda store: page_with_artifacts(store).but(artifacts=True), needs=LISTED_TASK)
def test_true_includes_artifacts(answer: Answer, store: Store) -> None:
    """What GetTask shows with artifacts, the list shows with them too."""
    shown = [task for task in store.still(answer.tasks) if task.id in store.read]
    holders = [task for task in shown if store.read[task.id].artifact_ids]
    if not holders:
        doubt("The page shows no task that GetTask shows with artifacts.")
        return
    bare = [task for task in holders if not task.artifact_ids]
    any_carried = any(task.artifact_ids for task in answer.tasks)
    came = f"none on {len(bare)} of {len(holders)} tasks that GetTask shows with artifacts"
    if expect(any_carried, "artifacts, as asked for", came, clause="flag-works", marks=_marks(answer, bare)):
        expect(not bare, "artifacts on each task that has some", came, marks=_marks(answer, bare))


def _elsewhere(store: Store, way: str) -> Walk | None:
    """Ask with the flag for a list that shows a task with artifacts: through a filter, or behind a token.

    One that others ask for is looked at first.
    """
    both = filtered_walk(store, "context and status")
    if both is not None and _holders(store, both):
        return both
    had = [i for i, task in enumerate(store.tasks) if task.is_terminal and task.artifact_ids and task.id]
    if way == "filtered":
        states = [state for i in had if (state := store.tasks[i].state) in store.profile.known_states]
        return next((first_page(store, (), status=state, artifacts=True) for state in states), None)
    places = [] if store.restricted else [i for i in had if 0 < i <= store.wide["page_size"]]
    return next((Walk(list_tasks(page_size=i, artifacts=True), most_pages=2) for i in places), None)


def _holders(store: Store, walk: Walk) -> bool:
    """Whether all that a walk through a context and a state is to meet has artifacts, and has ended."""
    asked = walk.question.params
    met = [task for task in store.contexts.get(asked["context"], ()) if task.state == asked["status"]]
    return all(task.is_terminal and task.artifact_ids for task in met)


@requirement("artifacts.included-when-true")
@pytest.mark.parametrize("way", ["filtered", "behind a token"])
@ask(_elsewhere, needs=LISTED_TASK)
def test_other_lists_include_artifacts_too(answer: WalkResult | None, way: str, store: Store) -> None:
    """What the whole list shows with artifacts, a filtered one and a later page show with them too."""
    pages = [page for page in answer.pages[way != "filtered" :] if page.accepted] if answer else []
    known = [(page, task) for page in pages for task in store.still(page.tasks) if task.is_terminal]
    holders = [(page, task) for page, task in known if store.artifacts(str(task.id))]
    if not holders:
        raise not_applicable(f"No page {way} shows an ended task that has artifacts.")
    bare = [(page, task) for page, task in holders if not task.artifact_ids]
    came = f"none on {len(bare)} of {len(holders)} tasks that are shown with artifacts elsewhere"
    marks = _marks(bare[0][0], [task for page, task in bare if page is bare[0][0]]) if bare else ()
    expect(not bare, f"artifacts, as asked for, {way}", came, marks=marks)


@requirement("artifacts.flag-validated")
@pytest.mark.parametrize("flag", ["abc", 2], ids=["text", "number"])
@ask(
    lambda store, flag: list_tasks(page_size=2, artifacts=flag), control=lambda store: list_tasks(page_size=2)
)
def test_what_is_no_boolean_is_refused(answer: Answer, control: Answer, flag: object) -> None:
    """The flag is true or false, and nothing else."""
    refused_well(answer, control, f"includeArtifacts {as_json(flag)}")


@requirement("artifacts.flag-validated")
@ask(lambda store: [page_with_artifacts(store).but(artifacts=flag) for flag in OTHER_SPELLINGS])
def test_other_spellings_are_recorded(answer: Sequence[Answer]) -> None:
    """What "true" as text, 1 and an empty value do is the server's choice."""
    for flag, page in zip(OTHER_SPELLINGS, answer, strict=True):
        note(f"includeArtifacts {as_json(flag)}", _read_as(page))


def _first(tasks: Sequence[Task]) -> str:
    return str(tasks[0].id) if tasks else ""


def without_artifacts(pages: Sequence[Answer], store: Store) -> None:
    """Expect no artifacts member on any task; a page on which no task has any shows nothing."""
    had = set(store.by_artifacts)
    for page in pages:
        wrong = [task for task in page.tasks if task.raw_artifacts is not MISSING]
        many = "every task" if len(wrong) == len(page.tasks) else f"some tasks, such as {_first(wrong)}"
        came = f"artifacts on {many}"
        if wrong and all(task.raw_artifacts in (None, []) for task in wrong):
            came = f"artifacts {'null' if wrong[0].raw_artifacts is None else '[]'} on {many}"
        expect(not wrong, "no artifacts member on any task", came, marks=_marks(page, wrong))
    if not any(isinstance(task.id, str) and task.id in had for page in pages for task in page.tasks):
        doubt("The store lacks a task that is shown with artifacts, so that leaving them out proves nothing.")


def _marks(page: Answer, tasks: Sequence[Task]) -> list[Mark]:
    return [page.mark_item(i, "artifacts") for i, task in enumerate(page.tasks) if task in tasks][:5]


def _read_as(page: Answer) -> str:
    if not page.accepted:
        return str(page)
    return "as true" if any(task.raw_artifacts is not MISSING for task in page.tasks) else "as false or unset"
