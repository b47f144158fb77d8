"""comparison.json: the comparison for programs, normalised, so that two runs of unchanged servers give the same file.

It holds the day of each run, no time and no evidence: those stand on the page and in the reports.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from conformance.comparison.table import Cell, Comparison, Row, Side
from conformance.report.words import said, silent

FORMAT: Final = "task-conformance-comparison/1"
COUNTED: Final = ("tasks", "contexts", "with_artifacts", "with_history")


def comparison_data(comparison: Comparison) -> dict[str, Any]:
    """Return what comparison.json holds (schemas/comparison.schema.json). Texts are normalised, see normal.py."""
    first = comparison.sides[0].report
    return {
        "format": FORMAT,
        "suite": first["suite"],
        "catalogue": _catalogue(first),
        "targets": [_target(side) for side in comparison.sides],
        "columns": [f"{side.key}/{interface}" for side, interface in comparison.columns],
        "requirements": [_requirement(row) for row in comparison.rows],
        "behaviours": [_behaviour(row) for row in comparison.behaviours],
    }


def _catalogue(report: Mapping[str, Any]) -> dict[str, str]:
    """Return what a report is held to; targets of one API may be held to two editions."""
    return {key: report["catalogue"][key] for key in ("profile", "title", "specification")}


def _target(side: Side) -> dict[str, Any]:
    card, summary = side.target["card"], side.report["summary"]
    return {
        "key": side.key,
        "name": side.name,
        "url": side.normal.text(side.target["url"]),
        "implementation": card and {name: card[name] for name in ("name", "version", "provider")},
        "suite": side.report["suite"]["version"],
        "catalogue": _catalogue(side.report),
        "date": str(side.report["started"])[:10],
        "complete": side.report.get("complete") is True,
        "verdict": summary["verdict"],
        "interfaces": [
            {"key": entry["key"], "binding": entry["binding"], "version": entry["version"]}
            | {"tested": entry["tested"], "reason": side.normal.text(entry["reason"])}
            for entry in side.target["interfaces"]
        ],
        "survey": {
            key: {name: survey[name] for name in COUNTED if name in survey}
            for key, survey in side.report["survey"].items()
        },
    }


def _requirement(row: Row) -> dict[str, Any]:
    requirement = row.requirement
    return {
        "id": requirement["id"],
        "group": requirement["group"],
        "level": requirement["level"],
        "statement": requirement["statement"],
        "differs": row.differs,
        "cells": {cell.key: _judged(cell) for cell in row.cells if cell.findings},
    }


def _judged(cell: Cell) -> dict[str, Any]:
    normal = cell.side.normal.text
    ordered = sorted(cell.findings, key=lambda finding: (normal(finding["case"]), finding["verdict"]))
    cases: dict[str, str] = {}
    words: dict[str, str] = {}
    for finding in reversed(ordered):
        case = normal(finding["case"])
        cases[case] = finding["verdict"]
        if finding["verdict"] != "pass" and not silent(finding):
            words[case] = normal(said(finding))
    return {
        "verdict": cell.verdict,
        "cases": dict(sorted(cases.items())),
        "said": dict(sorted(words.items())),
    }


def _behaviour(row: Row) -> dict[str, Any]:
    return {
        "requirement": row.requirement["id"],
        "name": row.name,
        "differs": row.differs,
        "cells": {cell.key: _values(cell) for cell in row.cells if cell.values},
    }


def _values(cell: Cell) -> Sequence[str]:
    return sorted({cell.side.normal.text(value) for value in cell.values})


def verdicts_of(data: Mapping[str, Any]) -> dict[tuple[str, str, str], tuple[str, str]]:
    """Return verdict and sentence of every requirement, column and case of a comparison.json."""
    return {
        (entry["id"], column, case): (verdict, cell["said"].get(case, ""))
        for entry in data["requirements"]
        for column, cell in entry["cells"].items()
        for case, verdict in cell["cases"].items()
    }
