"""What the emulators share: a call and its reply, a record, an application made of rules, and serving one on a port.

What an API promises is in its own module; so are its errors.
"""

from __future__ import annotations

import argparse
import functools
import hmac
import threading
import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from conformance.reference.running import running

JSON = dict[str, Any]
TOKEN = "emulated-session"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
START = datetime(2026, 5, 4, 8, 30, 0, 125_000, tzinfo=UTC)


@dataclass(frozen=True)
class Call:
    """One request: the path's variables, the query (the last of a name counts), headers by lower-case name."""

    path: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    url: str


@dataclass
class Reply:
    """One answer."""

    body: Any
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


class RefusedError(Exception):
    """A request that is answered with an error."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(reply.status)
        self.reply = reply


@dataclass(frozen=True)
class Record:
    """A stored task: when it was made, in microseconds since the epoch, and the members that it has."""

    at: int
    id: str
    body: JSON


class Rules:
    """An API as small methods; a subclass that replaces one is a server with that one rule changed."""

    api: ClassVar[str]
    routes: ClassVar[Mapping[str, str]]
    """Path templates, each with the name of the method that answers GET."""
    token = TOKEN

    def ordered(self, records: Sequence[Record]) -> list[Record]:
        """Return the records newest first; ties by id."""
        return sorted(records, key=lambda record: (-record.at, record.id))

    def admitted(self, call: Call) -> bool:
        """Say whether the call carries the bearer token."""
        scheme, _, given = call.headers.get("authorization", "").partition(" ")
        return scheme.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), self.token.encode())

    def sent(self, call: Call, reply: Reply) -> Reply:
        """See every answer before it is sent."""
        return reply

    def nothing_here(self) -> Reply:
        """Return the answer at a path that there is not."""
        return Reply({"message": "Not Found"}, 404)


def create_app(rules: Rules) -> Starlette:
    """Return the application that `rules` make."""

    def endpoint(method: str) -> Callable[[Request], Awaitable[JSONResponse]]:
        async def answer(request: Request) -> JSONResponse:
            query = dict(request.query_params.multi_items())
            call = Call(request.path_params, query, request.headers, str(request.url))
            try:
                reply: Reply = getattr(rules, method)(call)
            except RefusedError as refused:
                reply = refused.reply
            reply = rules.sent(call, reply)
            return JSONResponse(reply.body, reply.status, reply.headers)

        return answer

    async def nothing_here(_request: Request, _error: Exception) -> JSONResponse:
        reply = rules.nothing_here()
        return JSONResponse(reply.body, reply.status)

    return Starlette(
        routes=[Route(path, endpoint(method)) for path, method in rules.routes.items()],
        exception_handlers={404: nothing_here},
    )


def whole_number(text: str) -> int | None:
    """Return the integer that `text` writes in ASCII digits, None where it is none."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 20 else None


def instant(text: str) -> int | None:
    """Return the microseconds of a date-time, taken as UTC where it has no zone; None where it is none."""
    try:
        # A plus that was not encoded arrives as a space.
        moment = datetime.fromisoformat(text.replace(" ", "+"))
    except ValueError:
        return None
    return (moment.replace(tzinfo=moment.tzinfo or UTC) - EPOCH) // timedelta(microseconds=1)


def zoned(at: int) -> str:
    """Write an instant as 2026-05-04T08:30:00.125000Z."""
    return naive(at) + "Z"


@functools.cache
def naive(at: int) -> str:
    """Write an instant as 2026-05-04T08:30:00.125000."""
    return (EPOCH + timedelta(microseconds=at)).replace(tzinfo=None).isoformat(timespec="microseconds")


def made(number: int) -> int:
    """Return when record `number` was made: a good minute after the one before, or at once with it now and then."""
    number = {2: 1, 7: 6, 21: 20, 22: 20}.get(number, number - (number % 40 == 39))
    return (START - EPOCH) // timedelta(microseconds=1) + number * 61_000_037


@functools.cache
def identifier(kind: str, number: int) -> str:
    """Return a UUID that is the same every time."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"https://emulated.example/{kind}/{number}"))


def serve(rules: Rules, arguments: Sequence[str] | None = None) -> None:
    """Serve on --port until interrupted."""
    parser = argparse.ArgumentParser(description=f"An emulator of {rules.api}.")
    parser.add_argument("--port", type=int, default=0, help="0, the default, is any free port")
    with running(create_app(rules), port=parser.parse_args(arguments).port) as url:
        print(f"{rules.api} is emulated at {url}; the bearer token is {rules.token}.", flush=True)
        threading.Event().wait()
