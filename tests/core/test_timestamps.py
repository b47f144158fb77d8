"""Timestamps are exact to the nanosecond and strict where the specification is."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.core.timestamps import fraction_digits, nanoseconds, problems, render, shift

fixed = settings(derandomize=True, database=None, deadline=None)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
YEAR_1 = -62_135_596_800 * 10**9
YEAR_9999 = 253_402_300_799 * 10**9 + 999_999_999
instants = st.integers(YEAR_1, YEAR_9999)
moments = st.datetimes(
    min_value=datetime(2, 1, 1),
    max_value=datetime(9998, 12, 31),
    timezones=st.integers(-1439, 1439).map(lambda minutes: timezone(timedelta(minutes=minutes))),
)


def exact(moment: datetime) -> int:
    return (moment - EPOCH) // timedelta(microseconds=1) * 1000


@fixed
@given(instants)
def test_every_nanosecond_survives_the_round_trip(ns: int) -> None:
    assert nanoseconds(render(ns)) == ns
    assert problems(render(ns)) == []


@fixed
@given(instants, st.integers(0, 9))
def test_fewer_digits_cut_towards_the_past(ns: int, digits: int) -> None:
    step = 10 ** (9 - digits)
    assert nanoseconds(render(ns, digits)) == ns // step * step
    assert fraction_digits(render(ns, digits)) == digits


@fixed
@given(moments)
def test_any_offset_is_read_as_datetime_reads_it(moment: datetime) -> None:
    assert nanoseconds(moment.isoformat()) == exact(moment)


@fixed
@given(moments)
def test_rendering_agrees_with_datetime(moment: datetime) -> None:
    assert datetime.fromisoformat(render(exact(moment), 6)) == moment


@fixed
@given(st.integers(YEAR_1 // 2, YEAR_9999 // 2), st.integers(0, 9), st.integers(-(10**15), 10**15))
def test_shifting_is_exact_and_keeps_the_digits(ns: int, digits: int, by: int) -> None:
    text = render(ns, digits)
    start = nanoseconds(text)
    assert start is not None
    assert nanoseconds(shift(text, by)) == start + by
    assert fraction_digits(shift(text, by)) >= digits


@pytest.mark.parametrize(
    ("text", "by", "moved"),
    [
        ("2026-01-01T00:00:00Z", 0, "2026-01-01T00:00:00Z"),
        ("2026-01-01T00:00:00.500Z", -1_000_000, "2026-01-01T00:00:00.499Z"),
        ("2026-01-01T00:00:00.5Z", 1, "2026-01-01T00:00:00.500000001Z"),
        ("2026-01-01T02:00:00+02:00", 10**9, "2026-01-01T00:00:01Z"),
    ],
)
def test_shift(text: str, by: int, moved: str) -> None:
    assert shift(text, by) == moved


@pytest.mark.parametrize(
    ("text", "ns"),
    [
        ("1970-01-01T00:00:00Z", 0),
        ("1970-01-01t00:00:00.000000001z", 1),
        ("1970-01-01 00:00:00.5Z", 500_000_000),
        ("1969-12-31T23:59:59.999999999Z", -1),
        ("1970-01-01T00:00:00-00:00", 0),
        ("2016-12-31T23:59:60Z", 1_483_228_799 * 10**9),
        ("2017-01-01T00:59:60+01:00", 1_483_228_799 * 10**9),
    ],
)
def test_what_is_understood(text: str, ns: int) -> None:
    assert nanoseconds(text) == ns


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-01-01",
        "2026-01-01T00:00:00",
        "20260101T000000Z",
        "2026-01-01T00:00Z",
        "2026-01-01T00:00:00.Z",
        "2026-01-01T00:00:00,5Z",
        "2026-01-01T00:00:00.0000000001Z",
        "2026-02-29T00:00:00Z",
        "2026-01-01T24:00:00Z",
        "2026-01-01T12:00:60Z",
        "2026-01-01T00:00:61Z",
        "2026-01-01T00:00:00+24:00",
        "2026-01-01T00:00:00+0100",
        "0001-01-01T00:00:00+05:00",
        "٢٠٢٦-01-01T00:00:00Z",
        "2026-01-01T00:00:00Z\n",
    ],
)
def test_what_is_not(text: str) -> None:
    assert nanoseconds(text) is None


@pytest.mark.parametrize(
    "text", ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.1Z", "2024-02-29T23:59:59.123456789Z"]
)
def test_no_problem_with_good_ones(text: str) -> None:
    assert problems(text) == []


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "not a string"),
        (1767225600, "not a string"),
        ({"seconds": 1}, "not a string"),
        ("yesterday", "not an ISO 8601"),
        ("2026-01-01", "not an ISO 8601"),
        ("2026-01-01T00:00Z", "not an ISO 8601"),
        ("2026-01-01T00:00:00", "time zone is missing"),
        ("2026-01-01T00:00:00+00:00", "the offset \\+00:00"),
        ("2026-01-01T00:00:00+0200", "the offset \\+0200"),
        ("2026-01-01 00:00:00Z", "no capital T"),
        ("2026-01-01t00:00:00Z", "no capital T"),
        ("2026-01-01T00:00:00z", "not a capital Z"),
        ("2026-01-01T00:00:00.0123456789Z", "more than nine"),
        ("2026-02-30T00:00:00Z", "no such date"),
        ("2026-01-01T25:00:00Z", "no such date"),
    ],
)
def test_each_problem_is_named_alone(value: object, words: str) -> None:
    (problem,) = problems(value)
    assert re.search(words, problem)


def test_problems_add_up() -> None:
    assert len(problems("2026-02-30t00:00:00.0123456789+01:00")) == 4


@fixed
@given(st.text(alphabet="0123456789-:TZtz+. "))
def test_any_text_is_judged_without_raising(text: str) -> None:
    assert problems(text) or nanoseconds(text) is not None


@pytest.mark.parametrize("text", ["", "2026-13-01T00:00:00Z"])
def test_shift_needs_a_timestamp(text: str) -> None:
    with pytest.raises(ValueError, match="RFC 3339"):
        shift(text, 0)


def test_the_calendar_has_an_end() -> None:
    with pytest.raises(ValueError, match=r"."):
        render(YEAR_9999 + 1)
