"""The tasks that a run creates: where it sows them, and which of them it leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.probe.asker import gather
from conformance.probe.questions import Principal
from conformance.probe.seeding import OTHERS, PLAN, Seed, Seeds, Sower
from conformance.probe.sending import created, scribe
from conformance.session.site import Site

Sown = Mapping[tuple[str | None, Principal], Seeds]
"""What was created, by tenant and principal."""


async def sown(asked: Sequence[Site], count: int, *, other: bool) -> Sown:
    """Create tasks at the first interface of each tenant; they are there at the others of the tenant too.

    `count` as the main principal, and two as the `other`.
    """
    wanted: list[tuple[Principal, Sequence[Seed], int]] = [("main", PLAN, count)]
    if other:
        wanted.append(("other", OTHERS, len(OTHERS)))
    first = {site.interface.tenant: site for site in reversed(asked)}
    places = {
        (tenant, by): (Sower(site.asker, scribe(site.store, f"seed-{by}"), by, plan), number)
        for tenant, site in first.items()
        for by, plan, number in wanted
    }
    found = await gather(partial(sower.sow, number) for sower, number in places.values())
    return dict(zip(places, found, strict=True))


def left_open(sites: Iterable[Site]) -> list[dict[str, Any]]:
    """Return the tasks that SendMessage gave and that no answer showed in a terminal state, as last seen."""
    found: list[dict[str, Any]] = []
    for site in sites:
        last: dict[str, Task] = {}
        if not any(answer.question.operation == "send" for answer in site.asker.answers):
            continue
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
