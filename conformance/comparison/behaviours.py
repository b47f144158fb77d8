"""Recorded behaviours of one report: what checks noted, some answers in words, the page token decoded.

How they are put side by side does not belong here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from conformance.comparison.decode import answer_in_words, decode_token, identifier_in, token_in

UNKNOWN: Final = object()
ANSWERS: Final[Sequence[tuple[str, str, str, Mapping[str, Any]]]] = (
    ("GetTask, an unknown id", "notfound.code", "", {"id": UNKNOWN}),
    ("pageSize unset", "size.default", "", {"page_size": None}),
    ("pageSize 0", "size.minimum", "0", {"page_size": 0}),
    ("pageSize -1", "size.minimum", "-1", {"page_size": -1}),
    ("pageSize 101", "size.maximum", "101", {"page_size": 101}),
    ("pageSize 'abc'", "size.not-a-number", "text", {"page_size": "abc"}),
    ("GetTask, historyLength unset", "history.unset", "get", {"window": None}),
    ("ListTasks, historyLength unset", "history.unset", "list", {"window": None}),
    ("GetTask, historyLength 0", "history.zero", "get", {"window": 0}),
    ("ListTasks, historyLength 0", "history.zero", "list", {"window": 0}),
    ("GetTask, historyLength -1", "history.negative", "get", {"window": -1}),
    ("ListTasks, historyLength -1", "history.negative", "list", {"window": -1}),
    ("GetTask, historyLength 'abc'", "history.not-a-number", "get-text", {"window": "abc"}),
    ("a made-up pageToken", "token.garbage", "a word", {"page_token": ...}),
    ("an unknown method", "error.codes", "list-unknown method", {"wire": ...}),
    ("a body that is no JSON", "error.codes", "list-bad JSON", {"wire": ...}),
    ("no credential", "scope.unauthenticated", "list-anonymous", {"by": "anonymous"}),
)
"""Questions whose answer is shown as it came, whatever the verdict: label, requirement, case, what the question
holds (None: not there; ...: anything; UNKNOWN: an id whose task did not come). A case asks others too, for control."""
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
    if report["catalogue"]["profile"] == "a2a":  # what they are called is A2A's
        yield from _answers(report, findings)
    yield from _tokens(report, findings)


def _answers(report: Mapping[str, Any], findings: Iterable[Mapping[str, Any]]) -> Iterator[Seen]:
    wanted = {(requirement, case): (label, holds) for label, requirement, case, holds in ANSWERS}
    for finding in findings:
        label, holds = wanted.get((finding["requirement"], finding["case"]), ("", {}))
        keys = finding["exchanges"] if label else ()
        key = next((key for key in keys if _asks(report["exchanges"][key], holds)), None)
        if key is not None:
            value = answer_in_words(report["exchanges"][key])
            shown = dict(finding) | {"exchanges": [key], "marks": []}
            name = f"answer to {label}"
            yield Seen("answered", finding["requirement"], name, finding["interface"], value, shown)


def _asks(exchange: Mapping[str, Any], holds: Mapping[str, Any]) -> bool:
    """Tell whether the question of an exchange holds what is wanted."""
    question = json.loads(exchange["key"])
    said = question["params"] | {name: question[name] for name in ("by", "wire") if name in question}
    for name, value in holds.items():
        came = said.get(name)
        if value is UNKNOWN:
            fits = name in said and came != identifier_in(exchange)
        else:
            fits = (value is ... and name in said) or (came == value and type(came) is type(value))
        if not fits:
            return False
    return True


def _tokens(report: Mapping[str, Any], findings: Iterable[Mapping[str, Any]]) -> Iterator[Seen]:
    name, requirement = DECODED
    for finding in findings:
        if finding["requirement"] != requirement:
            continue
        tokens = (token_in(report["exchanges"][key]) for key in finding["exchanges"])
        first = next((token for token in tokens if token), None)
        if first:
            yield Seen("decoded", requirement, name, finding["interface"], decode_token(first), finding)
