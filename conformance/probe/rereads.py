"""Scenarios that read tasks again: twice, or elsewhere, before anything is called lost or changed."""

from __future__ import annotations

from dataclasses import dataclass

from conformance.bindings.answer import Answer
from conformance.probe.asker import Asker
from conformance.probe.questions import Question, get_task, list_tasks
from conformance.probe.sending import Scribe, created, send, until

LATER = 2
"""The repeat index of a question whose first answer, and the second survey's, are too old."""


@dataclass(frozen=True)
class Twice:
    """Ask one question two times."""

    question: Question

    async def run(self, asker: Asker) -> tuple[Answer, Answer]:
        """Return both answers, the older first."""
        first = await asker.ask(self.question)
        return first, await asker.ask(self.question, repeat=1)


@dataclass(frozen=True)
class Patiently:
    """Ask one question, again for a while where it is refused: what is listed may be readable a little later."""

    question: Question

    async def run(self, asker: Asker) -> Answer:
        """Return the first answer that is no refusal, or the last."""
        return await until(asker, self.question, lambda _: True)


@dataclass(frozen=True)
class CaughtUp:
    """Ask for a task, again for a while until it is in `state`: GetTask may be a little behind a list."""

    question: Question
    state: str

    async def run(self, asker: Asker) -> Answer:
        """Return the first answer with that state, or the last."""
        return await until(asker, self.question, lambda answer: answer.task.state == self.state)


@dataclass(frozen=True)
class ArtifactRead:
    """Read one task, and list it once more where GetTask lacks artifacts that were `promised`."""

    task_id: str
    promised: frozenset[str]
    context: str | None

    async def run(self, asker: Asker) -> ArtifactsFound:
        """Return what was found."""
        answer = await Patiently(get_task(self.task_id)).run(asker)
        if not answer.accepted or self.promised <= set(answer.task.artifact_ids):
            return ArtifactsFound(self, answer)
        where = {"context": self.context} if self.context else {}
        listed = list_tasks(page_size=100, artifacts=True, window=100, **where)
        return ArtifactsFound(self, answer, await asker.ask(listed, repeat=LATER))


@dataclass(frozen=True)
class ArtifactsFound:
    """GetTask's answer, and a later list where it was asked for."""

    asked: ArtifactRead
    answer: Answer
    later: Answer | None = None

    @property
    def lost(self) -> list[str]:
        """The promised artifacts that GetTask lacks."""
        return sorted(self.asked.promised - set(self.answer.task.artifact_ids))

    @property
    def listed(self) -> bool:
        """Whether the later list still shows what GetTask lacks."""
        if self.later is None or not self.later.accepted:
            return False
        found = (task.artifact_ids for task in self.later.tasks if task.id == self.asked.task_id)
        return bool(set(self.lost) & set(next(found, ())))


@dataclass(frozen=True)
class CreateAndRead:
    """Create a task, then read it and find it in the list, with some patience."""

    scribe: Scribe

    async def run(self, asker: Asker) -> CreatedAndRead:
        """Return what came."""
        sent = await send(asker, self.scribe.message(1, messages=2, artifacts=1))
        task = created(sent)
        if task is None or not isinstance(task.id, str):
            return CreatedAndRead(sent)
        read = await until(asker, get_task(task.id), lambda _: True)
        question = list_tasks(window=0)
        listed = await until(
            asker, question, lambda page: any(found.id == task.id for found in page.tasks), start=LATER
        )
        return CreatedAndRead(sent, read, listed)


@dataclass(frozen=True)
class CreatedAndRead:
    """SendMessage's answer, and GetTask's and a list's where it held a task."""

    sent: Answer
    read: Answer | None = None
    listed: Answer | None = None
