"""Servers that keep a rule of lists on the plain first page only: not through a filter, or not behind a token."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from conformance.proof.listed import listed
from conformance.proof.registry import fault
from conformance.reference import Rules
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller, ListQuery


class _Asked(Rules):
    """Remembers what list is asked for, within one unit of work of the store."""

    asked: ListQuery | None = None

    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        self.asked = None
        return super().receive(caller, operation, params)

    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        self.asked = super().list_query(caller, params)
        return self.asked


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
        if operation == "ListTasks" and self.asked and self.asked.after is not None:
            result = {name: value for name, value in result.items() if name != "nextPageToken" or value}
        return result


@fault("order.newest-first", "Pages of lists by time run from the oldest to the newest task.")
class OldestFirstByTime(_Asked):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:  # noqa: ARG002
        if operation == "ListTasks" and self.asked and self.asked.after is not None:
            listed(operation, result).reverse()
        return result


@fault("size.limit", "Behind a token pageSize is not heeded.")
class SizeOfFirstPageOnly(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        query = super().list_query(caller, params)
        return replace(query, page_size=None) if query.page_token and query.page_size else query


@fault("token.walk-complete", "On pages of more than 40 tasks one stands twice.")
class TwiceOnLargePages(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:  # noqa: ARG002
        tasks = listed(operation, result)
        if len(tasks) > 40:
            tasks[21] = tasks[20]
        return result
