"""A body is laid out without losing or inventing a character, and cut around what is marked."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.core.pointers import at, escape
from conformance.report.bodies import LARGE, MAX_DEPTH, Cut, Excerpt, Line, excerpt, lines

fixed = settings(derandomize=True, database=None, deadline=None)
words = st.text(max_size=40)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | words,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(words, inner, max_size=5),
    max_leaves=30,
)
odd = st.text(alphabet='{}[]:,"\\ \n\ta1', max_size=60)


def squeezed(text: str) -> str:
    return re.sub(r"[ \t\r\n]", "", text)


@fixed
@given(values, st.booleans())
def test_laid_out_json_is_the_same_json(value: Any, ascii_only: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only)
    assert json.loads("\n".join(line.text for line in lines(text))) == value


@fixed
@given(st.text(max_size=200) | odd)
def test_no_character_of_any_text_is_lost(text: str) -> None:
    assert squeezed("".join(line.text for line in lines(text))) == squeezed(text)


@fixed
@given(values)
def test_every_line_knows_what_it_belongs_to(value: Any) -> None:
    for line in lines(json.dumps(value)):
        found = at(value, line.pointer)
        if isinstance(found, str | int | float | bool) or found is None:
            assert json.dumps(found) in line.text


@pytest.mark.parametrize("text", ['{"a":1,"a":2}', '{"n":1.0,"m":1e2}', '["\\u0041"]', '{"x":NaN}'])
def test_what_parsing_would_hide_stays(text: str) -> None:
    assert squeezed("".join(line.text for line in lines(text))) == text


def test_depth_costs_neither_recursion_nor_memory() -> None:
    laid = list(lines('{"a":' * 50_000 + "1"))
    assert len(laid) < 5000
    assert max(line.depth for line in laid) <= MAX_DEPTH + 1
    assert sum(len(line.pointer) for line in laid) < 1_000_000


def hits(shown: Excerpt) -> list[str]:
    return [part.text.strip() for part in shown.parts if isinstance(part, Line) and part.hit]


BODY = json.dumps(
    {"result": {"tasks": [{"id": f"t{n}", "state": "done"} for n in range(200)], "x/y~z": 1, "size": 50}}
)


def test_a_short_body_is_shown_whole() -> None:
    shown = excerpt('{"a":{"b":1},"c":2}', ["/a"])
    assert hits(shown) == ['"a": {', '"b": 1', "},"]
    assert not any(isinstance(part, Cut) for part in shown.parts)


def test_a_long_body_is_cut_around_the_mark() -> None:
    shown = excerpt(BODY, ["/result/tasks/150/id"])
    assert hits(shown) == ['"id": "t150",']
    text = [part.text.strip() for part in shown.parts if isinstance(part, Line)]
    assert '"result": {' in text
    assert '"tasks": [' in text
    left_out = sum(part.lines for part in shown.parts if isinstance(part, Cut))
    assert left_out + len(text) == len(list(lines(BODY)))


def test_every_mark_is_in_sight() -> None:
    shown = excerpt(BODY, ["/result/tasks/3/state", "/result/tasks/190/state", f"/result/{escape('x/y~z')}"])
    assert hits(shown) == ['"state": "done"', '"state": "done"', '"x/y~z": 1,']
    assert shown.missing == []


def test_a_mark_on_what_is_not_there_marks_where_it_should_be() -> None:
    shown = excerpt(BODY, ["/result/nextPageToken"])
    assert hits(shown) == ['"result": {']
    assert shown.missing == ["/result/nextPageToken"]


def test_without_marks_a_long_body_shows_its_start() -> None:
    shown = excerpt(BODY, budget=500)
    assert sum(len(part.text) for part in shown.parts if isinstance(part, Line)) <= 500
    assert shown.parts[-1] == Cut(0, len(BODY))


def test_a_mark_on_a_huge_part_stays_within_the_budget() -> None:
    shown = excerpt(BODY, ["/result/tasks"], budget=1000)
    assert 500 < sum(len(part.text) for part in shown.parts if isinstance(part, Line)) < 2000


def test_a_long_token_is_clipped_and_says_so() -> None:
    (line,) = (line for line in lines(json.dumps({"blob": "A" * 200_000})) if "AAA" in line.text)
    assert len(line.text) < 400
    assert "199,702 characters left out" in line.text


HUGE = json.dumps(
    {
        "result": {
            "padding": [{"a": n, "b": [n]} for n in range(20_000)],
            "tasks": [{"id": f"t{n}", "state": "done"} for n in range(200)],
            "size": 50,
        }
    }
)


def test_of_a_huge_body_only_what_is_near_the_marks_is_held() -> None:
    assert len(HUGE) > LARGE
    marks = ["/result/tasks/150/id", "/result/size"]
    shown = excerpt(HUGE, marks)
    assert hits(shown) == ['"id": "t150",', '"size": 50']
    assert shown.missing == []
    text = [part.text.strip() for part in shown.parts if isinstance(part, Line)]
    assert [line for line in text if line in {'"result": {', '"tasks": [', '"state": "done"'}] == [
        '"result": {',
        '"tasks": [',
        '"state": "done"',
    ]
    left_out = sum(part.lines for part in shown.parts if isinstance(part, Cut))
    assert left_out + len(text) == len(list(lines(HUGE)))


@pytest.mark.parametrize("mark", ["", "/result", "/result/padding", "/result/padding/7"])
def test_a_mark_on_a_huge_part_of_a_huge_body_stays_within_the_budget(mark: str) -> None:
    shown = excerpt(HUGE, [mark], budget=1000)
    assert any(hits(shown))
    assert sum(len(part.text) for part in shown.parts if isinstance(part, Line)) < 2000
    left_out = sum(part.lines for part in shown.parts if isinstance(part, Cut))
    assert left_out + len([part for part in shown.parts if isinstance(part, Line)]) == len(list(lines(HUGE)))
