"""SendMessage and CancelTask: the agent that works on tasks in the background, scripted or not.

Reading tasks is service.py's; this module writes them.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from conformance.reference import errors
from conformance.reference.errors import JSON
from conformance.reference.messages import SendQuery, send_query
from conformance.reference.queries import Caller
from conformance.reference.scripted import Script, script_of
from conformance.reference.service import Service
from conformance.reference.store import Record, Row
from conformance.reference.validate import INTERRUPTED, TERMINAL, Reader

UNSCRIPTED = Script(artifacts=1)
SETTLED = TERMINAL | INTERRUPTED


@dataclass
class Work:
    """A script being carried out on a task. `settled`: a blocking SendMessage has waited long enough."""

    job: asyncio.Task[None] | None = None
    settled: asyncio.Event = field(default_factory=asyncio.Event)


class Agent:
    """Works on tasks, one script per task at a time; a newer one takes the place of the one before."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.store = service.store
        self.rules = service.rules
        self.works: dict[int, Work] = {}

    async def send(self, caller: Caller, params: Mapping[str, object]) -> JSON:
        """Answer SendMessage (§3.1.1): a task, settled or with nothing left to do, or at once if asked so."""
        query = send_query(params)
        self.rules.check_history_length(caller, query.history_length, "configuration.historyLength")
        script = script_of(query.text)
        if query.task_id:
            row = await self.store.run(self.join, caller, query, script)
        else:
            script = script or UNSCRIPTED
            row = await self.store.run(self.create, caller, query, script)
        # What is shown at once is the task as it was created, before any work on it.
        first = await self.store.run(self.service.show, caller, row, query.history_length)
        if script is not None:
            self.start(row, script)
        work = self.works.get(row.seq)
        if query.return_immediately or work is None:
            return {"task": first}
        await work.settled.wait()
        return {"task": await self.store.run(self.reread, caller, row.id, query.history_length)}

    async def cancel(self, caller: Caller, params: Mapping[str, object]) -> JSON:
        """Answer CancelTask (§3.1.5)."""
        reader = Reader(params)
        task_id = reader.text("id", required=True)
        reader.finish()
        row = await self.store.run(self.service.find, caller, task_id)
        if row.state in TERMINAL:
            raise errors.task_not_cancelable()
        await self.stop(row.seq)
        await self.store.run(self.enter, row.seq, "TASK_STATE_CANCELED")
        return await self.store.run(self.reread, caller, task_id, None)

    def reread(self, caller: Caller, task_id: str, history_length: int | None) -> JSON:
        return self.service.show(caller, self.service.find(caller, task_id), history_length)

    # Writing, inside Store.run

    def create(self, caller: Caller, query: SendQuery, script: Script) -> Row:
        """Store a new task with the user's message, if the script keeps it."""
        task_id = str(uuid.uuid4())
        context = query.context_id or str(uuid.uuid4())
        message = query.message | {"contextId": context, "taskId": task_id}
        self.store.add(
            Record(
                tenant=caller.tenant,
                principal=caller.principal,
                id=task_id,
                context=context,
                state="TASK_STATE_SUBMITTED",
                stamp=self.store.tick(self.rules.clock()),
                history=[message] if script.messages else [],
            )
        )
        return self.service.find(caller, task_id)

    def join(self, caller: Caller, query: SendQuery, script: Script | None) -> Row:
        """Add a follow-up message to a task that has not ended (§3.4.3)."""
        row = self.service.find(caller, query.task_id)
        if query.context_id not in ("", row.context):
            raise errors.invalid({"message.contextId": "Must be the task's contextId, or unset"})
        if row.state in TERMINAL:
            raise errors.unsupported_operation("The task has ended and takes no more messages")
        if script is None or script.messages:
            message = query.message | {"contextId": row.context, "taskId": row.id}
            self.store.append("messages", row.seq, [message])
        return row

    def enter(self, seq: int, state: str, stamp: str = "", message: JSON | None = None) -> None:
        self.store.set_status(seq, state, stamp or self.store.tick(self.rules.clock()), message)

    def conclude(self, row: Row, script: Script, state: str) -> None:
        """Enter the script's last state, with its messages and artifacts."""
        (history,) = self.store.history([row]).values()
        texts = [f"message {number}" for number in range(len(history) + 1, len(history) + script.messages)]
        self.store.append("messages", row.seq, (said(row, text) for text in texts))
        self.produce(row, script.artifacts)
        refusal = said(row, script.refusal) if script.refusal else None
        self.enter(row.seq, state, script.timestamp, refusal)

    def produce(self, row: Row, number: int) -> None:
        (present,) = self.store.artifacts([row]).values()
        self.store.append("artifacts", row.seq, artifacts(len(present) + 1, number))

    # Working

    def start(self, row: Row, script: Script) -> None:
        """Begin a script in the background."""
        before = self.works.get(row.seq)
        work = self.works[row.seq] = Work()
        work.job = asyncio.create_task(self.work(row, script, work, before))

    async def work(self, row: Row, script: Script, work: Work, before: Work | None) -> None:
        try:
            if before is not None:
                await end(before)
            *passing, last = script.entered()
            for state in passing:
                await self.store.run(self.enter, row.seq, state)
                if state in SETTLED:
                    work.settled.set()
                await asyncio.sleep(script.hold)
            await self.store.run(self.conclude, row, script, last)
            work.settled.set()
            for _ in range(script.artifact_updates):
                await asyncio.sleep(script.hold)
                await self.store.run(self.produce, row, 1)
        finally:
            work.settled.set()
            if self.works.get(row.seq) is work:
                del self.works[row.seq]

    async def stop(self, seq: int) -> None:
        """End the work on a task, if there is any."""
        if work := self.works.get(seq):
            await end(work)

    async def close(self) -> None:
        """End all work."""
        for work in list(self.works.values()):
            await end(work)


async def end(work: Work) -> None:
    """Cancel a work and wait until it has stopped."""
    if work.job is not None:
        work.job.cancel()
        await asyncio.wait([work.job])


def said(row: Row, text: str) -> JSON:
    """Return a message of the agent's."""
    return {
        "messageId": str(uuid.uuid4()),
        "contextId": row.context,
        "taskId": row.id,
        "role": "ROLE_AGENT",
        "parts": [{"text": text}],
    }


def artifacts(first: int, number: int) -> Iterable[JSON]:
    """Return `number` artifacts, numbered from `first`."""
    for index in range(first, first + number):
        name = f"artifact-{index}"
        yield {
            "artifactId": name,
            "name": name,
            "parts": [{"text": f"content of artifact {index}"}],
        }
