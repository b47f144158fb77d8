"""The summary on the terminal: short, whole, and nothing in it that a server wrote can act."""

from __future__ import annotations

import re

import pytest

from conformance.core.verdicts import Verdict
from conformance.report.console import MAX_ROWS, STYLES, render_console
from tests.report import samples
from tests.report.edges import HOSTILE
from tests.report.parts import finding, report, requirement

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def test_it_names_what_failed_and_why() -> None:
    text = " ".join(render_console(samples.whole(), files=["reports/report.html"]).split())
    for words in (
        "test-runner: A2A task reading, A2A 1.0.1, on jsonrpc, http+json, http+json/acme",
        "✕ Failed (4) size.default jsonrpc MUST 3.1.4 Expected at most 50 tasks on the page. Came: 51 tasks.",
        "4 of 15 MUST requirements failed.",
        "Not judged: 1 blocked, 3 not tested; report.html says why.",
        "2 not tested: It needs permission to create tasks: give --create-tasks. 1 not tested: It needs a second",
        "Interface grpc was not tested: It is on another origin",
        "Next: Fix token.always-present first",
        "reports/report.html",
    ):
        assert words in text, words


def test_the_files_come_last_and_unbroken() -> None:
    path = "a/very/long/directory/name/that/goes/beyond/the/width/of/the/terminal/and/more/report.html"
    assert render_console(samples.whole(), width=40, files=[path]).endswith(f"{path}\n")


def test_colour_only_when_asked_and_the_words_are_the_same() -> None:
    plain, coloured = render_console(samples.whole()), render_console(samples.whole(), colour=True)
    assert "\x1b" not in plain
    assert "\x1b[" in coloured
    assert ESCAPES.sub("", coloured).split() == plain.split()


@pytest.mark.parametrize("width", [40, 80, 200])
def test_tables_and_sentences_keep_to_the_width(width: int) -> None:
    text = render_console(samples.whole(), width=width)
    body = text[: text.index("4 of 15")]
    assert max(map(len, body.splitlines())) <= width


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("colour", [False, True])
def test_hostile_text_can_do_nothing(text: str, colour: bool) -> None:
    made = report(
        [requirement("size.r", "A rule.")], [finding("size.r", "jsonrpc", "fail", expected=text, came=text)]
    )
    made["targets"][0]["name"] = text
    made["summary"]["advice"] = text
    out = ESCAPES.sub("", render_console(made, colour=colour)) if colour else render_console(made)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", out)
    assert not re.search(r"^\s*(::|##\[)", out, re.MULTILINE)
    assert len(out) < 3000


def test_a_page_of_failures_is_cut() -> None:
    entries = [requirement(f"size.r{number}", "A rule.") for number in range(60)]
    made = report(entries, [finding(entry["id"], "jsonrpc", "fail", came="x") for entry in entries])
    assert f"and {60 - MAX_ROWS} more\n" in render_console(made)
    text = render_console(made, files=["reports/page.html", "reports/report.json"])
    assert f"and {60 - MAX_ROWS} more, all in page.html" in text
    assert "✕ Failed (60)" in text


def test_every_verdict_has_a_style() -> None:
    assert set(STYLES) == set(Verdict)


def test_what_is_alike_at_several_interfaces_is_said_once() -> None:
    rows = [
        finding("size.r", place, "inconclusive", reason="The store lacks a task.")
        for place in ("jsonrpc", "http+json")
    ]
    text = render_console(report([requirement("size.r", "A rule.")], rows))
    assert text.count("The store lacks a task.") == 1
    assert "size.r  jsonrpc, http+json  MUST" in text
    assert "Inconclusive (2)" in text
