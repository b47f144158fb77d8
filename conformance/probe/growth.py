"""Scenarios that create or change tasks between two pages of a walk. Only ever run with the user's permission."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.probe.asker import Asker
from conformance.probe.questions import Question, list_tasks
from conformance.probe.sending import Scribe, created, send, settled, until
from conformance.probe.walks import Walk, WalkResult

GROWING, SHOWN, UPDATED, GROWN = 6_000, 6_100, 6_200, 6_300
"""Repeat indices of what is asked again once tasks were created: apart from those of other scenarios."""
NO_TASK = "The agent answered SendMessage without a task"


@dataclass(repr=False)
class Growth:
    """A walk during which something happened; `problem`: why there is nothing to judge.

    `older` are the ids of tasks that were there before, `born` those of tasks that came meanwhile; `states` are the
    older ones' state and timestamp before the walk.
    """

    problem: str = ""
    walk: WalkResult = field(default_factory=lambda: WalkResult([]))
    older: frozenset[str] = frozenset()
    born: frozenset[str] = frozenset()
    states: Mapping[str, object] = field(default_factory=dict)

    @property
    def missed(self) -> list[str]:
        """Ids of older tasks that the walk missed and that stand where they stood: what changed may move up."""
        found = {str(answer.task.id): answer.task for answer in self.walk.lookups if answer.accepted}
        return [
            task_id for task_id in self.walk.readable if _standing(found[task_id]) == self.states[task_id]
        ]


@dataclass(frozen=True)
class GrowingWalk:
    """Walk one by one through a context of its own, and create tasks in it after the first page.

    The context keeps the walk short, and other scenarios out of it.
    """

    scribe: Scribe
    older: int = 3
    newer: int = 2
    cost = 12

    async def run(self, asker: Asker) -> Growth:
        """Create, walk, create, walk on."""
        growth = Growth()
        first = await _create(asker, self.scribe, 1)
        context = first.context if first and isinstance(first.context, str) else None
        if first is None or not context:
            return Growth(f"{NO_TASK}, or without a contextId.")
        more = await self._born(asker, context, range(2, self.older + 1))
        growth.older = frozenset({str(first.id), *more})
        listed = list_tasks(context=context)
        if len(growth.older) < self.older or not (shown := await _shows(asker, listed, growth.older, SHOWN)):
            return Growth("The list did not show the tasks that were created in one context.")
        growth.states = {str(task.id): _standing(task) for task in shown}

        async def grow(walk: WalkResult) -> None:
            if not walk.last.accepted or not walk.last.more:
                return
            numbers = range(self.older + 1, self.older + self.newer + 1)
            growth.born = await self._born(asker, context, numbers)
            if len(growth.born) < self.newer or not await _shows(asker, listed, growth.born, GROWN):
                growth.problem = "The list did not show the tasks that were created."

        walk = Walk(
            list_tasks(context=context, page_size=1), expected=growth.older, most_pages=9, repeat=GROWING
        )
        growth.walk = await walk.walked(asker, grow)
        return growth

    async def _born(self, asker: Asker, context: str, numbers: Iterable[int]) -> frozenset[str]:
        """Create tasks one after the other, so that their timestamps differ, and return their ids."""
        tasks = [await _create(asker, self.scribe, number, context=context) for number in numbers]
        return frozenset(str(task.id) for task in tasks if task is not None and task.context == context)


@dataclass(frozen=True)
class UpdatedCursor:
    """Create two tasks in one context, ask for a page of one, let a follow-up change the task on it, walk on."""

    scribe: Scribe
    cost = 6

    async def run(self, asker: Asker) -> Growth:
        """Create, walk, change, walk on."""
        older = await _create(asker, self.scribe, 1)
        context = older.context if older and isinstance(older.context, str) else None
        newer = await _create(asker, self.scribe, 2, context=context, state="input-required")
        if older is None or newer is None or newer.context != context or context is None:
            return Growth(f"{NO_TASK}, or not in the context asked for.")
        growth = Growth(born=frozenset({str(older.id), str(newer.id)}))
        question = list_tasks(context=context, page_size=1)
        await until(asker, list_tasks(context=context), lambda a: growth.born <= _ids(a), start=SHOWN)

        async def update(walk: WalkResult) -> None:
            if str(newer.id) not in _ids(walk.last):
                growth.problem = "The task to be changed was not on the first page."
                return
            follow_up = self.scribe.message(3, context=context, task=str(newer.id), state="completed")
            answer = await send(asker, follow_up)
            if not answer.accepted:
                growth.problem = f"The agent takes no follow-up ({answer})."
            else:
                await settled(asker, newer, start=UPDATED)

        growth.walk = await Walk(question, most_pages=6, repeat=UPDATED).walked(asker, update)
        return growth


async def _create(
    asker: Asker, scribe: Scribe, number: int, *, context: str | None = None, state: str = "completed"
) -> Task | None:
    """Create a task and wait until it has come to rest; None where the agent makes none."""
    task = created(await send(asker, scribe.message(number, context=context, state=state)))
    if task is None or not isinstance(task.id, str):
        return None
    settling = await settled(asker, task)
    return settling.task if settling.accepted else None


async def _shows(asker: Asker, question: Question, ids: frozenset[str], start: int) -> Sequence[Task]:
    """Return the tasks of a list that comes to show `ids` within a few polls, none where it does not.

    No text promises that it does at once.
    """
    page = await until(asker, question, lambda a: ids <= _ids(a), start=start)
    return page.tasks if ids <= _ids(page) else ()


def _standing(task: Task) -> object:
    """Return what decides where a task stands in the list."""
    return task.state, task.timestamp


def _ids(answer: Answer) -> set[str]:
    return {str(task.id) for task in answer.tasks} if answer.accepted else set()
