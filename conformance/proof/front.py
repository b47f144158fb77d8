"""What can stand between the suite and a server, for faults that no rule of the server can have.

ASGI knows header names in lower case only, and a card's urls are not the rules' business.
"""

from __future__ import annotations

from typing import ClassVar

import httpx


class Front(httpx.AsyncBaseTransport):
    """Passes requests on to `inner`; subclasses change them or answer themselves."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self.inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return await self.inner.handle_async_request(request)


class OneSpelling(Front):
    """Leaves out headers that are spelled in one particular way."""

    lost: ClassVar[frozenset[bytes]] = frozenset()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        kept = [(name, value) for name, value in request.headers.raw if name not in self.lost]
        body = await request.aread()
        return await super().handle_async_request(
            httpx.Request(request.method, request.url, headers=kept, content=body)
        )


class Elsewhere(Front):
    """Answers below `path` as a web server does that knows nothing of A2A."""

    path: ClassVar[str] = ""
    status: ClassVar[int] = 404
    page: ClassVar[bytes] = b"<!doctype html><title>Not here</title>"

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.path.startswith(self.path):
            return httpx.Response(self.status, headers={"Content-Type": "text/html"}, content=self.page)
        return await super().handle_async_request(request)
