"""Errors that the specification allows."""

from __future__ import annotations

from typing import Any

from conformance.proof.registry import variant
from conformance.reference import Rules
from conformance.reference.errors import JSON, A2AError


@variant("Errors on JSON-RPC have no details unless a task is not found.")
class DetailsOnlyWhereWanted(Rules):
    def rpc_error(self, request_id: object, error: A2AError) -> JSON:
        answer = super().rpc_error(request_id, error)
        found: Any = answer["error"]
        if error.rpc_code != -32001:
            del found["data"]
        found["message"] += "".join(f"; {name}: {why}" for name, why in error.violations.items())
        return answer


@variant("Validation errors name the parameter in plain words.")
class PlainWords(Rules):
    def rpc_error(self, request_id: object, error: A2AError) -> JSON:
        answer = super().rpc_error(request_id, error)
        found: Any = answer["error"]
        found["message"] = _plainly(error)
        return answer

    def http_error(self, error: A2AError) -> JSON:
        body: Any = super().http_error(error)
        body["error"]["message"] = _plainly(error)
        return {"error": body["error"]}


def _plainly(error: A2AError) -> str:
    names = {
        "pageSize": "page size",
        "historyLength": "History length",
        "statusTimestampAfter": "status_timestamp_after",
    }
    return " and ".join(f"The {names.get(name, name)} is wrong" for name in error.violations) or error.message


@variant("Errors have members that nobody asked for.")
class MoreMembers(Rules):
    def rpc_error(self, request_id: object, error: A2AError) -> JSON:
        return super().rpc_error(request_id, error) | {"trace": "7f"}

    def http_error(self, error: A2AError) -> JSON:
        return super().http_error(error) | {"trace": "7f"}
