"""The sentences that page, console and JUnit share."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.core.verdicts import Verdict
from conformance.report.model import View
from conformance.report.words import SIGNS, headline, others, said, silent
from tests.report.parts import finding, report, requirement


def run(*verdicts: str, code: int = 0, **more: Any) -> dict[str, Any]:
    """Return a report in which MUST requirements came out as given."""
    entries = [requirement(f"size.r{number}", "A rule.") for number in range(len(verdicts))]
    findings = [finding(f"size.r{number}", "jsonrpc", verdict) for number, verdict in enumerate(verdicts)]
    made = report(entries, findings, **more)
    made["summary"]["exit"] = code
    return made


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (run("pass", "pass"), "Every MUST holds."),
        (run("pass", "fail", "not applicable", code=1), "1 of 2 MUST requirements failed."),
        (run("fail", code=1), "1 of 1 MUST requirement failed."),
        (
            run("pass", "inconclusive", code=3),
            "No MUST failed, but 1 of 2 MUST requirements could not be judged.",
        ),
        (run("pass", "blocked", code=3), "No MUST failed, but 1 of 2 MUST requirements could not be judged."),
        (run("pass", "not tested", code=3), "No MUST failed, but what was required to be tested was not."),
        (
            run("pass", "not tested"),
            "Every MUST that was judged holds; 1 of 2 MUST requirements were not judged.",
        ),
        (run("pass", code=1), "No MUST failed, yet the run did not pass: see the findings."),
        (
            run("pass", "warn", code=1),
            "No MUST failed, but 1 warning came, and --strict makes each a failure.",
        ),
        (
            run("error", "fail", code=4),
            "The suite itself failed: what it could not judge is marked as error.",
        ),
        (run("pass", complete=False), "The run was cut short: this report is incomplete."),
        (run("not applicable"), "Nothing was judged."),
        (run(), "Nothing was judged."),
    ],
)
def test_the_headline(made: dict[str, Any], words: str) -> None:
    assert headline(made, View(made).must) == words


def test_a_requirement_counts_once_however_many_interfaces() -> None:
    made = report(
        [requirement("size.r", "A rule.")],
        [finding("size.r", "jsonrpc", "fail"), finding("size.r", "http+json", "fail")],
    )
    assert View(made).must == {Verdict.FAIL: 1}
    assert len(View(made).rows) == 2


def test_an_absent_complete_is_incomplete() -> None:
    made = run("pass")
    del made["complete"]
    assert "incomplete" in headline(made, View(made).must)


@pytest.mark.parametrize(
    ("expected", "came", "reason", "words"),
    [
        ("at most 50 tasks", "51 tasks", "", "Expected at most 50 tasks. Came: 51 tasks."),
        ("a token", "", "", "As expected: a token."),
        ("", "no history", "", "no history."),
        ("", "", "", "Holds."),
        ("a token", "x", "It needs 3 tasks.", "It needs 3 tasks."),
    ],
)
def test_the_sentence_of_a_finding(expected: str, came: str, reason: str, words: str) -> None:
    assert said({"expected": expected, "came": came, "reason": reason, "observations": []}) == words


def test_a_finding_without_words_says_what_was_recorded() -> None:
    made = finding("size.r", "jsonrpc", "note", observations=[{"name": "pageSize 7", "value": "7 tasks"}])
    assert said(made) == "pageSize 7: 7 tasks."
    assert silent(made)


def test_a_row_without_words_says_what_it_holds_to() -> None:
    made = report([requirement("size.r", "A page holds what it says.")], [finding("size.r", "jsonrpc")])
    assert View(made).rows[0].sentence == "A page holds what it says."


def test_a_selection_never_speaks_for_the_whole() -> None:
    made = report(
        [requirement("size.r", "A rule."), requirement("size.s", "Another.")], [finding("size.r", "jsonrpc")]
    )
    assert headline(made, View(made).must) == "Every MUST that was asked about holds: 1 of 2."
    assert View(made).unasked == 1


def test_further_clauses_that_do_not_hold_have_their_sentences() -> None:
    also = [{"clause": "zero", "expected": "pageSize", "came": "none"}]
    assert others({"also": also}) == [("zero", "Expected pageSize. Came: none.")]
    assert others({}) == []


def test_signs_tell_verdicts_apart_without_colour() -> None:
    assert set(SIGNS) == set(Verdict)
    assert len({sign.symbol for sign in SIGNS.values()}) == len(Verdict)
    assert all(len(sign.symbol) == 1 for sign in SIGNS.values())


def test_the_worst_case_speaks_for_the_row() -> None:
    made = report(
        [requirement("size.r", "A rule.")],
        [
            finding("size.r", "jsonrpc", "pass"),
            finding("size.r", "jsonrpc", "warn", level="SHOULD", came="late"),
            finding("size.r", "jsonrpc", "pass"),
        ],
    )
    (row,) = View(made).rows
    assert (row.verdict, row.level, row.sentence, row.deciding) == ("warn", "SHOULD", "late.", 1)
    assert row.anchor == "size.r/jsonrpc"
