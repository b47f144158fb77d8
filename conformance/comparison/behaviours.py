"""Recorded behaviours of one report: what checks noted, some answers in words, the page token decoded.

How they are put side by side does not belong here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from conformance.comparison.decode import answer_in_words, decode_token, token_in

ANSWERS: Final = (
    ("GetTask, an unknown id", "notfound.code", ""),
    ("pageSize unset", "size.default", ""),
    ("pageSize 0", "size.minimum", "0"),
    ("pageSize -1", "size.minimum", "-1"),
    ("pageSize 101", "size.maximum", "101"),
    ("pageSize 'abc'", "error.codes", "list-bad pageSize"),
    ("GetTask, historyLength unset", "history.unset", "get"),
    ("ListTasks, historyLength unset", "history.unset", "list"),
    ("GetTask, historyLength 0", "history.zero", "get"),
    ("ListTasks, historyLength 0", "history.zero", "list"),
    ("GetTask, historyLength -1", "history.negative", "get"),
    ("ListTasks, historyLength -1", "history.negative", "list"),
    ("a made-up pageToken", "token.garbage", "a word"),
    ("an unknown method", "error.codes", "list-unknown method"),
    ("a body that is no JSON", "error.codes", "list-bad JSON"),
    ("no credential", "scope.unauthenticated", "list-anonymous"),
)
"""Questions whose first answer is shown as it came, whatever the verdict: label, requirement, case."""
DECODED: Final = ("page token, decoded", "token.format")


@dataclass(frozen=True, slots=True)
class Seen:
    """One value of one behaviour, with the finding that shows it; `kind` says which of the three sources it has."""

    kind: str
    requirement: str
    name: str
    interface: str
    value: str
    finding: Mapping[str, Any]


def seen(report: Mapping[str, Any]) -> Iterator[Seen]:
    """Yield what a report recorded: observations, then answers, then the decoded token."""
    findings = report["findings"]
    for finding in findings:
        for entry in finding["observations"]:
            yield Seen(
                "noted", finding["requirement"], entry["name"], finding["interface"], entry["value"], finding
            )
    yield from _answers(report, findings)
    yield from _tokens(report, findings)


def _answers(report: Mapping[str, Any], findings: Iterable[Mapping[str, Any]]) -> Iterator[Seen]:
    wanted = {(requirement, case): label for label, requirement, case in ANSWERS}
    for finding in findings:
        label = wanted.get((finding["requirement"], finding["case"]))
        if label and finding["exchanges"]:
            value = answer_in_words(report["exchanges"][finding["exchanges"][0]])
            name = f"answer to {label}"
            yield Seen("answered", finding["requirement"], name, finding["interface"], value, finding)


def _tokens(report: Mapping[str, Any], findings: Iterable[Mapping[str, Any]]) -> Iterator[Seen]:
    name, requirement = DECODED
    for finding in findings:
        if finding["requirement"] != requirement:
            continue
        tokens = (token_in(report["exchanges"][key]) for key in finding["exchanges"])
        first = next((token for token in tokens if token), None)
        if first:
            yield Seen("decoded", requirement, name, finding["interface"], decode_token(first), finding)
