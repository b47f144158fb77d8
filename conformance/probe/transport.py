"""Sends one raw request and returns what came, whatever it is; what a server does raises nothing here.

What to ask, how often, and what an answer means is decided elsewhere. httpx's client is left out on purpose:
its cookie jar would carry one principal's session into the other's requests, and it reads netrc, parses
redirects and adds headers.
"""

from __future__ import annotations

import math
import sys
import time
import urllib.parse
from collections.abc import AsyncIterable, Iterable
from contextlib import AsyncExitStack
from dataclasses import replace
from types import TracebackType
from typing import Self

import anyio
import httpx

from conformance import __version__
from conformance.probe.body import BadCodingError, Body
from conformance.probe.connection import ConnectionSettings, proxy_for, ssl_context, transport_for
from conformance.probe.exchange import DENSEST, weight_of
from conformance.probe.failures import failure_of
from conformance.probe.origins import origin_of
from conformance.probe.wire import Failure, Headers, Sent, WireRequest, WireResponse
from conformance.probe.written import WrittenURL

__all__ = ["ConnectionSettings", "Failure", "Sent", "Transport", "WireRequest", "WireResponse"]

KEPT = 64 * 1024
"""Bytes that are kept of a body over the cap: it can't be read anyhow, and a run may meet hundreds."""
LARGE = 1024 * 1024
"""Bytes from which on a body is received alone: as many at once as there are requests would be too much memory."""
PATIENCE = 1.0
"""Seconds that a large body waits for another."""
REDIRECTS = (301, 302, 303, 307, 308)
# No compression: a recorded body is then the bytes of the wire, and curl shows what was recorded.
DEFAULT_HEADERS = (
    ("User-Agent", f"task-conformance/{__version__}"),
    ("Accept", "*/*"),
    ("Accept-Encoding", "identity"),
)


