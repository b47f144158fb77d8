"""An ASGI app in place of a network, its lifespan included. What is asked of it does not belong here."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from typing import Any

import anyio
import httpx

from conformance.core.errors import UsageError

Message = MutableMapping[str, Any]
App = Callable[[Message, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Any]
PATIENCE = 30.0  # seconds that an app may take to start, and to end


@contextlib.asynccontextmanager
async def served(app: App) -> AsyncIterator[httpx.AsyncBaseTransport]:
    """Start the app, yield what sends requests to it, and end it. Raises UsageError when it does not start.

    An error that the app lets out is a 500, as a real server makes it.
    """
    lifespan = _Lifespan(app)
    async with anyio.create_task_group() as group:
        group.start_soon(lifespan.run)
        with anyio.move_on_after(PATIENCE) as waiting:
            await lifespan.started.wait()
        if waiting.cancelled_caught:
            lifespan.failure = f"its startup took longer than {PATIENCE:g} s"
        if lifespan.failure is None:
            try:
                yield httpx.ASGITransport(lifespan.with_state, raise_app_exceptions=False)
            finally:
                lifespan.ending.set()
                with anyio.move_on_after(PATIENCE, shield=True):
                    await lifespan.ended.wait()
        group.cancel_scope.cancel()
    if lifespan.failure is not None:
        raise UsageError(
            f"The app did not start: {lifespan.failure}.", hint="It came by the hook pytest_conformance_app."
        )


class _Lifespan:
    """The ASGI lifespan protocol, the server's part of it."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.state: dict[str, Any] = {}
        self.started, self.ending, self.ended = anyio.Event(), anyio.Event(), anyio.Event()
        self.failure: str | None = None
        self._asked = False

    async def run(self) -> None:
        scope = {"type": "lifespan", "asgi": {"version": "3.0", "spec_version": "2.0"}, "state": self.state}
        try:
            await self.app(scope, self._receive, self._send)
        except Exception:  # noqa: S110 - the protocol's way to say that the app has no lifespan
            pass
        finally:
            self.started.set()
            self.ended.set()

    async def _receive(self) -> Message:
        if not self._asked:
            self._asked = True
            return {"type": "lifespan.startup"}
        await self.ending.wait()
        return {"type": "lifespan.shutdown"}

    async def _send(self, message: Message) -> None:
        if message["type"] == "lifespan.startup.failed":
            # Servers print the whole traceback that comes here; its last line says what went wrong.
            lines = str(message.get("message", "")).strip().splitlines()
            self.failure = lines[-1].rstrip(".") if lines else "its startup failed"
        if message["type"].startswith("lifespan.startup."):
            self.started.set()
        else:
            self.ended.set()

    async def with_state(self, scope: Message, receive: Any, send: Any) -> None:
        """Call the app for a request, with what its startup left in the state."""
        await self.app({**scope, "state": self.state.copy()}, receive, send)
