"""One plain request to an emulator in this process, as a test reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import anyio
import httpx

from tests.emulators.parts import TOKEN, Rules, create_app

HOST = "http://emulated.test"
BEARER = {"Authorization": f"Bearer {TOKEN}"}


def ask(
    rules: Rules, path: str, query: Mapping[str, Any] | None = None, headers: Mapping[str, str] = BEARER
) -> httpx.Response:
    """GET `path`, with the bearer token unless other headers are given."""

    async def send() -> httpx.Response:
        transport = httpx.ASGITransport(create_app(rules))
        async with httpx.AsyncClient(transport=transport, base_url=HOST) as client:
            return await client.get(path, params=query, headers=headers)

    return anyio.run(send)


def cursor_walk(rules: Rules, path: str, **query: Any) -> Iterator[dict[str, Any]]:
    """Yield the bodies of a walk by `/pagination/next_cursor`, until `has_next` is false."""
    cursor: dict[str, str] = {}
    while True:
        body = ask(rules, path, {**query, **cursor}).json()
        yield body
        if not body["pagination"]["has_next"]:
            return
        cursor = {"cursor": body["pagination"]["next_cursor"]}
