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
UNTOLD: Final = frozenset({"server", "date"})
"""Headers that differ between any two servers."""
LOOKED_AT: Final = 8
"""Questions of a case whose answers are held against each other, until two differ."""


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


@dataclass(frozen=True, slots=True)
class Shown:
    """One case of a cell; `marked` where it is held against another target, else `item`; `links` are only named.

    `alike` is the other cell where its answer is the same.
    """

    finding: Finding
    marked: Marked | None
    item: Evidence | None
    links: Sequence[str]
    alike: Cell | None = None


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
    marked, alike = None, None
    rival = rivals.get(finding["case"])
    if other is not None and rival is not None:
        marked = _held_against(cell, finding, keys, other, rival, budget.marked)
        if marked is not None and all(piece.sign not in "+-" for piece in marked.pieces):
            marked, alike = None, other
    item = None
    if marked is None:
        item = evidence(keys[0], exchanges[keys[0]], marks.get(keys[0], ()), budget=budget.body, notable=True)
    return Shown(finding, marked, item, [outline(exchanges[key]) for key in keys[1:4]], alike)


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
        curl_line(other.side.report["exchanges"][theirs]["request"]),
        curl_line(cell.side.report["exchanges"][ours]["request"]),
        list(_within(pieces, budget)),
    )


def _pair(
    side: Side, finding: Finding, keys: Sequence[str], other: Side, rival: Finding
) -> tuple[str, str] | None:
    """Choose two answers to one question: to a marked one, else to the first that was answered differently.

    Where nothing is marked and all is answered alike, the first; where no question is the same, the first of each.
    """
    mine = {key: side.report["exchanges"][key] for key in keys}
    theirs = {key: other.report["exchanges"][key] for key in rival["exchanges"]}
    if not mine or not theirs:
        return None

    def question(of: Side, exchange: Mapping[str, Any]) -> tuple[str, str, int]:
        return exchange["operation"], of.normal.text(exchange["key"]), exchange["repeat"]

    asked: dict[tuple[str, str, int], str] = {}
    for key, exchange in theirs.items():
        asked.setdefault(question(other, exchange), key)
    pairs = [(key, asked[on]) for key in mine if (on := question(side, mine[key])) in asked]
    marked = {mark["exchange"] for mark in finding["marks"]}, {mark["exchange"] for mark in rival["marks"]}
    candidates = [
        *(pair for pair in pairs if pair[0] in marked[0]),
        *(pair for pair in pairs if pair[1] in marked[1]),
        *(pair for pair in pairs[:LOOKED_AT] if _normal(side, pair[0]) != _normal(other, pair[1])),
        *pairs,
        (keys[0], next(iter(theirs))),
    ]
    return candidates[0]


def _normal(side: Side, key: str) -> Sequence[str]:
    return _lines_of(side, key)[1]


def _lines_of(side: Side, key: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return an answer's lines, as they came and normalised."""
    if key not in side.laid:
        came = _laid(side.report["exchanges"][key])
        # A comma at the end says only that more follows.
        side.laid[key] = came, [side.normal.text(line).rstrip(",") for line in came]
    return side.laid[key]


def compared_answers(ours: tuple[Side, str], theirs: tuple[Side, str]) -> Sequence[Piece]:
    """Return two answers, by side and exchange, as one run of lines: status, headers of note, body laid out."""
    mine, after = _lines_of(*ours)
    rival, before = _lines_of(*theirs)
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
        f"{name.lower()}: {value}"
        for name, value in response["headers"]
        if name.lower() in NOTABLE and name.lower() not in UNTOLD
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
