"""Servers whose errors are not as they should be, one rule each."""

# ruff: noqa: ARG002 - rules are called with a caller that most faults do not look at

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from conformance.proof.registry import fault
from conformance.reference import Rules, errors
from conformance.reference.errors import JSON, A2AError
from conformance.reference.queries import Binding, Caller

RPC, HTTP = ("jsonrpc",), ("http+json",)


@fault("error.jsonrpc-envelope", "Answers name no version of JSON-RPC.", bindings=RPC)
class NoJsonrpcMember(Rules):
    def rpc_success(self, request_id: object, result: JSON) -> JSON:
        return {"id": request_id, "result": result}


@fault("error.jsonrpc-envelope", "Errors have an id of null.", bindings=RPC)
class ErrorsForgetTheId(Rules):
    def rpc_error(self, request_id: object, error: A2AError) -> JSON:
        return super().rpc_error(None, error)


@fault("error.jsonrpc-envelope", "Errors come with a result of null.", bindings=RPC)
class ErrorAndResult(Rules):
    def rpc_error(self, request_id: object, error: A2AError) -> JSON:
        return super().rpc_error(request_id, error) | {"result": None}


class _RpcRefusal(Rules):
    """Changes the error object of JSON-RPC."""

    def rpc_error(self, request_id: object, error: A2AError) -> JSON:
        answer = super().rpc_error(request_id, error)
        found: Any = answer["error"]
        self.change(found, error)
        return answer

    def change(self, found: dict[str, Any], error: A2AError) -> None:
        raise NotImplementedError


@fault("error.data-typed", "Details on JSON-RPC are an object, not an array.", bindings=RPC)
class DataIsAnObject(_RpcRefusal):
    def change(self, found: dict[str, Any], error: A2AError) -> None:
        found["data"] = {"details": found["data"]}


@fault("error.data-typed", "Details of a bad parameter have no @type.", bindings=RPC)
class DetailsWithoutType(_RpcRefusal):
    def change(self, found: dict[str, Any], error: A2AError) -> None:
        if error.rpc_code == -32602:
            found["data"] = [{"field": name} for name in error.violations]


@fault("error.data-typed", "Details on HTTP+JSON are texts.", bindings=HTTP)
class DetailsAreTexts(Rules):
    def http_error(self, error: A2AError) -> JSON:
        body: Any = super().http_error(error)
        body["error"]["details"] = [error.message, *error.violations]
        return {"error": body["error"]}


@fault("error.http-body", "Not found on HTTP+JSON is a bare text.", bindings=HTTP)
class NotFoundIsBareText(Rules):
    def http_error(self, error: A2AError) -> JSON:
        return {"detail": error.message} if error.http_status == 404 else super().http_error(error)


@fault("error.http-body", "Not found on HTTP+JSON has no details.", bindings=HTTP)
class NotFoundWithoutDetails(Rules):
    def http_error(self, error: A2AError) -> JSON:
        body: Any = super().http_error(error)
        if error.http_status == 404:
            del body["error"]["details"]
        return {"error": body["error"]}


@fault("error.http-body", "Errors on HTTP+JSON have no code.", bindings=HTTP, clause="code-and-status")
class HttpErrorWithoutCode(Rules):
    def http_error(self, error: A2AError) -> JSON:
        body: Any = super().http_error(error)
        del body["error"]["code"]
        return {"error": body["error"]}


@fault("error.http-body", "A bad parameter gives a problem document.", bindings=HTTP, clause="validation")
class ProblemDocument(Rules):
    def http_error(self, error: A2AError) -> JSON:
        if not error.violations:
            return super().http_error(error)
        return {"type": "about:blank", "title": error.message, "status": 400, "detail": str(error.violations)}


@fault(
    "error.http-body",
    "A bad parameter is told in words that are no JSON.",
    bindings=HTTP,
    clause="validation",
)
class BadParameterInWords(Rules):
    def written(self, binding: Binding, body: bytes) -> bytes:
        if binding == "http+json" and b"fieldViolations" in body:
            return str(json.loads(body)["error"]["details"]).encode()
        return body


