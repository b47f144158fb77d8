"""Sending requests over real sockets, for tests of the transport."""

import anyio

from conformance.probe.transport import ConnectionSettings, Sent, Transport, WireRequest
from tests.helpers.rawserver import reply

OK = reply(b"ok")


def send(url: str, *requests: WireRequest, repeatable: bool = True, **settings) -> list[Sent]:
    """Send `requests` (default: one GET of `url`) one after the other over one transport."""

    async def run() -> list[Sent]:
        wanted = {"timeout": 5.0} | settings
        async with Transport(ConnectionSettings(**wanted), allowed_origins=[url]) as transport:
            return [
                await transport.send(request, repeatable=repeatable)
                for request in requests or [WireRequest("GET", url)]
            ]

    return anyio.run(run)


def follow(url: str, **settings) -> Sent:
    async def run() -> Sent:
        async with Transport(ConnectionSettings(timeout=5.0), allowed_origins=[url]) as transport:
            return await transport.follow(WireRequest("GET", url, (("X-Key", "k"),)), **settings)

    return anyio.run(run)
