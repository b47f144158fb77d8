"""Servers that put tasks in another order than newest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from conformance.proof.listed import listed
from conformance.proof.registry import fault
from conformance.reference import Rules, timestamps
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller, ListQuery
from conformance.reference.store import Condition
from conformance.reference.tokens import Position

HTTP = ("http+json",)


@fault("order.newest-first", "Lists come oldest first.")
class OldestFirst(Rules):
    def order(self, caller: Caller) -> str:  # noqa: ARG002
        return "ns, id"

    def beyond(self, caller: Caller, position: Position) -> Condition:  # noqa: ARG002
        return Condition("ns > ? OR (ns = ? AND id > ?)", (position.ns, position.ns, position.id))


@fault(
    "order.newest-first",
    "Each page is sorted newest first, but the pages follow the ids.",
    also=("token.walk-complete",),
)
class SortedWithinPages(Rules):
    def order(self, caller: Caller) -> str:  # noqa: ARG002
        return "id"

    def beyond(self, caller: Caller, position: Position) -> Condition:  # noqa: ARG002
        return Condition("id > ?", (position.id,))

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:  # noqa: ARG002
        listed(operation, result).sort(key=instant, reverse=True)
        return result


@fault(
    "order.newest-first",
    "Tasks that have not ended come last, whenever their status changed.",
    clause="other-tasks",
)
class OpenTasksLast(Rules):
    RANKED = "state IN ('TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING')"

    def order(self, caller: Caller) -> str:  # noqa: ARG002
        return f"{self.RANKED}, ns DESC, id"

    def beyond(self, caller: Caller, position: Position) -> Condition:
        rank = f"(SELECT {self.RANKED} FROM tasks WHERE tenant = ? AND id = ?)"  # noqa: S608 - our own words
        here = (caller.tenant, position.id)
        later = super().beyond(caller, position)
        return Condition(
            f"{self.RANKED} > {rank} OR ({self.RANKED} = {rank} AND ({later.sql}))",
            (*here, *here, *later.values),
        )


@fault("order.numeric", "Timestamps are sorted as text.")
class SortedAsText(Rules):
    def order(self, caller: Caller) -> str:  # noqa: ARG002
        return "stamp DESC, id"

    def beyond(self, caller: Caller, position: Position) -> Condition:
        stamp = "(SELECT stamp FROM tasks WHERE tenant = ? AND id = ?)"
        here = (caller.tenant, position.id)
        return Condition(
            f"stamp < {stamp} OR (stamp = {stamp} AND id > ?) OR (stamp IS NULL AND {stamp} IS NOT NULL)",
            (*here, *here, position.id, *here),
        )


@fault("order.moves-up", "A task that is answered keeps the place that it had.")
class KeepsItsPlace(Rules):
    """Only tasks that the check itself answers do: with seeds too, the first survey would show plain disorder."""

    def __init__(self) -> None:
        super().__init__()
        self.answered: set[str] = set()

    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:  # noqa: ARG002
        message = params.get("message")
        if operation == "SendMessage" and isinstance(message, Mapping) and message.get("taskId"):
            ours = "-moves-up-" in str(message.get("messageId"))
            # A new set: a list may be reading the old one.
            self.answered = self.answered | ({str(message["taskId"])} if ours else set())
        return params

    def order(self, caller: Caller) -> str:
        names = ", ".join(f"'{task_id}'" for task_id in self.answered)
        return f"id IN ({names}), {super().order(caller)}"


@fault("order.moves-up", "A task that is answered stays behind the one made after it in its context.")
class StaysBehindTheNext(KeepsItsPlace):
    """All other tasks stand where they belong: what was made in between is all that shows it."""

    def order(self, caller: Caller) -> str:
        return Rules.order(self, caller)

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:  # noqa: ARG002
        tasks = listed(operation, result)
        for task in [task for task in tasks if task["id"] in self.answered]:
            place = tasks.index(task)
            same = (i for i, one in enumerate(tasks) if i > place and one["contextId"] == task["contextId"])
            tasks.insert(next(same, place), tasks.pop(place))
        return result


@fault("order.stable", "Ties come in one order, then in the other.")
class TiesTurnRound(Rules):
    """Counted for each query by itself, so that requests in between change nothing; a mark goes with the tasks."""

    turned = False

    def __init__(self) -> None:
        super().__init__()
        self.asked: Counter[str] = Counter()

    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        key = f"{caller} {sorted(params.items(), key=str)}"
        self.asked[key] += 1
        self.turned = self.asked[key] % 2 == 0
        return super().list_query(caller, params)

    def list_artifacts(self, caller: Caller, task: JSON, *, include: bool) -> None:
        super().list_artifacts(caller, task, include=include)
        task["turned"] = self.turned

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:  # noqa: ARG002
        tasks = listed(operation, result)
        if True in {task.pop("turned") for task in tasks}:
            tasks.reverse()
        tasks.sort(key=instant, reverse=True)
        return result


@fault("order.dated", "Open tasks are listed without a timestamp.")
class OpenTasksUndated(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:  # noqa: ARG002
        for task in listed(operation, result):
            if task["status"]["state"] in {"TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"}:
                del task["status"]["timestamp"]
        return result


@fault("order.newest-first", "Lists follow the ids.")
class OrderOfIds(Rules):
    def order(self, caller: Caller) -> str:  # noqa: ARG002
        return "id"

    def beyond(self, caller: Caller, position: Position) -> Condition:  # noqa: ARG002
        return Condition("id > ?", (position.id,))


@fault(
    "order.newest-first",
    "On HTTP+JSON lists come as the tasks were created, the latest first.",
    bindings=HTTP,
)
class OrderOfCreation(Rules):
    def order(self, caller: Caller) -> str:
        return "seq DESC" if caller.binding == "http+json" else super().order(caller)

    def beyond(self, caller: Caller, position: Position) -> Condition:
        if caller.binding != "http+json":
            return super().beyond(caller, position)
        here = "(SELECT seq FROM tasks WHERE tenant = ? AND id = ?)"
        return Condition(f"seq < {here}", (caller.tenant, position.id))


@fault("order.numeric", "Fractions of a second are sorted as whole numbers.")
class FractionsAsNumbers(Rules):
    KEY = "substr(stamp, 1, 19), CAST(substr(stamp, 21) AS INTEGER)"

    def order(self, caller: Caller) -> str:  # noqa: ARG002
        whole, fraction = self.KEY.split("), ")
        return f"stamp IS NULL, {whole}) DESC, {fraction} DESC, id"

    def beyond(self, caller: Caller, position: Position) -> Condition:
        here = f"(SELECT {self.KEY} FROM tasks WHERE tenant = ? AND id = ?)"  # noqa: S608 - our own words
        undated = "(SELECT stamp IS NULL FROM tasks WHERE tenant = ? AND id = ?)"
        one = (caller.tenant, position.id)
        return Condition(
            f"(stamp IS NULL AND NOT {undated}) OR (stamp IS NULL AND {undated} AND id > ?)"
            f" OR ({self.KEY}) < {here} OR (({self.KEY}) = {here} AND id > ?)",
            (*one, *one, position.id, *one, *one, position.id),
        )


def instant(task: Mapping[str, Any]) -> int:
    """Return the time of a task's status, 0 where it has none."""
    stamp = task["status"].get("timestamp")
    return timestamps.parse(stamp) if stamp else 0
