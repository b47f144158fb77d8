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
