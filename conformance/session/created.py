"""The tasks that a run created, and which of them it leaves open. Nothing is asked here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from conformance.bindings.answer import Answer, Task
from conformance.probe.sending import created
from conformance.session.site import Site


def left_open(sites: Iterable[Site]) -> list[dict[str, Any]]:
    """Return the tasks that SendMessage gave and that no answer showed in a terminal state, as last seen."""
    found: list[dict[str, Any]] = []
    for site in sites:
        last: dict[str, Task] = {}
        for answer in site.asker.answers:
            for task in _tasks(answer):
                if isinstance(task.id, str) and (answer.question.operation == "send" or task.id in last):
                    last[task.id] = task if not _ended(last.get(task.id)) else last[task.id]
        found += [
            {"interface": site.key, "id": task_id, "state": str(task.state)}
            for task_id, task in last.items()
            if not task.is_terminal
        ]
    return found


def _ended(task: Task | None) -> bool:
    return task is not None and task.is_terminal


def _tasks(answer: Answer) -> Iterator[Task]:
    if not answer.accepted:
        return
    if answer.question.operation == "send":
        task = created(answer)
        yield from [task] if task is not None else []
    elif answer.question.operation == "get":
        yield answer.task
    else:
        yield from answer.tasks
