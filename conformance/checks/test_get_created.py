"""GetTask of tasks that the suite created, which changed while it looked: an answer that was kept shows there."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.checks._tasks import unmoved
from conformance.checks._words import of_a2a
from conformance.judging import ask, expect, not_applicable, requirement, varied
from conformance.probe.questions import get_task
from conformance.probe.rereads import CaughtUp
from conformance.probe.store import Store

MOST = 4
"""How many of them are read: that those that took a follow-up are among them is the seeds' order."""


def _ended(store: Store) -> list[Task]:
    """Return the created tasks that the list shows in a terminal state, those with most messages of ours first."""
    made = [task for task in store.tasks if task.id in store.created and task.is_terminal]
    return sorted(made, key=lambda task: -len(store.sent.get(str(task.id), ())))[:MOST]


@requirement("get.current-state")
@varied("tasks", of_a2a(["created"]))
@ask(lambda store: [CaughtUp(get_task(task.id), str(task.state)) for task in _ended(store)])
def test_a_task_that_changed_is_read_as_it_is(answer: Sequence[Answer], store: Store) -> None:
    """Once the list shows the end of a task, GetTask shows it too, a few seconds later at most."""
    read = [found for found in unmoved(answer, store) if found.accepted]
    if not read:
        raise not_applicable("The list shows no task that the suite created and that has ended.")
    states = {task.id: task.state for task in store.tasks if isinstance(task.id, str)}
    for found in read:
        listed = states[found.question.params["id"]]
        mark = found.mark(found.profile.item["state"])
        expect(found.task.state == listed, f"{listed}, as in the list", found.task.state, marks=mark)
