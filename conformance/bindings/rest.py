"""JSON over HTTP as a profile describes it: paths, places of parameters, statuses, pointers into errors."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import quote

from conformance.bindings.answer import Answer, answered
from conformance.bindings.binding import IN_FRONT, merged, read_json, without_json
from conformance.bindings.http_json import joined, spelled
from conformance.bindings.reading import Kind, Reading, Refusal
from conformance.core.missing import MISSING
from conformance.core.pointers import at, places
from conformance.probe.exchange import Exchange
from conformance.probe.questions import Question
from conformance.probe.wire import WireRequest
from conformance.profiles import Profile
from conformance.target.interfaces import Interface


class Rest:
    """The binding; it holds nothing but the profile."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile

    def encode(self, question: Question, interface: Interface, headers: Mapping[str, str]) -> WireRequest:
        """Return the request for `question`: the url that a page gave, or one made of path and parameters.

        Parameters that the API does not have are left out.
        """
        operation = self.profile.operations[question.operation]
        base = {"Accept": "application/json", **self.profile.headers, **headers}
        if url := question.wire.get("http_url"):
            return WireRequest(operation.method, url, merged(base, question.headers), None)
        path, placed = operation.path, _Placed()
        for name, value in question.params.items():
            if f"{{{name}}}" in path:
                path = path.replace(f"{{{name}}}", quote(spelled(value), safe=""))
            elif f"{{+{name}}}" in path:
                path = path.replace(f"{{+{name}}}", quote(spelled(value), safe="/"))
            elif found := self._place(question.operation, name):
                placed.put(*found, value)
        for name, value in question.extra.items():
            placed.put(name, "query" if operation.method == "GET" else "body", value)
        body = None
        if operation.method != "GET":
            base = {"Content-Type": "application/json", **base}
            body = json.dumps(placed.body, ensure_ascii=False).encode("utf-8", "surrogatepass")
        query = "&".join(f"{quote(k, safe='')}={quote(spelled(v), safe='')}" for k, v in placed.query)
        url = joined(interface.url, path, query)
        changes = {**placed.headers, **question.headers}
        return WireRequest(operation.method, url, merged(base, changes), body)

    def _place(self, operation: str, name: str) -> tuple[str, str] | None:
        """Return the wire's name of a parameter or filter and where it goes, None for one that there is not."""
        for one in self.profile.filters if operation == "list" else ():
            if one.name == name:
                return one.param, one.place
        found = self.profile.operations[operation].params.get(name)
        return None if found is None else (found.name, found.place)

    def decode(self, question: Question, exchange: Exchange) -> Answer:
        """Return what the exchange's response says to `question`."""
        return answered(question, exchange, self.profile, partial(self._read, question, exchange))

    def _read(self, question: Question, exchange: Exchange) -> Reading:
        if told := without_json(exchange):
            return told
        response = exchange.sent.response
        assert response is not None
        status, document = response.status, read_json(response.body)
        if isinstance(document, str):
            kind = Kind.UNREADABLE if status < 400 else Kind.FAULT if status >= 500 else Kind.REFUSED
            if kind is Kind.REFUSED and status in IN_FRONT:
                kind = Kind.GATEWAY
            refusal = Refusal(None, status, None, MISSING, MISSING) if kind is Kind.REFUSED else None
            return Reading(kind, trouble=f"HTTP {status}, {document}", refusal=refusal)
        value, problems = document.value, document.problems
        if status < 400:
            root = self.profile.get_root if question.operation == "get" else ""
            return Reading(Kind.ACCEPTED, value, problems, at(value, root), root)
        refusal = self._refusal(status, value)
        kind = Kind.FAULT if status >= 500 else Kind.REFUSED
        return Reading(kind, value, problems, refusal=refusal, trouble=str(refusal))

    def _refusal(self, status: int, document: Any) -> Refusal:
        """Read an error body: of the places that the profile names for each part the first that is there."""
        code, message = (
            first(document, places) for places in (self.profile.error_code, self.profile.error_message)
        )
        return Refusal(
            None if code is MISSING else code,
            status,
            None if message is MISSING else message,
            MISSING,
            document,
        )


class _Placed:
    """The parameters of a request by where they go."""

    def __init__(self) -> None:
        self.query: list[tuple[str, Any]] = []
        self.headers: dict[str, str | None] = {}
        self.body: dict[str, Any] = {}

    def put(self, name: str, place: str, value: Any) -> None:
        """Put a value in its place."""
        if place == "query":
            self.query.append((name, value))
        elif place == "header":
            self.headers[name] = spelled(value)
        else:
            *steps, last = places(name)
            inside = self.body
            for step in steps:
                inside = inside.setdefault(step, {})
            inside[last] = value


def first(document: Any, pointers: Sequence[str]) -> Any:
    """Return what stands at the first of `pointers` that leads to something, MISSING where none does."""
    found = (at(document, pointer) for pointer in pointers)
    return next((value for value in found if value is not MISSING), MISSING)


def create(profile: Profile) -> Rest:
    """Return the binding for `profile`."""
    return Rest(profile)
