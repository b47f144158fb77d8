"""One request as it was sent and what came back, as it is recorded."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from conformance.probe.wire import Sent

ROOM = {b"{": 80, b"[": 80, b",": 40}
"""Bytes of usual JSON that take as much memory, once read, as what starts with such a mark: a text of nothing but
brackets, or of the shortest values, takes ten times the memory of tasks that are written in as many bytes."""


WIDE = (*(bytes([lead]) for lead in range(0xF0, 0xF5)), b"\\ud", b"\\uD")
"""How characters outside the basic plane begin, in UTF-8 or escaped; with one, each of a text takes four bytes."""
DENSEST = max(ROOM.values())
EXACT = 512 * 1024
"""From this weight on it matters whether marks stand in strings, where they take no room."""
STRING = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\Z)', re.DOTALL)
HELD = 8
"""How much more room is counted for what stays in memory than for a body, which may be kept in a file."""
FIELD = 150
"""Bytes that a header takes beside its text."""


@dataclass(frozen=True)
class Exchange:
    """A sent question. `repeat` counts deliberate repeats, `attempt` the repeats after a hiccup of the server.

    `depth` is the length of the chain of dependent requests that ends here; `ms` of `sent` is under concurrency.
    """

    id: str
    interface: str
    principal: str
    operation: str
    key: str
    repeat: int
    attempt: int
    depth: int
    sent: Sent

    @functools.cached_property
    def weight(self) -> int:
        """Roughly how much memory the body takes once it is read, in bytes of usual JSON; a dense one takes more."""
        return weight_of(self.sent.response.body) if self.sent.response else 0

    @functools.cached_property
    def kept(self) -> int:
        """Roughly what is kept of it, in bytes: its body, and beside it in memory the headers and what was sent."""
        request, response = self.sent.request, self.sent.response
        held = len(self.key) + len(request.url) + len(request.body or b"")
        if response is None:
            return HELD * held
        held += sum(len(name) + len(value) + FIELD for name, value in response.headers)
        return HELD * held + len(response.body)


def weight_of(body: bytes) -> int:
    """Roughly how much memory a text of JSON takes once it is read, in bytes of usual JSON."""
    length = len(body) * (2 if any(mark in body for mark in WIDE) else 1)
    weight = max(length, _of_marks(body))
    return weight if weight <= max(length, EXACT) else max(length, _of_marks(STRING.sub(b"", body)))


def _of_marks(text: bytes) -> int:
    return max(text.count(mark) * room for mark, room in ROOM.items())
