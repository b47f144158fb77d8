"""Conforming servers that are late, or forget soon."""

# ruff: noqa: ARG002 - rules take the arguments that they are given

from __future__ import annotations

from contextvars import ContextVar

from conformance.proof.registry import variant
from conformance.reference import Rules
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller, ListQuery
from conformance.reference.store import Condition

SECOND = 1_000_000_000
GETTING = ContextVar("getting", default=False)
"""Whether the request that is being answered is GetTask: several are at a time."""


@variant("Tasks are kept for half a second after their last change, if that is after the server's start.")
class ShortMemory(Rules):
    def __init__(self) -> None:
        super().__init__()
        self.started = self.clock()

    def scope(self, caller: Caller) -> list[Condition]:
        gone = Condition("NOT (ns BETWEEN ? AND ?)", (self.started, self.clock() - SECOND // 2))
        return [*super().scope(caller), gone]


@variant("The list is three tenths of a second behind what GetTask tells.")
class LateList(Rules):
    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        now = self.clock()
        late = Condition("ns < ? OR ns > ?", (now - 3 * SECOND // 10, now + 5 * SECOND))
        return [*super().filters(caller, query), late]


@variant("A task that was just created is in the list after a minute only.")
class VeryLateList(Rules):
    def __init__(self) -> None:
        super().__init__()
        self.started = self.clock()

    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        now = self.clock()
        late = Condition("ns < ? OR ns > ?", (max(self.started, now - 60 * SECOND), now + 5 * SECOND))
        return [*super().filters(caller, query), late]


@variant("GetTask knows a new task a fifth of a second late.")
class LateGet(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        GETTING.set(operation == "GetTask")
        return params

    def scope(self, caller: Caller) -> list[Condition]:
        if not GETTING.get():
            return super().scope(caller)
        now = self.clock()
        late = Condition("ns < ? OR ns > ?", (now - SECOND // 5, now + 5 * SECOND))
        return [*super().scope(caller), late]


@variant("The server's clock is an hour ahead.")
class ClockAhead(Rules):
    def clock(self) -> int:
        return super().clock() + 3600 * SECOND
