"""Servers whose interfaces do not agree, or do not answer as the card says, one rule each."""

# ruff: noqa: ARG002 - rules are called with a caller that most faults do not look at

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from conformance.proof.registry import fault
from conformance.reference import Rules, errors
from conformance.reference.errors import JSON, A2AError
from conformance.reference.queries import Caller
from conformance.reference.store import Condition

HTTP = ("http+json",)


@fault("bindings.list-offered", "ListTasks is not offered on HTTP+JSON.", bindings=HTTP)
class NoListOnHttp(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        if operation == "ListTasks" and caller.binding == "http+json":
            raise errors.unsupported_operation("Tasks are not listed")
        return params


@fault("bindings.same-result", "HTTP+JSON does not know of rejected tasks.")
class NoRejectedOnHttp(Rules):
    def scope(self, caller: Caller) -> list[Condition]:
        more = [Condition("state != 'TASK_STATE_REJECTED'")] if caller.binding == "http+json" else []
        return [*super().scope(caller), *more]


@fault("bindings.same-result", "HTTP+JSON shows failed tasks as rejected.")
class FailedIsRejectedOnHttp(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        shown: Any = result.get("tasks", [result.get("task", result)])
        for task in shown if caller.binding == "http+json" and operation != "CancelTask" else ():
            if task.get("status", {}).get("state") == "TASK_STATE_FAILED":
                task["status"]["state"] = "TASK_STATE_REJECTED"
        return result

    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        return params

    def filters(self, caller: Caller, query: Any) -> list[Condition]:
        if caller.binding != "http+json" or query.status not in ("TASK_STATE_FAILED", "TASK_STATE_REJECTED"):
            return super().filters(caller, query)
        states = ("0", "state IN ('TASK_STATE_FAILED', 'TASK_STATE_REJECTED')")
        wanted = states[query.status == "TASK_STATE_REJECTED"]
        return [*super().filters(caller, replace(query, status=None)), Condition(wanted)]


@fault("bindings.same-result", "HTTP+JSON leaves the third and later artifacts of a task out.")
class TwoArtifactsOnHttp(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        shown: Any = result.get("tasks", [result.get("task", result)])
        for task in shown if caller.binding == "http+json" else ():
            if "artifacts" in task:
                task["artifacts"] = task["artifacts"][:2]
        return result


@fault("bindings.same-error", "On HTTP+JSON a bad parameter gives 404.")
class InvalidIsNotFoundOnHttp(Rules):
    def _moved(self, error: A2AError) -> A2AError:
        return replace(error, http_status=404) if error.violations else error

    def list_query(self, caller: Caller, params: Any) -> Any:
        try:
            return super().list_query(caller, params)
        except A2AError as error:
            raise self._moved(error) from None


@fault("bindings.same-auth", "The credential is refused on HTTP+JSON.")
class NoCredentialOnHttp(Rules):
    def tenant(self, caller: Caller, declared: Sequence[str]) -> None:
        if caller.binding == "http+json":
            raise errors.unauthenticated(self.challenge, "The credential is not accepted")
        super().tenant(caller, declared)


@fault("bindings.same-auth", "Lists need another credential on HTTP+JSON.")
class ListsNeedAnotherCredentialOnHttp(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        if operation == "ListTasks" and caller.binding == "http+json":
            raise errors.unauthenticated(self.challenge, "The credential is not accepted")
        return params


@fault("bindings.list-offered", "ListTasks is no method of JSON-RPC.", bindings=("jsonrpc",))
class NoListOnRpc(Rules):
    def rpc_method(self, name: str) -> str:
        return "-" if name == "ListTasks" else name


@fault("bindings.same-error", "On HTTP+JSON a bad historyLength is a conflict.")
class HistoryConflictsOnHttp(Rules):
    def http_error(self, error: A2AError) -> JSON:
        if "historyLength" in error.violations:
            error.http_status = 409
        return super().http_error(error)
