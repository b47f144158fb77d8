"""One request as it was sent and what came back, as it is recorded."""

from __future__ import annotations

from dataclasses import dataclass

from conformance.probe.wire import Sent


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
        """Roughly how many bytes of the answer are kept: a short header takes as much room as a longer one."""
        response = self.sent.response
        if response is None:
            return 0
        return len(response.body) + sum(len(name) + len(value) + 100 for name, value in response.headers)
