"""What one principal sees of another's: scenarios in which the second one acts first."""

from __future__ import annotations

from dataclasses import dataclass, field

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.probe.asker import Asker
from conformance.probe.questions import get_task, list_tasks
from conformance.probe.sending import Scribe, created, send

ANEW = 90
"""A repeat index that no other scenario uses: these lists must be asked after the task was made."""


@dataclass(repr=False)
class ForeignPage:
    """The other principal's first page, and what this one got for its token; None when there is no token."""

    theirs: Answer
    answer: Answer | None


@dataclass(frozen=True)
class ForeignToken:
    """Take a page token of the other principal's and use it."""

    async def run(self, asker: Asker) -> ForeignPage:
        """Ask two pages at most."""
        question = list_tasks(page_size=1)
        theirs = await asker.ask(question.by("other"))
        if not theirs.accepted or not theirs.more:
            return ForeignPage(theirs, None)
        return ForeignPage(theirs, await asker.ask(question.but(page_token=theirs.more)))


@dataclass(repr=False)
class Watched:
    """A task of the other principal, and what this one was shown while it was worked on.

    `after` is the owner's view once everything had been asked.
    """

    sent: Answer
    task: Task | None = None
    read: Answer | None = None
    lists: list[Answer] = field(default_factory=list)
    after: Answer | None = None


@dataclass(frozen=True)
class WatchAnothersTask:
    """Have the other principal start a task that takes a while, and look for it meanwhile."""

    scribe: Scribe

    async def run(self, asker: Asker) -> Watched:
        """Start, look, and see whether it is still being worked on."""
        message = self.scribe.message(1, state="completed", hold="6s")
        sent = await send(asker, message, by="other", returnImmediately=True)
        task = created(sent)
        if task is None or not isinstance(task.id, str):
            return Watched(sent)
        read = await asker.ask(get_task(task.id))
        lists = [await asker.ask(list_tasks(page_size=20), repeat=ANEW)]
        if isinstance(task.context, str) and task.context:
            lists.append(await asker.ask(list_tasks(context=task.context)))
        after = await asker.ask(get_task(task.id).by("other"))
        return Watched(sent, task, read, lists, after)
