"""One request and what came of it, as records.

How a question becomes a request is bindings' business, how it is sent is transport's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, SupportsBytes

Headers = tuple[tuple[str, str], ...]
"""Names and values in the order and the case of the wire; a name may come twice."""

FailureKind = Literal[
    "timeout", "connect", "tls", "protocol", "dropped", "too-large", "not-allowed", "redirect"
]


@dataclass(frozen=True, slots=True)
class WireRequest:
    """A request; `url` is sent as written, path and query byte for byte."""

    method: str
    url: str
    headers: Headers = ()
    body: bytes | None = None


@dataclass(frozen=True, slots=True)
class WireResponse:
    """A response; `content` holds its body, or knows where that is; `truncated` when not all of it came or was kept."""

    status: int
    headers: Headers
    content: bytes | SupportsBytes
    truncated: bool = False

    @property
    def body(self) -> bytes:
        """The bytes without their content coding; where they are kept in a file, they are read from it each time."""
        return bytes(self.content)

    def header(self, name: str) -> str | None:
        """Return the first value of header `name`, in any case, or None."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no whole response.

    timeout      the deadline of the request passed
    connect      no connection: unknown host, closed port, a proxy that refused
    tls          the connection could not be secured
    protocol     what came is not HTTP
    dropped      the connection ended before the response did
    too-large    the body went over the cap and the rest was left unread
    not-allowed  not sent: the user did not allow this origin
    redirect     not followed: it leads to another origin, in circles or nowhere
    """

    kind: FailureKind
    text: str


@dataclass(frozen=True, slots=True)
class Sent:
    """A request as it went out, added headers included, and what came.

    `failure` may stand beside a response: then the response is what came until then. `ms` is the time from
    sending to the end of the body, in milliseconds.
    """

    request: WireRequest
    response: WireResponse | None
    failure: Failure | None
    ms: float
