"""A conforming server that filters what it has read of its store, and not while it reads."""

# ruff: noqa: ARG002 - rules take the arguments that they are given

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conformance.proof.listed import listed
from conformance.proof.registry import variant
from conformance.reference import Rules, timestamps
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller, ListQuery
from conformance.reference.store import Condition, Row, Store
from conformance.reference.tokens import Position


@variant(
    "Pages are cut before they are filtered: many are short or empty, the one with the last match says so."
)
class FilteredAfterTheCut(Rules):
    """As by the filter expressions of some document stores; a mark goes with the tasks."""

    query: ListQuery
    end: Row | None = None
    token = ""

    def __init__(self) -> None:
        super().__init__()
        self.last: set[str] = set()

    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        self.query = query
        return []

    def list_artifacts(self, caller: Caller, task: JSON, *, include: bool) -> None:
        super().list_artifacts(caller, task, include=include)
        task["wanted"] = _lets_through(self.query, task)

    def next_token(self, caller: Caller, page: Sequence[Row], *, more: bool, fingerprint: str) -> str:
        self.end = page[-1] if page else None
        self.token = super().next_token(caller, page, more=more, fingerprint=fingerprint)
        return self.token

    def total(
        self, caller: Caller, store: Store, scope: Sequence[Condition], filters: Sequence[Condition]
    ) -> int:
        found = [*scope, *super().filters(caller, self.query)]
        beyond = self.beyond(caller, Position(self.end.ns, self.end.id)) if self.end else Condition("0")
        self.last = self.last - {self.token} if store.count([*found, beyond]) else self.last | {self.token}
        return store.count(found)

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if operation != "ListTasks":
            return result
        tasks = [task for task in listed(operation, result) if task.pop("wanted")]
        token = result["nextPageToken"]
        return {**result, "tasks": tasks, "nextPageToken": "" if token in self.last else token}


def _lets_through(query: ListQuery, task: Mapping[str, Any]) -> bool:
    stamp = task["status"].get("timestamp")
    new = query.after is None or (stamp is not None and timestamps.parse(stamp) >= query.after)
    context = query.context_id in ("", task["contextId"])
    return new and context and query.status in (None, task["status"]["state"])
