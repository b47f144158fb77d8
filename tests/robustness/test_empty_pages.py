"""A list that has nothing ready answers with an empty page and the same token for a while, not for ever."""

from __future__ import annotations

import anyio
import pytest

from conformance.bindings.http_json import HttpJson
from conformance.probe.asker import Asker
from conformance.probe.exchange import Exchange
from conformance.probe.questions import Question, list_tasks
from conformance.probe.walks import STUCK, Walk
from conformance.probe.wire import Sent, WireRequest, WireResponse
from conformance.profiles import load_profile

PAGES = {
    "first": b'{"tasks": [{"id": "a"}], "nextPageToken": "t"}',
    "empty": b'{"tasks": [], "nextPageToken": "t"}',
    "last": b'{"tasks": [{"id": "b"}], "nextPageToken": ""}',
}


class Hesitant:
    """Answers the token with an empty page and the same token `times` times, then with the last page."""

    binding = HttpJson(load_profile("a2a"))

    def __init__(self, times: int) -> None:
        self.left = times

    async def exchange(self, question: Question, repeat: int, attempt: int, depth: int) -> Exchange:
        page = "first" if "page_token" not in question.params else "empty" if self.left else "last"
        self.left -= page == "empty"
        sent = Sent(WireRequest("GET", "http://a/"), WireResponse(200, (), PAGES[page]), None, 1.0)
        where = ("http+json", "main", question.operation, question.key)
        return Exchange(f"x-{repeat}", *where, repeat, attempt, depth, sent)

    async def pause(self, seconds: float) -> None:
        """Do not wait."""


@pytest.mark.parametrize(
    ("times", "end", "ids"), [(0, "end", ["a", "b"]), (3, "end", ["a", "b"]), (STUCK + 1, "token", ["a"])]
)
def test_a_walk_has_some_patience(times: int, end: str, ids: list[str]) -> None:
    asker = Asker("http+json", Hesitant(times), limit=99, concurrency=1)
    walk = anyio.run(Walk(list_tasks()).run, asker)
    assert walk.end == end
    assert walk.ids == ids
