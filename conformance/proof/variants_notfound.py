"""Ways to say that a task is not there that the specification allows."""

# ruff: noqa: ARG002 - rules are called with a caller that most variants do not look at

from __future__ import annotations

from dataclasses import replace
from typing import Any

from conformance.proof.registry import variant
from conformance.reference import Rules, errors
from conformance.reference.errors import JSON, A2AError
from conformance.reference.queries import Caller


@variant("Not found has metadata of any shape, words that tasks have too, and the time of day in its text.")
class NotFoundWithMetadata(Rules):
    def not_found(self, caller: Caller) -> A2AError:
        self.count = getattr(self, "count", 0) + 1
        return replace(
            super().not_found(caller),
            message=f"Task not found at {self.count}",
            metadata={"taskId": str(self.count), "hint": "see artifact-1 of a task"},
        )


@variant("An id with characters that no task of this server has is invalid.")
class OddIdIsInvalid(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        if operation == "GetTask" and (len(str(params.get("id"))) > 200 or params.get("id") == "../x"):
            raise errors.invalid({"id": "Is too long, or holds what no id has"})
        return params


@variant("A missing or empty id is an unknown one.")
class NoIdIsUnknown(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        if operation == "GetTask" and not isinstance(params.get("id"), str):
            raise errors.task_not_found()
        return params


@variant("The metadata of not found is not all text.")
class NotFoundWithNumbers(Rules):
    def rpc_error(self, request_id: object, error: A2AError) -> JSON:
        return _counted(super().rpc_error(request_id, error))

    def http_error(self, error: A2AError) -> JSON:
        return _counted(super().http_error(error))


def _counted(body: Any) -> JSON:
    for detail in body["error"].get("data", body["error"].get("details", [])):
        if str(detail.get("@type")).endswith("ErrorInfo"):
            detail["metadata"] = {"tries": 3, "final": True}
    return {**body}
