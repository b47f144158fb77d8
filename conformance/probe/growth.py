"""Scenarios that create or change tasks between two pages of a walk. Only ever run with the user's permission."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from conformance.bindings.answer import Answer, Task
from conformance.probe.asker import Asker
from conformance.probe.questions import list_tasks
from conformance.probe.sending import Scribe, created, send, settled, until
from conformance.probe.walks import Walk, WalkResult

GROWING, SHOWN, UPDATED = 6_000, 6_100, 6_200
"""Repeat indices of what is asked again once tasks were created: apart from those of other scenarios."""
NO_TASK = "The agent answered SendMessage without a task"


@dataclass(repr=False)
class Growth:
    """A walk during which something happened; `problem`: why there is nothing to judge, `born`: ids of new tasks."""

    problem: str = ""
    walk: WalkResult = field(default_factory=lambda: WalkResult([]))
    born: frozenset[str] = frozenset()


@dataclass(frozen=True)
class GrowingWalk:
    """Walk, and create `number` tasks after the first page, until the list shows them."""

    walk: Walk
    scribe: Scribe
    number: int = 2

    @property
    def cost(self) -> int:
        """Roughly how many requests it takes, creations apart."""
        return self.walk.cost + self.number + 1

    async def run(self, asker: Asker) -> Growth:
        """Walk and create."""
        growth = Growth()

        async def grow(walk: WalkResult) -> None:
            if walk.last.accepted and walk.last.more:
                await self._grow(asker, growth)

        growth.walk = await replace(self.walk, repeat=GROWING).walked(asker, grow)
        return growth

    async def _grow(self, asker: Asker, growth: Growth) -> None:
        born: set[str] = set()
        for number in range(1, self.number + 1):
            answer = await send(asker, self.scribe.message(number, state="completed"))
            task = created(answer)
            if task is None or not isinstance(task.id, str):
                growth.problem = f"{NO_TASK} ({answer})."
                return
            born.add(task.id)
        growth.born = frozenset(born)
        page = await until(
            asker, list_tasks(page_size=self.number + 8), lambda a: born <= _ids(a), start=SHOWN
        )
        if not page.accepted or not born <= _ids(page):
            growth.problem = "The list did not show the tasks that were created."


@dataclass(frozen=True)
class UpdatedCursor:
    """Create two tasks in one context, ask for a page of one, let a follow-up change the task on it, walk on."""

    scribe: Scribe
    cost = 6

    async def run(self, asker: Asker) -> Growth:
        """Create, walk, change, walk on."""
        older = await self._create(asker, 1, None, "completed")
        context = older.context if older and isinstance(older.context, str) else None
        newer = await self._create(asker, 2, context, "input-required")
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

    async def _create(self, asker: Asker, number: int, context: str | None, state: str) -> Task | None:
        task = created(await send(asker, self.scribe.message(number, context=context, state=state)))
        if task is None or not isinstance(task.id, str):
            return None
        settling = await settled(asker, task)
        return settling.task if settling.accepted else None


def _ids(answer: Answer) -> set[str]:
    return {str(task.id) for task in answer.tasks} if answer.accepted else set()
