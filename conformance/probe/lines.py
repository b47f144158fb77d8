"""Where exchanges come from: the network, or a recording of an earlier run."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

import anyio

from conformance.bindings import Binding
from conformance.probe.asker import Unanswered
from conformance.probe.exchange import Exchange
from conformance.probe.questions import Question
from conformance.probe.spool import Spool
from conformance.probe.transport import Transport
from conformance.probe.wire import Sent
from conformance.target.interfaces import Interface

Pairs = tuple[tuple[str, str], ...]
CAN_EXPIRE = frozenset({"main", "other"})
FOUND_EXPIRED = 401


@dataclass(repr=False)
class LiveLine:
    """The network. Every exchange is cleaned of secrets by `clean` before anybody reads it, or it is put in `spool`.

    `base` are the headers of every request, `credential` gives those of a principal by its name. `renew` gets a
    principal's credential anew after a 401 and says whether there is a new one.
    """

    interface: Interface
    binding: Binding
    transport: Transport
    base: Mapping[str, str]
    credential: Callable[[str], Pairs]
    clean: Callable[[Sent], Sent]
    renew: Callable[[str, Pairs], Awaitable[bool]]
    spool: Spool
    patience: float = 1.0
    exchanges: list[Exchange] = field(default_factory=list)

    async def exchange(self, question: Question, repeat: int, attempt: int, depth: int) -> Exchange:
        """Send `question` and record what came."""
        credential = self.credential(question.principal)
        sent = await self._send(question, credential)
        if self._expired(question, sent) and await self.renew(question.principal, credential):
            sent = await self._send(question, self.credential(question.principal))
        number = len(self.exchanges) + 1
        exchange = Exchange(
            id=f"{self.interface.key}-{number}",
            interface=self.interface.key,
            principal=question.principal,
            operation=question.operation,
            key=question.key,
            repeat=repeat,
            attempt=attempt,
            depth=depth,
            sent=self.spool.keep(self.clean(sent)),
        )
        self.exchanges.append(exchange)
        return exchange

    async def _send(self, question: Question, credential: Pairs) -> Sent:
        request = self.binding.encode(question, self.interface, {**self.base, **dict(credential)})
        return await self.transport.send(request, repeatable=question.operation != "send")

    @staticmethod
    def _expired(question: Question, sent: Sent) -> bool:
        status = sent.response.status if sent.response else 0
        return status == FOUND_EXPIRED and question.principal in CAN_EXPIRE

    async def pause(self, seconds: float) -> None:
        """Sleep; `patience` scales it, for servers in the same process."""
        await anyio.sleep(seconds * self.patience)


@dataclass(repr=False)
class RecordedLine:
    """A recording, by question key, repeat and attempt."""

    binding: Binding
    recorded: Mapping[tuple[str, int, int], Exchange]

    async def exchange(self, question: Question, repeat: int, attempt: int, depth: int) -> Exchange:  # noqa: ARG002
        """Return the recorded exchange; raises Unanswered when the recorded run did not ask this."""
        found = self.recorded.get((question.key, repeat, attempt))
        if found is None:
            raise Unanswered("the recording does not hold this question")
        return found

    async def pause(self, seconds: float) -> None:
        """Do not wait: the recorded answers are there."""
