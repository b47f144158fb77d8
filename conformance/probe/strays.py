"""A scenario about tasks that come through a filter, and that the list without one did not show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.probe.asker import Asker, gather
from conformance.probe.questions import Question, get_task

MOST = 3
"""How many of them are looked up."""


@dataclass(frozen=True)
class Strays:
    """Ask for filtered lists, and look up with GetTask what is in none of the `known` ids."""

    lists: Sequence[Question]
    known: frozenset[str]

    @property
    def cost(self) -> int:
        """Roughly how many requests it takes."""
        return len(self.lists)

    async def run(self, asker: Asker) -> Filtered:
        """Return what came."""
        pages = await gather(partial(asker.ask, question) for question in self.lists)
        strange = [task.id for page in pages if page.accepted for task in page.tasks]
        ids = [task_id for task_id in dict.fromkeys(strange) if isinstance(task_id, str) and task_id]
        missed = [task_id for task_id in ids if task_id not in self.known][:MOST]
        return Filtered(pages, await gather(partial(asker.ask, get_task(task_id)) for task_id in missed))


@dataclass(frozen=True)
class Filtered:
    """The filtered lists, and GetTask's answers for tasks that are not known."""

    pages: Sequence[Answer]
    lookups: Sequence[Answer] = field(default_factory=tuple)

    @property
    def strays(self) -> list[tuple[Answer, int, Task]]:
        """The tasks that GetTask shows just as the filtered list did: that list, the place on it, and the task."""
        shown = {str(one.task.id): one.task for one in self.lookups if one.accepted}
        return [
            (page, index, task)
            for page in self.pages
            if page.accepted
            for index, task in enumerate(page.tasks)
            if str(task.id) in shown and shown[str(task.id)].changes == task.changes
        ]
