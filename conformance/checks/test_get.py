"""GetTask: the task itself, whole, the same each time, by whatever id it has."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.checks._tasks import plain, sample, terminal, unmoved
from conformance.checks._words import is_a2a
from conformance.core.missing import MISSING
from conformance.core.pointers import at
from conformance.judging import (
    as_json,
    ask,
    doubt,
    expect,
    inconclusive,
    needing,
    not_applicable,
    note,
    requirement,
)
from conformance.judging.needs import A_TASK, TERMINAL
from conformance.judging.sent import task_or_end
from conformance.probe.questions import get_task, list_tasks
from conformance.probe.rereads import (
    ArtifactRead,
    ArtifactsFound,
    CreateAndRead,
    CreatedAndRead,
    Patiently,
    Twice,
)
from conformance.probe.sending import scribe
from conformance.probe.store import Store

LISTED_TERMINAL = needing("a listed task in a terminal state", terminal)


def _promised(store: Store) -> dict[str, Task]:
    """Return views, of the list or of SendMessage, of terminal tasks that show artifacts."""
    views = {task.id: task for task in (*store.shown.values(), *store.tasks) if isinstance(task.id, str)}
    return {
        task_id: task
        for task_id, task in views.items()
        if task_id in store.by_id and task.is_terminal and task.artifact_ids
    }


@requirement("get.returns-the-task")
@ask(
    lambda store: [Patiently(get_task(task_id)) for task_id in sample(store)],
    named=lambda store: [get_task(task_id) for task_id in store.facts.get("named", ())],
    needs=A_TASK,
)
def test_the_task_asked_for_comes(answer: Sequence[Answer], named: Sequence[Answer], store: Store) -> None:
    """Its id, and a status with a state; what --tasks names may be gone, or somebody else's."""
    for lost in (one for one in named if not one.accepted):
        doubt(f"{lost.question.params['id']} of --tasks did not come: {lost}.")
    for found in unmoved(answer, store):
        wanted, task = found.question.params["id"], found.task
        mark = found.mark(task.profile.item["id"])
        expect(
            task.id == wanted, f"the {task.profile.item_name} {wanted}", f"id {as_json(task.id)}", marks=mark
        )
        if is_a2a(task.profile):
            has_state = isinstance(task.state, str) and bool(task.state)
            expect(has_state, "a status with a state", task.state, marks=found.mark("/status"))


@requirement("get.not-wrapped")
@ask(lambda store: [get_task(task_id) for task_id in sample(store)], needs=A_TASK)
def test_the_result_is_the_task_itself(answer: Sequence[Answer]) -> None:
    """Not an object with the task in it."""
    for found in answer:
        if not found.accepted or not isinstance(found.result, dict):
            continue
        wanted, pointer = found.question.params["id"], found.profile.item["id"]
        holding = [name for name, value in found.result.items() if at(value, pointer) == wanted]
        wrapped = found.task.id is MISSING and bool(holding)
        expect(
            not wrapped, "the Task itself", f"an object with the task in {holding[:1]}", marks=found.mark()
        )


@requirement("get.artifacts")
@ask(
    lambda store: [
        ArtifactRead(task_id, frozenset(task.artifact_ids), str(task.context) if task.context else None)
        for task_id, task in _promised(store).items()
        if task_id in plain(_promised(store))[:3]
    ],
    needs=needing("a terminal task that the list or SendMessage shows with artifacts", _promised),
)
def test_artifacts_shown_elsewhere_are_there(answer: Sequence[ArtifactsFound], store: Store) -> None:
    """What the list or a SendMessage that waited has shown of a finished task, GetTask shows too."""
    for found in answer:
        if found.asked.task_id in store.moved:
            continue
        if found.lost and not found.listed:
            doubt("Artifacts that were shown before are gone from the list too.")
            continue
        pointer = found.answer.profile.item["artifacts"]
        expect(
            not found.lost,
            "the artifacts shown elsewhere",
            f"without {found.lost}",
            marks=found.answer.mark(pointer),
        )


@requirement("get.artifact-ids-unique")
@ask(
    lambda store: [get_task(task_id) for task_id in plain(_several(store))[:2]],
    needs=needing("a task with at least 2 artifacts", lambda s: len(_several(s)) > 0),
)
def test_artifact_ids_are_unique(answer: Sequence[Answer]) -> None:
    """Within one task; ids that are missing or no text are left to shape.task."""
    for found in answer:
        pointer = found.profile.item["artifact_id"]
        listed = found.task.raw_artifacts if isinstance(found.task.raw_artifacts, list) else []
        ids = [value for value in (at(one, pointer) for one in listed) if isinstance(value, str) and value]
        twice = sorted({value for value in ids if ids.count(value) > 1})
        if len(ids) > 1:
            mark = found.mark(found.profile.item["artifacts"])
            expect(not twice, "each artifactId once", f"more than once: {twice}", marks=mark)


def _several(store: Store) -> list[str]:
    return [task_id for task_id in store.by_artifacts if len(store.artifacts(task_id)) > 1]


@requirement("get.repeatable")
@ask(lambda store: [Twice(get_task(task_id)) for task_id in terminal(store)], needs=LISTED_TERMINAL)
def test_two_reads_agree(answer: Sequence[tuple[Answer, Answer]], store: Store) -> None:
    """In everything but the content of parts, which may hold signed urls."""
    for first, second in answer:
        if unmoved([first], store):
            before, after = _gist(first.task), _gist(second.task)
            changed = [name for name in before if before[name] != after[name]]
            expect(not changed, "the same task", f"{', '.join(changed)} changed", marks=second.mark())


