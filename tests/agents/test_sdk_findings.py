"""docs/sdk-comparison.md, the committed comparison and the running servers say the same of each SDK.

The page's tables and curl lines are read, as those of the page on the Python SDK are (test_python_findings.py).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conformance.comparison.table import slug
from tests.agents.columns import COLUMNS, Column
from tests.agents.conftest import Runs, column
from tests.agents.pages import answered_as_written, answers, ran, table
from tests.agents.start import ToolMissing, skip_or_fail
from tests.agents.test_all_sdks import committed, implementation, verdicts

pytestmark = pytest.mark.slow

PAGE = (Path(__file__).parents[2] / "docs" / "sdk-comparison.md").read_text(encoding="utf-8")
SDKS = {"JavaScript": "javascript", "Go": "go", "Rust": "rust"}
STORES = ("memory", "sqlite")
ONLY = re.compile(r"# (\w+) store$")
"""The mark of a line that is about one store."""
COVERED = tuple(one for one in COLUMNS if one.language in SDKS.values())
each = pytest.mark.parametrize("one", COVERED, ids=lambda one: slug(one.name))


def section(one: Column) -> str:
    """Return what the page says of a column's SDK."""
    name = next(name for name, language in SDKS.items() if language == one.language)
    (text,) = re.findall(rf"^## {name}\n.*?(?=^## )", PAGE, re.M | re.S)
    return str(text)


@each
def test_the_table_is_that_of_the_committed_comparison(one: Column) -> None:
    place = 2 + STORES.index(one.store)
    written = {
        (row[0], interface, row[1])
        for row in table(section(one), section(one).splitlines()[0])
        for interface in filter(None, row[place].split(", "))
    }
    found = verdicts(committed(), one).items()
    assert written == {(name, on, verdict) for (name, on), verdict in found if verdict in ("fail", "warn")}


@each
def test_every_finding_has_its_curl_line(one: Column) -> None:
    text = section(one)
    head = text.splitlines()[0]
    parts = re.findall(r"^### \w+: ([a-z-]+\.\S+)\n(.*?)(?=^###|\Z)", text, re.M | re.S)
    assert [name for name, _ in parts] == [row[0] for row in table(text, head)]
    assert [name for name, part in parts if not re.search(r"^\$ .*\bcurl ", part, re.M)] == []


@each
def test_every_curl_line_is_answered_as_written(runs: Runs, one: Column) -> None:
    try:
        agent = runs(one).agent
    except ToolMissing as missing:
        skip_or_fail(missing)
    assert agent.version in implementation(committed(), one)
    (seeds,) = re.findall(r"^artifact in context `hand-artifact`:\n\n((?:    .*\n)+)", PAGE, re.M)
    for line in seeds.splitlines():
        ran(line.strip(), agent.url)
    for line, answer in answers(section(one)):
        store = ONLY.search(line)
        if store is None or store[1].lower() == one.store:
            answered_as_written(line, answer, agent.url)


def test_versions_are_those_of_the_committed_comparison() -> None:
    listed = {row[0].split(",")[0]: row[1] for row in table(PAGE, "# The published SDKs side by side")}
    for name, language in (SDKS | {"Python": "python"}).items():
        assert implementation(committed(), column(language, "memory")).endswith(f" {listed[name]}")
