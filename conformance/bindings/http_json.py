"""A2A over HTTP+JSON (§11): paths, query parameters, status codes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

from conformance.bindings.answer import Answer, answered
from conformance.bindings.binding import IN_FRONT, merged, read_json, without_json
from conformance.bindings.reading import Kind, Reading, Refusal
from conformance.core.missing import MISSING
from conformance.probe.exchange import Exchange
from conformance.probe.questions import Question
from conformance.probe.wire import WireRequest
from conformance.profiles import Profile
from conformance.target.interfaces import Interface

MEDIA_TYPE = "application/a2a+json"
SLASH = re.compile("%(2f|5c)", re.IGNORECASE)
"""An encoded slash in a path, which many proxies stop with an answer of their own."""


class HttpJson:
    """The binding; it holds nothing but the profile."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile

    def encode(self, question: Question, interface: Interface, headers: Mapping[str, str]) -> WireRequest:
        """Return the request that carries `question` in path, query or body (§11.3, §11.5)."""
        operation = self.profile.operations[question.operation]
        wire = question.wire
        own = wire.get("tenant", interface.tenant)
        params = dict(question.params)
        path = operation.path
        for name in [name for name in params if f"{{{name}}}" in path]:
            path = path.replace(f"{{{name}}}", quote(spelled(params.pop(name)), safe=""))
        values = {operation.params[name].name: value for name, value in params.items()} | dict(question.extra)
        base = {"Accept": f"{MEDIA_TYPE}, application/json", **headers}
        body = None
        query = ""
        if operation.method == "POST":
            base = {"Content-Type": MEDIA_TYPE, **base}
            values |= {"tenant": own} if own else {}
            body = json.dumps(values, ensure_ascii=False).encode("utf-8", "surrogatepass")
        else:
            query = "&".join(f"{quote(k, safe='')}={quote(spelled(v), safe='')}" for k, v in values.items())
        tenant = f"/{quote(own, safe='')}" if own else ""
        path = wire.get("http_path", path)
        url = joined(interface.url, tenant + path, wire.get("http_query", query))
        return WireRequest(
            wire.get("http_method", operation.method), url, merged(base, question.headers), body
        )

    def decode(self, question: Question, exchange: Exchange) -> Answer:
        """Return what the exchange's response says to `question`."""
        return answered(question, exchange, self.profile, partial(self._read, exchange))

    @staticmethod
    def _read(exchange: Exchange) -> Reading:
        if told := without_json(exchange):
            return told
        response = exchange.sent.response
        assert response is not None
        status = response.status
        document = read_json(response.body)
        if isinstance(document, str):
            trouble = f"HTTP {status}, {document}"
            if status >= 500:
                return Reading(Kind.FAULT, trouble=trouble)
            if status >= 400:
                stopped = status in IN_FRONT or SLASH.search(urlsplit(exchange.sent.request.url).path)
                kind = Kind.GATEWAY if stopped else Kind.REFUSED
                refusal = Refusal(None, status, None, MISSING, MISSING)
                return Reading(kind, trouble=trouble, refusal=refusal)
            return Reading(Kind.UNREADABLE, trouble=trouble)
        seen = Reading(Kind.ACCEPTED, document.value, document.problems, document.value)
        if status < 400:
            return seen
        refusal = _refusal(status, document.value)
        kind = Kind.FAULT if status >= 500 else Kind.REFUSED
        return replace(seen, kind=kind, body=MISSING, refusal=refusal, trouble=str(refusal))


def _refusal(status: int, document: Any) -> Refusal:
    """Read an error body: the `error` object (§11.6), or a problem document (§6.5)."""
    whole = document if isinstance(document, dict) else {}
    error = whole.get("error", MISSING)
    if isinstance(error, dict):
        return Refusal(None, status, error.get("message"), error.get("details", MISSING), error)
    return Refusal(None, status, whole.get("detail", whole.get("title")), MISSING, MISSING)


def spelled(value: Any) -> str:
    """Return a parameter's value as the query spells it (§11.5)."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def joined(base: str, path: str, query: str) -> str:
    """Return `base` with `path` put after its own and `query` after its own."""
    scheme, host, before, own, _ = urlsplit(base)
    return urlunsplit((scheme, host, before.rstrip("/") + path, "&".join(filter(None, (own, query))), ""))


def create(profile: Profile) -> HttpJson:
    """Return the binding for `profile`."""
    return HttpJson(profile)
