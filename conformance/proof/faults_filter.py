"""Servers whose filters let through too much or too little, or can't read what they are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import unquote_to_bytes

from conformance.proof.registry import fault
from conformance.reference import Rules, errors, timestamps
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller, ListQuery
from conformance.reference.store import UNDATED, Condition, Row
from conformance.reference.tokens import Position, seal
from conformance.reference.validate import STATES


@fault("filter.context", "contextId is ignored.")
class ContextIgnored(Rules):
    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        return super().filters(caller, replace(query, context_id=""))


@fault("filter.context", "contextId leaves out tasks that have not ended.")
class ContextOfEndedTasks(Rules):
    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        ended = [Condition("state NOT IN ('TASK_STATE_WORKING', 'TASK_STATE_SUBMITTED')")]
        return super().filters(caller, query) + (ended if query.context_id and not query.status else [])


@fault("filter.context-unknown", "A contextId that no task has is no filter.")
class UnknownContextIsNone(Rules):
    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        found = super().filters(caller, replace(query, context_id=""))
        if query.context_id:
            absent = "NOT EXISTS (SELECT 1 FROM tasks WHERE context = ?)"
            found.append(Condition(f"context = ? OR {absent}", (query.context_id, query.context_id)))
        return found


@fault("filter.empty-is-array", "An empty result has tasks: null.", also=("shape.list",))
class EmptyIsNull(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:  # noqa: ARG002
        return result | {"tasks": None} if operation == "ListTasks" and not result["tasks"] else result


@fault("filter.empty-is-array", "An empty result has no tasks member.", clause="present")
class EmptyIsMissing(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:  # noqa: ARG002
        if operation == "ListTasks" and not result["tasks"]:
            del result["tasks"]
        return result


@fault("filter.status", "status is ignored.")
class StatusIgnored(Rules):
    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        return super().filters(caller, replace(query, status=None))


@fault("filter.status", "status finds only the tasks that have a status message.")
class StatusOfMessages(Rules):
    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        said = [Condition("message IS NOT NULL")] if query.status and not query.context_id else []
        return super().filters(caller, query) + said


@fault("filter.status-unknown", "A status that does not exist is no filter.")
class UnknownStatusIsNone(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        known = isinstance(params.get("status"), int) or params.get("status") in STATES
        return super().list_query(caller, params if known else {**params, "status": None})


@fault(
    "filter.status-unknown",
    "On HTTP, a status that does not exist gives an empty list.",
    bindings=("http+json",),
)
class UnknownStatusIsEmpty(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        status = params.get("status")
        if caller.binding == "http+json" and isinstance(status, str) and status not in ("", *STATES):
            query = super().list_query(caller, {**params, "status": None})
            return replace(query, status=status)
        return super().list_query(caller, params)


@fault("filter.names", "The filter on time goes by lastUpdatedAfter only.", bindings=("jsonrpc",))
class OldNameOnly(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        if operation != "ListTasks" or caller.binding != "jsonrpc":
            return params
        return {**params, "statusTimestampAfter": params.get("lastUpdatedAfter")}


@fault("filter.after-inclusive", "The bound itself is left out.")
class BoundLeftOut(Rules):
    def after(self, caller: Caller, bound: int) -> Condition:  # noqa: ARG002
        return Condition("ns > ?", (bound,))


@fault("filter.after-excludes", "statusTimestampAfter is ignored.")
class TimeIgnored(Rules):
    def after(self, caller: Caller, bound: int) -> Condition:  # noqa: ARG002
        return Condition("1")


@fault("filter.after-excludes", "The bound is cut to whole minutes.")
class BoundCutToMinutes(Rules):
    def after(self, caller: Caller, bound: int) -> Condition:
        return super().after(caller, bound - bound % (60 * timestamps.SECOND))


@fault("filter.after-instant", "An offset in the bound is ignored.")
class OffsetIgnored(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        bound = params.get("statusTimestampAfter")
        if isinstance(bound, str) and bound.endswith("+02:00"):
            params = {**params, "statusTimestampAfter": bound.replace("+02:00", "Z")}
        return super().list_query(caller, params)


@fault("filter.after-instant", "Nine digits of a second are read as a number of milliseconds.")
class DigitsAreMilliseconds(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        query, bound = super().list_query(caller, params), str(params.get("statusTimestampAfter"))
        if query.after is not None and len(bound) == len("2026-01-31T09:00:00.123456789Z"):
            whole, digits = divmod(query.after, timestamps.SECOND)
            return replace(query, after=whole * timestamps.SECOND + digits * timestamps.MILLISECOND)
        return query


@fault("filter.after-validated", "A bound that can't be read is no filter.")
class UnreadableTimeIsNone(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        try:
            return super().list_query(caller, params)
        except errors.A2AError:
            return super().list_query(caller, {**params, "statusTimestampAfter": None})


@fault("filter.after-validated", "A date alone is no filter.")
class DateIsNone(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        bound = params.get("statusTimestampAfter")
        alone = isinstance(bound, str) and len(bound) == len("2026-01-31")
        return super().list_query(caller, {**params, "statusTimestampAfter": None} if alone else params)


@fault("filter.combined", "A task that one of the filters lets through is in.")
class FiltersAsOr(Rules):
    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        found = super().filters(caller, query)
        if len(found) < 2:
            return found
        sql = " OR ".join(f"({condition.sql})" for condition in found)
        return [Condition(sql, tuple(value for condition in found for value in condition.values))]


@fault("filter.combined", "Within a context the filter on time does nothing.")
class NoTimeInContexts(Rules):
    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        return super().filters(caller, replace(query, after=None) if query.context_id else query)


@fault("filter.sync", "The filter on time does not know tasks that came in since the start.")
class NewTasksUnknown(Rules):
    """New tasks have random ids of version 4; those of the dataset have none."""

    def after(self, caller: Caller, bound: int) -> Condition:  # noqa: ARG002
        new = "length(id) = 36 AND substr(id, 15, 1) = '4'"
        return Condition(f"ns >= ? AND ns > ? AND NOT ({new})", (bound, UNDATED))


@fault("filter.query-encoding", "Percent signs in a query are decoded twice.", bindings=("http+json",))
class DecodedTwice(Rules):
    def query_value(self, raw: str) -> str:
        return unquote_to_bytes(super().query_value(raw)).decode("utf-8", "replace")


@fault("filter.context-unknown", "A contextId that no task has gives empty pages without end.")
class UnknownContextNeverEnds(Rules):
    context = ""

    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        query = super().list_query(caller, params)
        self.context = query.context_id
        return query

    def next_token(self, caller: Caller, page: Sequence[Row], *, more: bool, fingerprint: str) -> str:
        if page or not self.context:
            return super().next_token(caller, page, more=more, fingerprint=fingerprint)
        self.turn -= 1
        return seal(self.key, Position(self.turn, ""), fingerprint)

    turn = 2**61


@fault(
    "filter.empty-is-array",
    "An empty result has tasks: {}, on HTTP+JSON.",
    also=("shape.list",),
    bindings=("http+json",),
)
class EmptyIsAnObject(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        empty = caller.binding == "http+json" and operation == "ListTasks" and not result["tasks"]
        return result | {"tasks": {}} if empty else result


@fault("filter.after-inclusive", "Half a second is added to the bound.", bindings=("http+json",))
class BoundHalfASecondLater(Rules):
    def after(self, caller: Caller, bound: int) -> Condition:
        late = timestamps.SECOND // 2 if caller.binding == "http+json" else 0
        return super().after(caller, bound + late)


@fault(
    "filter.names", "The filter on time goes by lastUpdatedAfter only, on HTTP+JSON.", bindings=("http+json",)
)
class OldNameOnlyOnHttp(Rules):
    def query_value(self, raw: str) -> str:
        renamed = {"statusTimestampAfter": "unknown", "lastUpdatedAfter": "statusTimestampAfter"}
        return renamed.get(raw, super().query_value(raw))


@fault("filter.sync", "A bound after the server's start is left out itself.")
class LateBoundLeftOut(Rules):
    def __init__(self) -> None:
        super().__init__()
        self.started = self.clock()

    def after(self, caller: Caller, bound: int) -> Condition:
        return Condition("ns > ?", (bound,)) if bound >= self.started else super().after(caller, bound)


@fault(
    "filter.query-encoding",
    "Characters outside ASCII in a query are read as Latin-1.",
    bindings=("http+json",),
)
class QueryInLatin1(Rules):
    def query_value(self, raw: str) -> str:
        return super().query_value(raw).encode().decode("latin-1")


@fault(
    "filter.context-unknown",
    "A contextId that no task has gives an empty page, whose token leads to all tasks.",
)
class UnknownContextLater(UnknownContextIsNone):
    """The first page alone would look right."""

    first = False

    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        self.first = bool(query.context_id) and not query.page_token
        return Rules.filters(self, caller, query) if self.first else super().filters(caller, query)

    def next_token(self, caller: Caller, page: Sequence[Row], *, more: bool, fingerprint: str) -> str:
        if self.first and not page:
            return seal(self.key, Position(2**62, ""), fingerprint)
        return super().next_token(caller, page, more=more, fingerprint=fingerprint)
