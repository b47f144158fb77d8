"""Laying out a response body for reading, as it was sent: only the white space is ours.

A body is never parsed into values here: members that stand twice, 1.0 and broken JSON stay visible, and no depth
or size of it can hurt. Markup does not belong here.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

MAX_STRING: Final = 300
"""Characters of one token that are shown."""
MAX_DEPTH: Final = 64
"""Levels that are laid out; what is nested deeper stands as it came."""
MARKED_LINES: Final = 24
"""A body with marks that has more lines is cut around them, so that they are in sight."""
LARGE: Final = 200_000
"""Characters of a body from which on only lines around the marks are held: all may be a hundred times its size."""
RAW_WIDTH: Final = 160

_TOKEN: Final = re.compile(
    r'[ \t\r\n]*+(?:("[^"\\]*+(?:\\.[^"\\]*+)*+")|([{}\[\],:])|([^\s{}\[\],:"]++))', re.DOTALL
)
_CLOSER: Final = {"{": "}", "[": "]"}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a body; `pointer` (RFC 6901) is what it belongs to, `hit` whether a mark points there.

    `stands_for` so many lines, 0 where it is itself.
    """

    text: str
    pointer: str
    depth: int
    hit: bool = False
    stands_for: int = 0


@dataclass(frozen=True, slots=True)
class Cut:
    """Lines left out here: how many, or 0 for the rest of a body of `of` characters."""

    lines: int
    of: int = 0


@dataclass(slots=True)
class _Frame:
    closer: str
    pointer: str
    index: int = 0
    key: str | None = None


@dataclass(slots=True)
class _Writer:
    """Collects tokens into lines; a line is let go when the next one begins."""

    stack: list[_Frame] = field(default_factory=list)
    text: str = ""
    pointer: str = ""
    depth: int = 0

    def begin(self, pointer: str, text: str) -> Iterator[Line]:
        if self.text:
            yield self.line()
        self.text, self.pointer, self.depth = text, pointer, len(self.stack)

    def line(self) -> Line:
        return Line("  " * self.depth + self.text, self.pointer, self.depth)


def lines(text: str) -> Iterator[Line]:
    """Yield `text` laid out as JSON, one member or item a line; what is not JSON comes as it stands."""
    if not text.lstrip(" \t\r\n").startswith(("{", "[")):
        yield from _raw(text, "")
        return
    writer, position, fresh = _Writer(), 0, False
    while token := _TOKEN.match(text, position):
        value = token[1] or token[2] or token[3]
        frame = writer.stack[-1] if writer.stack else None
        if len(writer.stack) > MAX_DEPTH or (frame is None and position):
            break
        position = token.end()
        if frame is not None and value == frame.closer:
            writer.stack.pop()
            if fresh:
                writer.text += value
            else:
                yield from writer.begin(frame.pointer, value)
            fresh = False
            continue
        if value in (",", ":") and frame is not None:
            writer.text += value if value == "," else ": "
            if value == ",":
                frame.index, frame.key = frame.index + 1, None
            continue
        yield from _value(writer, frame, value)
        fresh = value in _CLOSER
        if fresh:
            writer.stack.append(_Frame(_CLOSER[value], writer.pointer))
    if writer.text:
        yield writer.line()
    yield from _raw(text[position:].strip(" \t\r\n"), writer.stack[-1].pointer if writer.stack else "")


def _value(writer: _Writer, frame: _Frame | None, value: str) -> Iterator[Line]:
    """Begin a member or an item with `value`, or put it behind its key."""
    shown = _clip(value)
    if frame is None:
        yield from writer.begin("", shown)
    elif frame.closer == "]":
        yield from writer.begin(f"{frame.pointer}/{frame.index}", shown)
    elif frame.key is None:
        frame.key = _key(value)
        yield from writer.begin(f"{frame.pointer}/{_step(frame.key)}", shown)
    else:
        writer.text += shown


def _key(token: str) -> str:
    try:
        return str(json.loads(token)) if token.startswith('"') else token
    except ValueError:
        return token.strip('"')


