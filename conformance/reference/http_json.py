"""The HTTP+JSON binding: paths, verbs and query strings in, plain bodies out (§11)."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from conformance.reference import errors, jsonio
from conformance.reference.errors import JSON, A2AError
from conformance.reference.operations import Operations
from conformance.reference.queries import Caller
from conformance.reference.requests import body_of, respond, version_of

READ = ("GET", "HEAD")
log = logging.getLogger("conformance.reference")


@dataclass(frozen=True)
class Route:
    """An operation that a path and verb stand for, with the parameters that the path holds."""

    operation: str
    verbs: tuple[str, ...]
    params: Mapping[str, object]


class HttpJson:
    """Answers everything below one url."""

    def __init__(self, operations: Operations, prefix: str) -> None:
        self.operations = operations
        self.rules = operations.rules
        self.prefix = prefix

    async def __call__(self, request: Request) -> Response:
        media_type, written = self.rules.media_type("http+json"), partial(self.rules.written, "http+json")
        try:
            return respond(200, await self.answer(request), media_type, written=written)
        except A2AError as error:
            refused = error
        except Exception:
            log.exception("%s %s failed", request.method, request.url.path)
            refused = errors.internal()
        body = self.rules.http_error(refused)
        return respond(refused.http_status, body, media_type, refused.headers, written)

    async def answer(self, request: Request) -> JSON:
        """Return the result of the operation that the request stands for; raises the refusal."""
        tenant, routes = self.routes(raw_path(request).removeprefix(self.prefix))
        route = next((route for route in routes if request.method in route.verbs), None)
        if route is None:
            raise self.rules.wrong_verb([verb for route in routes for verb in route.verbs])
        principal = self.operations.principal(request.headers.get("authorization"))
        self.rules.version("http+json", version_of(request))
        if request.method in READ:
            params = self.query(request.scope["query_string"].decode("latin-1"))
        else:
            params = await members(request)
        caller = Caller(principal, tenant, "http+json")
        return await self.operations.call(caller, route.operation, params | dict(route.params))

    def routes(self, path: str) -> tuple[str, list[Route]]:
        """Return the tenant in a raw path and what it may stand for; raises the 404 if nothing."""
        raw = path.removeprefix("/").split("/")
        try:
            segments = [self.rules.path_segment(piece) for piece in raw]
        except UnicodeDecodeError:
            raise errors.invalid({"id": "Must be UTF-8, percent-encoded"}) from None
        if found := routes_of(segments, raw[-1]):
            return "", found
        if segments[0] and (found := routes_of(segments[1:], raw[-1])):
            return segments[0], found
        raise errors.no_such_path()

    def query(self, text: str) -> JSON:
        """Return the query parameters as the JSON values that they mean; an empty value is unset.

        A parameter of the protocol's that is there twice is refused, since either reading could be wrong.
        """
        params: JSON = {}
        wrong: dict[str, str] = {}
        for pair in filter(None, text.split("&")):
            raw_name, _, raw_value = pair.partition("=")
            try:
                name, value = self.rules.query_value(raw_name), self.rules.query_value(raw_value)
            except UnicodeDecodeError:
                wrong[raw_name] = "Must be UTF-8, percent-encoded"
                continue
            if name not in PARAMETERS:
                continue
            if name in params:
                wrong[name] = "Must be there once"
            params[name] = typed(name, value)
        if wrong:
            raise errors.invalid(wrong)
        return params


PARAMETERS = frozenset(
    {
        "tenant",
        "contextId",
        "status",
        "pageSize",
        "pageToken",
        "historyLength",
        "statusTimestampAfter",
        "includeArtifacts",
    }
)


def typed(name: str, value: str) -> object:
    """Return the JSON value that a query parameter's text means (§11.5)."""
    if not value:
        return None
    if name == "includeArtifacts":
        return {"true": True, "false": False}.get(value, value)
    if name == "status" and value.isascii() and value.isdigit() and len(value) < 4:
        return int(value)
    return value


PLAIN = {
    "tasks": Route("ListTasks", READ, {}),
    "message:send": Route("SendMessage", ("POST",), {}),
    "message:stream": Route("SendStreamingMessage", ("POST",), {}),
    "extendedAgentCard": Route("GetExtendedAgentCard", READ, {}),
}


def routes_of(segments: list[str], raw_last: str) -> list[Route]:
    """Return what a path without a tenant stands for; empty if nothing.

    A custom verb such as `:cancel` is one only when the colon stands there as itself, and hides no task from GET.
    """
    match segments:
        case [name] if name in PLAIN:
            return [PLAIN[name]]
        case ["tasks", task_id]:
            return [Route("GetTask", READ, {"id": task_id}), *custom(task_id, raw_last)]
        case ["tasks", _, "pushNotificationConfigs", *rest] if len(rest) < 2:
            verbs = ("GET", "HEAD", "DELETE") if rest else ("GET", "HEAD", "POST")
            return [Route("GetTaskPushNotificationConfig", verbs, {})]
    return []


def custom(task_id: str, raw: str) -> list[Route]:
    for suffix, operation in ((":cancel", "CancelTask"), (":subscribe", "SubscribeToTask")):
        if raw.endswith(suffix):
            return [Route(operation, ("POST",), {"id": task_id.removesuffix(suffix)})]
    return []


def raw_path(request: Request) -> str:
    """Return the path as it was sent, still percent-encoded."""
    raw = request.scope.get("raw_path")
    return raw.decode("latin-1") if raw is not None else quote(request.scope["path"])


async def members(request: Request) -> JSON:
    """Return the JSON object in a body; an empty body is {}."""
    body = await body_of(request)
    document = jsonio.read(body) if body else {}
    if not isinstance(document, dict):
        raise errors.bad_request("not an object")
    return document
