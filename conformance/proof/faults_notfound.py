"""Servers that answer wrongly for tasks that are not there, one rule each."""

# ruff: noqa: ARG002 - rules are called with a caller that most faults do not look at

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import replace

from conformance.proof.registry import fault
from conformance.reference import Rules, errors
from conformance.reference.data import demo
from conformance.reference.data.build import BOB
from conformance.reference.errors import JSON, A2AError
from conformance.reference.queries import Caller, GetQuery, ListQuery
from conformance.reference.store import Condition, Record


@fault("notfound.code", "An unknown id is a bad parameter.", also=("bindings.same-error",))
class UnknownIdIsInvalid(Rules):
    def not_found(self, caller: Caller) -> A2AError:
        return errors.invalid({"id": "No task has this id"})


@fault("notfound.code", "An unknown id is answered with an internal error.")
class UnknownIdIsInternal(Rules):
    def not_found(self, caller: Caller) -> A2AError:
        return errors.internal()


@fault(
    "notfound.code",
    "On HTTP+JSON an unknown id gives 410 with an otherwise good error.",
    bindings=("http+json",),
)
class UnknownIdIsGone(Rules):
    def not_found(self, caller: Caller) -> A2AError:
        status = 410 if caller.binding == "http+json" else 404
        return replace(super().not_found(caller), http_status=status)


@fault("notfound.error-info", "Not found on HTTP+JSON has another domain.", bindings=("http+json",))
class NotFoundOfAnotherDomain(Rules):
    def not_found(self, caller: Caller) -> A2AError:
        error = super().not_found(caller)
        return replace(error, domain="example.com") if caller.binding == "http+json" else error


@fault(
    "notfound.error-info", "Not found on JSON-RPC has no ErrorInfo.", bindings=("jsonrpc",), clause="jsonrpc"
)
class NotFoundWithoutInfo(Rules):
    def rpc_error(self, request_id: object, error: A2AError) -> JSON:
        answer = super().rpc_error(request_id, error)
        if error.rpc_code == -32001:
            assert isinstance(answer["error"], dict)
            answer["error"]["data"] = [{"@type": "type.googleapis.com/google.rpc.LocalizedMessage"}]
        return answer


class _OddIds(Rules):
    """Treats ids that are no UUIDs and no known task's in its own way."""

    def odd(self, operation: str, params: JSON) -> bool:
        task_id = params.get("id")
        return operation == "GetTask" and isinstance(task_id, str) and "no" in task_id and "such" in task_id


@fault("notfound.malformed-id", "An id that is no UUID is answered with an internal error.")
class OddIdBreaks(_OddIds):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        if self.odd(operation, params):
            raise errors.internal()
        return params


