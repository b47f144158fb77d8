"""The named hostile behaviours: servers that a run must survive, whatever becomes of its verdict.

Each is a function of a few lines from what was asked to the bytes that go out. `hostile_<kind>.py` beside this module
hold them. Most hand on what the reference server answers, changed, so that the suite gets deep into its checks.
"""

from __future__ import annotations

import contextlib
import functools
import http.client
import importlib
import json
import pkgutil
import re
import ssl
import urllib.parse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from conformance import proof
from conformance.proof.rawserver import Answer, RawServer
from conformance.proof.rawserver import reply as reply_bytes
from conformance.reference import MAIN_TOKEN

SECRET = "s3cr3t/tok+en=with.signs"  # noqa: S105 - what a run gives these servers, to be looked for in its outputs
CREDENTIAL = {"HOSTILE_TOKEN": SECRET}
"""The environment variable that a run takes its bearer token from."""
MEBIBYTE = 1024 * 1024

Behaviour = Callable[["Asked"], Answer]
_behaviours: dict[str, Hostile] = {}


@dataclass(frozen=True)
class Hostile:
    """A server's behaviour, and options that its run is to have. `secured` makes a TLS context and a PEM to trust."""

    name: str
    sentence: str
    answer: Behaviour
    options: Sequence[str] = ()
    secured: Callable[[], tuple[ssl.SSLContext | None, bytes]] | None = None


def hostile(
    sentence: str,
    *options: str,
    secured: Callable[[], tuple[ssl.SSLContext | None, bytes]] | None = None,
) -> Callable[[Behaviour], Behaviour]:
    """Register a behaviour by its function's name; ValueError when there is one of that name."""

    def register(answer: Behaviour) -> Behaviour:
        name = answer.__name__.strip("_").replace("_", "-")
        if name in _behaviours:
            raise ValueError(f"there is a hostile behaviour called {name} already")
        _behaviours[name] = Hostile(name, sentence, answer, options, secured)
        return answer

    return register


def behaviours() -> list[Hostile]:
    """Return every hostile behaviour."""
    _load()
    return list(_behaviours.values())


@functools.cache
def _load() -> None:
    for module in sorted(module.name for module in pkgutil.iter_modules(proof.__path__)):
        if module.startswith("hostile_"):
            importlib.import_module(f"{proof.__name__}.{module}")


@dataclass(frozen=True)
class Reply:
    """An answer as the reference server gives it, without framing headers."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body's value; an object with nothing in it where there is none, as after a notification."""
        return json.loads(self.body) if self.body else {}

    def holding(self, value: Any) -> Reply:
        """Return this answer with `value` as its body; NaN and halves of surrogate pairs are written as Python does."""
        return replace(self, body=json.dumps(value).encode())

    def bytes(self, **headers: str) -> bytes:
        """Return the answer as bytes of HTTP/1.1; `headers` as in `rawserver.reply`."""
        named = {name.replace("-", "_"): value for name, value in self.headers.items()}
        return reply_bytes(self.body, self.status, **named | headers)


