"""Differences between interfaces that the specification allows."""

from __future__ import annotations

from typing import Any

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


@variant("HTTP+JSON prints members that are empty, as some libraries do.")
class HttpPrintsEmpties(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        shown: Any = result["tasks"] if operation == "ListTasks" else [result.get("task", result)]
        for task in shown if caller.binding == "http+json" else ():
            task.setdefault("metadata", {})
            for message in task.get("history", []):
                message.setdefault("extensions", [])
        return result


@variant("HTTP+JSON holds no more than thirty tasks on a page.")
class ShorterPagesOnHttp(Rules):
    def page_limit(self, caller: Caller, asked: int | None) -> int:
        limit = super().page_limit(caller, asked)
        return min(limit, 30) if caller.binding == "http+json" else limit