@fault("notfound.malformed-id", "A path in an id leads to another task.", bindings=("http+json",))
class PathInIdIsFollowed(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        if operation == "GetTask" and caller.binding == "http+json" and params["id"] == "../x":
            return params | {"id": "one+one"}
        return params


@fault("notfound.empty-id", "GetTask without an id gives a task.", bindings=("jsonrpc",))
class NoIdIsAnyTask(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        if operation == "GetTask" and params.get("id") in (None, ""):
            return params | {"id": "one+one"}
        return params


THEIRS = {record.id: record for record in demo.records() if record.principal == BOB}
"""The demo's tasks of the other principal."""


class _Getting(Rules):
    """Tells GetTask from the other operations."""

    getting = False
    theirs: Record | None = None

    def get_query(self, caller: Caller, params: Mapping[str, object]) -> GetQuery:
        self.getting = True
        query = super().get_query(caller, params)
        self.theirs = THEIRS.get(query.id) if caller.principal != BOB else None
        return query

    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        self.getting = False
        return super().list_query(caller, params)


@fault("notfound.hidden", "GetTask gives the tasks of every principal.")
class GetKnowsNoPrincipal(_Getting):
    def scope(self, caller: Caller) -> list[Condition]:
        return [Condition("tenant = ?", (caller.tenant,))] if self.getting else super().scope(caller)


@fault("notfound.hidden", "A task of another principal is forbidden, an unknown one not found.")
class ForbiddenIsNotUnknown(_Getting):
    def not_found(self, caller: Caller) -> A2AError:
        error = super().not_found(caller)
        return replace(error, http_status=403, rpc_code=-32099) if self.theirs else error


@fault("notfound.hidden", "Not found tells the context of a task of another principal.")
class NotFoundTellsTheContext(_Getting):
    def not_found(self, caller: Caller) -> A2AError:
        error = super().not_found(caller)
        return replace(error, message=f"Not yours, ask in {self.theirs.context}") if self.theirs else error


@fault(
    "notfound.hidden",
    "The error for a task of another principal has a member more.",
    bindings=("jsonrpc",),
    clause="same-members",
)
class HiddenWithAnotherMember(_Getting):
    def not_found(self, caller: Caller) -> A2AError:
        error = super().not_found(caller)
        noted = self.theirs and caller.binding == "jsonrpc"
        return replace(error, headers={"owned": "yes"}) if noted else error

    def rpc_error(self, request_id: object, error: A2AError) -> JSON:
        answer = super().rpc_error(request_id, error)
        if "owned" in error.headers:
            assert isinstance(answer["error"], dict)
            answer["error"]["owned"] = True
        return answer


@fault("notfound.code", "Over JSON-RPC an unknown id gives a result of null.", bindings=("jsonrpc",))
class UnknownIdIsNull(Rules):
    def rpc_error(self, request_id: object, error: A2AError) -> JSON:
        if error.rpc_code == -32001:
            return {"jsonrpc": "2.0", "id": request_id, "result": None}
        return super().rpc_error(request_id, error)


@fault("notfound.code", "Over JSON-RPC an unknown id gives another task.", bindings=("jsonrpc",))
class UnknownIdIsAnotherTask(Rules):
    def rpc_error(self, request_id: object, error: A2AError) -> JSON:
        if error.rpc_code == -32001:
            return self.rpc_success(request_id, {"id": "one+one", "status": {"state": "TASK_STATE_FAILED"}})
        return super().rpc_error(request_id, error)


WANTED: ContextVar[str] = ContextVar("wanted", default="")
"""The id that the request being answered asks for: several are at a time."""


@fault("notfound.code", "An unknown id gives a task of that id, with nothing in it.", bindings=("http+json",))
class UnknownIdIsAnEmptyTask(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        WANTED.set(str(params.get("id", "")))
        return super().receive(caller, operation, params)

    def http_error(self, error: A2AError) -> JSON:
        if error.http_status != 404:
            return super().http_error(error)
        error.http_status = 200
        return {"id": WANTED.get()}


@fault("notfound.error-info", "Not found on HTTP+JSON has another reason.", bindings=("http+json",))
class NotFoundForAnotherReason(Rules):
    def not_found(self, caller: Caller) -> A2AError:
        error = super().not_found(caller)
        return replace(error, reason="NOT_FOUND") if caller.binding == "http+json" else error


@fault("notfound.empty-id", "An id that is no text gives a task.", bindings=("jsonrpc",))
class NumberIsAnyTask(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        number = isinstance(params.get("id"), int)
        return params | {"id": "one+one"} if operation == "GetTask" and number else params


@fault("notfound.hidden", "With historyLength, GetTask gives the tasks of every principal.")
class HistoryKnowsNoPrincipal(_Getting):
    def get_query(self, caller: Caller, params: Mapping[str, object]) -> GetQuery:
        query = super().get_query(caller, params)
        self.getting = query.history_length is not None
        return query

    def scope(self, caller: Caller) -> list[Condition]:
        return [Condition("tenant = ?", (caller.tenant,))] if self.getting else super().scope(caller)
