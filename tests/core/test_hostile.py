"""Whatever a server writes is shown, and nothing that it writes acts."""

from __future__ import annotations

import re
import unicodedata
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.core.hostile import for_terminal, for_xml, shorten

fixed = settings(derandomize=True, database=None, deadline=None)
any_text = st.text(st.characters()) | st.text(
    "\x00\x1b[31m\x9b\u202e\u2066\u2028\ufeff\r\n\t:#-evsot\ud800é "
)
ACTS = re.compile(
    r"^\s*::|::(error|warning|add-mask|set-env|stop-commands)|##[a-z]*\[", re.IGNORECASE | re.MULTILINE
)


@fixed
@given(any_text, st.integers(0, 60))
def test_the_terminal_gets_one_line_of_visible_characters(text: str, limit: int) -> None:
    safe = for_terminal(text, limit)
    assert len(safe) <= limit
    assert not {unicodedata.category(char) for char in safe} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    safe.encode()


@fixed
@given(any_text)
def test_making_safe_twice_changes_nothing(text: str) -> None:
    once = for_terminal(text, 10_000)
    assert for_terminal(once, 10_000) == once
    assert for_xml(for_xml(text)) == for_xml(text)


@fixed
@given(st.text(st.characters(codec="ascii", categories=["L", "N", "Zs"]), max_size=100))
def test_ordinary_text_stays(text: str) -> None:
    assert for_terminal(text, 100) == text
    assert for_xml(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x9b2J", "\\x9b2J"),
        ("a\r\nb\tc\x00", "a\\r\\nb\\tc\\x00"),
        ("ab\u202edc", "ab\\u202edc"),
        ("\U000e0041", "\\U000e0041"),
        ("\ud800", "\\ud800"),
        ("grüße 日本 😀", "grüße 日本 😀"),
        ("std::vector at 10:30", "std::vector at 10:30"),
        ("# heading [1]", "# heading [1]"),
    ],
)
def test_what_is_shown(text: str, shown: str) -> None:
    assert for_terminal(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "::error::gotcha",
        "  ::error file=x::gotcha",
        "::4f1c::",
        "see ::ADD-MASK::x",
        "x::set-env name=a::b",
        ":::error::x",
        "##vso[task.setvariable]x",
        "a ##vso[task.setvariable]x",
        "###vso[x]",
        "##teamcity[x]",
        "##[error]x",
        "##[",
    ],
)
def test_workflow_commands_are_broken_up(text: str) -> None:
    assert ACTS.search(text)
    assert not ACTS.search(for_terminal(text))
    assert for_terminal(text).replace("\\", "") == text


@fixed
@given(st.text(":#vsoteamciyrg[]- ", max_size=40), st.integers(1, 50))
def test_no_mixture_of_commands_acts(text: str, limit: int) -> None:
    assert not ACTS.search(for_terminal(text, limit))


@fixed
@given(any_text)
def test_xml_takes_it_and_gives_it_back(text: str) -> None:
    safe = for_xml(text)
    element = ET.Element("a")
    element.text = safe
    back = ET.fromstring(ET.tostring(element, encoding="utf-8")).text or ""
    assert back.replace("\r\n", "\n").replace("\r", "\n") == safe.replace("\r\n", "\n").replace("\r", "\n")


@fixed
@given(st.text(), st.integers(-1, 20))
def test_shorten(text: str, limit: int) -> None:
    short = shorten(text, limit)
    assert len(short) <= max(limit, 0)
    assert short == text or limit <= 0 or (short[-1] == "…" and text.startswith(short[:-1]))


def test_a_very_long_text_costs_nothing() -> None:
    assert for_terminal("\x1b" * 50_000_000, 10) == "\\x1b\\x1b\\…"
