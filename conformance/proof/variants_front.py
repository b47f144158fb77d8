"""What proxies, gateways and web frameworks in front of a conforming server do, and may."""

from __future__ import annotations

import gzip
import json
import time
import urllib.parse
from typing import ClassVar

import anyio
import httpx

from conformance.proof.front import Front
from conformance.proof.registry import variant
from conformance.proof.variants_time import SECOND
from conformance.reference import MAIN_TOKEN, Rules
from conformance.reference.queries import Caller
from conformance.reference.store import Condition

PAGE = b"<!doctype html><title>Not with us</title>"


def page(status: int, **headers: str) -> httpx.Response:
    """Return an answer that is no agent's."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, headers={"Content-Type": "text/html"} | named, content=PAGE)


@variant("A firewall forbids quotes, NUL and dots with slashes, and finds long paths too long.")
class FirewallInFront(Rules):
    class Front(Front):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            target = urllib.parse.unquote(request.url.raw_path.decode("latin-1"))
            if len(target) > 2000:
                return page(414)
            if any(bad in target for bad in ("'", '"', "\0", "../", "\n")):
                return page(403)
            return await super().handle_async_request(request)


@variant("A firewall lets requests with quotes, NUL, ../ or the largest number wait for ever.")
class SilentFirewall(Rules):
    class Front(Front):
        dropped: ClassVar = ("'", "\0", "\\u0000", "../", "2147483647")

        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            said = request.url.raw_path + await request.aread()
            if any(bad in urllib.parse.unquote(said.decode("latin-1")) for bad in self.dropped):
                raise httpx.ReadTimeout("", request=request)
            return await super().handle_async_request(request)


@variant("A path with an encoded slash gets no further than the proxy.")
class SlashStopped(Rules):
    class Front(Front):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            stopped = b"%2f" in request.url.raw_path.partition(b"?")[0].lower()
            return page(404) if stopped else await super().handle_async_request(request)


@variant("A path with dots in it is sent to the cleaned one.")
class PathsCleaned(Rules):
    class Front(Front):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            if ".." in urllib.parse.unquote(request.url.raw_path.decode("latin-1")):
                return page(301, Location="/http/x")
            return await super().handle_async_request(request)


@variant("A slash at the end of a path does not count.")
class TrailingSlash(Rules):
    class Front(Front):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            if request.url.path == "/http/tasks/":
                request.url = request.url.copy_with(path="/http/tasks")
            return await super().handle_async_request(request)


@variant("HEAD is not allowed.")
class NoHead(Rules):
    class Front(Front):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            if request.method == "HEAD":
                return httpx.Response(405, headers={"Allow": "GET"})
            return await super().handle_async_request(request)


@variant("Of a query parameter that is there twice, the last one counts.")
class LastParameterCounts(Rules):
    class Front(Front):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            path, _, query = request.url.raw_path.decode("latin-1").partition("?")
            last = {pair.partition("=")[0]: pair for pair in query.split("&") if pair}
            if len(last) != len([pair for pair in query.split("&") if pair]):
                request.url = request.url.copy_with(raw_path=f"{path}?{'&'.join(last.values())}".encode())
            return await super().handle_async_request(request)


@variant("An array of requests is refused.")
class NoBatches(Rules):
    class Front(Front):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            if (await request.aread()).lstrip().startswith(b"["):
                error = {"code": -32600, "message": "One request at a time"}
                return httpx.Response(200, json={"jsonrpc": "2.0", "id": None, "error": error})
            return await super().handle_async_request(request)


@variant("Errors over JSON-RPC have HTTP statuses that say the same.")
class StatusesOfErrors(Rules):
    class Front(Front):
        statuses: ClassVar = {-32700: 400, -32600: 400, -32601: 404, -32602: 400, -32001: 404, -32009: 400}

        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            came = await super().handle_async_request(request)
            body = await came.aread()
            if request.url.path != "/rpc" or b'"error"' not in body or came.status_code != 200:
                return httpx.Response(came.status_code, headers=came.headers, content=body)
            said = json.loads(body)
            code = said["error"]["code"] if isinstance(said, dict) and "error" in said else 0
            return httpx.Response(self.statuses.get(code, 200), headers=came.headers, content=body)


@variant("One request in ten finds the server not available for a moment.")
class BusyForAMoment(Rules):
    class Front(Front):
        count = 0

        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            self.count += 1
            return page(503) if self.count % 10 == 0 else await super().handle_async_request(request)


@variant("One request in twelve is too many, and may be made again at once.")
class TooMany(Rules):
    class Front(Front):
        count = 0

        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            self.count += 1
            limited = self.count % 12 == 0
            return page(429, Retry_After="0") if limited else await super().handle_async_request(request)


@variant("Each answer takes its time.")
class Slow(Rules):
    class Front(Front):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            await anyio.sleep(0.01)
            return await super().handle_async_request(request)


@variant("Others create, finish and fail tasks a hundred times a second, where waits are cut to a tenth.")
class WrittenToAllTheTime(Rules):
    """Ten times a second in the time that the suite thinks has passed."""

    class Front(Front):
        about: ClassVar[dict[str, str]] = {}
        written = 0.0
        count = 0

        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            if request.url.path.startswith(("/rpc", "/http")) and time.monotonic() > self.written + 0.01:
                self.written = time.monotonic()
                self.count += 1
                await super().handle_async_request(self.writing(request.url))
            return await super().handle_async_request(request)

        def writing(self, url: httpx.URL) -> httpx.Request:
            state = ("completed", "failed", "input-required")[self.count % 3]
            text = f"Work.\n#conformance state={state} messages=3 artifacts=1"
            message = {"messageId": f"w-{self.count}", "role": "ROLE_USER", "parts": [{"text": text}]}
            message |= self.about
            call = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": message}}
            headers = {"Authorization": f"Bearer {MAIN_TOKEN}", "A2A-Version": "1.0"}
            return httpx.Request("POST", url.copy_with(raw_path=b"/rpc"), json=call, headers=headers)


@variant("Others' tasks come all the time, and each is deleted two tenths of a second after its last change.")
class WrittenToAndPurged(WrittenToAllTheTime):
    class Front(WrittenToAllTheTime.Front):
        about: ClassVar = {"contextId": "others"}

    def scope(self, caller: Caller) -> list[Condition]:
        gone = Condition("context != ? OR ns > ?", ("others", self.clock() - SECOND // 50))
        return [*super().scope(caller), gone]


@variant("Each answer is packed by gzip, whatever is asked for.")
class Packed(Rules):
    class Front(Front):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            came = await super().handle_async_request(request)
            body = gzip.compress(await came.aread(), mtime=0)
            kept = [(name, value) for name, value in came.headers.raw if name.lower() != b"content-length"]
            headers = [*kept, (b"Content-Encoding", b"gzip")]
            return httpx.Response(came.status_code, headers=headers, stream=httpx.ByteStream(body))


@variant(
    "Two requests are answered at a time; who asks for more is told so, and nothing of when to come again."
)
class TwoAtATime(Rules):
    class Front(Front):
        count = 0

        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            if self.count >= 2:
                return page(429)
            self.count += 1
            try:
                return await super().handle_async_request(request)
            finally:
                self.count -= 1
