"""Servers that count wrongly in totalSize."""

# ruff: noqa: ARG002 - rules take the arguments that they are given

from __future__ import annotations

from collections.abc import Sequence

from conformance.proof.registry import fault
from conformance.reference import Rules
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller, ListQuery
from conformance.reference.store import Condition, Store
from conformance.reference.tokens import Position


@fault("total.present", "The answer has no totalSize.")
class NoTotal(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        result.pop("totalSize", None)
        return result


@fault("total.present", "An empty answer has no totalSize.", clause="zero", bindings=("http+json",))
class NoTotalOfNothing(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if caller.binding == "http+json" and not result.get("tasks"):
            result.pop("totalSize", None)
        return result


@fault("total.present", "totalSize is -1 where nothing was counted.", clause="not-negative")
class MinusOne(Rules):
    def total(
        self, caller: Caller, store: Store, scope: Sequence[Condition], filters: Sequence[Condition]
    ) -> int:
        return super().total(caller, store, scope, filters) or -1


@fault("total.before-paging", "totalSize is the number of tasks on the page.")
class TotalOfThePage(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        tasks = result.get("tasks")
        return {**result, "totalSize": len(tasks)} if isinstance(tasks, list) else result


@fault("total.matches", "totalSize is one too many.")
class OneTooMany(Rules):
    def total(
        self, caller: Caller, store: Store, scope: Sequence[Condition], filters: Sequence[Condition]
    ) -> int:
        counted = super().total(caller, store, scope, filters)
        return counted + (1 if counted and not filters else 0)


@fault("total.present", "The last page has no totalSize.")
class NoTotalAtTheEnd(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if result.get("tasks") and not result.get("nextPageToken"):
            result.pop("totalSize", None)
        return result


@fault("total.before-paging", "totalSize counts what is left, from the page on.")
class TotalOfTheRest(Rules):
    rest: Condition | None = None

    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        self.rest = None
        return super().filters(caller, query)

    def beyond(self, caller: Caller, position: Position) -> Condition:
        self.rest = super().beyond(caller, position)
        return self.rest

    def total(
        self, caller: Caller, store: Store, scope: Sequence[Condition], filters: Sequence[Condition]
    ) -> int:
        return super().total(caller, store, scope, [*filters, *([self.rest] if self.rest else [])])


@fault("total.before-paging", "Within a context totalSize counts what is left, from the page on.")
class TotalOfTheRestInContexts(TotalOfTheRest):
    context = ""

    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        self.context = query.context_id
        return super().filters(caller, query)

    def total(
        self, caller: Caller, store: Store, scope: Sequence[Condition], filters: Sequence[Condition]
    ) -> int:
        if self.context:
            return super().total(caller, store, scope, filters)
        return Rules.total(self, caller, store, scope, filters)
