"""Conforming servers whose order looks odd."""

from __future__ import annotations

from conformance.proof.registry import variant
from conformance.reference import Rules
from conformance.reference.queries import Caller
from conformance.reference.store import Condition
from conformance.reference.tokens import Position


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
