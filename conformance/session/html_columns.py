"""Our columns, verdicts, filters and evidence in the page of pytest-html, through its public hooks.

pytest-html puts what it is given into the page as markup, and runs what runs in it: everything here is escaped, and
no link leads anywhere but to the specification. What a verdict means and how evidence is cut belong to `report`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Mapping, MutableSequence, Sequence
from typing import Any

import pytest
from markupsafe import Markup
from pytest_html import extras  # type: ignore[import-untyped]  # it has no types

from conformance.core.hostile import shorten
from conformance.core.verdicts import RANK, Level, Verdict
from conformance.report.evidence import Evidence, evidence
from conformance.report.html import INLINE_BODY, INLINE_EACH, SHOWN_INLINE, Filter
from conformance.report.model import View, level_of
from conformance.report.page import render_part, sheet, slug, visible, web_url
from conformance.report.timeline import picture
from conformance.report.words import headline, interface_name, others, said
from conformance.session.ending import Ending

HEADERS = (
    '<th class="sortable" data-column-type="verdict">Verdict</th>',
    '<th class="sortable" data-column-type="requirement">Requirement</th>',
    '<th class="sortable" data-column-type="level">Level</th>',
    '<th class="sortable" data-column-type="interface">Interface</th>',
    '<th class="col-said">What came</th>',
)
ELSEWHERE = ("verdict", "requirement", "level", "interface", "said")
SENTENCE = 400
BODIES = 3_000_000
"""Characters of bodies on the whole page; after them, rows show their curl lines alone."""
BRIEF = 600
"""Characters of the one body that is shown where nothing is wrong."""
ONLY_OURS = (
    "#results-table :is([data-column-type=result],[data-column-type=testId],[data-column-type=duration],"
    ".col-result,.col-testId,.col-duration,.col-links),.summary :is(p.filter,.run-count,.controls .filters)"
    "{display:none}"
)
"""The columns and filters that say nothing where all items are ours."""


class HtmlColumns:
    """A plugin, registered where pytest-html writes a page."""

    def __init__(self, side: Ending) -> None:
        self.side = side
        self.left = BODIES
        self.found: list[Mapping[str, Any]] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self) -> None:
        """Empty the environment table: it has shown passwords of build servers."""
        if self.side.config.pluginmanager.hasplugin("metadata"):
            from pytest_metadata.plugin import (  # type: ignore[import-untyped]  # noqa: PLC0415 - it may be missing
                metadata_key,
            )

            self.side.config.stash[metadata_key].clear()

    def pytest_html_report_title(self, report: Any) -> None:
        """Name the target in the title, which pytest-html escapes."""
        report.title = f"A2A task conformance: {visible(shorten(self.side.run.target.name, 80))}"

    def pytest_html_results_table_header(self, cells: MutableSequence[str]) -> None:
        """Put our columns behind the first, and name the last so that it can be hidden."""
        cells[1:1] = HEADERS
        cells[:] = [
            '<th class="col-links">Links</th>' if cell == "<th>Links</th>" else cell for cell in cells
        ]

    def pytest_html_results_table_row(self, report: Any, cells: MutableSequence[str]) -> None:
        """Fill our columns; rows of other tests leave them empty."""
        found = getattr(report, "conformance", None)
        if found is None:
            cells[1:1] = [f'<td class="col-{name}"></td>' for name in ELSEWHERE]
            return
        # The node id stands in pytest-html's own cell as it is.
        cells[1:2] = [Markup('<td class="col-testId">{}</td>').format(visible(report.nodeid))]
        cells[1:1] = [str(cell) for cell in self._cells(found)]

    def _cells(self, found: Mapping[str, Any]) -> Sequence[Markup]:
        requirement = self.side.run.catalogue[found["requirement"]]
        verdict, key = Verdict(found["verdict"]), found["interface"]
        url = next((web_url(section.url) for section in requirement.sections), "")
        name = (
            Markup('<a href="{}" target="_blank" rel="noopener noreferrer">{}</a>') if url else Markup("{1}")
        )
        place = f" [{found['case']}]" if found["case"] else ""
        return (
            Markup(
                '<td class="col-verdict"><span data-rank="{}" data-v="{}" data-l="{}" data-i="{}" class="v {}">'
                "{}</span></td>"
            ).format(
                RANK[verdict],
                slug(verdict),
                level_of(found["level"]),
                self._number(key),
                slug(verdict),
                verdict,
            ),
            Markup('<td class="col-requirement"><span data-id="{}"></span>{}{}</td>').format(
                requirement.id, name.format(url, requirement.id), _line(place, 80)
            ),
            Markup('<td class="col-level">{}</td>').format(found["level"]),
            Markup('<td class="col-interface">{}</td>').format(_line(interface_name(key), 60)),
            Markup('<td class="col-said">{}</td>').format(_line(said(found), SENTENCE)),
        )

    def _number(self, key: str) -> int:
        """Return the number that stands for an interface: a key may hold what a server wrote, a rule must not."""
        keys = [*(interface.key for interface in self.side.run.target.interfaces), "all", "-"]
        return keys.index(key) if key in keys else len(keys)

    def pytest_html_results_table_html(self, report: Any, data: MutableSequence[str]) -> None:
        """Drop pytest-html's copy of the sentence; what was captured stays."""
        if getattr(report, "conformance", None) is not None:
            del data[: 1 if report.longreprtext or not report.sections else 0]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Add the evidence of an item as an extra."""
        report = yield
        found = getattr(report, "conformance", None)
        if found is not None:
            self.found.append(found)
            report.extras = [*getattr(report, "extras", []), extras.html(self._evidence(found, item.nodeid))]
        return report

    def _evidence(self, found: Mapping[str, Any], nodeid: str) -> str:
        marks: dict[str, list[str]] = {}
        for mark in found["marks"]:
            marks.setdefault(mark["exchange"], []).append(mark["pointer"])
        keys = list(dict.fromkeys([*marks, *found["exchanges"]]))
        loud = found["verdict"] in SHOWN_INLINE
        shown = [self._exchange(key, marks.get(key, ()), loud) for key in keys[: INLINE_EACH if loud else 1]]
        requirement = self.side.run.catalogue[found["requirement"]]
        return render_part(
            "row.html",
            finding=found,
            requirement=requirement,
            sentence=said(found),
            clause=next((clause.text for clause in requirement.clauses if clause.key == found["clause"]), ""),
            others=others(found),
            drawing=picture(found["timeline"]),
            shown=shown,
            left=len(keys) - len(shown),
            nodeid=nodeid,
        )

    def _exchange(self, key: str, marks: Sequence[str], loud: bool) -> Evidence:
        budget = min(INLINE_BODY if loud else BRIEF, max(self.left, 0))
        self.left -= budget
        return evidence(key, self.side.exchanges[key], marks, budget=budget, notable=True)

    def pytest_html_results_summary(self, prefix: MutableSequence[str], session: pytest.Session) -> None:
        """Put verdict and filters above the table."""
        if not self.side.cases:
            return
        report = self.side.report
        view = View(report)
        filters = self._filters()
        style = f"{sheet('plain.css')}\n{_rules(filters)}"
        if len(self.side.cases) == session.testscollected:
            style += ONLY_OURS
        prefix.append(
            render_part(
                "summary.html",
                sheet=Markup(style),  # noqa: S704 - ours; interfaces stand in it as numbers
                headline=headline(report, view.must),
                target=report["targets"][0],
                catalogue=report["catalogue"],
                advice=report["summary"]["advice"],
                filters=filters,
            )
        )

    def _filters(self) -> Sequence[Filter]:
        verdicts = Counter(Verdict(found["verdict"]) for found in self.found)
        levels = Counter(level_of(found["level"]) for found in self.found)
        places = Counter(found["interface"] for found in self.found)
        return [
            Filter("Verdict", "v", [(slug(v), v, verdicts[v]) for v in Verdict if verdicts[v]]),
            Filter("Level", "l", [(level, level, levels[level]) for level in Level if levels[level]]),
            Filter("Interface", "i", [(str(self._number(key)), key, places[key]) for key in places]),
        ]


def _rules(filters: Sequence[Filter]) -> str:
    """Return the style rules of the filters: where boxes are checked, only their rows stay."""
    return (
        "\n".join(
            f"body:has([name=conformance-{entry.attribute}]:checked):not(:has("
            f"#conformance-{entry.attribute}-{value}:checked)) "
            f"#results-table>tbody:has([data-{entry.attribute}='{value}']){{display:none}}"
            for entry in filters
            for value, _, _ in entry.options
        )
        + "\nbody:has(.conformance :checked) #results-table>tbody:not(:has([data-v])){display:none}\n"
    )


def _line(text: str, limit: int) -> str:
    return shorten(visible(re.sub(r"[\t\n]", " ", text)), limit)
