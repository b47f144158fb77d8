"""What pytest is told of a finding: its outcome, its words on the console, its properties in JUnit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from conformance.core.hostile import for_terminal
from conformance.core.verdicts import Verdict
from conformance.judging.finding import Finding
from conformance.report.junit import details
from conformance.report.words import said

HOLDING = {Verdict.PASS, Verdict.NOTE, Verdict.WARN}
FAILING = {Verdict.FAIL, Verdict.ERROR}
LETTERS = {
    Verdict.PASS: ".",
    Verdict.NOTE: "n",
    Verdict.WARN: "w",
    Verdict.FAIL: "F",
    Verdict.ERROR: "E",
    Verdict.BLOCKED: "b",
    Verdict.INCONCLUSIVE: "i",
    Verdict.NOT_TESTED: "t",
    Verdict.NOT_APPLICABLE: "-",
}
CATEGORIES = {Verdict.PASS: "passed", Verdict.FAIL: "failed", Verdict.ERROR: "error"}


def fails(finding: Finding, *, strict: bool) -> bool:
    """Whether a finding makes its item fail; with `strict` a broken SHOULD does."""
    return finding.verdict in FAILING or (strict and finding.verdict is Verdict.WARN)


def sentence(finding: Finding) -> str:
    """Return a finding in one line, safe to print."""
    words = said(finding.public())
    return for_terminal(f"{finding.verdict}: {finding.requirement} at {finding.interface}: {words}", 600)


def explained(finding: Finding, exchanges: Mapping[str, Any]) -> str:
    """Return what pytest shows in place of a traceback: the sentence, then the requests as curl lines."""
    _, *rest = details(finding.public(), exchanges)
    return "\n".join([sentence(finding), *(for_terminal(line, 4000) for line in rest)])


def properties(finding: Finding) -> Iterator[tuple[str, str]]:
    """Yield what JUnit says of an item beside its outcome."""
    yield "requirement", finding.requirement
    yield "clause", finding.clause
    yield "level", str(finding.level)
    yield "verdict", str(finding.verdict)
    yield "interface", finding.interface
    if finding.case:
        yield "case", finding.case
    if finding.verdict in {Verdict.WARN, Verdict.NOTE}:
        yield "says", for_terminal(said(finding.public()), 1000)


def status(found: Mapping[str, Any], *, failed: bool) -> tuple[str, str, str]:
    """Return category, letter and word of a finding in pytest's progress."""
    verdict = Verdict(found["verdict"])
    category = CATEGORIES.get(verdict, "failed" if failed else str(verdict))
    return category, LETTERS[verdict], str(verdict).upper()
