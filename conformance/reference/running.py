"""A real server for an ASGI application: uvicorn in a thread, on a loopback port, until the block ends."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterator

import anyio
import uvicorn
from starlette.types import ASGIApp

PATIENCE = 1.0  # seconds for requests in flight at the end


class Server(uvicorn.Server):
    """uvicorn, stopped by a word rather than by its clock's next tick, and telling when it has started."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = threading.Event()
        self.failure: BaseException | None = None
        self._halt: tuple[asyncio.AbstractEventLoop, asyncio.Event] | None = None

    def run_in_thread(self, listening: socket.socket) -> None:
        try:
            asyncio.run(self.serve(sockets=[listening]))
        except BaseException as error:  # told to the thread that waits
            self.failure = error
        finally:
            self.ready.set()

    async def main_loop(self) -> None:
        halt = asyncio.Event()
        self._halt = asyncio.get_running_loop(), halt
        self.ready.set()
        while not self.should_exit:
            await self.on_tick(0)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(halt.wait(), 1)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Do as uvicorn does, without its pauses of 100 ms: hundreds of these servers start and stop in one run."""
        for server in self.servers:
            server.close()
        for listening in sockets or ():
            listening.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        with anyio.move_on_after(PATIENCE):
            while self.server_state.connections or self.server_state.tasks:
                await asyncio.sleep(0.002)
        for task in self.server_state.tasks:
            task.cancel()
        await self.lifespan.shutdown()

    def halt(self) -> None:
        """Ask the server to stop, from any thread."""
        self.should_exit = True
        if self._halt is not None:
            loop, event = self._halt
            with contextlib.suppress(RuntimeError):  # the loop has ended by itself
                loop.call_soon_threadsafe(event.set)


@contextlib.contextmanager
def running(app: ASGIApp, *, host: str = "127.0.0.1", port: int = 0) -> Iterator[str]:
    """Serve `app` while the block runs, and yield its base url, such as "http://127.0.0.1:40123".

    Port 0 is any free port. OSError if the port is taken; RuntimeError if the application does not start.
    Requests in flight at the end get a second to finish.
    """
    with listener(host, port) as listening:
        number = listening.getsockname()[1]
        config = uvicorn.Config(app, lifespan="on", ws="none", log_config=None, access_log=False)
        server = Server(config)
        thread = threading.Thread(target=server.run_in_thread, args=(listening,), name="reference server")
        thread.start()
        try:
            server.ready.wait()
            if not server.started:
                raise RuntimeError("the server did not start") from server.failure
            yield f"http://[{host}]:{number}" if ":" in host else f"http://{host}:{number}"
        finally:
            server.halt()
            thread.join()


def listener(host: str, port: int) -> socket.socket:
    """Return a bound socket. It names TCP, or asyncio leaves Nagle's algorithm on and each answer waits 40 ms."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(512)
    except OSError:
        listening.close()
        raise
    return listening
