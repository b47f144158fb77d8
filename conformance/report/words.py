"""What the report says in words and signs: one wording for the page, the console and JUnit.

How it looks (markup, colours) does not belong here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from conformance.core.verdicts import Level, Verdict


@dataclass(frozen=True, slots=True)
class Sign:
    """How a verdict is shown: a `symbol` of one cell, a heading for its rows, and what it means in a sentence."""

    symbol: str
    heading: str
    meaning: str


SIGNS: Final[Mapping[Verdict, Sign]] = {
    Verdict.ERROR: Sign(
        "‼", "Errors of the suite", "The suite itself went wrong; says nothing of the server."
    ),
    Verdict.FAIL: Sign("✕", "Failed", "A MUST does not hold."),
    Verdict.BLOCKED: Sign("⊘", "Blocked", "Can't be judged, because a requirement that it builds on failed."),
    Verdict.INCONCLUSIVE: Sign("?", "Inconclusive", "The store or the moment did not allow a judgement."),
    Verdict.WARN: Sign("▲", "Warned", "A SHOULD does not hold."),
    Verdict.NOT_TESTED: Sign(
        "○", "Not tested", "Needs a permission, a credential or a way that was not given."
    ),
    Verdict.NOTE: Sign("◆", "Noted", "What the server does, where the text leaves it free."),
    Verdict.PASS: Sign("✓", "Passed", "Holds in every case that was asked."),
    Verdict.NOT_APPLICABLE: Sign("–", "Not applicable", "The interface does not offer it, or can't show it."),
}

UNASKED: Final = "not judged"
"""The state of a requirement that has no finding: left out by the selection, or the run ended before it."""


def plural(number: int, one: str, many: str = "") -> str:
    """Return "1 task", "2 tasks", "1,204 tasks"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def said(finding: Mapping[str, Any]) -> str:
    """Return the one sentence of a finding: what was expected and what came, or why it could not be judged.

    Where a finding says neither, what was recorded speaks; a finding that says nothing at all just holds.
    """
    expected, came, reason = (finding[key].strip() for key in ("expected", "came", "reason"))
    if reason:
        return _sentence(reason)
    if not (expected or came) and finding["observations"]:
        return _sentence("; ".join(f"{entry['name']}: {entry['value']}" for entry in finding["observations"]))
    return _compared(expected, came)


def silent(finding: Mapping[str, Any]) -> bool:
    """Tell whether a finding has no words of its own besides what it recorded."""
    return not any(finding[key].strip() for key in ("expected", "came", "reason"))


def others(finding: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
    """Return the further clauses of a finding that do not hold: key and sentence of each."""
    return [
        (entry["clause"], _compared(entry["expected"].strip(), entry["came"].strip()))
        for entry in finding.get("also", ())
    ]


def _compared(expected: str, came: str) -> str:
    if expected and came:
        return f"{_sentence(f'Expected {expected}')} {_sentence(f'Came: {came}')}"
    if expected:
        return _sentence(f"As expected: {expected}")
    return _sentence(came) if came else "Holds."


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…", ":")) else f"{text}."


def headline(report: Mapping[str, Any], must: Counter[Verdict]) -> str:
    """Return the verdict of the run in one sentence.

    `must` counts the verdicts of the MUST requirements, each by its worst interface. The exit code has the word
    before them, so that the page never says anything else than the command did.
    """
    code = report["summary"]["exit"]
    if report.get("complete") is not True:
        return "The run was cut short: this report is incomplete."
    if code == 4:
        return "The suite itself failed: what it could not judge is marked as error."
    judged = must.total() - must[Verdict.NOT_APPLICABLE]
    warned = len(
        {
            (one["requirement"], one["interface"])
            for one in report["findings"]
            if one["verdict"] == Verdict.WARN
        }
    )
    return _failed(code, must, judged, warned) or _open(code, must, judged) or _holds(report, must)


def _holds(report: Mapping[str, Any], must: Counter[Verdict]) -> str:
    listed = sum(entry["level"].startswith(Level.MUST) for entry in report["catalogue"]["requirements"])
    asked = must.total()
    if asked < listed:
        return f"Every MUST that was asked about holds: {asked:,} of {listed:,}."
    return "Every MUST holds."


def _failed(code: int, must: Counter[Verdict], judged: int, warned: int) -> str:
    if must[Verdict.FAIL]:
        return f"{must[Verdict.FAIL]:,} of {plural(judged, 'MUST requirement')} failed."
    if code == 1 and warned:
        return f"No MUST failed, but {plural(warned, 'warning')} came, and --strict makes each a failure."
    return "No MUST failed, yet the run did not pass: see the findings." if code == 1 else ""


def _open(code: int, must: Counter[Verdict], judged: int) -> str:
    number = must[Verdict.INCONCLUSIVE] + must[Verdict.BLOCKED]
    if number:
        return f"No MUST failed, but {number:,} of {plural(judged, 'MUST requirement')} could not be judged."
    if code == 3:
        return "No MUST failed, but what was required to be tested was not."
    left = must[Verdict.NOT_TESTED]
    if left:
        return f"Every MUST that was judged holds; {left:,} of {plural(judged, 'MUST requirement')} were not judged."
    return "" if judged else "Nothing was judged."


def unknown_names(summary: Mapping[str, Any]) -> list[str]:
    """Return a line for each task or context that the user named and that did not come, with what came instead."""
    found: dict[tuple[str, str], dict[str, list[str]]] = {}
    for one in summary.get("unknown", []):
        came = found.setdefault((one["kind"], one["id"]), {})
        came.setdefault(one["came"], []).append(interface_name(one["interface"]))
    where = {"task": "--tasks", "context": "--tasks or --context"}
    return [
        f"The {kind} {name}, named by {where[kind]}, did not come: "
        + "; ".join(f"{came} on {', '.join(keys)}" for came, keys in by_came.items())
        for (kind, name), by_came in found.items()
    ]


def interface_name(key: str) -> str:
    """Return how an interface key of a finding is shown."""
    if key.startswith("all/"):
        return f"all interfaces of {key.removeprefix('all/')}"
    return {"all": "all interfaces", "-": "none"}.get(key, key)
