"""The asker: one request per question however many want it, within budgets of number and of weight."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import anyio
import pytest

from conformance.bindings.jsonrpc import JsonRpc
from conformance.bindings.reading import Kind
from conformance.probe.asker import Asker, Unanswered
from conformance.probe.exchange import Exchange, weight_of
from conformance.probe.questions import Question, list_tasks
from conformance.probe.wire import Sent, WireRequest, WireResponse
from conformance.profiles import load_profile

BODY = b'{"jsonrpc": "2.0", "id": "1", "result": {"tasks": []}}'


class SlowLine:
    """Answers every question alike, after a moment."""

    binding = JsonRpc(load_profile("a2a"))

    def __init__(self, seconds: float = 0.01, body: bytes = BODY) -> None:
        self.seconds = seconds
        self.body = body
        self.asked: list[str] = []

    async def exchange(self, question: Question, repeat: int, attempt: int, depth: int) -> Exchange:
        self.asked.append(question.key)
        await anyio.sleep(self.seconds)
        sent = Sent(WireRequest("POST", "http://a/"), WireResponse(200, (), self.body), None, 1.0)
        return Exchange(
            "x", "jsonrpc", "main", question.operation, question.key, repeat, attempt, depth, sent
        )

    async def pause(self, seconds: float) -> None:
        """Do not wait."""


def test_those_who_wait_for_an_asker_that_is_cancelled_ask_once_between_them() -> None:
    line = SlowLine()
    asker = Asker("jsonrpc", line, limit=9, concurrency=4)
    answers: list[Any] = []

    async def ask() -> None:
        answers.append(await asker.ask(list_tasks()))

    async def go() -> None:
        async with anyio.create_task_group() as group:
            with anyio.move_on_after(0.005):
                async with anyio.create_task_group() as first:
                    first.start_soon(ask)
                    await anyio.sleep(0)
                    for _ in range(3):
                        group.start_soon(ask)
        assert len(answers) == 3

    anyio.run(go)
    assert len(line.asked) == 2


@pytest.mark.parametrize(("concurrency", "most"), [(1, 3), (8, 8)])
def test_no_more_is_asked_once_too_much_is_kept(concurrency: int, most: int) -> None:
    line = SlowLine(0, BODY.ljust(10_000))
    asker = Asker("jsonrpc", line, limit=99, concurrency=concurrency, most_bytes=30_000)
    lost: list[str] = []

    async def ask(size: int) -> None:
        try:
            await asker.ask(list_tasks(page_size=size))
        except Unanswered as unanswered:
            lost.append(str(unanswered))

    async def go() -> None:
        async with anyio.create_task_group() as group:
            for size in range(20):
                group.start_soon(ask, size)

    anyio.run(go)
    assert len(line.asked) == most
    assert len(lost) == 20 - most
    assert "--max-total" in lost[0]


@pytest.mark.parametrize(
    ("body", "weight"),
    [
        (BODY.ljust(1000), 1000),
        (b"[" + b"[]," * 99 + b"[]]", 101 * 80),  # each an object in memory, in three bytes
        (b"[" + b"1," * 99 + b"1]", 99 * 40),
        ('"\U0001f600"'.encode().ljust(1000), 2000),  # each character takes four bytes then
        (b'"\\ud83d\\ude00"'.ljust(1000), 2000),
        ('"\uffff"'.encode().ljust(1000), 1000),
        (b"", 0),
    ],
)
def test_a_dense_answer_weighs_more_than_its_bytes(body: bytes, weight: int) -> None:
    assert weight_of(body) == weight


@pytest.mark.parametrize(
    ("body", "weight"),
    [
        (b'["' + b"1," * 300_000 + b'"]', 600_004),
        (b'["\\"' + b"[" * 300_000 + b'", 1, 2]', 300_012),
        (b'["' + b"1," * 100_000 + b'"' + b",1" * 50_000 + b"]", 50_000 * 40),
        (b'["' + b"1," * 300_000, 600_002),  # a string that does not end
    ],
)
def test_in_strings_of_a_heavy_text_marks_take_no_room(body: bytes, weight: int) -> None:
    assert weight_of(body) == weight


def test_headers_and_what_was_sent_count_for_more_than_a_body_which_may_be_in_a_file() -> None:
    request = WireRequest("POST", "http://a/" + "u" * 91, (), b"b" * 200)
    bare = WireResponse(200, (), BODY.ljust(1000))
    headed = WireResponse(200, (("X-Name", "v" * 94),) * 10, BODY.ljust(1000))
    asked = (list_tasks().key, 0, 0, 1)
    plain, more = (
        Exchange("x", "i", "main", "list", *asked, Sent(request, response, None, 1.0))
        for response in (bare, headed)
    )
    assert plain.kept == 1000 + 8 * (300 + len(asked[0]))
    assert more.kept - plain.kept == 8 * 10 * (100 + 150)


class CountingLine(SlowLine):
    """Lets `quota` requests through between two pauses, and refuses more with a Retry-After of a second."""

    def __init__(self, quota: int) -> None:
        super().__init__(0, BODY)
        self.quota, self.left, self.pauses = quota, quota, 0

    async def exchange(self, question: Question, repeat: int, attempt: int, depth: int) -> Exchange:
        found = await super().exchange(question, repeat, attempt, depth)
        self.left -= 1
        if self.left >= 0:
            return found
        refusal = WireResponse(429, (("Retry-After", "1"),), b"")
        return replace(found, sent=replace(found.sent, response=refusal))

    async def pause(self, seconds: float) -> None:
        assert seconds >= 1
        self.pauses += 1
        await anyio.sleep(0)
        self.left = self.quota


@pytest.mark.parametrize(("quota", "accepted"), [(3, 30), (0, 0)])
def test_a_server_that_counts_requests_is_asked_at_its_own_pace(quota: int, accepted: int) -> None:
    line = CountingLine(quota)
    asker = Asker("jsonrpc", line, limit=999, concurrency=8)
    answers = anyio.run(asker.ask_all, [list_tasks(page_size=size + 1) for size in range(30)])
    assert [answer.kind for answer in answers].count(Kind.ACCEPTED) == accepted
    assert line.pauses > 0
    assert len(line.asked) <= 3 * 30 + 4 * 12
