"""A credential goes to the origin that the user gave, and appears nowhere, whatever the server does with it."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from urllib.parse import quote

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from conformance.reference import running
from tests.cli.conftest import Command
from tests.helpers.rawserver import RawServer, reply

pytestmark = pytest.mark.slow
SECRET = "s3cr3t/tok+en=with.signs"


def echoing(elsewhere: str) -> Starlette:
    """Return an agent that repeats the Authorization header in every answer, and whose card names another host too."""

    async def card(request: Request) -> JSONResponse:
        interfaces = [
            {"url": f"{request.base_url}rpc", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"},
            {"url": elsewhere, "protocolBinding": "HTTP+JSON", "protocolVersion": "1.0"},
        ]
        return JSONResponse({"name": "echo", "version": "1", "supportedInterfaces": interfaces})

    async def rpc(request: Request) -> JSONResponse:
        sent = request.headers.get("authorization", "nothing")
        token = sent.removeprefix("Bearer ")
        said = f"{sent} {quote(token, safe='')} {base64.b64encode(token.encode()).decode()}"
        error = {"code": -32602, "message": f"no good: {said}", "data": [{"@type": "x", "told": said}]}
        answer = {"jsonrpc": "2.0", "id": (await request.json()).get("id"), "error": error}
        return JSONResponse(answer, headers={"X-Told": sent, "Set-Cookie": f"session={token}"})

    routes = [Route("/.well-known/agent-card.json", card), Route("/rpc", rpc, methods=["POST"])]
    return Starlette(routes=routes)


def test_a_server_that_repeats_the_credential_gets_it_into_no_output(
    command: Command, tmp_path: Path
) -> None:
    with RawServer(reply(b"{}")) as other, running(echoing(other.url)) as url:
        done = command("run", url, "--bearer-env", "AGENT_TOKEN", AGENT_TOKEN=SECRET)
        assert other.requests == []
    assert done.returncode == 1, done.stderr
    written = {path.name: path.read_text() for path in (tmp_path / "reports").iterdir()}
    assert set(written) == {"report.html", "report.json", "junit.xml"}
    forms = [
        SECRET,
        quote(SECRET, safe=""),
        base64.b64encode(SECRET.encode()).decode(),
        json.dumps(SECRET)[1:-1],
    ]
    for name, text in (written | {"stdout": done.stdout, "stderr": done.stderr}).items():
        for form in forms:
            assert form not in text, name
    assert "[redacted:AGENT_TOKEN]" in written["report.json"]
    assert "$AGENT_TOKEN" in written["report.html"]
    assert "--allow-origin" in written["report.html"]
