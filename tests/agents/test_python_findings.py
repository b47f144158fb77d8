"""The suite on the published Python SDK's server finds what docs/findings-python-sdk.md says, no more and no less.

The page's tables and curl lines are read, so that page, suite and server can't drift apart. What the findings mean
is the page's own matter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from conformance.catalogue import load_catalogue
from tests.agents.columns import examined
from tests.agents.conftest import Runs, column
from tests.agents.pages import answered_as_written, answers, table
from tests.agents.start import Running, ToolMissing, skip_or_fail

pytestmark = pytest.mark.slow

PAGE = (Path(__file__).parents[2] / "docs" / "findings-python-sdk.md").read_text()
STORES = ("memory", "sqlite")
SQLITE_ONLY = "# SQLite store"

Pairs = set[tuple[str, str]]


@dataclass(frozen=True)
class Checked:
    """An agent that still runs, and what the suite said: with permission to create tasks, then reading only."""

    store: str
    agent: Running
    creating: dict[str, Any]
    reading: dict[str, Any]


def about_this(version: str) -> None:
    """Skip where the page is about another a2a-sdk than is installed; in CI fail, for the page is to be read anew."""
    (about,) = re.findall(r"`a2a-sdk` ([0-9.]+) ", PAGE)
    if version != about:
        skip_or_fail(ToolMissing(f"a2a-sdk {about}, which the findings are about ({version} is)"))


@pytest.fixture(scope="module", params=STORES)
def checked(request: pytest.FixtureRequest, runs: Runs, tmp_path_factory: pytest.TempPathFactory) -> Checked:
    try:
        made = runs(column("python", request.param))
    except ToolMissing as missing:
        skip_or_fail(missing)
    about_this(made.agent.version)
    reading = examined(made.agent.url, tmp_path_factory.mktemp("reading") / "run")
    return Checked(request.param, made.agent, made.report, reading)


def rows(heading: str) -> list[list[str]]:
    return table(PAGE, f"## {heading}")


def written(verdict: str, store: str) -> Pairs:
    """Return the requirements and interfaces that the page gives `verdict` on a store."""
    return {
        (row[0], interface)
        for row in rows("The findings")
        if row[2] == verdict
        for interface in row[3 + STORES.index(store)].split(", ")
    }


def judged(report: dict[str, Any], verdict: str) -> Pairs:
    return {(f["requirement"], f["interface"]) for f in report["findings"] if f["verdict"] == verdict}


def test_what_fails_and_warns_is_what_the_page_says(checked: Checked) -> None:
    for report in (checked.creating, checked.reading):
        assert report["complete"]
        assert report["exit"] == 1
        assert judged(report, "error") == set()
        assert judged(report, "fail") == written("fail", checked.store)
        assert judged(report, "warn") == written("warn", checked.store)


def test_levels_are_those_of_the_clauses_that_broke(checked: Checked) -> None:
    levels = {row[0]: row[1] for row in rows("The findings")}
    found = [f for f in checked.creating["findings"] if f["verdict"] in ("fail", "warn")]
    assert {f["requirement"]: f["level"] for f in found} == levels


def test_blocked_is_only_what_stands_behind_a_failure_of_the_page(checked: Checked) -> None:
    catalogue = load_catalogue()
    for report in (checked.creating, checked.reading):
        for requirement, interface in judged(report, "blocked"):
            behind = {(name, interface) for name in catalogue[requirement].after}
            assert behind & written("fail", checked.store), f"{requirement} on {interface}"


def test_what_could_not_be_judged_is_what_the_page_says(checked: Checked) -> None:
    listed = {(row[0], row[1]) for row in rows("What could not be judged")}
    came = {
        (requirement, verdict)
        for verdict in ("inconclusive", "not tested")
        for requirement, _ in judged(checked.creating, verdict)
    }
    assert came == listed


def test_recorded_behaviours_are_under_the_requirements_that_the_page_names(checked: Checked) -> None:
    recorded = {f["requirement"] for f in checked.creating["findings"] if f["observations"]}
    assert {row[2] for row in rows("Where the specification is silent or leaves the choice")} <= recorded


def test_every_curl_line_is_answered_as_written(checked: Checked) -> None:
    lines = [pair for pair in answers(PAGE) if checked.store == "sqlite" or SQLITE_ONLY not in pair[0]]
    assert len(lines) >= len(rows("The findings"))
    for line, answer in lines:
        answered_as_written(line, answer, checked.agent.url)


def test_every_finding_has_its_curl_line() -> None:
    sections = re.findall(r"^### \d+\. (\S+)\n(.*?)(?=^##)", PAGE, re.M | re.S)
    assert [name for name, _ in sections] == [row[0] for row in rows("The findings")]
    assert [name for name, text in sections if not re.search(r"^\$ .*\bcurl ", text, re.M)] == []
