"""Asking one interface: each question once, several at a time, within a budget, hiccups repeated.

Where the exchanges come from, the network or a recording, is the line's business; what they mean is not ours.
"""

from __future__ import annotations

import contextvars
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol, TypeVar

import anyio

from conformance.bindings import Binding
from conformance.bindings.answer import Answer
from conformance.bindings.reading import Kind
from conformance.probe.exchange import Exchange
from conformance.probe.questions import Question

MOST_WAIT = 5.0
"""Longest wait in seconds that a Retry-After can ask for."""
SLOW = 1.0
"""A Retry-After of so many seconds says that the server counts requests: it is asked less at a time from then on."""
PATIENT, MOST_IN_VAIN = 4, 12
"""How often more a question is asked then; after so many refusals in a row nothing is waited for any more."""
REPEATS = {Kind.FAULT: 1, Kind.THROTTLED: 2}
"""How often an answer of a kind is asked for again: a fault must repeat to count, throttling may pass."""

T = TypeVar("T")
_depth = contextvars.ContextVar("depth", default=0)
_seen: contextvars.ContextVar[list[Answer] | None] = contextvars.ContextVar("seen", default=None)


class Unanswered(Exception):  # noqa: N818 - a state of the question, carried to the finding
    """No answer will come: the budget is spent, the time is up, or the recording does not hold it."""


class Line(Protocol):
    """Where exchanges come from."""

    binding: Binding

    async def exchange(self, question: Question, repeat: int, attempt: int, depth: int) -> Exchange:
        """Return the exchange of `question`; raises Unanswered."""
        ...

    async def pause(self, seconds: float) -> None:
        """Wait, where waiting has a point."""
        ...


@dataclass(repr=False)
class Asker:
    """Asks one interface. `spent` counts requests, creations apart; `peak` is the most that were in flight at once.

    `kept` is how many bytes are kept so far, of `most_bytes`: a few hundred answers of the largest permitted size would
    be more than a report can hold. What is in flight counts as the largest one so far. `held` of the requests that
    `limit` permits are held back for the second survey, without which little can be judged.
    """

    interface: str
    line: Line
    limit: int
    concurrency: int
    most_bytes: int = 2**40
    spent: int = 0
    held: int = 0
    kept: int = 0
    largest: int = 0
    peak: int = 0
    longest: int = 0
    _answers: dict[tuple[str, int], Answer | Unanswered] = field(default_factory=dict)
    _pending: dict[tuple[str, int], anyio.Event] = field(default_factory=dict)
    _slots: anyio.Semaphore | None = None
    _flying: int = 0
    _lanes: int = 0
    _in_vain: int = 0

    @property
    def answers(self) -> list[Answer]:
        """Every answer that came, in the order in which they came."""
        return [answer for answer in self._answers.values() if isinstance(answer, Answer)]

    async def ask(self, question: Question, repeat: int = 0) -> Answer:
        """Return the answer to `question`, asked once per `repeat` index however often it is wanted here.

        Raises Unanswered when it can't be asked any more.
        """
        key = (question.key, repeat)
        while key in self._pending:  # whoever asked may have been cancelled, and several may wait
            await self._pending[key].wait()
        if key not in self._answers:
            self._pending[key] = anyio.Event()
            try:
                self._answers[key] = await self._ask(question, repeat)
            except Unanswered as unanswered:
                self._answers[key] = unanswered
            finally:
                self._pending.pop(key).set()
        answer = self._answers[key]
        if isinstance(answer, Unanswered):
            raise Unanswered(*answer.args)
        if (seen := _seen.get()) is not None:
            seen.append(answer)
        _depth.set(max(_depth.get(), answer.exchange.depth))
        return answer

    async def _ask(self, question: Question, repeat: int) -> Answer:
        first = answer = await self._once(question, repeat, 0)
        # What creates something is never sent again on its own: the first try may have created it.
        repeats = REPEATS.get(answer.kind, 0) + (PATIENT if self._counts(answer) else 0)
        repeats = 0 if question.operation == "send" or answer.too_large else repeats
        for attempt in range(1, repeats + 1):
            if not self._counts(answer):
                await self.line.pause(_wait(answer))
            answer = await self._once(question, repeat, attempt)
            if answer.kind not in REPEATS:
                break
        return answer if answer is first else replace(answer, hiccup=first.exchange)

    async def _once(self, question: Question, repeat: int, attempt: int) -> Answer:
        if self._slots is None:
            self._slots = anyio.Semaphore(self.concurrency)
            self._lanes = self.concurrency
        await self._slots.acquire()
        withheld = False
        try:
            if self.kept + self._flying * self.largest >= self.most_bytes:
                raise Unanswered(f"{self.most_bytes} bytes of answers are the most; --max-total raises it")
            if question.operation != "send":
                if self.spent >= self.limit - self.held:
                    raise Unanswered(
                        f"the budget of {self.limit} requests is spent; --max-requests raises it"
                    )
                self.spent += 1
            self._flying += 1
            self.peak = max(self.peak, self._flying)
            try:
                exchange = await self.line.exchange(question, repeat, attempt, _depth.get() + 1)
            finally:
                self._flying -= 1
            answer = self.line.binding.decode(question, exchange)
            self._in_vain = self._in_vain + 1 if answer.kind is Kind.THROTTLED else 0
            if self._counts(answer):
                # Others must not take the place of the one that waits; and so many at a time were too many.
                await self.line.pause(_wait(answer))
                withheld = self._lanes > 1
                self._lanes -= withheld
        finally:
            if not withheld:
                self._slots.release()
        self.longest = max(self.longest, exchange.depth)
        self.kept += exchange.kept
        self.largest = max(self.largest, exchange.kept)
        return answer

    def _counts(self, answer: Answer) -> bool:
        """Whether the server counts requests, and waiting has helped so far."""
        return answer.kind is Kind.THROTTLED and _wait(answer) >= SLOW and self._in_vain <= MOST_IN_VAIN

    async def ask_all(self, questions: Iterable[Question]) -> list[Answer]:
        """Return the answers to several questions, asked at the same time; raises the first Unanswered."""
        return await gather(partial(self.ask, question) for question in questions)

    async def pause(self, seconds: float) -> None:
        """Wait, where waiting has a point: not in a recording."""
        await self.line.pause(seconds)


async def gather(calls: Iterable[Callable[[], Awaitable[T]]]) -> list[T]:
    """Return the results of `calls`, run at the same time, in their order; raises the first Unanswered."""
    listed = list(calls)
    results: dict[int, T] = {}
    lost: list[Unanswered] = []
    depths: list[int] = []

    async def run(index: int, call: Callable[[], Awaitable[T]]) -> None:
        try:
            results[index] = await call()
        except Unanswered as unanswered:
            lost.append(unanswered)
        depths.append(_depth.get())

    async with anyio.create_task_group() as group:
        for index, call in enumerate(listed):
            group.start_soon(run, index, call)
    _depth.set(max(depths, default=_depth.get()))
    if lost:
        raise lost[0]
    return [results[index] for index in range(len(listed))]


@contextmanager
def witnessed() -> Iterator[list[Answer]]:
    """Collect every answer that is asked for inside, in order: the evidence of a scenario."""
    seen: list[Answer] = []
    token = _seen.set(seen)
    try:
        yield seen
    finally:
        _seen.reset(token)


def _wait(answer: Answer) -> float:
    """Return how many seconds to wait before a repeat: Retry-After where it is given, within reason."""
    after = next(iter(answer.headers("Retry-After")), "")
    return min(float(after), MOST_WAIT) if after.isascii() and after.isdigit() else 0.3
