"""Codes for bad input that are not the first choice."""

from __future__ import annotations

from typing import Any

from conformance.proof.registry import variant
from conformance.reference import Rules
from conformance.reference.errors import JSON, A2AError


@variant("A bad parameter cannot be processed: 422, on HTTP.", warns=("token.garbage",))
class Unprocessable(Rules):
    def http_error(self, error: A2AError) -> JSON:
        if error.violations:
            error.http_status = 422
        return super().http_error(error)


@variant(
    "A bad parameter makes the whole request invalid, over JSON-RPC.", warns=("error.codes", "token.garbage")
)
class WholeRequestInvalid(Rules):
    def rpc_error(self, request_id: object, error: A2AError) -> JSON:
        found: Any = super().rpc_error(request_id, error)
        if error.rpc_code == -32602:
            found["error"]["code"] = -32600
        return {**found}


@variant(
    "A bad parameter is JSON that cannot be read, over JSON-RPC, as it is to typed readers.",
    warns=("error.codes", "token.garbage"),
)
class BadParameterUnread(Rules):
    def rpc_error(self, request_id: object, error: A2AError) -> JSON:
        found: Any = super().rpc_error(request_id, error)
        if error.rpc_code == -32602 and "params" not in error.violations:
            found["error"]["code"] = -32700
        return {**found}
