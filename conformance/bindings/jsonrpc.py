"""A2A over JSON-RPC 2.0 (§9)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from conformance.bindings.answer import Answer, answered
from conformance.bindings.binding import IN_FRONT, merged, read_json, without_json
from conformance.bindings.reading import Kind, Reading, Refusal
from conformance.core.missing import MISSING
from conformance.probe.exchange import Exchange
from conformance.probe.questions import Question
from conformance.probe.wire import WireRequest
from conformance.profiles import Profile
from conformance.target.interfaces import Interface

DEFAULT_ID = "1"
INTERNAL_ERROR = -32603


class JsonRpc:
    """The binding; it holds nothing but the profile."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile

    def encode(self, question: Question, interface: Interface, headers: Mapping[str, str]) -> WireRequest:
        """Return the POST that carries `question` (§9.3)."""
        base = {"Content-Type": "application/json", "Accept": "application/json", **headers}
        return WireRequest(
            "POST",
            interface.url,
            merged(base, question.headers),
            self._body(question, question.wire.get("tenant", interface.tenant)),
        )

    def _body(self, question: Question, tenant: str | None) -> bytes:
        wire = question.wire
        if "rpc_body" in wire:
            # A lone surrogate from U+DC80 on stands for a byte that is no UTF-8.
            return str(wire["rpc_body"]).encode("utf-8", "surrogateescape")
        operation = self.profile.operations[question.operation]
        names = operation.params
        params = {names[name].name: value for name, value in question.params.items()} | dict(question.extra)
        if tenant:
            params.setdefault("tenant", tenant)
        envelope: dict[str, Any] = {"jsonrpc": "2.0", "id": wire.get("rpc_id", DEFAULT_ID)}
        envelope["method"] = wire.get("rpc_method", operation.rpc)
        envelope["params"] = wire.get("rpc_params", params)
        for member in wire.get("rpc_without", ()):
            del envelope[member]
        return json.dumps(envelope, ensure_ascii=False).encode("utf-8", "surrogatepass")

    def decode(self, question: Question, exchange: Exchange) -> Answer:
        """Return what the exchange's response says to `question`."""
        return answered(question, exchange, self.profile, partial(self._read, exchange))

    def _read(self, exchange: Exchange) -> Reading:
        if told := without_json(exchange):
            return told
        response = exchange.sent.response
        assert response is not None
        status = response.status
        document = read_json(response.body)
        if isinstance(document, str):
            kind = Kind.GATEWAY if status in IN_FRONT else Kind.FAULT if status >= 500 else Kind.UNREADABLE
            return Reading(kind, trouble=f"HTTP {status}, {document}")
        return _of_object(Reading(Kind.UNREADABLE, document.value, document.problems), status)


def _of_object(seen: Reading, status: int) -> Reading:
    """Return what the response object says (JSON-RPC 2.0 §5)."""
    document = seen.document
    envelope = document if isinstance(document, dict) else {}
    error = envelope.get("error", MISSING)
    if isinstance(error, dict):
        code = error.get("code")
        kind = Kind.FAULT if code == INTERNAL_ERROR else Kind.REFUSED
        refusal = Refusal(code, status, error.get("message"), error.get("data", MISSING), error)
        return replace(seen, kind=kind, refusal=refusal, root="/error", trouble=str(refusal))
    if status >= 500:
        return replace(seen, kind=Kind.FAULT, trouble=f"HTTP {status}")
    if status >= 400:
        kind = Kind.GATEWAY if status in IN_FRONT else Kind.REFUSED
        refusal = Refusal(None, status, None, MISSING, document)
        return replace(seen, kind=kind, refusal=refusal, trouble=f"HTTP {status} with no JSON-RPC error")
    if "result" not in envelope:
        return replace(seen, trouble="neither result nor error")
    return replace(seen, kind=Kind.ACCEPTED, body=envelope["result"], root="/result")


def create(profile: Profile) -> JsonRpc:
    """Return the binding for `profile`."""
    return JsonRpc(profile)
