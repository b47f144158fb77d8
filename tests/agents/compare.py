"""`python -m tests.agents.compare`: the suite on every published SDK that can be had here, side by side.

Writes sdk-comparison.html, .json and .md. A column whose toolchain is missing is named and left out; the others are
kept. Exit code 0 when all columns are there, 3 when a toolchain was missing, 4 when an agent or a run broke, 2 when no
column is left.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from conformance.comparison.data import comparison_data
from conformance.comparison.markdown import headline, render_markdown
from conformance.comparison.page import render_comparison
from conformance.comparison.table import Comparison, compared
from conformance.report.load import check_report
from conformance.report.write import report_text, write_whole
from tests.agents.columns import COLUMNS, SEEDING, Column, Report, RunError, examined
from tests.agents.start import StartError, ToolMissing

NAME = "sdk-comparison"
MISSING, BROKE, NOTHING = 3, 4, 2


def gathered(columns: Sequence[Column]) -> tuple[dict[str, Report], dict[str, str], dict[str, str]]:
    """Run the suite on one column after the other, so that none disturbs another's times.

    Returns the reports by column, and by column what tool was missing and what broke.
    """
    reports: dict[str, Report] = {}
    missing: dict[str, str] = {}
    broke: dict[str, str] = {}
    for column in columns:
        try:
            with tempfile.TemporaryDirectory() as folder, column.running() as one:
                report = examined(one.url, Path(folder, "run"), *SEEDING)
            reports[column.name] = report
            say(f"{column.name} {one.version}: {report['summary']['verdict']}")
        except ToolMissing as tool:
            missing[column.name] = str(tool)
        except (StartError, RunError) as error:
            broke[column.name] = str(error)
    return reports, missing, broke


def put_together(reports: Mapping[str, Report]) -> Comparison:
    """Return the reports side by side, in the order of COLUMNS."""
    named = []
    for name, report in reports.items():
        sound = {key: value for key, value in report.items() if key != "exit"}
        check_report(sound, name)
        named.append((name, sound))
    return compared(named)


def write(comparison: Comparison, folder: Path) -> list[Path]:
    """Write page, data and Markdown, all rendered before the first is written."""
    made = {
        folder / f"{NAME}.html": render_comparison(comparison),
        folder / f"{NAME}.json": report_text(comparison_data(comparison)),
        folder / f"{NAME}.md": render_markdown(comparison),
    }
    for path, text in made.items():
        write_whole(path, text)
    return list(made)


def say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.agents.compare", description=__doc__)
    parser.add_argument("--report", type=Path, default=Path("reports"), help="folder of the three files")
    options = parser.parse_args(arguments)
    reports, missing, broke = gathered(COLUMNS)
    for name, why in (missing | broke).items():
        say(f"{name}: left out, {why}.")
    say("Java: left out, no server for protocol version 1.0 can be had (docs/sdk-comparison.md).")
    if not reports:
        say("No column is left; nothing is written.")
        return NOTHING
    comparison = put_together(reports)
    say(headline(comparison))
    for path in write(comparison, options.report):
        say(str(path))
    if missing:
        say(f"Install what is missing and run again for the other columns: {', '.join(sorted(missing))}.")
    return BROKE if broke else MISSING if missing else 0


if __name__ == "__main__":
    sys.exit(main())
