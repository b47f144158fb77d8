"""Page tokens: a signed position in the order, bound to the query that it belongs to.

Standard base64, so tokens hold `+`, `/` and `=` and clients have to encode them in a URL.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from typing import NamedTuple

SIGNATURE = 16


class Position(NamedTuple):
    """The last task of a page: its number in the order, and its id for ties."""

    ns: int
    id: str


def seal(key: bytes, position: Position, query: str) -> str:
    """Return the token of `position`, valid for `query` only."""
    body = json.dumps(position, separators=(",", ":")).encode()
    return base64.b64encode(signature(key, body, query) + body).decode("ascii")


def unseal(key: bytes, token: str, query: str) -> Position:
    """Return the position of a token; ValueError if it was not issued for `query` exactly as it is."""
    try:
        raw = base64.b64decode(token, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("not a token of this server") from None
    given, body = raw[:SIGNATURE], raw[SIGNATURE:]
    # Base64 has spare bits at its end: only the one spelling that was issued counts.
    if base64.b64encode(raw) != token.encode("utf-8", "replace"):
        raise ValueError("not a token of this server")
    if not hmac.compare_digest(given, signature(key, body, query)):
        raise ValueError("not a token of this server for this query")
    return Position(*json.loads(body))


def signature(key: bytes, body: bytes, query: str) -> bytes:
    return hmac.new(key, body + b"\0" + query.encode(), hashlib.sha256).digest()[:SIGNATURE]
