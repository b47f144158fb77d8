"""A reference server that writes markup and script wherever it may choose the words."""

from __future__ import annotations

import json
from typing import Any

from conformance.reference import Rules, create_app

STRINGS = (
    "<img src=x onerror='window.pwned=1'>",
    "<script>window.pwned=2</script>",
    "javascript:window.pwned=3",
    "</td></template></script><svg onload=window.pwned=4>",
    '"><iframe srcdoc="<script>parent.pwned=5</script>"></iframe>',
    "\u202e{{7*7}}\x1b]0;pwned\x07\ud800",
)
WORDS = " ".join(STRINGS)
CHOSEN = ("text", "name", "description", "message", "messageId", "artifactId", "provider")


class Hostile(Rules):
    """Too many tasks on a page, so that findings with evidence come of it; and a page size that is none."""

    default_size = 60

    def page_echo(self, caller: Any, limit: int, asked: int | None, count: int) -> Any:
        """Return markup in place of the page's size."""
        return "".join(STRINGS[:5]) if caller.binding == "http+json" else limit

    def next_token(self, caller: Any, *arguments: Any, **named: Any) -> str:
        """Return a token with markup behind it."""
        token = super().next_token(caller, *arguments, **named)
        return f"{token}~{STRINGS[0]}" if token else ""

    def position(self, caller: Any, token: str, fingerprint: str) -> Any:
        """Read a token of its own."""
        return super().position(caller, token.partition("~")[0], fingerprint)


def hostile_app() -> Any:
    """Return the app: the strings that a server is free to choose are hostile, in bodies and in headers."""
    inner = create_app("demo", open=True, rules=Hostile())

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await inner(scope, receive, send)
            return
        messages: list[Any] = []

        async def keep(message: Any) -> None:
            messages.append(message)

        await inner(scope, receive, keep)
        start, body = messages[0], b"".join(message.get("body", b"") for message in messages[1:])
        if body:
            body = json.dumps(_spoiled(json.loads(body))).encode()
        headers = [pair for pair in start["headers"] if pair[0].lower() != b"content-length"]
        headers += [(b"content-length", str(len(body)).encode()), (b"server", WORDS[:200].encode())]
        await send({**start, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return app


def _spoiled(value: Any) -> Any:
    if isinstance(value, list):
        return [_spoiled(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    return {
        name: f"{WORDS} {entry}" if name in CHOSEN and isinstance(entry, str) else _spoiled(entry)
        for name, entry in value.items()
    }