def _gist(task: Task) -> dict[str, object]:
    return {
        "id": task.id,
        "state": task.state,
        "timestamp": task.timestamp,
        "message ids": task.history_ids,
        "artifact ids": task.artifact_ids,
    }


@requirement("get.agrees-with-list")
@ask(
    lambda store: [get_task(task_id, window=100) for task_id in terminal(store)],
    listed=lambda store: list_tasks(**store.wide),
    needs=LISTED_TERMINAL,
)
def test_what_get_and_list_tell_is_compared(answer: Sequence[Answer], listed: Answer, store: Store) -> None:
    """Members that differ are recorded; printed defaults are no difference."""
    tasks = {str(task.id): task for task in listed.tasks} if listed.accepted else {}
    for found in unmoved(answer, store):
        other = tasks.get(found.question.params["id"])
        if found.accepted and other is not None:
            one, two = _without_defaults(found.task.raw), _without_defaults(other.raw)
            differing = sorted(name for name in one.keys() | two.keys() if one.get(name) != two.get(name))
            note("GetTask and ListTasks", f"differ in {', '.join(differing)}" if differing else "agree")


def _without_defaults(value: object) -> dict[str, object]:
    """Return an object without members that hold a default, at any depth."""

    def bare(item: object) -> object:
        if isinstance(item, dict):
            kept = {name: bare(member) for name, member in item.items()}
            return {
                name: member for name, member in kept.items() if member not in ("", None, False, 0, [], {})
            }
        return [bare(member) for member in item] if isinstance(item, list) else item

    found = bare(value)
    return found if isinstance(found, dict) else {}


@requirement("get.after-send")
@ask(lambda store: CreateAndRead(scribe(store, "create-and-read")), writes=True)
def test_a_created_task_can_be_read(answer: CreatedAndRead) -> None:
    """By the caller that created it, within seconds."""
    task = task_or_end(answer.sent)
    if answer.read is None:
        raise inconclusive(
            "The task in SendMessage's answer has no id, which shape.task judges of other answers."
        )
    came = f"id {as_json(answer.read.task.id)}"
    expect(
        answer.read.task.id == task.id,
        f"the task {task.id} that SendMessage gave",
        came,
        marks=answer.read.mark(),
    )


@requirement("get.context-kept")
@pytest.mark.parametrize("operation", ["get", "list"])
@ask(lambda store: CreateAndRead(scribe(store, "create-and-read")), writes=True)
def test_the_context_given_is_kept(answer: CreatedAndRead, operation: str) -> None:
    """The contextId on SendMessage's task is the one in later reads."""
    task = task_or_end(answer.sent)
    if not isinstance(task.context, str) or not task.context:
        raise not_applicable("SendMessage gave no contextId with the task.")
    found = answer.read if operation == "get" else answer.listed
    if found is None or not found.accepted:
        raise inconclusive("The created task could not be read.")
    views = [found.task] if operation == "get" else found.tasks
    view = next((one for one in views if one.id == task.id), None)
    if view is None:
        raise inconclusive("The created task is not among the first in the list.")
    expect(view.context == task.context, f"contextId {task.context}", view.context, marks=found.mark())


@requirement("get.current-state")
@ask(lambda store: [get_task(task_id) for task_id in terminal(store, 6)], needs=LISTED_TERMINAL)
def test_a_terminal_state_is_the_same_everywhere(answer: Sequence[Answer], store: Store) -> None:
    """A terminal state is final, so that GetTask can't be behind or ahead of the list."""
    states = {task.id: task.state for task in store.tasks if isinstance(task.id, str)}
    for found in unmoved(answer, store):
        if not found.accepted:
            doubt(f"A listed task could not be read ({found}).")
            continue
        listed = states[found.question.params["id"]]
        mark = found.mark(found.profile.item["state"])
        expect(found.task.state == listed, f"{listed}, as in the list", found.task.state, marks=mark)


@requirement("get.terminal-stays")
@ask(lambda store: [Twice(get_task(task_id)) for task_id in terminal(store)], needs=TERMINAL)
def test_what_becomes_of_terminal_states_is_recorded(answer: Sequence[tuple[Answer, Answer]]) -> None:
    """Between the first read of a run and a later one."""
    for first, second in answer:
        if first.accepted and second.accepted:
            stayed = first.task.state == second.task.state
            note("terminal state", "stays" if stayed else f"{first.task.state}, then {second.task.state}")


@requirement("get.artifacts")
@pytest.mark.parametrize("given", ["historyLength"])
@ask(
    lambda store: [get_task(task_id) for task_id in terminal(store)],
    short=lambda store: [get_task(task_id, window=100) for task_id in terminal(store)],
    needs=LISTED_TERMINAL,
)
def test_artifacts_do_not_go_with_the_history(
    answer: Sequence[Answer], short: Sequence[Answer], store: Store
) -> None:
    """historyLength is about messages only."""
    pairs = [
        (one, other)
        for one, other in zip(answer, short, strict=True)
        if one.accepted and other.accepted and unmoved([one], store) and one.task.artifact_ids
    ]
    if not pairs:
        raise not_applicable("None of the tasks that were read has artifacts.")
    for one, other in pairs:
        lost = sorted(set(one.task.artifact_ids) - set(other.task.artifact_ids))
        mark = other.mark(other.profile.item["artifacts"])
        expect(not lost, "the same artifacts as without historyLength", f"without {lost}", marks=mark)