class _Crashing(Rules):
    """Breaks on some input instead of refusing it."""

    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        if self.breaks(caller, operation, params):
            raise errors.internal()
        return params

    def breaks(self, caller: Caller, operation: str, params: Mapping[str, object]) -> bool:
        raise NotImplementedError


@fault("error.client-fault", "A pageSize that is no number is an internal error.")
class PageSizeBreaks(_Crashing):
    def breaks(self, caller: Caller, operation: str, params: Mapping[str, object]) -> bool:
        return operation == "ListTasks" and params.get("pageSize") in ("abc", "1.5", 1.5)


@fault("error.client-fault", "GetTask breaks on a negative historyLength.")
class NegativeHistoryBreaks(_Crashing):
    def breaks(self, caller: Caller, operation: str, params: Mapping[str, object]) -> bool:
        return operation == "GetTask" and params.get("historyLength") in (-1, "-1")


@fault("error.client-fault", "An unknown state is an internal error on HTTP+JSON.", bindings=HTTP)
class UnknownStateBreaks(_Crashing):
    def breaks(self, caller: Caller, operation: str, params: Mapping[str, object]) -> bool:
        return caller.binding == "http+json" and params.get("status") == "TASK_STATE_RUNNING"


@fault("error.client-fault", "A NUL in a contextId is an internal error.")
class NulBreaks(_Crashing):
    def breaks(self, caller: Caller, operation: str, params: Mapping[str, object]) -> bool:
        return operation == "ListTasks" and "\0" in str(params.get("contextId"))


@fault("error.client-fault", "Bad JSON is an internal error.", bindings=RPC)
class BadJsonBreaks(_RpcRefusal):
    def change(self, found: dict[str, Any], error: A2AError) -> None:
        if error.rpc_code == -32700:
            found["code"] = -32603


@fault(
    "error.client-fault",
    "A verb that a path does not have is an internal error.",
    bindings=HTTP,
    also=("http.wrong-verb",),
)
class WrongVerbBreaks(Rules):
    def wrong_verb(self, verbs: Sequence[str]) -> A2AError:
        return errors.internal()


class _ReadingBreaks(_RpcRefusal):
    """Calls it an internal error when its JSON reader gives up for a reason of its own."""

    why = ""

    def change(self, found: dict[str, Any], error: A2AError) -> None:
        if error.rpc_code == -32700 and self.why in error.message:
            found["code"] = -32603


@fault("error.client-fault", "JSON nested too deeply is an internal error.", bindings=RPC)
class NestingBreaks(_ReadingBreaks):
    why = "nested"


@fault("error.client-fault", "A number of thousands of digits is an internal error.", bindings=RPC)
class DigitsBreak(_ReadingBreaks):
    why = "digits"


@fault("error.codes", "An unknown method is an invalid request.", bindings=RPC)
class UnknownMethodIsInvalid(_RpcRefusal):
    def change(self, found: dict[str, Any], error: A2AError) -> None:
        if error.rpc_code == -32601:
            found["code"] = -32600


@fault("error.codes", "A bad envelope is bad JSON.", bindings=RPC)
class BadEnvelopeIsBadJson(_RpcRefusal):
    def change(self, found: dict[str, Any], error: A2AError) -> None:
        if error.rpc_code == -32600:
            found["code"] = -32700


@fault("error.says-which", "A validation error does not say what is wrong.")
class SaysNotWhich(Rules):
    def rpc_error(self, request_id: object, error: A2AError) -> JSON:
        return super().rpc_error(request_id, _vague(error))

    def http_error(self, error: A2AError) -> JSON:
        return super().http_error(_vague(error))


def _vague(error: A2AError) -> A2AError:
    return replace(error, violations={"request": "Is not valid"}) if error.violations else error


@fault("error.unknown-ignored", "An unknown parameter is refused.", bindings=RPC)
class UnknownIsRefused(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        if "conformanceUnknown" in params:
            raise errors.invalid({"conformanceUnknown": "Is not known"})
        return params


@fault("error.client-fault", "The largest number for a pageSize is an internal error.")
class LimitOverflows(Rules):
    def page_limit(self, caller: Caller, asked: int | None) -> int:
        if asked == 2**31 - 1:
            raise errors.internal()
        return super().page_limit(caller, asked)
