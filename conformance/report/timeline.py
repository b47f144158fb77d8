"""A small picture of status timestamps in the order in which the tasks came.

What the right order is was judged before; only drawing belongs here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from conformance.core.timestamps import nanoseconds

LIMIT: Final = 160
"""Tasks in one picture; of more, those around the first marked one are drawn."""
STEP: Final = (14, 40)
"""Pixels from task to task: at least, and at most where there are few."""
WIDTH: Final = 480
HEIGHT: Final = 104
_MARGIN: Final = 12
_FLOOR: Final = HEIGHT - 3 * _MARGIN


@dataclass(frozen=True, slots=True)
class Dot:
    """One task: where it is drawn, in pixels; `dated` is false where no time could be read."""

    x: int
    y: int
    number: int
    identifier: str
    timestamp: str
    bad: bool
    dated: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """What the template draws; `title` says in words what is to be seen."""

    dots: Sequence[Dot]
    width: int
    height: int
    title: str
    remark: str

    @property
    def path(self) -> str:
        """The points of the line through the dated tasks."""
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots if dot.dated)

    @property
    def listed(self) -> Sequence[Dot]:
        """The tasks that are named below the picture: the marked ones, each with the one before it."""
        bad = [number for number, dot in enumerate(self.dots) if dot.bad][:6]
        numbers = sorted({number for place in bad for number in (place - 1, place) if number >= 0})
        return [self.dots[number] for number in numbers]


def picture(timeline: Sequence[Mapping[str, Any]]) -> Picture | None:
    """Draw the tasks left to right as they came, the later the higher, by rank; None when there are none."""
    if not timeline:
        return None
    first = _first(timeline)
    shown = timeline[first : first + LIMIT]
    moments = [nanoseconds(task["timestamp"] or "") for task in shown]
    ranks = {
        value: rank for rank, value in enumerate(sorted({value for value in moments if value is not None}))
    }
    top = max(len(ranks) - 1, 1)
    step = max(STEP[0], min(STEP[1], WIDTH // len(shown)))
    dots = []
    for index, (task, value) in enumerate(zip(shown, moments, strict=True)):
        y = _FLOOR - round((_FLOOR - _MARGIN) * ranks[value] / top) if value is not None else HEIGHT - _MARGIN
        dots.append(
            Dot(
                x=_MARGIN + index * step,
                y=y,
                number=first + index + 1,
                identifier=task["id"],
                timestamp=task["timestamp"] or "none",
                bad=task["bad"],
                dated=value is not None,
            )
        )
    remark = (
        f"Tasks {first + 1} to {first + len(shown)} of {len(timeline):,}."
        if len(shown) < len(timeline)
        else ""
    )
    return Picture(dots, 2 * _MARGIN + (len(shown) - 1) * step, HEIGHT, _title(timeline), remark)


def _first(timeline: Sequence[Mapping[str, Any]]) -> int:
    bad = next((number for number, task in enumerate(timeline) if task["bad"]), 0)
    return max(0, min(bad - LIMIT // 2, len(timeline) - LIMIT))


def _title(timeline: Sequence[Mapping[str, Any]]) -> str:
    bad = [str(number) for number, task in enumerate(timeline, 1) if task["bad"]]
    start = f"Status timestamps of {len(timeline):,} tasks in the order they came, first at the left, later is higher"
    if not bad:
        return f"{start}; none is marked."
    more = ", …" if len(bad) > 10 else ""
    return f"{start}; out of place: number {', '.join(bad[:10])}{more}."
