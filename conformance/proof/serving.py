"""A server with a fault or variant on a real port, so that what a report says of it can be tried with curl."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import anyio
import httpx

from conformance.proof.front import Front
from conformance.proof.rawserver import Answer, RawServer, reply
from conformance.proof.registry import Fault, Variant
from conformance.reference import Rules, create_app, running

_FRAMING = frozenset({"content-length", "transfer-encoding", "connection", "date", "server"})

KEY = bytes(32)
"""What page tokens are sealed with: those in a report hold for a server that is started later."""


def repeatable(entry: Fault | Variant) -> Rules:
    """Return the rules of a fault or variant, whose page tokens are the same in each process."""
    rules = entry.rules()
    rules.key = KEY
    return rules


@contextlib.contextmanager
def serving(
    entry: Fault | Variant, dataset: str = "demo", *, port: int = 0, open: bool = False
) -> Iterator[str]:
    """Serve the reference server with `entry` while the block runs, and yield its url.

    Options as of `create_app` and `running`, which say what is raised.
    """
    app = create_app(dataset, tenants=entry.tenants, open=open, rules=repeatable(entry))
    front: type[Front] | None = getattr(entry.rules, "Front", None)
    if front is None:
        with running(app, port=port) as url:
            yield url
        return
    with running(app) as inner, fronted(front, inner, port) as url:
        yield url


@contextlib.contextmanager
def fronted(front: type[Front], inner: str, port: int) -> Iterator[str]:
    """Yield the url of a server that hands what it is asked to the one at `inner` through `front`."""

    def answer(request: bytes) -> Answer:
        return anyio.run(_passed, front, inner, request)

    with RawServer(answer, port=port) as server:
        yield server.url


async def _passed(front: type[Front], inner: str, request: bytes) -> bytes:
    """Return the answer to one request, whose headers keep their spelling."""
    head, _, body = request.partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    method, target, _ = first.split(b" ", 2)
    headers = [(name, value.strip()) for name, _, value in (line.partition(b":") for line in lines)]
    async with httpx.AsyncHTTPTransport() as transport:
        asked = httpx.Request(
            method.decode("latin-1"), inner + target.decode("latin-1"), headers=headers, content=body
        )
        came = await front(transport).handle_async_request(asked)
        content = await came.aread()
    kept = {name: value for name, value in came.headers.items() if name.lower() not in _FRAMING}
    return reply(content, came.status_code, **{name.replace("-", "_"): value for name, value in kept.items()})
