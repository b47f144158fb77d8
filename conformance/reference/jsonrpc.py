"""The JSON-RPC binding: envelopes in and out (§9, JSON-RPC 2.0)."""

from __future__ import annotations

import logging
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from conformance.reference import errors, jsonio
from conformance.reference.errors import JSON, A2AError
from conformance.reference.operations import Operations
from conformance.reference.queries import Caller
from conformance.reference.requests import body_of, respond, version_of

LARGEST_BATCH = 100
log = logging.getLogger("conformance.reference")


class JsonRpc:
    """Answers POST requests at one url."""

    def __init__(self, operations: Operations) -> None:
        self.operations = operations
        self.rules = operations.rules

    async def __call__(self, request: Request) -> Response:
        if request.method != "POST":
            return self.send(
                self.rules.rpc_error(None, refused := errors.method_not_allowed("POST")), refused
            )
        try:
            document = jsonio.read(await body_of(request))
        except A2AError as error:
            return self.send(self.rules.rpc_error(None, error), error if error.http_status == 413 else None)
        try:
            principal = self.operations.principal(request.headers.get("authorization"))
        except A2AError as error:
            return self.send(self.rules.rpc_error(legible_id(document), error), error)
        caller = Caller(principal, "", "jsonrpc")
        version = version_of(request)
        if not isinstance(document, list):
            return self.send(await self.answer(caller, version, document))
        if not 0 < len(document) <= LARGEST_BATCH:
            why = f"a batch has 1 to {LARGEST_BATCH} requests"
            return self.send(self.rules.rpc_error(None, errors.bad_request(why)))
        answers = [await self.answer(caller, version, item) for item in document]
        return self.send([answer for answer in answers if answer is not None] or None)

    def send(self, body: object, error: A2AError | None = None) -> Response:
        """Send an answer; with `error`, also as the HTTP status and headers that it has."""
        if body is None:
            return Response(status_code=204)
        status, headers = (error.http_status, error.headers) if error else (200, None)
        written = partial(self.rules.written, "jsonrpc")
        return respond(status, body, self.rules.media_type("jsonrpc"), headers, written)

    async def answer(self, caller: Caller, version: str, item: object) -> JSON | None:
        """Answer one request; None for a notification, which is carried out all the same."""
        if not isinstance(item, dict) or (why := flaw(item)):
            why = why if isinstance(item, dict) else "not an object"
            return self.rules.rpc_error(None, errors.bad_request(why))
        request_id = item.get("id")
        try:
            self.rules.version("jsonrpc", version)
            params = self.rules.rpc_params(item)
            result = await self.operations.call(caller, self.rules.rpc_method(item["method"]), params)
            answer = self.rules.rpc_success(request_id, result)
        except A2AError as error:
            answer = self.rules.rpc_error(request_id, error)
        except Exception:
            log.exception("%s failed", item["method"])
            answer = self.rules.rpc_error(request_id, errors.internal())
        return None if "id" not in item and self.rules.rpc_notified() else answer


def flaw(item: JSON) -> str:
    """Say what keeps an object from being a request (JSON-RPC 2.0, 4); "" if nothing does."""
    if item.get("jsonrpc") != "2.0":
        return 'jsonrpc must be "2.0"'
    if not isinstance(item.get("method"), str):
        return "method must be a string"
    if "id" in item and not is_id(item["id"]):
        return "id must be a string, a number or null"
    return ""


def is_id(value: object) -> bool:
    return value is None or (isinstance(value, str | int | float) and not isinstance(value, bool))


def legible_id(document: object) -> object:
    """Return the id of a request that is refused before it is looked at."""
    value = document.get("id") if isinstance(document, dict) else None
    return value if is_id(value) else None
