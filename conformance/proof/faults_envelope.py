"""Servers whose errors are no errors in the binding's own form, or call a client's mistake something else."""

from __future__ import annotations

from typing import Any

from conformance.proof.registry import fault
from conformance.reference import Rules
from conformance.reference.errors import JSON, A2AError

RPC, HTTP = ("jsonrpc",), ("http+json",)


@fault("error.jsonrpc-envelope", "The error for an unknown method is a text.", bindings=RPC)
class ErrorIsText(Rules):
    def rpc_error(self, request_id: object, error: A2AError) -> JSON:
        found = super().rpc_error(request_id, error)
        return found | {"error": error.message} if error.rpc_code == -32601 else found


@fault("error.jsonrpc-envelope", "The code of an error for an unknown method is a text.", bindings=RPC)
class CodeIsText(Rules):
    def rpc_error(self, request_id: object, error: A2AError) -> JSON:
        found: Any = super().rpc_error(request_id, error)
        if error.rpc_code == -32601:
            found["error"]["code"] = "-32601"
        return {**found}


@fault("error.client-fault", "A bound in time that can't be read is not implemented.", bindings=HTTP)
class TimeNotImplemented(Rules):
    def http_error(self, error: A2AError) -> JSON:
        if "statusTimestampAfter" in error.violations:
            error.http_status = 501
        return super().http_error(error)
