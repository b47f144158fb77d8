"""comparison.md: the comparison as tables for a repository. Evidence stays on the page.

Every text from outside is set in `<code>` with all that Markdown could read as markup written as entities.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from conformance.comparison.table import Comparison, Row, Side
from conformance.core.hostile import shorten
from conformance.report.page import instant, visible
from conformance.report.words import SIGNS, interface_name, plural

MAX_VALUE: Final = 90
_MARKUP: Final = re.compile(r"[^\w ,.()'/=+\u2026-]|_")
_ADDRESS: Final = re.compile(r"(www)\.", re.IGNORECASE)


def render_markdown(comparison: Comparison) -> str:
    """Return the text of comparison.md."""
    return "\n".join(_lines(comparison)) + "\n"


def quoted(text: str, limit: int = MAX_VALUE) -> str:
    """Return a text from outside as an inline piece of Markdown that shows it and does nothing else."""
    shown = shorten(visible(" ".join(text.split())), limit)
    safe = _ADDRESS.sub(r"\1&#46;", _MARKUP.sub(_entity, shown))
    return f"<code>{safe}</code>"


def _entity(found: re.Match[str]) -> str:
    return f"&#{ord(found[0])};"


def _lines(comparison: Comparison) -> Iterator[str]:
    yield "# Comparison"
    yield ""
    yield headline(comparison)
    yield ""
    if len(comparison.promises) > 1:
        held = ", ".join(map(quoted, comparison.promises))
        yield f"Targets are held to different promises: {held}. A row has the words of the first that has it."
        yield ""
    yield from _head(["target", "implementation", "run", "suite", "store", "not tested"])
    for side in comparison.sides:
        yield _line(_about(side))
    yield ""
    marks = ", ".join(f"{sign.symbol} {verdict}" for verdict, sign in SIGNS.items())
    yield f"{marks}. A row in bold is one in which targets differ."
    yield ""
    yield "## Requirements"
    yield ""
    yield from _rows(comparison, comparison.rows)
    yield ""
    yield "## Recorded behaviours"
    yield ""
    yield "Where the specification leaves it free. Ids, tokens and times are replaced; long values are cut."
    yield ""
    yield from _rows(comparison, comparison.behaviours)


def headline(comparison: Comparison) -> str:
    """Return the comparison in one sentence."""
    counts = [sum(row.differs for row in rows) for rows in (comparison.rows, comparison.behaviours)]
    return (
        f"{plural(len(comparison.sides), 'target')} differ in {counts[0]:,} of "
        f"{plural(len(comparison.rows), 'requirement')} and {counts[1]:,} of "
        f"{plural(len(comparison.behaviours), 'recorded behaviour')}."
    )


def _about(side: Side) -> Sequence[str]:
    card = side.target["card"]
    stores = [
        f"{quoted(key)} {plural(entry['tasks'], 'task')}" for key, entry in side.report["survey"].items()
    ]
    untested = [entry for entry in side.target["interfaces"] if not entry["tested"]]
    return [
        quoted(side.name),
        quoted(f"{card['name']} {card['version']}") if card else "no card",
        instant(side.report["started"]) + ("" if side.report.get("complete") else ", cut short"),
        quoted(side.report["suite"]["version"]),
        ", ".join(stores),
        "; ".join(f"{quoted(entry['key'])}: {quoted(entry['reason'])}" for entry in untested),
    ]


def _rows(comparison: Comparison, rows: Sequence[Row]) -> Iterator[str]:
    heads = [f"{quoted(side.name, 40)} {quoted(interface)}" for side, interface in comparison.columns]
    yield from _head(["", *heads])
    titles = {group["key"]: group["title"] for group in comparison.groups}
    group = ""
    for row in rows:
        if row.requirement["group"] != group:
            group = row.requirement["group"]
            yield _line([f"*{quoted(titles[group])}*", *([""] * len(heads))])
        name = quoted(row.requirement["id"]) + (f" {quoted(row.name)}" if row.name else "")
        shown = [_cell(row, place) for place, cell in enumerate(row.cells) for _ in cell.interfaces]
        yield _line([f"**{name}**" if row.differs else name, *shown])


def _cell(row: Row, place: int) -> str:
    cell = row.cells[place]
    if row.name:
        return "; ".join(quoted(cell.side.normal.text(value)) for value in cell.values)
    if cell.verdict is None:
        return ""
    spanning = f" {interface_name(cell.interface)}" if cell.interface == "all" else ""
    return SIGNS[cell.verdict].symbol + spanning


def _head(cells: Sequence[str]) -> Iterator[str]:
    yield _line(cells)
    yield _line(["---"] * len(cells))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
