"""The connection of a pytest session: an event loop in a thread, and in it transport or an app in-process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import Any, TypeVar

import anyio
from anyio.from_thread import BlockingPortal, start_blocking_portal

from conformance.core.errors import TargetError
from conformance.session.front import Front
from conformance.session.in_process import served
from conformance.session.run import Run
from conformance.session.target import Opening

Result = TypeVar("Result")


class Link:
    """Where a session's requests go; it lives as long as the session. `app` is an ASGI app in place of a network."""

    def __init__(self, front: Front, app: Any = None) -> None:
        self.front = front
        self.app = app
        self.opening: Opening | None = None
        self._stack = ExitStack()
        self._portal: BlockingPortal | None = None

    def connect(self) -> Run:
        """Find the target, greet its interfaces, and return the run. Raises TargetError or UsageError."""
        self._portal = self._stack.enter_context(start_blocking_portal("asyncio"))
        # What an interrupted run still has in flight must not be waited for.
        self._stack.callback(self._portal.call, self._portal.stop, True)
        if self.front.run is not None:
            return self.front.run
        try:
            return self._connected(self._portal)
        except BaseException:
            self.close()
            raise

    def _connected(self, portal: BlockingPortal) -> Run:
        inner = self.front.inner
        if self.app is not None:
            inner = self._stack.enter_context(portal.wrap_async_context_manager(served(self.app)))
        options = self.front.options
        options.target()
        self.opening = Opening(options, inner=inner)
        self._stack.callback(portal.call, self.opening.transport.__aexit__, None, None, None)
        return self.call(self._open, self.opening)

    async def _open(self, opening: Opening) -> Run:
        seconds = opening.options.run_timeout
        ends = anyio.current_time() + seconds
        with anyio.CancelScope(deadline=ends) as scope:
            try:
                target = await opening.find()
                sites = await opening.sites(target)
            except TargetError as error:  # it may quote the server
                raise TargetError(self.clean(error.message), hint=self.clean(error.hint)) from error
        if scope.cancelled_caught:
            raise TargetError(
                f"Within {seconds:g} s, the time of a run, the agent did not even say what it is.",
                hint="--run-timeout SECONDS waits longer.",
            )
        has_other = opening.credentials.has("other")
        progress = self.front.progress
        return Run(opening.options, target, sites, opening.nonce, has_other, progress=progress, ends=ends)

    def call(self, function: Callable[..., Awaitable[Result]], *args: Any) -> Result:
        """Run a coroutine function in the event loop and return what it returns."""
        assert self._portal is not None
        future = self._portal.start_task_soon(function, *args)
        try:
            return future.result()
        except BaseException:
            future.cancel()  # what was begun must not go on while connections are being closed
            raise

    def clean(self, text: str) -> str:
        """Return `text` without the credentials of the run."""
        return text if self.opening is None else self.opening.redactor().text(text)

    def close(self) -> None:
        """Close connections, end the app, and end the event loop."""
        self._stack.close()
