"""Servers whose lists leave tasks out that they still have."""

from __future__ import annotations

from conformance.proof.registry import fault
from conformance.reference import Rules
from conformance.reference.queries import Caller, ListQuery
from conformance.reference.store import Condition


@fault("filter.status", "Rejected tasks are listed only where they are asked for.", clause="narrows")
class RejectedOnRequest(Rules):
    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        hidden = [] if query.status else [Condition("state <> 'TASK_STATE_REJECTED'")]
        return super().filters(caller, query) + hidden


@fault("filter.context", "Canceled tasks are listed only within their context.", clause="narrows")
class CanceledWithinContexts(Rules):
    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        hidden = [] if query.context_id else [Condition("state <> 'TASK_STATE_CANCELED'")]
        return super().filters(caller, query) + hidden


@fault(
    "filter.status",
    "On HTTP+JSON what waits for input is listed only where its state is asked for.",
    clause="narrows",
    bindings=("http+json",),
)
class WaitingOnRequest(Rules):
    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        hides = caller.binding == "http+json" and not query.status
        hidden = [Condition("state <> 'TASK_STATE_INPUT_REQUIRED'")] if hides else []
        return super().filters(caller, query) + hidden


@fault("filter.context", "A list without a context holds the first two tasks of each.", clause="narrows")
class TwoOfEachContext(Rules):
    """As a list of conversations does; by the order in which they came in."""

    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        earlier = "(SELECT count(*) FROM tasks AS other WHERE other.context = tasks.context AND other.seq < tasks.seq)"
        hidden = [] if query.context_id else [Condition(f"{earlier} < 2")]
        return super().filters(caller, query) + hidden
