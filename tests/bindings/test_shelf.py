"""What answers read as is kept while there is room, and read again after that."""

from __future__ import annotations

from collections import Counter

from conformance.bindings.answer import answered
from conformance.bindings.binding import binding_of
from conformance.bindings.reading import Kind, Reading
from conformance.bindings.shelf import Shelf
from conformance.probe.exchange import Exchange
from conformance.probe.questions import list_tasks
from conformance.probe.wire import Sent, WireRequest, WireResponse
from conformance.profiles import load_profile
from conformance.target.interfaces import Interface

PROFILE = load_profile("a2a")


class Reader:
    """Counts how often it is read."""

    def __init__(self, value: str) -> None:
        self.value = value
        self.times = 0

    def __call__(self) -> str:
        self.times += 1
        return self.value


def test_what_was_used_last_stays_as_long_as_there_is_room() -> None:
    shelf: Shelf[str] = Shelf(room=10)
    one, two, three = Reader("one"), Reader("two"), Reader("three")
    for reader in (one, two, one, three, one):
        assert shelf.get(reader, 5) == reader.value
    assert (one.times, two.times, three.times) == (1, 1, 1)
    assert shelf.get(two, 5) == "two"
    assert (one.times, two.times, three.times) == (1, 2, 1)


def test_what_is_larger_than_the_shelf_is_kept_until_something_else_is_wanted() -> None:
    shelf: Shelf[str] = Shelf(room=10)
    large, small = Reader("large"), Reader("small")
    for reader in (small, large, large):
        shelf.get(reader, 11 if reader is large else 1)
    assert large.times == 1
    shelf.get(small, 1)
    shelf.get(large, 11)
    assert (large.times, small.times) == (2, 2)


def test_an_answer_reads_the_same_again(monkeypatch) -> None:
    shelf: Shelf[Reading] = Shelf(room=0)
    monkeypatch.setattr("conformance.bindings.answer._shelf", shelf)
    spoken = binding_of(Interface("i", "HTTP+JSON", "http://a", "1.0"), PROFILE)
    pages = []
    for name in "ab":
        body = b'{"tasks": [{"id": "%s"}], "nextPageToken": ""}' % name.encode()
        sent = Sent(WireRequest("GET", "http://a/tasks"), WireResponse(200, (), body), None, 1.0)
        pages.append(spoken.decode(list_tasks(), Exchange("x", "i", "main", "list", "", 0, 0, 1, sent)))
    for _ in range(2):
        assert [task.id for page in pages for task in page.tasks] == ["a", "b"]
        assert [page.next_token for page in pages] == ["", ""]


def test_two_answers_of_one_exchange_are_read_apart() -> None:
    sent = Sent(WireRequest("GET", "http://a/tasks"), WireResponse(200, (), b"[]"), None, 1.0)
    exchange = Exchange("x", "i", "main", "list", "", 0, 0, 1, sent)
    counted: Counter[str] = Counter()

    def read(name: str) -> Reading:
        counted[name] += 1
        return Reading(Kind.ACCEPTED, body=name)

    one = answered(list_tasks(), exchange, PROFILE, lambda: read("one"))
    other = answered(list_tasks(), exchange, PROFILE, lambda: read("other"))
    assert (one.body, other.body, one.body) == ("one", "other", "one")
    assert counted == {"one": 1, "other": 1}
