"""The picture of an order: what came first at the left, later is higher, what is marked stands out."""

from __future__ import annotations

import pytest

from conformance.report.timeline import LIMIT, picture


def task(second: int | None, *, bad: bool = False) -> dict[str, object]:
    stamp = None if second is None else f"2026-10-06T09:{second // 60:02}:{second % 60:02}Z"
    return {"id": f"t{second}", "timestamp": stamp, "bad": bad}


def test_no_tasks_no_picture() -> None:
    assert picture([]) is None


def test_a_falling_order_falls() -> None:
    drawn = picture([task(9), task(5), task(5), task(1)])
    assert drawn is not None
    heights = [dot.y for dot in drawn.dots]
    assert heights[0] < heights[1] == heights[2] < heights[3]
    assert [dot.x for dot in drawn.dots] == sorted(dot.x for dot in drawn.dots)
    assert "none is marked" in drawn.title


def test_what_rises_is_named_with_the_one_before_it() -> None:
    drawn = picture([task(9), task(4), task(7, bad=True), task(1)])
    assert drawn is not None
    assert [dot.number for dot in drawn.listed] == [2, 3]
    assert "out of place: number 3" in drawn.title


def test_precision_of_nanoseconds_counts() -> None:
    stamps = ["2026-10-06T09:00:00.000000002Z", "2026-10-06T09:00:00.000000001Z", "2026-10-06T11:00:00+02:00"]
    drawn = picture([{"id": "a", "timestamp": stamp, "bad": False} for stamp in stamps])
    assert drawn is not None
    assert drawn.dots[0].y < drawn.dots[1].y < drawn.dots[2].y


@pytest.mark.parametrize("stamp", [None, "", "yesterday", "9999-99-99T99:99:99Z", "<svg onload=1>"])
def test_what_is_no_time_is_drawn_apart(stamp: str | None) -> None:
    drawn = picture([task(3), {"id": "x", "timestamp": stamp, "bad": False}])
    assert drawn is not None
    assert [dot.dated for dot in drawn.dots] == [True, False]
    assert len(drawn.path.split()) == 1


def test_of_many_those_around_the_marked_one_are_drawn() -> None:
    drawn = picture([task(3000 - n, bad=n == 2000) for n in range(3000)])
    assert drawn is not None
    assert len(drawn.dots) == LIMIT
    assert any(dot.bad and dot.number == 2001 for dot in drawn.dots)
    assert "of 3,000" in drawn.remark
