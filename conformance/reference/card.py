"""The agent card (§4.4.1, §8): who the agent is and where its interfaces are."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from starlette.requests import Request
from starlette.responses import Response

from conformance import __version__
from conformance.reference import jsonio
from conformance.reference.errors import JSON
from conformance.reference.requests import respond

BINDINGS = (("JSONRPC", "rpc"), ("HTTP+JSON", "http"))


def card(base: str, *, name: str, description: str, tenants: Sequence[str], secured: bool) -> JSON:
    """Return the card of an agent at `base`, a url that ends in a slash."""
    interfaces: list[JSON] = []
    for tenant in ("", *tenants):
        for binding, path in BINDINGS:
            entry: JSON = {"url": base + path, "protocolBinding": binding, "protocolVersion": "1.0"}
            interfaces.append(entry | ({"tenant": tenant} if tenant else {}))
    body: JSON = {
        "name": name,
        "description": description,
        "version": __version__,
        "supportedInterfaces": interfaces,
        "capabilities": {"streaming": False, "pushNotifications": False, "extendedAgentCard": False},
        "defaultInputModes": ["text/plain"],
        "defaultOutputModes": ["text/plain", "application/json"],
        "skills": [
            {
                "id": "tasks",
                "name": "Scripted tasks",
                "description": "Makes tasks as the last line of a message says.",
                "tags": ["conformance", "testing"],
            }
        ],
    }
    if secured:
        scheme = {"httpAuthSecurityScheme": {"scheme": "Bearer"}}
        body["securitySchemes"] = {"bearer": scheme}
        body["securityRequirements"] = [{"schemes": {"bearer": {"list": []}}}]
    return body


def card_endpoint(make: Callable[[str], JSON]) -> Callable[[Request], Response]:
    """Return an endpoint that serves `make(base)`, with the caching headers of §8.6.1."""

    def endpoint(request: Request) -> Response:
        body = make(str(request.base_url))
        tag = hashlib.sha256(jsonio.write(body)).hexdigest()[:16]
        headers = {"cache-control": "max-age=60", "etag": f'"{tag}"'}
        return respond(200, body, "application/json", headers)

    return endpoint
