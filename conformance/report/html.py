"""report.html: a run's report as one page, complete without script and without network.

The skeleton and its safety are page.py's; what the report means is model.py's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from conformance.core.verdicts import Level, Verdict
from conformance.report.evidence import Evidence, evidence, outline
from conformance.report.model import Row, View, alike, tally
from conformance.report.page import render_page, slug
from conformance.report.timeline import Picture, picture
from conformance.report.words import headline, others, said, silent, unknown_names

SHOWN_INLINE: Final = frozenset({Verdict.ERROR, Verdict.FAIL, Verdict.WARN, Verdict.INCONCLUSIVE})
"""Verdicts whose cases show their exchanges in place; the others link to them."""
INLINE_EACH: Final = 3
INLINE_ALL: Final = 300
"""Exchanges shown in place: in one case, and on the whole page."""
INLINE_BODY: Final = 4000
FIRST: Final = 12
"""Failures that stand at the top of the page; the rest are a link away."""
BODIES: Final = 2_000_000
"""Characters of bodies under "Exchanges", shared out among them."""
BODY: Final = (800, 12_000)
"""The least and the most that one body gets of it."""


@dataclass(frozen=True, slots=True)
class Link:
    """An exchange that a case names without showing it."""

    key: str
    outline: str


@dataclass(frozen=True, slots=True)
class Case:
    """One finding with what is shown of its evidence."""

    finding: Mapping[str, Any]
    verdict: Verdict
    sentence: str
    clause: str
    others: Sequence[tuple[str, str]]
    shown: Sequence[Evidence]
    links: Sequence[Link]
    picture: Picture | None


@dataclass(frozen=True, slots=True)
class Filter:
    """A set of checkboxes: name, attribute of the rows, and (value, label, rows) for each box."""

    name: str
    attribute: str
    options: Sequence[tuple[str, str, int]]


def render_html(report: Mapping[str, Any]) -> str:
    """Return the page for a sound report (see load.check_report)."""
    view = View(report)
    filters = _filters(view)
    cases = _Cases(report["exchanges"])
    sections = [(verdict, [(row, cases.of(row)) for row in rows]) for verdict, rows in view.by_verdict()]
    return render_page(
        "report.html",
        style=filter_rules(filters),
        report=report,
        view=view,
        headline=headline(report, view.must),
        duration=_duration(report),
        unknown_names=unknown_names(report["summary"]),
        options={name: value for name, value in report["options"].items() if value not in (None, "", [], {})},
        filters=filters,
        index={entry.attribute: {label: value for value, label, _ in entry.options} for entry in filters},
        sections=sections,
        failures=alike(row for row in view.rows if row.verdict in (Verdict.ERROR, Verdict.FAIL)),
        first=FIRST,
        exchanges=_exchanges(report),
        tallies=[
            ("Level", [(level, tally(rows)) for level, rows in view.by_level() if rows]),
            ("Group", [(group["title"], tally(rows)) for group, rows in view.by_group() if rows]),
        ],
        present=[verdict for verdict, _ in sections],
    )


class _Cases:
    """Makes cases, and keeps count of the exchanges shown in place so that the page stays small."""

    def __init__(self, exchanges: Mapping[str, Any]) -> None:
        self.exchanges = exchanges
        self.left = INLINE_ALL

    def of(self, row: Row) -> Sequence[Case]:
        clauses = {clause["key"]: clause["text"] for clause in row.requirement["clauses"]}
        return [self._case(finding, clauses.get(finding["clause"], "")) for finding in row.findings]

    def _case(self, finding: Mapping[str, Any], clause: str) -> Case:
        marks: dict[str, list[str]] = {}
        for mark in finding["marks"]:
            marks.setdefault(mark["exchange"], []).append(mark["pointer"])
        keys = list(dict.fromkeys([*marks, *finding["exchanges"]]))
        inline = min(INLINE_EACH, self.left) if finding["verdict"] in SHOWN_INLINE else 0
        self.left -= min(inline, len(keys))
        return Case(
            finding=finding,
            verdict=Verdict(finding["verdict"]),
            sentence="" if silent(finding) else said(finding),
            clause=clause,
            others=others(finding),
            shown=[
                evidence(key, self.exchanges[key], marks.get(key, ()), budget=INLINE_BODY, notable=True)
                for key in keys[:inline]
            ],
            links=[Link(key, outline(self.exchanges[key])) for key in keys[inline:]],
            picture=picture(finding["timeline"]),
        )


def _exchanges(report: Mapping[str, Any]) -> Iterable[Evidence]:
    """Yield every exchange that a finding names, in the order of the run."""
    named = {key for finding in report["findings"] for key in finding["exchanges"]}
    named |= {mark["exchange"] for finding in report["findings"] for mark in finding["marks"]}
    budget = min(max(BODIES // max(len(named), 1), BODY[0]), BODY[1])
    for key, exchange in report["exchanges"].items():
        if key in named:
            yield evidence(key, exchange, budget=budget)


def _filters(view: View) -> Sequence[Filter]:
    """Name the values by number, so that nothing that came from a server stands in a style rule."""
    rows = view.rows
    verdicts = tally(rows)

    def numbered(keys: Iterable[str], of: Iterable[str]) -> Sequence[tuple[str, str, int]]:
        counts = list(of)
        return [(str(number), key, counts.count(key)) for number, key in enumerate(keys) if key in counts]

    groups = [group["key"] for group in view.catalogue["groups"]]
    return [
        Filter(
            "Verdict",
            "v",
            [(slug(verdict), verdict, verdicts[verdict]) for verdict in Verdict if verdicts[verdict]],
        ),
        Filter("Level", "l", numbered(list(Level), (row.level for row in rows))),
        Filter("Interface", "i", numbered(view.columns, (row.interface for row in rows))),
        Filter("Group", "g", numbered(groups, (row.requirement["group"] for row in rows))),
    ]


def filter_rules(filters: Sequence[Filter]) -> str:
    """Return the style rules of filters that need no script: where boxes are checked, only their rows stay."""
    return "\n".join(
        f"body:has([name={entry.attribute}]:checked):not(:has(#f-{entry.attribute}-{value}:checked)) "
        f"[data-{entry.attribute}='{value}']{{display:none}}"
        for entry in filters
        for value, _, _ in entry.options
    )


def _duration(report: Mapping[str, Any]) -> str:
    if not report.get("finished"):
        return ""
    start, end = (datetime.fromisoformat(report[key]) for key in ("started", "finished"))
    seconds = max((end - start).total_seconds(), 0)
    minutes, rest = divmod(round(seconds), 60)
    if seconds < 1:
        return "under a second"
    return f"{minutes} min {rest} s" if minutes else f"{seconds:.3g} s"
