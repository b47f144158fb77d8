"""What a check says while it judges: expectations by clause, recorded behaviours, places to look at.

The words live in a context variable, so that a check reads as plain statements and stays a function of its answers.
"""

from __future__ import annotations

import contextvars
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from conformance.bindings.answer import Answer, Mark
from conformance.bindings.reading import Kind
from conformance.bindings.task import Task
from conformance.core.hostile import shorten
from conformance.core.jsontext import OddNumber
from conformance.core.missing import MISSING

LONGEST = 300


class NotJudged(Exception):  # noqa: N818 - an outcome, not an error
    """The case ends without a judgement; `applicable` is false where it can't ever be judged here."""

    def __init__(self, reason: str, *, applicable: bool = True) -> None:
        super().__init__(reason)
        self.applicable = applicable


@dataclass(frozen=True, slots=True)
class Broken:
    """An expectation that did not hold: the clause, what was expected, what came, where to look."""

    clause: str
    expected: str
    came: str
    marks: tuple[Mark, ...]


@dataclass
class Ledger:
    """Everything that one case said."""

    broken: list[Broken] = field(default_factory=list)
    held: int = 0
    said: list[tuple[str, str]] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    timeline: list[dict[str, Any]] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)


_ledger: contextvars.ContextVar[Ledger] = contextvars.ContextVar("ledger")


@contextmanager
def opened() -> Iterator[Ledger]:
    """Open a ledger for one case."""
    ledger = Ledger()
    token = _ledger.set(ledger)
    try:
        yield ledger
    finally:
        _ledger.reset(token)


def expect(
    holds: object,
    expected: str,
    came: object = "",
    *,
    clause: str = "main",
    marks: Mark | Sequence[Mark] = (),
) -> bool:
    """Say what the clause asks for and what came; returns whether it holds, so that a check can go on from there.

    Nothing is raised: one broken clause must not hide another. Whether it fails or warns is the catalogue's to say.
    """
    if holds:
        _ledger.get().held += 1
        return True
    places = (marks,) if isinstance(marks, Mark) else tuple(marks)
    _ledger.get().broken.append(Broken(clause, expected, shown(came), places))
    return False


def broken(clause: str = "main") -> bool:
    """Whether a clause of this case has been broken already."""
    return any(one.clause == clause for one in _ledger.get().broken)


def note(name: str, value: object) -> None:
    """Record a behaviour that is the server's choice; what was said already, of another task, adds nothing."""
    said = _ledger.get().said
    if (name, shown(value)) not in said:
        said.append((name, shown(value)))


def point_at(*marks: Mark) -> None:
    """Name places that show what was judged, whatever the verdict."""
    _ledger.get().marks.extend(marks)


def picture(tasks: Iterable[Task], bad: Iterable[str] = ()) -> None:
    """Keep the timestamps of `tasks`, in their order, for the report; `bad` are the ids out of order."""
    wrong = set(bad)
    _ledger.get().timeline = [
        {"id": shown(task.id), "timestamp": shown(task.timestamp), "bad": str(task.id) in wrong}
        for task in tasks
    ]


def inconclusive(reason: str) -> NotJudged:
    """Return the exception that ends a case which can't be judged this time; `raise inconclusive(…)`."""
    return NotJudged(reason)


def doubt(reason: str) -> None:
    """Say that part of the case could not be judged; the case is then inconclusive unless something else is worse."""
    _ledger.get().doubts.append(reason)


def not_applicable(reason: str) -> NotJudged:
    """Return the exception that ends a case which does not apply to this server."""
    return NotJudged(reason, applicable=False)


def served(answer: Answer) -> None:
    """Expect that a valid request is accepted; a gateway or throttling leaves the case without a verdict."""
    _ = answer.result
    _ledger.get().held += 1


def refused_well(answer: Answer, control: Answer, what: str, *, clause: str = "main") -> bool:
    """Expect that `answer` is refused, on the ground that `control`, the same without the mistake, is accepted.

    A server's own fault is not a refusal, but error.client-fault's business; it leaves this case without a verdict.
    """
    if not control.accepted:
        raise inconclusive(f"The same request without the mistake is not accepted ({control}).")
    if answer.kind is Kind.FAULT:
        raise inconclusive(
            f"Answered as the server's own fault ({answer.trouble}), which error.client-fault judges."
        )
    if answer.kind is Kind.THROTTLED:
        raise inconclusive(f"The server was throttling ({answer.trouble}).")
    if answer.kind is Kind.GATEWAY:
        raise inconclusive(f"Something in front of the server answered ({answer.trouble}).")
    return expect(
        answer.refused,
        f"{what} is refused",
        f"accepted: {_glance(answer)}",
        clause=clause,
        marks=answer.mark(),
    )


def shown(value: object) -> str:
    """Return a value as findings show it: raw JSON's spelling, shortened."""
    return shorten(value if isinstance(value, str) else as_json(value), LONGEST)


def as_json(value: object) -> str:
    """Return a value in the spelling of JSON, a text in quotes; what is no JSON as it calls itself."""
    if value is MISSING:
        return "nothing"
    if isinstance(value, (str, list, dict, bool)) or value is None:
        return json.dumps(value, ensure_ascii=False, default=str)
    return value.text if isinstance(value, OddNumber) else str(value)


def _glance(answer: Answer) -> str:
    if not answer.accepted or not isinstance(answer.body, (dict, list)):
        return str(answer)
    if answer.question.operation == "list":
        return f"{len(answer.tasks)} {answer.profile.items_name}"
    return f"{answer.profile.item_name} {shown(answer.task.id)}"