class Transport:
    """All connections of a run, as an async context manager.

    `allowed_origins` are urls or origins; nothing is sent anywhere else, except that `follow` may fetch a card
    from `card_origins`, without the request's headers. `inner` replaces the network: an httpx ASGITransport or
    MockTransport. UsageError on certificates or a proxy that can't be used.
    """

    def __init__(
        self,
        settings: ConnectionSettings,
        *,
        allowed_origins: Iterable[str],
        card_origins: Iterable[str] = (),
        inner: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.settings = settings
        self.allowed = frozenset(origin_of(url) for url in allowed_origins)
        self._for_cards = frozenset(origin_of(url) for url in card_origins)
        self._inner = inner
        self._context = None if inner else ssl_context(settings)
        self._pools: dict[str, httpx.AsyncBaseTransport] = {}
        self._alone = anyio.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for pool in list(self._pools.values()):
            with anyio.move_on_after(2, shield=True):
                await pool.aclose()
        self._pools.clear()

    def allows(self, url: str) -> bool:
        """Whether `url` is of an origin that requests, with credentials, may go to."""
        return _is_of(url, self.allowed)

    def proxied(self, url: str) -> bool:
        """Whether requests to `url` go through a proxy."""
        return self._context is not None and proxy_for(httpx.URL(url), self.settings) is not None

    async def send(self, request: WireRequest, *, repeatable: bool = True) -> Sent:
        """Send `request` once and return what came; redirects are not followed.

        A connection that was used before may be stale, or hold bytes that came after the body that its
        Content-Length announced. A request that fails on such a one without a response is sent anew on a
        fresh one; one that is not `repeatable`, since it creates something, gets a fresh one at once.
        """
        if not self.allows(request.url):
            return Sent(request, None, Failure("not-allowed", _refusal(request.url)), 0.0)
        return await self._send(request, repeatable=repeatable)

    async def _send(self, request: WireRequest, *, repeatable: bool = True) -> Sent:
        attempt = _Attempt(request, self.settings, self._alone)
        sent = await attempt.run(self._pool(attempt.url, fresh=not repeatable))
        broken = sent.response is None and sent.failure and sent.failure.kind in ("dropped", "protocol")
        if broken and attempt.reused and repeatable:
            attempt = _Attempt(request, self.settings, self._alone)
            sent = await attempt.run(self._pool(attempt.url, fresh=True))
        return sent

    async def follow(self, request: WireRequest, *, hops: int = 3) -> Sent:
        """Send `request` and follow at most `hops` redirects within its origin; for finding the card only."""
        for hop in range(hops + 1):
            if not self.allows(request.url) and _is_of(request.url, self._for_cards):
                sent = await self._send(replace(request, headers=()))
            else:
                sent = await self.send(request)
            response = sent.response
            if response is None or response.status not in REDIRECTS:
                return sent
            place = response.header("location") or ""
            text = _stopped(request.url, place, last=hop == hops)
            if text:
                return Sent(sent.request, response, Failure("redirect", text), sent.ms)
            request = WireRequest("GET", urllib.parse.urljoin(request.url, place), request.headers)
        raise AssertionError("the last hop returns")

    def _pool(self, url: httpx.URL, *, fresh: bool) -> httpx.AsyncBaseTransport:
        if self._context is None:
            assert self._inner is not None
            return self._pools.setdefault("inner", self._inner)
        proxy = proxy_for(url, self.settings)
        key = f"{proxy.url if proxy else 'direct'} {fresh}"
        if key not in self._pools:
            self._pools[key] = transport_for(proxy, self._context, fresh=fresh)
        return self._pools[key]


class _Attempt:
    """One sending of one request: what was sent, and what has come so far."""

    def __init__(self, request: WireRequest, settings: ConnectionSettings, alone: anyio.Lock) -> None:
        self.request = request
        self.alone = alone
        self.deadline = anyio.CancelScope()
        self.waited = 0.0
        self.settings = settings
        self.url = WrittenURL(request.url)
        self.reused = True
        self.status: int | None = None
        self.headers: Headers = ()
        self.body = Body("", settings.max_bytes)

    async def run(self, pool: httpx.AsyncBaseTransport) -> Sent:
        failure: Failure | None = None
        started = time.perf_counter()
        with anyio.move_on_after(self.settings.timeout) as self.deadline:
            try:
                failure = await self._exchange(pool)
            except Exception as error:  # what a server can provoke in three libraries is not a closed list
                failure = failure_of(error)
        if self.deadline.cancelled_caught:
            failure = Failure("timeout", f"no whole answer within {self.settings.timeout:g} s")
        elapsed = (time.perf_counter() - started - self.waited) * 1000
        response = None
        if self.status is not None:
            body = self.body.taken()
            failure = failure or self._too_dense(body)
            if failure is not None and failure.kind == "too-large":
                body = body[:KEPT]
            response = WireResponse(self.status, self.headers, body, truncated=failure is not None)
        return Sent(self.request, response, failure, elapsed)

    async def _exchange(self, pool: httpx.AsyncBaseTransport) -> Failure | None:
        outgoing = self._outgoing()
        sent = tuple((_text(name), _text(value)) for name, value in outgoing.headers.raw)
        self.request = WireRequest(outgoing.method, self.request.url, sent, self.request.body)
        response = await pool.handle_async_request(outgoing)
        try:
            self.status = response.status_code
            self.headers = tuple((_text(name), _text(value)) for name, value in response.headers.raw)
            codings = [value for name, value in self.headers if name.lower() == "content-encoding"]
            self.body = Body(", ".join(codings), self.settings.max_bytes)
            return await self._receive(response)
        finally:
            with anyio.CancelScope(shield=True):
                await response.aclose()

    async def _receive(self, response: httpx.Response) -> Failure | None:
        assert isinstance(response.stream, AsyncIterable)
        try:
            async with AsyncExitStack() as stack:
                async for chunk in response.stream:
                    self.body.feed(chunk)
                    if self.body.full:
                        most = f"{self.settings.max_bytes} bytes; --max-bytes permits more"
                        return Failure("too-large", f"the body is over {most}")
                    if self.body.size > LARGE and not self.waited:
                        await self._go_alone(stack)
            if self.request.method != "HEAD":
                self.body.finish()
        except BadCodingError as error:
            return Failure("protocol", str(error))
        return None

    async def _go_alone(self, stack: AsyncExitStack) -> None:
        """Wait until no other large body is being received, but not for long: a server has deadlines of its own.

        What others take is no time of this server's.
        """
        before, left = anyio.current_time(), self.deadline.deadline - anyio.current_time()
        self.deadline.deadline = math.inf
        with anyio.move_on_after(PATIENCE):
            await stack.enter_async_context(self.alone)
        self.deadline.deadline = anyio.current_time() + left
        self.waited = max(anyio.current_time() - before, sys.float_info.epsilon)

    def _too_dense(self, body: bytes) -> Failure | None:
        """Refuse a text that takes many times its length in memory, since it is of many short values."""
        if len(body) * DENSEST <= self.settings.max_bytes or weight_of(body) <= self.settings.max_bytes:
            return None
        most = f"{self.settings.max_bytes} bytes once it is read; --max-bytes permits more"
        return Failure("too-large", f"the body takes over {most}")

    def _outgoing(self) -> httpx.Request:
        given = {name.lower() for name, _ in self.request.headers}
        headers = [(name, value) for name, value in DEFAULT_HEADERS if name.lower() not in given]
        headers += self.request.headers
        # httpcore closes the socket when its own timeout ends a handshake, but not when our deadline does, so
        # connecting and securing each get less than half of it.
        whole = self.settings.timeout
        timeout = httpx.Timeout(whole, connect=0.45 * whole)
        outgoing = httpx.Request(
            self.request.method,
            self.url,
            headers=[(name.encode(), value.encode()) for name, value in headers],
            content=self.request.body,
            extensions={"timeout": timeout.as_dict(), "trace": self._trace},
        )
        outgoing.url = self.url  # httpx.Request makes a plain copy, which would be normalised
        return outgoing

    async def _trace(self, event: str, _info: object) -> None:
        if event.startswith("connection.connect"):
            self.reused = False


def _text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _is_of(url: str, origins: frozenset[str]) -> bool:
    try:
        return origin_of(url) in origins and not httpx.URL(url).userinfo
    except ValueError:
        return False


def _refusal(url: str) -> str:
    try:
        origin = origin_of(url)
    except ValueError as error:
        return f"not sent: {error}"
    if httpx.URL(url).userinfo:
        return "not sent: the url carries a user name or password"
    return f"not sent: {origin} is not an origin that requests may go to"


def _stopped(here: str, place: str, *, last: bool) -> str:
    """Return why a redirect from `here` to `place` is not followed, or nothing."""
    try:
        there = urllib.parse.urljoin(here, place)
        origin = origin_of(there)
    except ValueError:
        return "it redirects to something that is not a url"
    if origin != origin_of(here):
        return f"it redirects to another origin, {origin}"
    if not place:
        return "it redirects to nowhere"
    return "it redirects again and again" if last else ""
