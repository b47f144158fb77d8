"""Seeds: the tasks that the suite creates before the survey, where the user permits it.

Any agent will do: one that answers with Messages only, refuses, is slow or never finishes just leaves fewer seeds.
Nothing is cancelled or deleted here.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, cycle, islice
from typing import Any, Final

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.probe.asker import Asker, Unanswered, gather
from conformance.probe.questions import Principal, get_task
from conformance.probe.sending import Scribe, at_rest, created, send, settled
from conformance.probe.store import Store

BEFORE_CHANGE, FIRST_POLL = 10, 20
"""Repeat indices of a read before a follow-up, and of the polls: old answers must not be taken for later ones."""
POLLS = 4


@dataclass(frozen=True)
class Seed:
    """One task to create: what a scripted agent is to do, which of the suite's contexts it goes to, a follow-up."""

    context: int
    script: Mapping[str, Any]
    follow_up: Mapping[str, Any] | None = None


MOMENT = "2026-01-01T00:00:0"
PLAN: Sequence[Seed] = (
    Seed(0, {"state": "completed", "messages": 3, "artifacts": 2}),
    Seed(
        0,
        {"state": "input-required", "messages": 1},
        follow_up={"state": "completed", "messages": 2, "artifacts": 1},
    ),
    Seed(1, {"state": "failed", "messages": 2, "artifacts": 1}),
    Seed(0, {"state": "completed", "messages": 4}),
    Seed(1, {"state": "input-required", "messages": 2}),
    Seed(1, {"state": "completed", "messages": 2, "timestamp": f"{MOMENT}0Z"}),
    Seed(1, {"state": "completed", "timestamp": f"{MOMENT}0.5Z"}),
    Seed(0, {"state": "completed", "artifacts": 1, "timestamp": f"{MOMENT}0.250000001Z"}),
    Seed(1, {"state": "failed", "timestamp": f"{MOMENT}1.125Z"}),
    Seed(1, {"state": "canceled", "timestamp": f"{MOMENT}1.125Z"}),
    Seed(0, {"state": "rejected", "timestamp": f"{MOMENT}0.250001Z"}),
    Seed(1, {"state": "working"}),
)
"""The first tasks, in this order. The second has two messages of ours, whose order is known; contexts share a state;
timestamps are of mixed precision, two the same, two of one context a microsecond apart, all before their creation."""
BULK: Sequence[Seed] = (
    Seed(2, {"state": "completed", "artifacts": 1}),
    Seed(2, {"state": "completed", "messages": 2}),
    Seed(2, {"state": "failed"}),
)
"""All that come after, over again, in a context of their own: the first two stay small enough to be walked."""
NAMED: Final = Seed(3, {"state": "completed"})
"""One more that a scripted agent gets when there is a bulk, in a context of our naming: a name that has to be encoded
in a query. §3.4.1 leaves it to an agent to take it or to refuse the message."""
OTHERS: Sequence[Seed] = (
    Seed(0, {"state": "completed", "messages": 2, "artifacts": 1}),
    Seed(1, {"state": "failed", "messages": 1}),
)
"""What the other principal creates: enough for there to be something that must not be seen."""


@dataclass
class Seeds:
    """What was created: ids, our messages' ids by task, tasks as SendMessage showed them; and what stood in the way."""

    ids: list[str] = field(default_factory=list)
    sent: dict[str, list[str]] = field(default_factory=dict)
    shown: dict[str, Task] = field(default_factory=dict)
    trouble: str = ""

    def note(self, answer: Answer, message: Mapping[str, Any]) -> Task | None:
        """Take down what an answer to `message` showed, and return its task."""
        task = created(answer)
        if task is None:
            self.trouble = self.trouble or (
                "the agent answers with Messages" if answer.accepted else str(answer)
            )
            return None
        if not isinstance(task.id, str) or not task.id:
            return None
        if task.id not in self.sent:
            self.ids.append(task.id)
        self.sent.setdefault(task.id, []).append(str(message["messageId"]))
        self.shown[task.id] = task
        return task

    def put_in_order(self, numbers: Mapping[str, int]) -> None:
        """Order what was created by its number in the plan, not by when its answer came: a recording knows no when."""
        self.ids.sort(key=lambda task_id: numbers[task_id])
        self.sent = {task_id: self.sent[task_id] for task_id in self.ids}

    def known_to(self, store: Store) -> None:
        """Let a store know of the seeds."""
        store.created, store.sent, store.shown = list(self.ids), dict(self.sent), dict(self.shown)


