"""Differences between interfaces that the specification allows."""

from __future__ import annotations

from conformance.proof.registry import variant
from conformance.reference import Rules
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller
from conformance.reference.store import Condition
from conformance.reference.tokens import Position


@variant("Ties stand in another order on HTTP+JSON.")
class OtherTiesOnHttp(Rules):
    def order(self, caller: Caller) -> str:
        return "ns DESC, id DESC" if caller.binding == "http+json" else super().order(caller)

    def beyond(self, caller: Caller, position: Position) -> Condition:
        if caller.binding != "http+json":
            return super().beyond(caller, position)
        return Condition("ns < ? OR (ns = ? AND id < ?)", (position.ns, position.ns, position.id))


@variant("HTTP+JSON shows the last two messages at most, and timestamps with nine digits.")
class ShorterHistoryOnHttp(Rules):
    def recent(self, caller: Caller, messages: list[JSON], length: int | None) -> list[JSON]:
        kept = super().recent(caller, messages, length)
        return kept[-2:] if caller.binding == "http+json" else kept
