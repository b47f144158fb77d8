"""A scripted agent on the published A2A Python SDK, started as a program of its own.

`python agent.py --port 0 --store memory|sqlite[:PATH]` serves JSON-RPC and HTTP+JSON and prints `ready URL`
once it answers. The server is the SDK's, put together as its migration guide
shows; only the executor is ours.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib.metadata
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import uvicorn
from a2a.helpers import new_task
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes, create_rest_routes
from a2a.server.tasks import InMemoryTaskStore, TaskStore, TaskUpdater
from a2a.types import (
    AgentCapabilities,
    AgentCard,
    AgentInterface,
    AgentProvider,
    AgentSkill,
    Message,
    Part,
    TaskState,
    TaskStatus,
    TaskStatusUpdateEvent,
)
from script import Script, ScriptError, line_of, parse
from starlette.applications import Starlette

UNSCRIPTED = Script(artifacts=1)


class ScriptedExecutor(AgentExecutor):
    """Does what the script line of a message says."""

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        message, task = context.message, context.current_task
        if message is None or context.task_id is None or context.context_id is None:
            raise ValueError("the SDK's request has no message or no ids")
        # In a follow-up that names no context, the SDK's request carries a new one instead of the task's.
        context_id = task.context_id if task else context.context_id
        updater = TaskUpdater(event_queue, context.task_id, context_id)
        texts = [part.text for part in message.parts if part.HasField("text")]
        line = line_of(texts[-1]) if texts else None
        if task is not None and line is None:
            # A message joins the history with the next event, so the status is told again as it is.
            await event_queue.enqueue_event(status_event(updater, task.status))
            return
        refusal = ""
        try:
            script = parse(line) if line is not None else UNSCRIPTED
        except ScriptError as error:
            script, refusal = Script(states=(TaskState.TASK_STATE_REJECTED,)), str(error)
        first = len(task.history) + 2 if task else 2
        said = [
            updater.new_agent_message([Part(text=f"message {number}")])
            for number in range(first, first + script.messages - 1)
        ]
        if task is None:
            await self.create(updater, event_queue, [message, *said] if script.messages else [])
            said = []
        await self.work(updater, script, said, len(task.artifacts) if task else 0, refusal)

    async def create(self, updater: TaskUpdater, event_queue: EventQueue, history: list[Message]) -> None:
        """Store the task with its whole history.

        Later the SDK adds a message of the agent's only when the status that carries it is replaced.
        """
        task = new_task(updater.task_id, updater.context_id, TaskState.TASK_STATE_SUBMITTED, history=history)
        task.status.timestamp.GetCurrentTime()
        await event_queue.enqueue_event(task)

    async def work(
        self, updater: TaskUpdater, script: Script, said: list[Message], artifacts: int, refusal: str
    ) -> None:
        """Go through the script's states; `said` joins the history, `artifacts` are there already."""
        *passing, last = script.states
        for state in passing:
            await updater.update_status(state)
            await asyncio.sleep(script.hold)
        for message in said:
            await updater.start_work(message)
        for number in range(artifacts + 1, artifacts + script.artifacts + 1):
            await produce(updater, number)
        if script.timestamp is not None:
            # TaskUpdater's own parameter keeps microseconds only.
            await updater.event_queue.enqueue_event(
                status_event(updater, TaskStatus(state=last, timestamp=script.timestamp))
            )
        else:
            await updater.update_status(
                last, updater.new_agent_message([Part(text=refusal)]) if refusal else None
            )
        present = artifacts + script.artifacts
        for number in range(present + 1, present + script.artifact_updates + 1):
            await asyncio.sleep(script.hold)
            await produce(updater, number)

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        await TaskUpdater(event_queue, context.task_id or "", context.context_id or "").cancel()


def status_event(updater: TaskUpdater, status: TaskStatus) -> TaskStatusUpdateEvent:
    return TaskStatusUpdateEvent(task_id=updater.task_id, context_id=updater.context_id, status=status)


async def produce(updater: TaskUpdater, number: int) -> None:
    name = f"artifact-{number}"
    await updater.add_artifact([Part(text=f"content of artifact {number}")], artifact_id=name, name=name)


def card(url: str) -> AgentCard:
    return AgentCard(
        name="a2a-sdk (Python)",
        description="Scripted agent: does what the last line of a message says; see docs/scripted-agents.md.",
        version=importlib.metadata.version("a2a-sdk"),
        provider=AgentProvider(organization="task-conformance", url="https://example.com"),
        capabilities=AgentCapabilities(streaming=False, push_notifications=False),
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain"],
        skills=[
            AgentSkill(id="script", name="Script", description="Carries out a script line.", tags=["test"])
        ],
        supported_interfaces=[
            AgentInterface(protocol_binding="JSONRPC", protocol_version="1.0", url=f"{url}/a2a/jsonrpc"),
            AgentInterface(protocol_binding="HTTP+JSON", protocol_version="1.0", url=f"{url}/a2a/rest"),
        ],
    )


@contextlib.contextmanager
def open_store(name: str) -> Iterator[TaskStore]:
    """Yield the SDK's store: `memory`, `sqlite:PATH`, or `sqlite` for a file that is gone afterwards."""
    kind, _, path = name.partition(":")
    if kind == "memory":
        yield InMemoryTaskStore()
        return
    # Imported here, so that the memory store runs without the sqlite extra.
    from a2a.server.tasks import DatabaseTaskStore
    from sqlalchemy.ext.asyncio import create_async_engine

    with tempfile.TemporaryDirectory() as directory:
        file = path or str(Path(directory, "tasks.db"))
        yield DatabaseTaskStore(create_async_engine(f"sqlite+aiosqlite:///{file}"))


async def serve(listener: socket.socket, store: TaskStore) -> None:
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    handler = DefaultRequestHandler(agent_executor=ScriptedExecutor(), task_store=store, agent_card=card(url))
    app = Starlette(
        routes=[
            *create_agent_card_routes(agent_card=card(url)),
            *create_jsonrpc_routes(request_handler=handler, rpc_url="/a2a/jsonrpc"),
            *create_rest_routes(request_handler=handler, path_prefix="/a2a/rest"),
        ]
    )
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        print(f"ready {url}", flush=True)
    await serving


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0: a free one")
    parser.add_argument("--store", default="memory", help="memory, sqlite or sqlite:PATH")
    options = parser.parse_args()
    # uvicorn raises the signal again when it has stopped, and the temporary directory is to be removed then.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with socket.create_server(("127.0.0.1", options.port)) as listener, open_store(options.store) as store:
        asyncio.run(serve(listener, store))


if __name__ == "__main__":
    main()