@dataclass
class Sower:
    """Creates tasks as one principal, as `plan` says: openers of contexts first, the rest at once, then follow-ups."""

    asker: Asker
    scribe: Scribe
    by: Principal = "main"
    plan: Sequence[Seed] = PLAN
    bulk: Sequence[Seed] = BULK
    seeds: Seeds = field(default_factory=Seeds)
    contexts: dict[int, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    """Which seed each task came of, by task id."""

    async def sow(self, count: int) -> Seeds:
        """Create the tasks; raises nothing for what an agent does."""
        wanted = list(enumerate(islice(chain(self.plan, cycle(self.bulk)), count), 1))
        openers = {seed.context: number for number, seed in reversed(wanted)}
        first = [(number, seed) for number, seed in wanted if number in openers.values()]
        # Scripted agents are compared: what is first in their stores must be first in each. Others may be slow.
        for some in [[one] for one in first] if self.scribe.scripted else [first]:
            await self._each(some)
        # An agent that made no task of the first messages will make none of more of them.
        if self.seeds.ids:
            await self._each([(number, seed) for number, seed in wanted if (number, seed) not in first])
        if self.scribe.scripted and count > len(self.plan):
            self.contexts[NAMED.context] = f"conformance {self.scribe.nonce} a+b/c=d&e%20é"
            trouble = self.seeds.trouble
            await self._sow(count + 1, NAMED)
            self.seeds.trouble = trouble
        self.seeds.put_in_order(self.numbers)
        return self.seeds

    async def _each(self, wanted: Sequence[tuple[int, Seed]]) -> None:
        await gather(partial(self._sow, number, seed) for number, seed in wanted)

    async def _sow(self, number: int, seed: Seed) -> None:
        try:
            task = await self._send(number, seed.script, context=self.contexts.get(seed.context))
            if task is None:
                return
            if isinstance(task.context, str) and task.context:
                self.contexts.setdefault(seed.context, task.context)
            task = await self._rested(task)
            if seed.follow_up and not task.is_terminal and at_rest(task):
                await self._read(task)
                again = await self._send(number, seed.follow_up, task=str(task.id))
                if again is not None:
                    await self._rested(again)
        except Unanswered as unanswered:
            self.seeds.trouble = self.seeds.trouble or str(unanswered)

    async def _send(
        self, number: int, script: Mapping[str, Any], *, context: str | None = None, task: str | None = None
    ) -> Task | None:
        label = number if task is None else number + 1000
        message = self.scribe.message(label, context=context, task=task, **script)
        made = self.seeds.note(await send(self.asker, message, self.by), message)
        if made is not None:
            known = self.numbers.get(str(made.id), number)
            self.numbers[str(made.id)] = min(known, number)
        return made

    async def _read(self, task: Task) -> None:
        """Read a task that is about to change: a server that keeps its answer for later ones shows it then."""
        with contextlib.suppress(Unanswered):  # recordings of older suites lack it
            await self.asker.ask(get_task(task.id).by(self.by), BEFORE_CHANGE)

    async def _rested(self, task: Task) -> Task:
        if at_rest(task):
            return task
        answer = await settled(self.asker, task, self.by, POLLS, start=FIRST_POLL)
        return answer.task if answer.accepted and answer.task.id == task.id else task
