"""The schema holds the samples and refuses what is broken; loading says what is wrong in one sentence."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from conformance.core.errors import UsageError
from conformance.report.load import check_report, load_report, schema_text
from conformance.report.write import report_text, write_whole
from tests.report import samples

Change = Callable[[dict[str, Any]], object]


def test_the_schema_is_a_schema() -> None:
    schema = json.loads(schema_text("report.schema.json"))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"].endswith("2020-12/schema")


@pytest.mark.parametrize("name", ["whole", "hostile"])
def test_samples_are_sound(name: str) -> None:
    check_report(getattr(samples, name)())


def test_a_run_that_was_cut_short_is_sound() -> None:
    report = samples.whole()
    del report["complete"], report["finished"]
    check_report(report)


BROKEN: dict[str, tuple[Change, str]] = {
    "verdict": (lambda r: r["findings"][3].update(verdict="passed"), "findings[3].verdict"),
    "unknown member": (lambda r: r["findings"][0].update(note=1), "'note' was unexpected"),
    "missing member": (lambda r: r["findings"][0].pop("case"), "'case' is a required property"),
    "no reason": (lambda r: r["findings"][3].update(reason=""), "findings[3].reason"),
    "pointer": (lambda r: r["findings"][1]["marks"][0].update(pointer="tasks"), "marks[0].pointer"),
    "section": (
        lambda r: r["catalogue"]["requirements"][0]["sections"][0].update(url="javascript:1"),
        "sections[0].url",
    ),
    "time": (lambda r: r.update(started="yesterday"), "started"),
    "failure": (
        lambda r: r["exchanges"]["jsonrpc-5"]["failure"].update(kind="odd"),
        "exchanges.jsonrpc-5.failure",
    ),
    "no targets": (lambda r: r.update(targets=[]), "targets"),
    "requirement": (
        lambda r: r["findings"][0].update(requirement="size.other"),
        "unknown requirement 'size.other'",
    ),
    "clause": (lambda r: r["findings"][0].update(clause="second"), "unknown clause 'second'"),
    "interface": (lambda r: r["findings"][0].update(interface="soap"), "unknown interface 'soap'"),
    "exchange": (lambda r: r["findings"][0]["exchanges"].append("jsonrpc-99"), "'jsonrpc-99' that is not in"),
    "group": (lambda r: r["catalogue"]["groups"].pop(), "unknown group 'http'"),
    "twice": (
        lambda r: r["catalogue"]["requirements"].append(r["catalogue"]["requirements"][0]),
        "stands in the catalogue twice",
    ),
    "key twice": (
        lambda r: r["targets"][0]["interfaces"].append(r["targets"][0]["interfaces"][0]),
        "two interfaces have the same key",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_broken_is_refused_and_named(case: str) -> None:
    change, words = BROKEN[case]
    report = copy.deepcopy(samples.whole())
    change(report)
    with pytest.raises(UsageError) as caught:
        check_report(report, "r.json")
    assert words in str(caught.value)
    assert str(caught.value).startswith("r.json ")
    assert len(str(caught.value)) < 600


def test_a_report_comes_back_as_it_was_written(tmp_path: Path) -> None:
    report = samples.hostile()
    write_whole(tmp_path / "report.json", report_text(report))
    assert load_report(tmp_path / "report.json") == report


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is not JSON"),
        (b'{"format": "task-conformance-report/1"', "is not JSON"),
        (b"\xff\xfe", "is not UTF-8, at byte 0"),
        (b"[]", "is not a report of task-conformance"),
        (b'{"tests": 3}', "is not a report of task-conformance"),
        (b'{"format": "task-conformance-report/2"}', "this version reads"),
        (b'{"format": "task-conformance-report/1"}', "is a required property"),
        (b"[" * 100_000, "nested too deeply"),
        (b"1" * 5000, "is not JSON"),
    ],
)
def test_any_other_file_is_one_clear_sentence(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "report.json"
    path.write_bytes(content)
    with pytest.raises(UsageError) as caught:
        load_report(path)
    assert words in str(caught.value)
    assert "report.json" in str(caught.value)
    assert caught.value.exit_code == 2


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        load_report(tmp_path / "none.json")
