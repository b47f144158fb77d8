"""One request as it was sent and what came back, as it is recorded."""

from __future__ import annotations

from dataclasses import dataclass

from conformance.probe.wire import Sent

ROOM = {b"{": 80, b"[": 80, b",": 40}
"""Bytes of usual JSON that take as much memory, once read, as what starts with such a mark: a text of nothing but
brackets, or of the shortest values, takes ten times the memory of tasks that are written in as many bytes."""


@dataclass(frozen=True, slots=True)
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

    @property
    def weight(self) -> int:
        """Roughly how much memory the answer takes, in bytes of usual JSON.

        A short header takes as much room as a longer one, a dense body as much as a longer one of tasks.
        """
        response = self.sent.response
        if response is None:
            return 0
        body = max(len(response.body), *(response.body.count(mark) * room for mark, room in ROOM.items()))
        return body + sum(len(name) + len(value) + 100 for name, value in response.headers)
