"""The reference server as one ASGI application: datasets, credentials, card and bindings put together."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from functools import partial

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Receive, Scope, Send

from conformance.reference import errors
from conformance.reference.agent import Agent
from conformance.reference.card import card, card_endpoint
from conformance.reference.data import dataset_named
from conformance.reference.data.build import ALICE, BOB
from conformance.reference.http_json import HttpJson
from conformance.reference.jsonrpc import JsonRpc
from conformance.reference.operations import Operations
from conformance.reference.requests import respond
from conformance.reference.rules import Rules
from conformance.reference.service import Service
from conformance.reference.store import Store

MAIN_TOKEN = "reference-alice"  # noqa: S105 - published on purpose: the server holds made-up data
OTHER_TOKEN = "reference-bob"  # noqa: S105 - the same
TOKENS = {MAIN_TOKEN: ALICE, OTHER_TOKEN: BOB}


def create_app(
    dataset: str = "demo", *, tenants: bool = True, open: bool = False, rules: Rules | None = None
) -> Starlette:
    """Return a reference server that holds `dataset` ("demo", "demo-undated", "walkthrough" or "empty").

    `tenants`: the card has a second pair of interfaces, with a tenant. `open`: who comes without a credential is
    the main principal. `rules`: other rules than the specification's. ValueError for an unknown dataset.
    """
    data = dataset_named(dataset)
    named = (data.tenant,) if tenants else ()
    store = Store(record for record in data.records() if record.tenant in ("", *named))
    service = Service(store, rules or Rules())
    agent = Agent(service)
    operations = Operations(service, agent, tenants=named, tokens=TOKENS, anyone=ALICE if open else "")
    make = partial(card, name=data.agent, description=data.description, tenants=named, secured=not open)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await agent.close()
            store.close()

    return Starlette(
        routes=[
            Route("/.well-known/agent-card.json", card_endpoint(make)),
            Below("/rpc", JsonRpc(operations), exact=True),
            Below("/http", HttpJson(operations, "/http")),
        ],
        exception_handlers={404: nothing_here},
        lifespan=lifespan,
    )


class Below(BaseRoute):
    """Hands a path, or all paths below it, to an endpoint whatever the verb, still percent-encoded.

    Starlette's own routes decode the path first, and know no line breaks in it.
    """

    def __init__(self, path: str, endpoint: JsonRpc | HttpJson, *, exact: bool = False) -> None:
        self.path = path
        self.endpoint = endpoint
        self.exact = exact

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        path: str = scope.get("path", "")
        ours = path == self.path or (not self.exact and path.startswith(f"{self.path}/"))
        return (Match.FULL if ours and scope["type"] == "http" else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self.endpoint(Request(scope, receive))
        await response(scope, receive, send)


async def nothing_here(_request: Request, _exception: Exception) -> Response:
    error = errors.no_such_path()
    body = {
        "error": {"code": 404, "status": error.status, "message": error.message, "details": error.details()}
    }
    return respond(404, body, "application/json")
