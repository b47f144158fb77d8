"""What both bindings read from an HTTP request and put into a response: body, service parameters, headers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import unquote_plus

from starlette.requests import Request
from starlette.responses import Response

from conformance.reference import errors, jsonio

LARGEST_BODY = 4 * 1024 * 1024


async def body_of(request: Request) -> bytes:
    """Return the whole body; raises the refusal when it is larger than LARGEST_BODY."""
    pieces, size = [], 0
    async for piece in request.stream():
        size += len(piece)
        if size > LARGEST_BODY:
            raise errors.too_large(LARGEST_BODY)
        pieces.append(piece)
    return b"".join(pieces)


def version_of(request: Request) -> str:
    """Return the A2A-Version asked for, "" for none: the header, else the query parameter (§3.6.1)."""
    header = request.headers.get("a2a-version", "").strip()
    if header:
        return header
    query: bytes = request.scope["query_string"]
    for pair in query.decode("latin-1").split("&"):
        name, _, value = pair.partition("=")
        if unquote_plus(name).lower() == "a2a-version":
            return unquote_plus(value).strip()
    return ""


def respond(
    status: int,
    body: object,
    media_type: str,
    headers: Mapping[str, str] | None = None,
    written: Callable[[bytes], bytes] = bytes,
) -> Response:
    """Return `body` as JSON, as `written` leaves its bytes; the Content-Type has no charset, as JSON has only one."""
    fields = {"content-type": media_type, **(headers or {})}
    return Response(written(jsonio.write(body)), status_code=status, headers=fields)
