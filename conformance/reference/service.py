"""The reading operations: validated questions in, results as plain JSON out.

What the rules say is in rules.py; how it is sent is the bindings'. The methods run inside `Store.run`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from conformance.reference.errors import JSON
from conformance.reference.queries import Caller
from conformance.reference.rules import Rules
from conformance.reference.store import Condition, Row, Store


class Service:
    """GetTask and ListTasks over a store."""

    def __init__(self, store: Store, rules: Rules) -> None:
        self.store = store
        self.rules = rules

    def list_tasks(self, caller: Caller, params: Mapping[str, object]) -> JSON:
        """Answer ListTasks (§3.1.4)."""
        rules = self.rules
        query = rules.list_query(caller, params)
        rules.check_history_length(caller, query.history_length)
        limit = rules.page_limit(caller, query.page_size)
        fingerprint = rules.fingerprint(caller, query)
        scope, filters = rules.scope(caller), rules.filters(caller, query)
        start = []
        if query.page_token:
            position = rules.position(caller, query.page_token, fingerprint)
            start = [rules.beyond(caller, position)]
        # One more than the page holds tells whether anything follows.
        rows = self.store.page([*scope, *filters, *start], rules.order(caller), limit + 1)
        page, more = rows[:limit], len(rows) > limit
        tasks = self.tasks(page)
        for task in tasks:
            rules.apply_history(caller, task, query.history_length)
            rules.list_artifacts(caller, task, include=query.include_artifacts)
        return {
            "tasks": tasks,
            "nextPageToken": rules.next_token(caller, page, more=more, fingerprint=fingerprint),
            "pageSize": rules.page_echo(caller, limit, query.page_size, len(page)),
            "totalSize": rules.total(caller, self.store, scope, filters),
        }

    def get_task(self, caller: Caller, params: Mapping[str, object]) -> JSON:
        """Answer GetTask (§3.1.3)."""
        query = self.rules.get_query(caller, params)
        self.rules.check_history_length(caller, query.history_length)
        return self.show(caller, self.find(caller, query.id), query.history_length)

    def find(self, caller: Caller, task_id: str) -> Row:
        """Return a task that the caller may see, or raise the not-found error."""
        row = self.store.find([*self.rules.scope(caller), Condition("id = ?", (task_id,))])
        if row is None:
            raise self.rules.not_found(caller)
        return row

    def show(self, caller: Caller, row: Row, history_length: int | None) -> JSON:
        """Return a single task as GetTask and SendMessage show it, artifacts included."""
        (task,) = self.tasks([row])
        self.rules.apply_history(caller, task, history_length)
        return task

    def tasks(self, rows: Sequence[Row]) -> list[JSON]:
        """Return whole tasks: all messages, oldest first, and all artifacts; empty members are left out."""
        history, artifacts = self.store.history(rows), self.store.artifacts(rows)
        return [rendered(row, history[row.seq], artifacts[row.seq]) for row in rows]


def rendered(row: Row, history: list[JSON], artifacts: list[JSON]) -> JSON:
    """Return a Task (§4.1.1)."""
    status: JSON = {"state": row.state}
    if row.message is not None:
        status["message"] = json.loads(row.message)
    if row.stamp is not None:
        status["timestamp"] = row.stamp
    task: JSON = {"id": row.id, "contextId": row.context, "status": status}
    if artifacts:
        task["artifacts"] = artifacts
    if history:
        task["history"] = history
    if row.metadata is not None:
        task["metadata"] = json.loads(row.metadata)
    return task
