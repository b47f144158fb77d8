"""What every binding offers, and what the HTTP-based ones share."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Protocol

from conformance.bindings.answer import Answer
from conformance.bindings.reading import Kind, Reading
from conformance.core.errors import SuiteError
from conformance.core.jsontext import Document, Unreadable, parse
from conformance.probe.exchange import Exchange
from conformance.probe.questions import Question
from conformance.probe.wire import WireRequest
from conformance.profiles import Profile
from conformance.target.interfaces import Interface

THROTTLING = frozenset({429, 502, 503, 504})
IN_FRONT = frozenset({401, 403, 413, 414, 431})
MODULES = {
    "JSONRPC": "conformance.bindings.jsonrpc",
    "HTTP+JSON": "conformance.bindings.http_json",
    "REST": "conformance.bindings.rest",
}


class Binding(Protocol):
    """One protocol: questions to wire requests, exchanges to answers. Both are pure."""

    def encode(self, question: Question, interface: Interface, headers: Mapping[str, str]) -> WireRequest:
        """Return the request for `question`; `headers` are those of the interface and the principal."""
        ...

    def decode(self, question: Question, exchange: Exchange) -> Answer:
        """Return what the exchange's response says to `question`."""
        ...


def binding_of(interface: Interface, profile: Profile) -> Binding:
    """Return the binding that speaks to `interface`; raises SuiteError for one that the suite does not know."""
    module = MODULES.get(interface.binding)
    if module is None:
        raise SuiteError(f"The binding {interface.binding!r} is not known to this version.")
    binding: Binding = importlib.import_module(module).create(profile)
    return binding


def merged(base: Mapping[str, str], changes: Mapping[str, str | None]) -> tuple[tuple[str, str], ...]:
    """Return the headers `base` with `changes`, by case-insensitive name; a change to None leaves one out."""
    changed = {name.lower() for name in changes}
    kept = [(name, value) for name, value in base.items() if name.lower() not in changed]
    return (*kept, *((name, value) for name, value in changes.items() if value is not None))


def without_json(exchange: Exchange) -> Reading | None:
    """Return what is read when no JSON need be read to know its kind, else None."""
    response = exchange.sent.response
    if response is None:
        failure = exchange.sent.failure
        text = f"{failure.kind}: {failure.text}" if failure else "no answer"
        return Reading(Kind.FAULT, trouble=text)
    if response.status in THROTTLING:
        return Reading(Kind.THROTTLED, trouble=f"HTTP {response.status}")
    if 300 <= response.status < 400:
        return Reading(Kind.GATEWAY, trouble=f"HTTP {response.status}, a redirect that is not followed")
    return _cut_short(exchange)


def _cut_short(exchange: Exchange) -> Reading | None:
    """Return what is read of an answer of which not all came; what did come may still be one JSON value."""
    response, failure = exchange.sent.response, exchange.sent.failure
    if response is None or failure is None or not response.truncated:
        return None
    if failure.kind in {"too-large", "timeout"} or isinstance(read_json(response.body), str):
        return Reading(Kind.FAULT, trouble=f"{failure.kind}: {failure.text}")
    return None


def read_json(body: bytes) -> Document | str:
    """Return the JSON document of a body, or why there is none."""
    try:
        return parse(body)
    except Unreadable as unreadable:
        return unreadable.reason
