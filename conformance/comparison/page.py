"""comparison.html: the comparison as one page, complete without script; a cell opens its evidence in a sheet.

What differs is table.py's business, what stands in a sheet sides.py's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from conformance.comparison.markdown import headline
from conformance.comparison.sides import Budget, Shown, cases_of
from conformance.comparison.table import Cell, Comparison, Row, Side
from conformance.core.hostile import shorten
from conformance.core.verdicts import Level, Verdict
from conformance.report.html import Filter, filter_rules
from conformance.report.model import level_of, tally
from conformance.report.page import render_page, slug
from conformance.report.words import interface_name, others, said, silent

LARGEST: Final = 4_800_000
"""Bytes that a page may have; evidence is cut until it fits."""
BUDGETS: Final = (
    Budget(cases=4, body=700, marked=5000),
    Budget(cases=2, body=400, marked=3000),
    Budget(cases=1, body=250, marked=1500),
    Budget(cases=1, body=60, marked=500),
    Budget(cases=0, body=0, marked=0),
)
MAX_VALUE: Final = 150


@dataclass(frozen=True, slots=True)
class Panel:
    """The sheet of one row: for each cell that has findings, the cell, its cases, and the cell that shows the same.

    A cell that has such a twin has no cases of its own here.
    """

    row: Row
    parts: Sequence[tuple[Cell, Sequence[Shown], Cell | None]]


@dataclass(frozen=True, slots=True)
class Count:
    """What `tally` counts: something with a verdict."""

    verdict: Verdict


def render_comparison(comparison: Comparison) -> str:
    """Return the page. Where it would be too large, less evidence is shown in place."""
    text = ""
    for budget in BUDGETS:
        text = _rendered(comparison, budget)
        if len(text.encode("utf-8", "backslashreplace")) <= LARGEST:
            break
    return text


def _rendered(comparison: Comparison, budget: Budget) -> str:
    rows = [*comparison.rows, *comparison.behaviours]
    filters = _filters(comparison, rows)
    tallies = [_tallied(comparison, side, interface) for side, interface in comparison.columns]
    present = [verdict for verdict in Verdict if any(counts[verdict] for _, counts in tallies)]
    first = comparison.sides[0].report
    return render_page(
        "comparison.html",
        sheets=("comparison.css",),
        code="comparison.js",
        style=filter_rules(filters),
        comparison=comparison,
        catalogue=first["catalogue"],
        suites=list(dict.fromkeys(side.report["suite"]["version"] for side in comparison.sides)),
        suite=first["suite"]["name"],
        headline=headline(comparison),
        filters=filters,
        index={entry.attribute: {label: value for value, label, _ in entry.options} for entry in filters},
        tables=[
            ("requirements", "Requirements", _grouped(comparison, comparison.rows)),
            ("behaviours", "Recorded behaviours", _grouped(comparison, comparison.behaviours)),
        ],
        panels=(_panel(row, budget) for row in rows),
        tallies=[("Column", tallies)],
        present=present,
        level_of=level_of,
        short=lambda value: shorten(value, MAX_VALUE),
        sentence=sentence,
        further=further,
        deciding=deciding,
    )


def sentence(finding: Mapping[str, Any]) -> str:
    """Return what a case says, empty where it says nothing in words."""
    return "" if silent(finding) else said(finding)


def further(finding: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
    """Return what else is broken in a case, each thing once."""
    first = sentence(finding)
    return list(dict.fromkeys((key, text) for key, text in others(finding) if text != first))


def deciding(cell: Cell) -> str:
    """Return how many of several cases decided, where not all did: 2/3."""
    if len(cell.findings) < 2:
        return ""
    number = sum(finding["verdict"] == cell.verdict for finding in cell.findings)
    return "" if number == len(cell.findings) else f"{number}/{len(cell.findings)}"


def _panel(row: Row, budget: Budget) -> Panel:
    parts = []
    for cell in row.cells:
        if cell.findings:
            twin = row.twin(cell)
            parts.append((cell, [] if twin else cases_of(cell, row.other(cell), budget), twin))
    return Panel(row, parts)


def _tallied(comparison: Comparison, side: Side, interface: str) -> tuple[str, Mapping[Verdict, int]]:
    verdicts = [
        Count(cell.verdict)
        for row in comparison.rows
        for cell in row.cells
        if cell.side is side and interface in cell.interfaces and cell.verdict is not None
    ]
    return f"{side.name} {interface_name(interface)}", tally(verdicts)  # type: ignore[arg-type] # counts .verdict


def _grouped(
    comparison: Comparison, rows: Sequence[Row]
) -> Sequence[tuple[Mapping[str, Any], Sequence[Row], bool]]:
    """Return the groups that have rows, their rows, and whether any of them differs."""
    found = [
        (group, [row for row in rows if row.requirement["group"] == group["key"]])
        for group in comparison.groups
    ]
    return [(group, own, any(row.differs for row in own)) for group, own in found if own]


def _filters(comparison: Comparison, rows: Sequence[Row]) -> Sequence[Filter]:
    """Name the values by number, so that nothing from a report stands in a style rule."""
    differing = sum(row.differs for row in rows)
    verdicts = [row.verdict for row in rows]

    def numbered(keys: Iterable[str], of: Iterable[str]) -> Sequence[tuple[str, str, int]]:
        counts = list(of)
        return [(str(number), key, counts.count(key)) for number, key in enumerate(keys) if key in counts]

    groups = [group["key"] for group in comparison.groups]
    return [
        Filter(
            "Only",
            "d",
            [("1", "where targets differ", differing), ("0", "where they agree", len(rows) - differing)],
        ),
        Filter(
            "Worst",
            "v",
            [(slug(verdict), verdict, verdicts.count(verdict)) for verdict in Verdict if verdict in verdicts],
        ),
        Filter("Level", "l", numbered(list(Level), (level_of(row.requirement["level"]) for row in rows))),
        Filter("Group", "g", numbered(groups, (row.requirement["group"] for row in rows))),
    ]
