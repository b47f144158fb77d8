"""`task-conformance compare`: reports side by side, those that are not there yet made first."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import anyio

from conformance.cli import output
from conformance.cli.options import groups
from conformance.cli.run import REPORTS, refuse_unknown
from conformance.comparison.data import comparison_data
from conformance.comparison.loading import Given, read_argument
from conformance.comparison.markdown import headline, render_markdown
from conformance.comparison.page import render_comparison
from conformance.comparison.running import gather_reports
from conformance.comparison.table import Comparison, compared
from conformance.core.errors import UsageError
from conformance.core.hostile import for_terminal
from conformance.report.hiding import without_content
from conformance.report.write import report_text, write_whole
from conformance.target.settings import RunOptions

OWN: Final = (
    "url",
    "card",
    "binding",
    "tenant",
    "name",
    "html",
    "json",
    "junit",
    "demo",
    "dry_run",
    "keyword",
)
"""Options of one target or of `run`; in a configuration file they are none of compare's."""
SUITE_FAILED: Final = 4


def compare_command(arguments: Sequence[str], words: Mapping[str, Any], *, keep: bool = False) -> int:
    """Run what needs running, write the comparison, print what differs. Raises ConformanceError.

    Returns 0, or 4 where a report says that the suite itself failed in it.
    """
    given = [read_argument(text) for text in arguments]
    if len(given) < 2:
        raise UsageError(
            "One target alone can't be compared.", hint="Give two or more URLs or report.json files."
        )
    options = shared_options(words)
    if options.create_tasks and any(entry.url for entry in given):
        say(
            f"Tasks will be created by SendMessage at each URL: {options.create_count} at first, then some more."
        )
    named = anyio.run(partial(gather_reports, given, options, say=say))
    if options.hide_content:
        named = [(name, without_content(report)) for name, report in named]
    comparison = compared(named)
    files = write_comparison(comparison, options.report or REPORTS)
    if keep:
        files += keep_reports(comparison, given, options.report or REPORTS)
    if len(comparison.promises) > 1:
        say(f"The targets are held to different promises: {', '.join(comparison.promises)}.")
    output.say("".join(f"{line}\n" for line in (headline(comparison), *map(str, files))))
    broke = any(report["summary"]["exit"] == SUITE_FAILED for _, report in named)
    return SUITE_FAILED if broke else 0


def say(line: str) -> None:
    """Print a line about the progress, away from what is printed as a result."""
    sys.stderr.write(f"{for_terminal(line, 300)}\n")


def shared_options(words: Mapping[str, Any]) -> RunOptions:
    """Return the options that hold for every target. Raises UsageError."""
    given = {name: None if value is False else value for name, value in words.items()}
    given["require"] = list(groups(given.get("require"))) or None
    merged, plain = RunOptions.merged(given), RunOptions()
    options = replace(merged, **{name: getattr(plain, name) for name in OWN})
    refuse_unknown(options)
    return options


def write_comparison(comparison: Comparison, folder: Path) -> list[Path]:
    """Write page, data and Markdown, all rendered before the first is written; the page comes first."""
    made = {
        folder / "comparison.html": render_comparison(comparison),
        folder / "comparison.json": report_text(comparison_data(comparison)),
        folder / "comparison.md": render_markdown(comparison),
    }
    for path, text in made.items():
        write_whole(path, text)
    return list(made)


def keep_reports(comparison: Comparison, given: Sequence[Given], folder: Path) -> list[Path]:
    """Write the reports of the runs that were made, as report-<target>.json."""
    kept = []
    for side, entry in zip(comparison.sides, given, strict=True):
        if entry.url:
            kept.append(folder / f"report-{side.key}.json")
            write_whole(kept[-1], report_text(side.report))
    return kept