def _step(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _clip(token: str) -> str:
    if len(token) <= MAX_STRING:
        return token
    return f"{token[:MAX_STRING]}… ({len(token) - MAX_STRING:,} characters left out)"


def _raw(text: str, pointer: str) -> Iterator[Line]:
    for line in text.split("\n") if text else ():
        for start in range(0, max(len(line), 1), RAW_WIDTH):
            yield Line(line[start : start + RAW_WIDTH], pointer, 0)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What is shown of a body: lines and cuts in order, and the marks that point at nothing in it."""

    parts: Sequence[Line | Cut]
    missing: Sequence[str]


def excerpt(text: str, marks: Collection[str] = (), *, budget: int = 4000, around: int = 5) -> Excerpt:
    """Choose about `budget` characters of `text`: all of it, else its start, else what stands around `marks`.

    A mark that points at nothing marks the nearest thing above it that is there, and is named in `missing`.
    """
    if not marks and len(text) > budget:
        return Excerpt(_start(text, budget), ())
    large = len(text) > LARGE
    laid = list(_near(lines(text), marks, budget) if large else lines(text))
    whole, heads, missing = _targets({line.pointer for line in laid}, marks)
    laid = _with_hits(laid, whole, heads)
    if (
        not large
        and sum(len(line.text) for line in laid) <= budget
        and (not marks or len(laid) <= MARKED_LINES)
    ):
        return Excerpt(laid, missing)
    return Excerpt(_with_cuts(laid, _wanted(laid, whole | heads, budget, around)), missing)


def _near(laid: Iterable[Line], marks: Collection[str], budget: int) -> Iterator[Line]:
    """Yield the lines that lead to the marks and those beside them, `budget` characters inside; of others how many."""
    way = {mark[: match.start()] for mark in marks for match in re.finditer("/", mark)}
    passed = 0
    for line in laid:
        inside = _within(line.pointer, marks)
        budget -= len(line.text) if inside else 0
        if line.pointer in way or line.pointer.rpartition("/")[0] in way or (inside and budget > 0):
            if passed:
                yield Line("", "", 0, stands_for=passed)
                passed = 0
            yield line
        else:
            passed += 1
    if passed:
        yield Line("", "", 0, stands_for=passed)


def _start(text: str, budget: int) -> Sequence[Line | Cut]:
    shown: list[Line | Cut] = []
    for line in lines(text):
        budget -= len(line.text) + 1
        if budget < 0:
            return [*shown, Cut(0, len(text))]
        shown.append(line)
    return shown


def _targets(there: Collection[str], marks: Collection[str]) -> tuple[set[str], set[str], list[str]]:
    """Return the pointers to mark whole, those of which only the head is marked, and the marks not found."""
    whole: set[str] = set()
    heads: set[str] = set()
    missing = []
    for mark in marks:
        pointer = mark
        while pointer and pointer not in there:
            pointer = pointer.rpartition("/")[0]
        (whole if pointer == mark else heads).add(pointer)
        if pointer != mark:
            missing.append(mark)
    return whole, heads, missing


def _with_hits(laid: Sequence[Line], whole: Collection[str], heads: Collection[str]) -> list[Line]:
    seen: set[str] = set()
    marked = []
    for line in laid:
        hit = _within(line.pointer, whole) or (line.pointer in heads and line.pointer not in seen)
        seen.add(line.pointer)
        marked.append(replace(line, hit=True) if hit else line)
    return marked


def _within(pointer: str, targets: Collection[str]) -> bool:
    if not targets:
        return False
    while pointer:
        if pointer in targets:
            return True
        pointer = pointer.rpartition("/")[0]
    return "" in targets


def _wanted(laid: Sequence[Line], targets: Collection[str], budget: int, around: int) -> set[int]:
    """Choose line numbers: the first lines, what encloses the marks, the marks with their surroundings."""
    enclosing = {pointer[: match.start()] for pointer in targets for match in re.finditer("/", pointer)}
    wanted = {
        number for number, line in enumerate(laid) if line.pointer in enclosing and _is_bracket(line.text)
    }
    hits = [number for number, line in enumerate(laid) if line.hit and not (number and laid[number - 1].hit)]
    share = budget // max(len(hits), 1)
    for first in hits[: budget // 200 or 1]:
        last = first
        spent = len(laid[first].text)
        while last + 1 < len(laid) and laid[last + 1].hit and spent < share:
            last += 1
            spent += len(laid[last].text) + 1
        wanted |= set(range(max(first - around, 0), min(last + around + 1, len(laid))))
    return _bridged(wanted | {0})


def _bridged(wanted: set[int], gap: int = 3) -> set[int]:
    """Add the lines between two that are shown where saying "left out" would take as much room."""
    ordered = sorted(wanted)
    for one, other in itertools.pairwise(ordered):
        if other - one <= gap:
            wanted |= set(range(one, other))
    return wanted


def _is_bracket(text: str) -> bool:
    return text.rstrip(" ,").endswith(("{", "[")) or text.lstrip().startswith(("}", "]"))


def _with_cuts(laid: Sequence[Line], wanted: Collection[int]) -> Sequence[Line | Cut]:
    parts: list[Line | Cut] = []
    left = 0
    for number, line in enumerate(laid):
        if number not in wanted or line.stands_for:
            left += line.stands_for or 1
            continue
        if left:
            parts.append(Cut(left))
            left = 0
        parts.append(line)
    return [*parts, Cut(left)] if left else parts
