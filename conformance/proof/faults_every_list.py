"""Servers that keep a rule on the plain way only: not through a filter, not behind a token, not with more asked for."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import replace

from conformance.proof.listed import listed
from conformance.proof.registry import fault
from conformance.reference import Rules
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller, ListQuery
from conformance.reference.store import Condition
from conformance.reference.validate import STATES

ASKED: ContextVar[JSON] = ContextVar("asked")
"""The parameters of the request that is being answered: several are at a time."""


class _Asked(Rules):
    """Knows, when it sees a result, what was asked for."""

    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        ASKED.set(params)
        return super().receive(caller, operation, params)


def _by_time(operation: str) -> bool:
    return operation == "ListTasks" and bool(ASKED.get().get("statusTimestampAfter"))


@fault("artifacts.omitted-by-default", "Lists by status show artifacts.")
class ArtifactsByStatus(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        query = super().list_query(caller, params)
        unset = query.status and params.get("includeArtifacts") is None
        return replace(query, include_artifacts=True) if unset else query


@fault("artifacts.omitted-by-default", "Pages behind a token show artifacts.")
class ArtifactsBehindTokens(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        query = super().list_query(caller, params)
        unset = query.page_token and params.get("includeArtifacts") is None
        return replace(query, include_artifacts=True) if unset else query


@fault("token.always-present", "Lists by time that end have no nextPageToken.")
class NoTokenByTime(_Asked):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:  # noqa: ARG002
        if _by_time(operation):
            result = {name: value for name, value in result.items() if name != "nextPageToken" or value}
        return result


@fault("order.newest-first", "Pages of lists by time run from the oldest to the newest task.")
class OldestFirstByTime(_Asked):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:  # noqa: ARG002
        if _by_time(operation):
            listed(operation, result).reverse()
        return result


@fault("artifacts.included-when-true", "Behind a token includeArtifacts is not heeded.")
class ArtifactsOfFirstPageOnly(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        query = super().list_query(caller, params)
        return replace(query, include_artifacts=False) if query.page_token else query


@fault("artifacts.included-when-true", "Lists by status are without artifacts, whatever is asked for.")
class NoArtifactsByStatus(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        query = super().list_query(caller, params)
        return replace(query, include_artifacts=False) if query.status else query


@fault("shape.list", "Behind a token totalSize is text.")
class TotalAsTextBehindTokens(_Asked):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:  # noqa: ARG002
        later = operation == "ListTasks" and ASKED.get().get("pageToken")
        return {**result, "totalSize": str(result["totalSize"])} if later else result


@fault("shape.list", "Lists by time have a fraction for a pageSize.", bindings=("jsonrpc",))
class PageSizeIsAFractionByTime(_Asked):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        broken = _by_time(operation) and caller.binding == "jsonrpc"
        return {**result, "pageSize": 50.5} if broken else result


@fault("shape.task", "Lists by time give states as numbers.", also=("filter.combined",))
class StatesAsNumbersByTime(_Asked):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:  # noqa: ARG002
        for task in listed(operation, result) if _by_time(operation) else ():
            task["status"]["state"] = sorted(STATES).index(task["status"]["state"])
        return result


@fault("size.limit", "Behind a token pageSize is not heeded.")
class SizeOfFirstPageOnly(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        query = super().list_query(caller, params)
        return replace(query, page_size=None) if query.page_token and query.page_size else query


@fault("token.walk-complete", "On pages of more than 40 tasks without a filter one stands twice.")
class TwiceOnLargePages(_Asked):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:  # noqa: ARG002
        tasks = listed(operation, result)
        if len(tasks) > 40 and not {"status", "contextId", "statusTimestampAfter"} & ASKED.get().keys():
            tasks[21] = tasks[20]
        return result


@fault("history.at-most", "Behind a token historyLength is not heeded.", also=("history.zero",))
class HistoryOfFirstPageOnly(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        query = super().list_query(caller, params)
        return replace(query, history_length=None) if query.page_token else query


@fault(
    "history.zero",
    "In lists by context or state, historyLength 0 is read as unset.",
    also=("history.zero-omitted",),
)
class ZeroIsUnsetInFilteredLists(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        query = super().list_query(caller, params)
        filtered = (query.context_id or query.status) and query.history_length == 0
        return replace(query, history_length=None) if filtered else query


@fault(
    "filter.after-inclusive",
    "The filter on time lets through the bound alone, and nothing newer.",
    also=("filter.combined",),
)
class BoundAlone(Rules):
    def after(self, caller: Caller, bound: int) -> Condition:  # noqa: ARG002
        return Condition("ns = ?", (bound,))


@fault("filter.combined", "With a bound in time the state is not looked at.")
class TimeWithoutState(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        query = super().list_query(caller, params)
        return replace(query, status=None) if query.after is not None else query


@fault("filter.context-unknown", "The beginning of a contextId is enough.")
class ContextsBegin(Rules):
    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        rest = super().filters(caller, replace(query, context_id=""))
        if not query.context_id:
            return rest
        return [Condition("substr(context, 1, length(?)) = ?", (query.context_id, query.context_id)), *rest]


@fault("notfound.code", "The beginning of an id is enough.")
class IdsBegin(Rules):
    """Looked for among the tasks that it has shown."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: set[str] = set()

    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        given = params.get("id")
        if operation == "GetTask" and isinstance(given, str) and given not in self.shown:
            whole = sorted(known for known in self.shown if len(given) > 3 and known.startswith(given))
            params = params | {"id": whole[0]} if whole else params
        return super().receive(caller, operation, params)

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:  # noqa: ARG002
        tasks = [*listed(operation, result), *([result] if operation == "GetTask" else [])]
        self.shown.update(str(task["id"]) for task in tasks)
        return result


@fault(
    "get.artifacts", "With historyLength, GetTask leaves the artifacts out.", also=("get.agrees-with-list",)
)
class HistoryWithoutArtifacts(_Asked):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:  # noqa: ARG002
        cut = operation == "GetTask" and ASKED.get().get("historyLength") is not None
        return {name: value for name, value in result.items() if name != "artifacts"} if cut else result


@fault("history.at-most", "With includeArtifacts historyLength is not heeded.")
class HistoryBesideArtifacts(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        query = super().list_query(caller, params)
        return replace(query, history_length=None) if query.include_artifacts else query


@fault("artifacts.omitted-by-default", "Lists with a historyLength show artifacts.")
class ArtifactsWithHistoryLength(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        query = super().list_query(caller, params)
        unset = query.history_length is not None and params.get("includeArtifacts") is None
        return replace(query, include_artifacts=True) if unset else query


@fault("filter.context-unknown", "Contexts are compared without regard to case.")
class ContextsInAnyCase(Rules):
    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        rest = super().filters(caller, replace(query, context_id=""))
        same = Condition("context = ? COLLATE NOCASE", (query.context_id,))
        return [same, *rest] if query.context_id else rest
