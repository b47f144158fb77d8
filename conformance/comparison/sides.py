"""The evidence of a cell, and where targets differ the answers of both, line by line, the difference marked.

Ids, tokens and times are no difference: lines are compared normalised, and shown as they came.
"""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from conformance.comparison.table import Cell, Finding, Side
from conformance.core.hostile import shorten
from conformance.report.bodies import Line, lines
from conformance.report.evidence import NOTABLE, Evidence, curl_line, evidence, outline

MAX_LINES: Final = 400
"""Lines of each answer that are compared."""
AROUND: Final = 2
"""Lines that are the same and stand around one that differs."""
MAX_LINE: Final = 160


@dataclass(frozen=True, slots=True)
class Budget:
    """How much of the evidence a page shows: cases of a cell with evidence, characters of a body, of a difference."""

    cases: int
    body: int
    marked: int


@dataclass(frozen=True, slots=True)
class Piece:
    """One line of two answers: `sign` is - (only the other), + (only this one), a space (both) or … (left out)."""

    sign: str
    text: str


@dataclass(frozen=True, slots=True)
class Marked:
    """Two answers to one question: how each was asked, and the lines in which they differ."""

    other: Cell
    theirs: str
    ours: str
    pieces: Sequence[Piece]
    alike: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """One case of a cell; `marked` where it is held against another target, else `item`; `links` are only named."""

    finding: Finding
    marked: Marked | None
    item: Evidence | None
    links: Sequence[str]


def cases_of(cell: Cell, other: Cell | None, budget: Budget) -> Sequence[Shown]:
    """Return the cases of a cell, those that differ from `other` first."""
    rivals = {finding["case"]: finding for finding in other.findings} if other else {}

    def differing(finding: Finding) -> bool:
        rival = rivals.get(finding["case"])
        return other is not None and (rival is None or _words(finding) != _words(rival))

    ordered = sorted(cell.findings, key=lambda finding: not differing(finding))
    return [
        _case(
            cell,
            finding,
            other if differing(finding) else None,
            rivals,
            budget if place < budget.cases else None,
        )
        for place, finding in enumerate(ordered)
    ]


def _words(finding: Finding) -> tuple[Any, ...]:
    observed = [(entry["name"], entry["value"]) for entry in finding["observations"]]
    return finding["verdict"], finding["came"], observed


def _case(
    cell: Cell, finding: Finding, other: Cell | None, rivals: Mapping[str, Finding], budget: Budget | None
) -> Shown:
    exchanges = cell.side.report["exchanges"]
    marks: dict[str, list[str]] = {}
    for mark in finding["marks"]:
        marks.setdefault(mark["exchange"], []).append(mark["pointer"])
    keys = list(dict.fromkeys([*marks, *finding["exchanges"]]))
    if not keys or budget is None:
        return Shown(finding, None, None, [outline(exchanges[key]) for key in keys[:2]])
    marked = None
    rival = rivals.get(finding["case"])
    if other is not None and rival is not None:
        marked = _held_against(cell, finding, keys, other, rival, budget.marked)
    item = None
    if marked is None:
        item = evidence(keys[0], exchanges[keys[0]], marks.get(keys[0], ()), budget=budget.body, notable=True)
    return Shown(finding, marked, item, [outline(exchanges[key]) for key in keys[1:4]])


def _held_against(
    cell: Cell, finding: Finding, keys: Sequence[str], other: Cell, rival: Finding, budget: int
) -> Marked | None:
    pair = _pair(cell.side, finding, keys, other.side, rival)
    if pair is None:
        return None
    ours, theirs = pair
    pieces = compared_answers((cell.side, ours), (other.side, theirs))
    return Marked(
        other,
        curl_line(theirs["request"]),
        curl_line(ours["request"]),
        list(_within(pieces, budget)),
        alike=all(piece.sign not in "+-" for piece in pieces),
    )


def _pair(
    side: Side, finding: Finding, keys: Sequence[str], other: Side, rival: Finding
) -> tuple[Mapping[str, Any], Mapping[str, Any]] | None:
    """Choose the exchange that either finding marks, else the first, and the other's answer to the same question."""
    mine = {key: side.report["exchanges"][key] for key in keys}
    theirs = {key: other.report["exchanges"][key] for key in rival["exchanges"]}
    if not theirs:
        return None

    def question(of: Side, exchange: Mapping[str, Any]) -> tuple[str, str, int]:
        return exchange["operation"], of.normal.text(exchange["key"]), exchange["repeat"]

    def match(wanted: tuple[str, str, int], of: Side, among: Mapping[str, Mapping[str, Any]]) -> Any:
        return next((entry for entry in among.values() if question(of, entry) == wanted), None)

    if not finding["marks"] and rival["marks"]:
        marked = other.report["exchanges"][rival["marks"][0]["exchange"]]
        return match(question(other, marked), side, mine) or next(iter(mine.values())), marked
    first = next(iter(mine.values()))
    return first, match(question(side, first), other, theirs) or next(iter(theirs.values()))


def compared_answers(
    ours: tuple[Side, Mapping[str, Any]], theirs: tuple[Side, Mapping[str, Any]]
) -> Sequence[Piece]:
    """Return two answers as one run of lines: status, headers of note, body laid out."""
    mine, rival = _laid(ours[1]), _laid(theirs[1])
    before = [theirs[0].normal.text(line) for line in rival]
    after = [ours[0].normal.text(line) for line in mine]
    pieces: list[Piece] = []
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            pieces += _same(mine[c:d], first=not c, last=d == len(mine))
        else:
            pieces += [Piece("-", line) for line in rival[a:b]] + [Piece("+", line) for line in mine[c:d]]
    return pieces


def _same(same: Sequence[str], *, first: bool, last: bool) -> Iterator[Piece]:
    """Yield the lines that both have, those far from any difference left out."""
    head, tail = (0 if first else AROUND), (0 if last else AROUND)
    left = len(same) - head - tail
    if left <= 1:
        yield from (Piece(" ", line) for line in same)
        return
    yield from (Piece(" ", line) for line in same[:head])
    yield Piece("…", f"{left} lines are the same")
    yield from (Piece(" ", line) for line in same[len(same) - tail :])


def _laid(exchange: Mapping[str, Any]) -> Sequence[str]:
    response = exchange["response"]
    if response is None:
        return [outline(exchange).rpartition("→ ")[2]]
    heads = [f"HTTP {response['status']}"]
    heads += sorted(
        f"{name.lower()}: {value}" for name, value in response["headers"] if name.lower() in NOTABLE
    )
    body: Iterator[Line] = lines(response["body"]) if response["encoding"] == "utf-8" else iter(())
    laid = [line.text for line in itertools.islice(body, MAX_LINES)]
    return [shorten(line, MAX_LINE) for line in [*heads, "", *laid]]


def _within(pieces: Sequence[Piece], budget: int) -> Iterator[Piece]:
    for place, piece in enumerate(pieces):
        budget -= len(piece.text) + 8
        if budget < 0:
            yield Piece("…", f"{len(pieces) - place} more lines; the reports have them")
            return
        yield piece
