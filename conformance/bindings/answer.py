"""An answer, read: what kind it is, the raw JSON at the places that the profile names, the refusal.

Values are the raw JSON: MISSING, None, "" and [] are four different things.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from conformance.bindings.reading import Kind, Reading, Refusal
from conformance.bindings.shelf import Shelf
from conformance.bindings.task import Task
from conformance.core.jsontext import Problem
from conformance.core.missing import MISSING
from conformance.core.pointers import at
from conformance.probe.exchange import Exchange
from conformance.probe.questions import Question
from conformance.profiles import Profile

COUNTS = frozenset({"total", "page_size", "offset", "page", "pages"})
"""Places in an answer that are numbers."""
MOST_DIGITS = 18
SHORT = 16 * 1024
"""Characters that the ids on a page have together where they are short."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in an exchange that a finding points at: a JSON pointer into the body, `header:NAME` or `status`."""

    exchange: str
    pointer: str


def _of_header(name: str, value: str) -> Any:
    """Return what a header says in place of a member of an answer."""
    if name in COUNTS and value.isascii() and value.isdigit() and len(value) <= MOST_DIGITS:
        return int(value)
    return {"true": True, "false": False}.get(value.lower(), value) if name == "more" else value


class NotAccepted(Exception):  # noqa: N818 - caught by the judge, never shown
    """A check read the result of an answer that has none."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(str(answer.kind))
        self.answer = answer


_shelf: Shelf[Reading] = Shelf()


@dataclass(frozen=True, repr=False)
class Answer:
    """What came for one question. `hiccup` is the exchange that failed before the repeat that is read here.

    `read_text` reads the exchange's text, again where the answer was not looked at for long; it is the answer's own.
    """

    question: Question
    exchange: Exchange
    profile: Profile
    kind: Kind
    read_text: Callable[[], Reading]
    problems: tuple[Problem, ...] = ()
    root: str = ""
    trouble: str = ""
    hiccup: Exchange | None = field(default=None)

    @property
    def _reading(self) -> Reading:
        return _shelf.get(self.read_text, self.exchange.weight)

    @property
    def document(self) -> Any:
        """The whole JSON of the body, MISSING where it is none."""
        return self._reading.document

    @property
    def body(self) -> Any:
        """The JSON of the result, MISSING where there is none."""
        return self._reading.body

    @property
    def refusal(self) -> Refusal | None:
        """What was said in place of a result."""
        return self._reading.refusal

    @property
    def accepted(self) -> bool:
        """Whether the server did what was asked."""
        return self.kind is Kind.ACCEPTED

    @property
    def refused(self) -> bool:
        """Whether the server declined in the binding's own way."""
        return self.kind is Kind.REFUSED

    @property
    def speaks(self) -> bool:
        """Whether it can only come from a server that knows the binding, be it a refusal or a fault."""
        document = self.document if isinstance(self.document, dict) else {}
        if self.profile.catalogue != "a2a":
            return self._reads_as_promised
        if self.question.operation == "list" and {"tasks", "nextPageToken"} & document.keys():
            return True
        return "jsonrpc" in document or isinstance(document.get("error"), dict)

    @property
    def _reads_as_promised(self) -> bool:
        """Whether it is a list where the profile puts one, or the refusal of one in JSON, unless as not there."""
        if self.question.operation != "list":
            return False
        if self.accepted:
            return isinstance(self.read("items"), list)
        return self.refused and self.document is not MISSING and self.status not in {404, 405}

    @property
    def status(self) -> int:
        """The HTTP status, 0 when no answer came."""
        return self.exchange.sent.response.status if self.exchange.sent.response else 0

    @property
    def too_large(self) -> bool:
        """Whether it was left unread because it is larger than the user permits."""
        failure = self.exchange.sent.failure
        return failure is not None and failure.kind == "too-large"

    def headers(self, name: str) -> list[str]:
        """The values of a header of the response, as they came."""
        response = self.exchange.sent.response
        return [v for n, v in response.headers if n.lower() == name.lower()] if response else []

    @property
    def result(self) -> Any:
        """The JSON of the result: JSON-RPC's `result`, HTTP's body; raises NotAccepted when there is none."""
        if not self.accepted:
            raise NotAccepted(self)
        return self.body

    def read(self, name: str) -> Any:
        """Return what stands where the profile puts `name` in an answer (`items`, `next_token` …).

        That is raw JSON or a header; MISSING where there is no such place. Of a header's text a count is read as a
        number, and true and false as such where it says whether there is more; a token stays as it is written.
        """
        result, place = self.result, self.profile.answer.get(name)
        if place is None:
            return MISSING
        if isinstance(place, str):
            return at(result, place)
        found = self.headers(place["header"])
        return _of_header(name, found[0]) if found else MISSING

    def nulled(self, name: str) -> bool:
        """Whether null stands in place of an object on the way to where the profile puts `name`."""
        place = self.profile.answer.get(name)
        pointer = place if isinstance(place, str) else ""
        return any(
            at(self.result, pointer[:i]) is None for i, char in enumerate(pointer) if i and char == "/"
        )

    @property
    def tasks(self) -> Sequence[Task]:
        """The listed tasks; entries that are no objects are left to shape.list."""
        return self._reading.once("tasks", self._tasks)

    def _tasks(self) -> Sequence[Task]:
        items = self.read("items")
        return (
            [Task(item, self.profile) for item in items if isinstance(item, dict)]
            if isinstance(items, list)
            else []
        )

    @property
    def ids(self) -> Sequence[Any]:
        """The ids of the listed tasks as they came; kept, unless they are long, so that a walk reads a page once."""
        return self._ids if self._ids is not None else [task.id for task in self.tasks]

    @functools.cached_property
    def _ids(self) -> Sequence[Any] | None:
        found = [task.id for task in self.tasks]
        short = sum(len(one) if isinstance(one, (str, list, dict)) else 1 for one in found) <= SHORT
        return found if short else None

    @property
    def task(self) -> Task:
        """The one task of GetTask."""
        return self._reading.once("task", self._task)

    def _task(self) -> Task:
        result = self.result
        return Task(result if isinstance(result, dict) else {}, self.profile)

    @property
    def sent_task(self) -> Task | None:
        """The task of a SendMessage answer, None where the agent answered with a Message (§3.1.1)."""
        found = at(self.result, "/task")
        return Task(found, self.profile) if isinstance(found, dict) else None

    @property
    def next_token(self) -> Any:
        """nextPageToken as it came."""
        return self.read("next_token")

    @property
    def more(self) -> str:
        """The token of the next page; empty where the list ends, or where the member is no string.

        Outside A2A a whole number is given as text, which is how urls carry it.
        """
        token = self.next_token
        if type(token) is int and self.profile.catalogue != "a2a":
            return str(token)
        return token if isinstance(token, str) else ""

    def mark(self, pointer: str = "") -> Mark:
        """Point at a place in the result (a JSON pointer), `header:NAME` or `status`."""
        place = pointer if pointer.startswith("header:") or pointer == "status" else self.root + pointer
        return Mark(self.exchange.id, place)

    def mark_place(self, name: str) -> Mark:
        """Point at where the profile puts `name` in an answer."""
        place = self.profile.answer.get(name, "")
        return self.mark(place if isinstance(place, str) else f"header:{place['header']}")

    def mark_whole(self, pointer: str = "") -> Mark:
        """Point at a place in the whole body, the binding's envelope included."""
        return Mark(self.exchange.id, pointer)

    def mark_item(self, index: int, name: str = "") -> Mark:
        """Point at a listed task, or at one of its places."""
        pointer = self.profile.item.get(name, "") if name else ""
        return self.mark(f"{self.profile.answer['items']}/{index}{pointer}")

    def __str__(self) -> str:
        if self.refusal:
            return str(self.refusal)
        return f"{self.kind}{f' ({self.trouble})' if self.trouble else ''}"


def answered(
    question: Question, exchange: Exchange, profile: Profile, read_text: Callable[[], Reading]
) -> Answer:
    """Return the answer to `question` that `read_text` reads in `exchange`."""
    read = _shelf.get(read_text, exchange.weight)
    return Answer(question, exchange, profile, read.kind, read_text, read.problems, read.root, read.trouble)
