"""docs/profiles.md: its profiles are good ones and pass, its mistakes come out as it says, its tables are complete."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.catalogue.common import load_common
from conformance.core.schemas import directory
from conformance.core.verdicts import Verdict, worst
from conformance.profiles.mistake import Mistake
from conformance.profiles.mistakes import mistakes
from conformance.profiles.rules import NEEDED, lacking
from tests.profiles.document import SHORT, TEXT, WHOLE, changed, data
from tests.profiles_engine.notes import Notes
from tests.profiles_engine.running import run_profile

FINE = {Verdict.PASS, Verdict.NOTE}


def run(text: str, folder: Path, broken: str = "", **options: Any) -> Any:
    """Return the run of a profile on the API that the document is about."""
    file = folder / "notes.toml"
    file.write_text(text)
    return run_profile(file, Notes(broken).app, **options)


def test_the_short_one_passes(tmp_path: Path) -> None:
    findings = run(SHORT, tmp_path, var=None).findings.values()
    assert {finding.verdict for finding in findings} == {Verdict.PASS}
    assert {finding.requirement for finding in findings} == set(data(SHORT)["promises"])


def test_the_whole_one_passes(tmp_path: Path) -> None:
    findings = run(WHOLE, tmp_path).findings.values()
    wrong = [(f.requirement, f.case, f.came, f.reason) for f in findings if f.verdict not in FINE]
    assert wrong == []
    assert {finding.requirement for finding in findings} == set(load_common().rows)


@pytest.mark.parametrize(
    ("broken", "verdict"),
    [
        ("window.end", Verdict.FAIL),
        ("size.maximum", Verdict.WARN),
        ("filter.bounds", Verdict.FAIL),
        ("order.newest-first", Verdict.FAIL),
        ("notfound.malformed-id", Verdict.NOTE),
        ("pages.offset-wins", Verdict.NOTE),
    ],
)
def test_the_whole_one_fails_what_it_must(broken: str, verdict: Verdict, tmp_path: Path) -> None:
    """A filter with a strength of its own included: the promise of bounds is but documented."""
    findings = run(WHOLE, tmp_path, broken).findings.values()
    assert worst(one.verdict for one in findings if one.requirement == broken) is verdict
    assert {one.requirement for one in findings if one.verdict in {Verdict.FAIL, Verdict.WARN}} <= {broken}


def test_the_mistakes_come_out_as_shown() -> None:
    text = changed('page_size = "limit", page_token', 'page_sise = "limit", page_tokem', SHORT)
    text = changed("page_tokem", "page_size", changed('"pages.walk-ends"', '"page.walk-ends"', text))
    shown = re.search(r"has 3 mistakes:\n(.*?)```", TEXT, re.DOTALL)
    assert shown
    assert [f"  {mistake}" for mistake in mistakes(tomllib.loads(text))] == shown[1].splitlines()


def table(first: str) -> dict[str, str]:
    """Return the rows of the document's table whose first heading is `first`: first cell to last."""
    rows = TEXT.split(f"| {first} |", 1)[1].split("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return {name: row[-1] for row in cells for name in re.findall(r"`([^`]+)`", row[0])}


def test_everything_that_can_be_promised_is_listed_with_its_facts() -> None:
    told = {name: cell.replace("`", "").split(", ") for name, cell in table("promise").items()}
    empty: dict[str, Any] = {}
    assert told == {name: lacking(row, empty) for name, row in load_common().rows.items()}


def test_every_way_from_page_to_page_is_listed() -> None:
    told = {name: tuple(re.findall(r"`([^`]+)`", cell)) for name, cell in table("style").items()}
    assert told == NEEDED


def words(value: Any) -> Iterator[str]:
    """Yield every word that the schema lets one choose from."""
    if isinstance(value, dict):
        if isinstance(value.get("enum"), list):
            yield from value["enum"]
        for inner in value.values():
            yield from words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words(inner)


def test_every_word_is_explained() -> None:
    schema = json.loads((directory() / "profile.schema.json").read_text("utf-8"))
    unexplained = {word for word in words(schema) if not re.search(rf'["`]{re.escape(word)}["`]', TEXT)}
    assert unexplained == {"a2a"}


def test_every_table_is_in_the_whole_one() -> None:
    schema = json.loads((directory() / "profile.schema.json").read_text("utf-8"))
    assert set(schema["properties"]) - set(data()) == {"catalogue", "binding", "roles"}


def test_a_mistake_in_the_file_itself() -> None:
    assert str(Mistake("", "is odd")) == "the file: is odd"
