"""Tasks that the user names by --tasks: what is known there of each.

Nothing is failed for one that is not known: it may have been purged since, or be somebody else's.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from conformance.bindings.answer import Answer
from conformance.judging import ask, doubt, expect, not_applicable, requirement
from conformance.probe.questions import Question, get_task
from conformance.probe.store import Store


def _named(store: Store) -> list[Question]:
    return [get_task(task_id) for task_id in store.facts.get("named", ())]


@requirement("get.returns-the-task")
@pytest.mark.parametrize("tasks", ["named"])
@ask(_named)
def test_the_tasks_that_are_named_come(answer: Sequence[Answer]) -> None:
    """Each under its own id; where one does not come, what it was to show is not judged."""
    if not answer:
        raise not_applicable("--tasks names none.")
    for found in answer:
        wanted = found.question.params["id"]
        if found.accepted:
            expect(found.task.id == wanted, f"the task {wanted}", f"id {found.task.id!r}", marks=found.mark())
        else:
            doubt(f"--tasks names {wanted}, which did not come: {found}.")
