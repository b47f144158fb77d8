"""Scenarios that create and change tasks to see where they stand in a list then, and what a client that polls sees.

Only ever run with the user's permission; what they mean is the checks' to say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.probe.asker import Asker
from conformance.probe.questions import get_task, list_tasks
from conformance.probe.sending import Scribe, created, send, settled, until

NO_TASK = "The agent answered SendMessage without a task that GetTask can read."
HOLDS = ("400ms", "3s")
"""How long an agent works before its last artifact: at best, and where the other task came too late."""
# Repeat indexes of questions that were asked before the change, one range for each scenario.
AFTER_CHANGE, AFTER_FOLLOW_UP, AFTER_UPDATE, AFTER_POLLING = 5_000, 5_100, 5_200, 5_300


@dataclass(repr=False)
class Change:
    """What came of a change: the task before, another that was created then, the task after, and the list.

    `problem` says why there is nothing to judge; `nearby` is the list of the task's own context, asked for where the
    first page of all lacks the task; `earlier` the list before the change.
    """

    problem: str = ""
    before: Task | None = None
    rival: Task | None = None
    after: Task | None = None
    page: Answer | None = None
    nearby: Answer | None = None
    earlier: Answer | None = None


@dataclass(frozen=True)
class StatusChange:
    """Create a task that waits for input and a second one, answer the first, and list all tasks.

    An agent that never waits for input leaves the second, new task as the one whose status changed last. `older` are
    the ids of tasks that were there before.
    """

    scribe: Scribe
    older: frozenset[str]

    async def run(self, asker: Asker) -> Change:
        """Create, change, list."""
        before = await _create(asker, self.scribe, 1, state="input-required")
        if before is None:
            return Change(NO_TASK)
        rival = await _create(asker, self.scribe, 2, context=_text(before.context), state="completed")
        if rival is None:
            return Change(NO_TASK)
        after = await self._answered(asker, before)
        top = after or rival
        behind = (self.older | {str(rival.id)}) - {str(top.id)}

        def risen(page: Answer) -> bool:
            ids = [str(task.id) for task in page.tasks]
            return str(top.id) in ids and behind.isdisjoint(ids[: ids.index(str(top.id))])

        page = await until(asker, list_tasks(page_size=100), risen, start=AFTER_CHANGE)
        nearby = None
        if _text(top.context) and not (page.accepted and holding({str(top.id)})(page)):
            nearby = await asker.ask(list_tasks(context=top.context, page_size=100), repeat=AFTER_CHANGE)
        return Change("", before, rival, after, page, nearby)

    async def _answered(self, asker: Asker, task: Task) -> Task | None:
        """Answer a task that waits for input; return it once its status has changed, None if it does not wait."""
        if task.state not in task.profile.states["interrupted"]:
            return None
        message = self.scribe.message(3, context=_text(task.context), task=str(task.id), state="completed")
        await send(asker, message)
        question = get_task(task.id)
        answer = await until(asker, question, lambda a: a.task.state != task.state, start=AFTER_FOLLOW_UP)
        return answer.task if answer.accepted and answer.task.state != task.state else None


@dataclass(frozen=True)
class ArtifactUpdate:
    """Create a task that gets another artifact after its end, with a second task created in between; list both."""

    scribe: Scribe

    async def run(self, asker: Asker) -> Change:
        """Create both, wait for the artifact, list their context; once more where the artifact came too early."""
        change = Change(NO_TASK)
        for attempt, hold in enumerate(HOLDS):
            change, early = await self._tried(asker, hold, 2 * attempt)
            if not early:
                break
        return change

    async def _tried(self, asker: Asker, hold: str, number: int) -> tuple[Change, bool]:
        script: dict[str, Any] = {"state": "completed", "hold": hold, "artifact_update": 1}
        task = created(await send(asker, self.scribe.message(number + 1, **script)))
        if task is None or not _text(task.id) or not _text(task.context):
            return Change(NO_TASK), False
        # A task that has ended is what the answer shows: a look afterwards may be too late.
        answer = None if task.is_terminal else await settled(asker, task)
        before = answer.task if answer and answer.accepted else task
        count = len(before.artifact_ids)
        rival = await _create(asker, self.scribe, number + 2, context=_text(task.context), state="completed")
        if rival is None:
            return Change(NO_TASK), False
        listing = list_tasks(context=before.context, page_size=100)
        earlier = await asker.ask(listing, AFTER_UPDATE + number + 1)
        question = get_task(before.id)
        seen = await asker.ask(question, repeat=AFTER_FOLLOW_UP)
        if seen.accepted and len(seen.task.artifact_ids) > count:
            return Change("The artifact came before the other task was there."), True
        answer = await until(
            asker, question, lambda a: len(a.task.artifact_ids) > count, start=AFTER_FOLLOW_UP + 1
        )
        if not answer.accepted or len(answer.task.artifact_ids) <= count:
            return Change("The agent added no artifact after the task's end."), False
        page = await asker.ask(listing, AFTER_UPDATE + number)
        return Change("", before, rival, answer.task, page, earlier=earlier), False


@dataclass(repr=False)
class Polled:
    """Two tasks, created one after the other, and the lists with the timestamp of each as the bound.

    `later` is what GetTask told of each afterwards, `unfiltered` a list without the bound.
    """

    problem: str = ""
    tasks: tuple[Task, ...] = ()
    pages: tuple[Answer, ...] = ()
    later: tuple[Answer, ...] = ()
    unfiltered: Answer | None = None

    @property
    def stayed(self) -> bool:
        """Whether both tasks are still what they were: a list need not show one that is gone or has moved on."""
        return all(
            answer.accepted and answer.task.timestamp == task.timestamp
            for task, answer in zip(self.tasks, self.later, strict=True)
        )

    @property
    def listed(self) -> bool:
        """Whether the list without the bound shows both: no text says how soon it must."""
        shown = self.unfiltered
        return shown is not None and shown.accepted and holding({str(task.id) for task in self.tasks})(shown)


@dataclass(frozen=True)
class Polling:
    """Create two tasks and ask, as a client that polls, with the newest timestamp seen after each."""

    scribe: Scribe

    async def run(self, asker: Asker) -> Polled:
        """Create both, then poll."""
        first = await _create(asker, self.scribe, 1, state="completed")
        second = await _create(asker, self.scribe, 2, state="completed") if first else None
        if first is None or second is None:
            return Polled(NO_TASK)
        if first.instant is None or second.instant is None:
            return Polled("The created tasks have no readable status timestamp.")
        wanted = {str(first.id), str(second.id)}
        pages = [
            await until(asker, list_tasks(after=first.timestamp, page_size=100), holding(wanted)),
            await until(
                asker, list_tasks(after=second.timestamp, page_size=100), holding({str(second.id)}), start=1
            ),
        ]
        unfiltered = await asker.ask(list_tasks(page_size=100), repeat=AFTER_POLLING)
        later = [await asker.ask(get_task(task.id), repeat=AFTER_POLLING) for task in (first, second)]
        return Polled("", (first, second), tuple(pages), tuple(later), unfiltered)


def holding(wanted: set[str]) -> Callable[[Answer], bool]:
    """Return what tells whether a page holds all of some ids."""
    return lambda page: wanted <= {str(task.id) for task in page.tasks}


async def _create(
    asker: Asker, scribe: Scribe, number: int, *, context: str | None = None, **script: Any
) -> Task | None:
    """Create a task and return it as GetTask shows it at rest, None when there is none."""
    message = scribe.message(number, context=context, **script)
    task = created(await send(asker, message))
    if task is None or not isinstance(task.id, str) or not task.id:
        return None
    answer = await settled(asker, task)
    return answer.task if answer.accepted else None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