@dataclass(frozen=True)
class Asked:
    """One request to a hostile server. `number` counts from 1; `memory` is the server's own, while it runs."""

    request: bytes
    number: int
    url: str
    elsewhere: str
    upstream: str
    memory: dict[str, Any] = field(repr=False)

    @property
    def head(self) -> str:
        """Request line and headers."""
        return self.request.partition(b"\r\n\r\n")[0].decode("latin-1")

    @property
    def body(self) -> bytes:
        """The request's body."""
        return self.request.partition(b"\r\n\r\n")[2]

    @property
    def target(self) -> str:
        """The path and query that were asked for."""
        return [*self.head.split(" "), ""][1]

    @property
    def is_card(self) -> bool:
        """Whether the agent card is asked for."""
        return self.target.endswith("agent-card.json")

    @property
    def is_rpc(self) -> bool:
        """Whether the request is one of JSON-RPC."""
        return self.target.startswith("/rpc")

    @property
    def is_list(self) -> bool:
        """Whether tasks are to be listed."""
        return b'"ListTasks"' in self.body or self.target.partition("?")[0].endswith("/tasks")

    def header(self, name: str) -> str:
        """Return a header of the request, empty without one."""
        found = re.search(rf"^{name}: *(.*?)\r?$", self.head, re.IGNORECASE | re.MULTILINE)
        return found[1] if found else ""

    def right(self) -> Reply:
        """Return what the reference server answers; it takes the secret for its main principal's token."""
        method = self.head.split(" ")[0]
        sent = dict(line.split(": ", 1) for line in self.head.split("\r\n")[1:] if ": " in line)
        if sent.get("Authorization") == f"Bearer {SECRET}":
            sent["Authorization"] = f"Bearer {MAIN_TOKEN}"
        host = urllib.parse.urlsplit(self.upstream)
        connection = http.client.HTTPConnection(str(host.hostname), host.port, timeout=10)
        with contextlib.closing(connection):
            connection.request(method, self.target, self.body or None, sent)
            came = connection.getresponse()
            headers = {
                name: value
                for name, value in came.getheaders()
                if name.lower() in ("content-type", "www-authenticate")
            }
            return Reply(came.status, headers, came.read())

    def result(self, value: Any, **members: Any) -> Reply:
        """Return an answer of the asked binding that holds `value` as its result."""
        if not self.is_rpc:
            return Reply(200, {"Content-Type": "application/a2a+json"}, json.dumps(value).encode())
        envelope = {"jsonrpc": "2.0", "id": self.rpc_id, "result": value} | members
        return Reply(200, {"Content-Type": "application/json"}, json.dumps(envelope).encode())

    @property
    def rpc_id(self) -> Any:
        """The id of a JSON-RPC request, None where it has none that can be read."""
        try:
            sent = json.loads(self.body)
        except ValueError:
            return None
        return sent.get("id") if isinstance(sent, dict) else None


@dataclass(frozen=True)
class Attack:
    """A hostile server that runs: its url, the options for its run, and the host that must not be asked."""

    url: str
    options: Sequence[str]
    server: RawServer
    elsewhere: RawServer


@contextlib.contextmanager
def attacking(hostile: Hostile, upstream: str, directory: Path) -> Iterator[Attack]:
    """Run `hostile` over the reference server at `upstream`; `directory` takes a file of certificates."""
    context, trusted = hostile.secured() if hostile.secured else (None, b"")
    options = [*hostile.options]
    if trusted:
        (directory / "ca.pem").write_bytes(trusted)
        options += ["--ca", str(directory / "ca.pem")]
    memory: dict[str, Any] = {}

    def answer(request: bytes) -> Answer:
        memory["requests"] = number = memory.get("requests", 0) + 1
        return hostile.answer(Asked(request, number, url, elsewhere.url, upstream, memory))

    with RawServer(reply_bytes(b"{}")) as elsewhere, RawServer(answer, tls=context) as server:
        url = f"https://localhost:{server.port}" if hostile.secured else server.url
        yield Attack(url, options, server, elsewhere)


def everywhere(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return a JSON value with `change` made to everything in it that is no list and no object."""
    if isinstance(value, list):
        return [everywhere(item, change) for item in value]
    if isinstance(value, dict):
        return {name: everywhere(item, change) for name, item in value.items()}
    return change(value)


def tasks_in(value: Any) -> list[dict[str, Any]]:
    """Return the task objects in an answer of the reference server, to be changed in place."""
    if isinstance(value, list):
        return [task for answer in value for task in tasks_in(answer)]
    result = value.get("result", value)
    if not isinstance(result, dict) or "error" in value:
        return []
    return list(result.get("tasks", [result] if "status" in result else []))


def each_task(ask: Asked, change: Callable[[dict[str, Any]], object]) -> bytes:
    """Return the right answer with `change` made to every task in it."""
    right = ask.right()
    value = right.json
    for task in tasks_in(value):
        change(task)
    return right.holding(value).bytes()


def each_list(ask: Asked, change: Callable[[dict[str, Any]], object]) -> bytes:
    """Return the right answer with `change` made to the result of ListTasks."""
    right = ask.right()
    value = right.json
    for answer in value if isinstance(value, list) else [value]:
        result = answer.get("result", answer)
        if isinstance(result, dict) and "tasks" in result:
            change(result)
    return right.holding(value).bytes()
