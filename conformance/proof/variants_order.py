"""Conforming servers whose order looks odd."""

from __future__ import annotations

from typing import Any

from conformance.proof.registry import variant
from conformance.reference import Rules, timestamps
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller
from conformance.reference.store import UNDATED, Condition
from conformance.reference.tokens import Position

IMPORTED = "2026-06-01T00:00:00Z"


@variant("Ties come by falling ids.")
class TiesFalling(Rules):
    def order(self, caller: Caller) -> str:  # noqa: ARG002
        return "ns DESC, id DESC"

    def beyond(self, caller: Caller, position: Position) -> Condition:  # noqa: ARG002
        return Condition("ns < ? OR (ns = ? AND id < ?)", (position.ns, position.ns, position.id))


@variant("The order knows milliseconds only; within one, ids decide.")
class OrderedByMilliseconds(Rules):
    def order(self, caller: Caller) -> str:  # noqa: ARG002
        return "ns / 1000000 DESC, id"

    def beyond(self, caller: Caller, position: Position) -> Condition:  # noqa: ARG002
        here = position.ns // 1_000_000
        return Condition(
            "ns / 1000000 < ? OR (ns / 1000000 = ? AND id > ?)",
            (here, here, position.id),
        )


@variant("Tasks without a timestamp stand before all others.")
class UndatedFirst(Rules):
    def order(self, caller: Caller) -> str:  # noqa: ARG002
        return "stamp IS NULL DESC, ns DESC, id"

    def beyond(self, caller: Caller, position: Position) -> Condition:
        later = super().beyond(caller, position)
        if position.ns == UNDATED:
            return Condition("stamp IS NOT NULL OR id > ?", (position.id,))
        return Condition(f"stamp IS NOT NULL AND ({later.sql})", later.values)


@variant("All tasks from before the server's start have one timestamp, as after an import.")
class ImportedAtOnce(Rules):
    def __init__(self) -> None:
        super().__init__()
        self.started = self.clock()
        self.imported = timestamps.parse(IMPORTED)
        self.at = f"CASE WHEN ns > {self.started} THEN ns ELSE {self.imported} END"

    def order(self, caller: Caller) -> str:  # noqa: ARG002
        return f"{self.at} DESC, id"

    def beyond(self, caller: Caller, position: Position) -> Condition:  # noqa: ARG002
        here = position.ns if position.ns > self.started else self.imported
        return Condition(f"{self.at} < ? OR ({self.at} = ? AND id > ?)", (here, here, position.id))

    def after(self, caller: Caller, bound: int) -> Condition:  # noqa: ARG002
        return Condition(f"{self.at} >= ?", (bound,))

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:  # noqa: ARG002
        shown: Any = result["tasks"] if operation == "ListTasks" else [result.get("task", result)]
        for task in shown:
            stamp = task.get("status", {}).get("timestamp", IMPORTED)
            if timestamps.parse(stamp) <= self.started:
                task["status"]["timestamp"] = IMPORTED
        return result
