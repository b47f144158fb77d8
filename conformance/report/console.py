"""The verdict on the terminal: short, by group, with what failed and why, then what to do next.

Progress while a run asks does not belong here.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from conformance.core.hostile import for_terminal
from conformance.core.verdicts import Verdict
from conformance.report.model import Row, View, alike, tally
from conformance.report.words import SIGNS, headline, interface_name, plural, unknown_names

STYLES: Final[Mapping[Verdict, str]] = {
    Verdict.ERROR: "bold magenta",
    Verdict.FAIL: "bold red",
    Verdict.BLOCKED: "red",
    Verdict.INCONCLUSIVE: "magenta",
    Verdict.WARN: "yellow",
    Verdict.NOT_TESTED: "dim",
    Verdict.NOTE: "cyan",
    Verdict.PASS: "green",
    Verdict.NOT_APPLICABLE: "dim",
}
EXPLAINED: Final = (Verdict.ERROR, Verdict.FAIL, Verdict.INCONCLUSIVE, Verdict.WARN)
"""Verdicts whose rows are named one by one."""
MAX_ROWS: Final = 20
"""Rows named for one verdict; report.html has them all."""
MAX_NAMES: Final = 10
"""Names of --tasks and --context that did not come, each on a line of its own."""
MAX_REASONS: Final = 3
"""Reasons for which something was not tested, each on a line of its own."""
_SENTENCE: Final = 400


def render_console(
    report: Mapping[str, Any], *, width: int = 80, colour: bool = False, files: Sequence[Path | str] = ()
) -> str:
    """Return the summary of a run for a terminal `width` columns wide; `files` are the reports that were written.

    Nothing that a server sent reaches the terminal as a control sequence, markup or workflow command.
    """
    out = io.StringIO()
    console = Console(
        file=out,
        width=max(width, 40),
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        markup=False,
        emoji=False,
        highlight=False,
        legacy_windows=False,
    )
    view, page = View(report), next((Path(file).name for file in files if Path(file).suffix == ".html"), "")
    _head(console, report, view)
    console.print(_groups(view))
    console.print(_legend(view))
    for verdict, rows in view.by_verdict():
        if verdict in EXPLAINED:
            _explain(console, verdict, rows, page)
    for line in _closing(report, view, page):
        console.print(line, soft_wrap=True)
    for file in files:
        console.print(Text(for_terminal(str(file), 4000)), soft_wrap=True)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def _head(console: Console, report: Mapping[str, Any], view: View) -> None:
    target, catalogue = report["targets"][0], report["catalogue"]
    name = for_terminal(target["name"] or target["url"], 80)
    tested = ", ".join(for_terminal(entry["key"], 60) for entry in view.interfaces if entry["tested"])
    console.print(
        Text(f"{name}: {catalogue['title']}, {catalogue['specification']}, on {tested or 'no interface'}")
    )
    console.print()


def _groups(view: View) -> Table:
    """Return a table with a line per group and a column per verdict that there is, headed by its symbol."""
    present = [verdict for verdict, _ in view.by_verdict()]
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("", no_wrap=True)
    for verdict in present:
        table.add_column(Text(SIGNS[verdict].symbol, style=STYLES[verdict]), justify="right")
    for group, rows in view.by_group():
        if rows:
            table.add_row(Text(group["title"]), *_cells(tally(rows), present))
    return table


def _legend(view: View) -> Text:
    parts = [
        Text(f"{SIGNS[verdict].symbol} {verdict}", style=STYLES[verdict]) for verdict, _ in view.by_verdict()
    ]
    return Text("   ").join(parts)


def _cells(counts: Counter[Verdict], present: Sequence[Verdict]) -> Iterator[Text]:
    for verdict in present:
        yield Text(str(counts[verdict]), style=STYLES[verdict]) if counts[verdict] else Text("·", style="dim")


def _explain(console: Console, verdict: Verdict, rows: Sequence[Row], page: str) -> None:
    console.print()
    sign = SIGNS[verdict]
    console.print(Text(f"{sign.symbol} {sign.heading} ({len(rows)})", style=STYLES[verdict]))
    shown = alike(rows)[:MAX_ROWS]
    for group in shown:
        where = for_terminal(", ".join(interface_name(row.interface) for row in group), 160)
        rests = group[0].requirement["sections"] if verdict in {Verdict.FAIL, Verdict.WARN} else ()
        labels = for_terminal(", ".join(one["label"] for one in rests), 160)
        parts = (where, str(group[0].level), *([labels] if labels else []))
        title = Text(group[0].requirement["id"], style="bold").append(f"  {'  '.join(parts)}", style="dim")
        console.print(Padding(title, (0, 0, 0, 2)))
        console.print(Padding(Text(for_terminal(group[0].sentence, _SENTENCE)), (0, 0, 0, 4)))
    if left := len(rows) - sum(len(group) for group in shown):
        console.print(Text(f"  and {left} more{f', all in {page}' if page else ''}"))


def _unknown(report: Mapping[str, Any], page: str) -> Iterator[Text]:
    lines = unknown_names(report["summary"])
    for line in lines[:MAX_NAMES]:
        yield Text(for_terminal(line, _SENTENCE), style=STYLES[Verdict.INCONCLUSIVE])
    if len(lines) > MAX_NAMES:
        yield Text(f"{len(lines) - MAX_NAMES} more did not come{f', all in {page}' if page else ''}.")
    if lines:
        yield Text("Are the names right, and may this credential see what they stand for?")


def _closing(report: Mapping[str, Any], view: View, page: str) -> Iterator[Text]:
    yield Text()
    verdict = Verdict(report["summary"]["verdict"])
    yield Text(headline(report, view.must), style=STYLES[verdict] if verdict in EXPLAINED else "bold")
    held_up = [(kind, sum(len(rows) for _, rows in reasons)) for kind, reasons in view.reasons()]
    parts = [f"{count} {kind.value}" for kind, count in held_up if kind not in EXPLAINED]
    if parts:
        yield Text(f"Not judged: {', '.join(parts)}{f'; {page} says why' if page else ''}.")
    for reason, rows in dict(view.reasons()).get(Verdict.NOT_TESTED, ())[:MAX_REASONS]:
        yield Text(f"  {len(rows)} not tested: {for_terminal(reason, _SENTENCE)}")
    for entry in view.interfaces:
        if not entry["tested"]:
            yield Text(
                f"Interface {for_terminal(entry['key'], 60)} was not tested: {for_terminal(entry['reason'], _SENTENCE)}"
            )
    yield from _unknown(report, page)
    requests = sum(report["summary"]["requests"].values())
    yield Text(f"{plural(requests, 'request')}, {plural(len(report['findings']), 'finding')}.")
    still = report["summary"].get("left_open", [])
    if still:
        listed = f"; {page} lists them" if page else ""
        yield Text(f"{plural(len(still), 'task')} that the suite created did not come to an end{listed}.")
    if report["summary"]["advice"]:
        yield Text(f"Next: {for_terminal(report['summary']['advice'], 3 * _SENTENCE)}", style="bold")
