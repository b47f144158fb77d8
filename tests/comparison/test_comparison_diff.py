"""What `diff` calls worse, better, appeared and vanished."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from conformance.cli.app import app
from conformance.comparison.data import comparison_data
from conformance.comparison.diff import Judged, difference, kind_of
from conformance.comparison.differing import difference_lines
from conformance.comparison.table import compared
from conformance.core.verdicts import Verdict
from tests.comparison.conftest import Report, edited, finding

MOVES = [
    ("pass", "fail", "worse"),
    ("pass", "warn", "worse"),
    ("warn", "fail", "worse"),
    ("note", "error", "worse"),
    ("inconclusive", "fail", "worse"),
    ("not applicable", "warn", "worse"),
    ("fail", "warn", "better"),
    ("fail", "pass", "better"),
    ("inconclusive", "pass", "better"),
    ("blocked", "note", "better"),
    ("pass", "inconclusive", "no longer shown"),
    ("pass", "not applicable", "no longer shown"),
    ("fail", "blocked", "no longer shown"),
    ("pass", "note", "changed"),
    ("note", "pass", "changed"),
    ("blocked", "inconclusive", ""),
    ("fail", "fail", ""),
]


@pytest.mark.parametrize(("old", "new", "kind"), MOVES, ids=[f"{old}-{new}" for old, new, _ in MOVES])
def test_kinds_of_change(old: str, new: str, kind: str) -> None:
    assert kind_of(Judged(Verdict(old)), Judged(Verdict(new))) == kind


def test_a_case_of_one_side_only() -> None:
    assert kind_of(None, Judged(Verdict.FAIL)) == "appeared"
    assert kind_of(Judged(Verdict.PASS), None) == "vanished"


def test_a_broken_rule_is_told_with_what_came(good: Report, bad: Report) -> None:
    found = difference(good, bad)
    assert {change.requirement for change in found.of("worse")} == {"artifacts.omitted-by-default"}
    assert {change.interface for change in found.of("worse")} == {"jsonrpc", "http+json"}
    lines = list(difference_lines(found))
    assert lines[1] == f"Got worse ({len(found.of('worse'))})"
    assert "artifacts.omitted-by-default  jsonrpc: ✓ pass → ✕ fail" in lines[2]
    assert "artifacts on" in lines[3]
    assert not found.of("better")
    assert difference(bad, good).of("better")


def test_nothing_changed(good: Report) -> None:
    assert list(difference_lines(difference(good, good))) == ["Nothing changed."]


def test_what_is_no_longer_shown_counts_with_strict_only(good: Report) -> None:
    def lost(report: Report) -> None:
        finding(report, "size.default", "jsonrpc").update(verdict="inconclusive", reason="Too few tasks.")

    found = difference(good, edited(good, lost))
    assert [change.requirement for change in found.of("no longer shown")] == ["size.default"]
    assert not found.got_worse()
    assert found.got_worse(strict=True)


def test_cases_that_appear_and_vanish_are_told_by_name(good: Report) -> None:
    def fewer(report: Report) -> None:
        report["findings"].remove(finding(report, "size.default", "jsonrpc"))

    less = edited(good, fewer)
    assert [c.requirement for c in difference(good, less).of("vanished")] == ["size.default"]
    assert [c.requirement for c in difference(less, good).of("appeared")] == ["size.default"]
    assert not difference(good, less).got_worse()
    assert difference(good, less).got_worse(strict=True)
    assert not difference(less, good).got_worse(strict=True)


def test_behaviours_that_moved(good: Report) -> None:
    def other(report: Report) -> None:
        finding(report, "size.minimum", "jsonrpc", "0")["observations"] = [
            {"name": "pageSize 0", "value": "one task"}
        ]

    [moved] = difference(good, edited(good, other)).behaviours
    assert (moved.requirement, moved.interface, moved.name, list(moved.new)) == (
        "size.minimum",
        "jsonrpc",
        "pageSize 0",
        ["one task"],
    )


def test_comparisons_can_be_held_against_each_other(good: Report, bad: Report) -> None:
    old, new = (comparison_data(compared([("sdk", report)])) for report in (good, bad))
    changes = difference(old, new).of("worse")
    assert {(c.requirement, c.interface) for c in changes} == {
        ("artifacts.omitted-by-default", "sdk/jsonrpc"),
        ("artifacts.omitted-by-default", "sdk/http+json"),
    }


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[str, Any], str]:
    def save(name: str, value: Any) -> str:
        (tmp_path / name).write_text(json.dumps(value))
        return str(tmp_path / name)

    return save


def test_the_command_and_its_exit_codes(good: Report, bad: Report, saved: Callable[[str, Any], str]) -> None:
    old, new = saved("old.json", good), saved("new.json", bad)
    run = CliRunner().invoke
    assert run(app, ["diff", old, new]).exit_code == 1
    assert run(app, ["diff", new, old]).exit_code == 0
    assert run(app, ["diff", old, old]).exit_code == 0
    told = run(app, ["diff", old, new, "--json"])
    assert told.exit_code == 1
    assert {entry["requirement"] for entry in json.loads(told.stdout)["worse"]} == {
        "artifacts.omitted-by-default"
    }


@pytest.mark.parametrize("content", [{"format": "other"}, [], "text"])
def test_bad_files_are_a_usage_error(good: Report, content: Any, saved: Callable[[str, Any], str]) -> None:
    done = CliRunner().invoke(app, ["diff", saved("good.json", good), saved("bad.json", content)])
    assert done.exit_code == 2
    assert CliRunner().invoke(app, ["diff", saved("good.json", good), "nowhere.json"]).exit_code == 2


def test_a_report_and_a_comparison_are_different_things(
    good: Report, saved: Callable[[str, Any], str]
) -> None:
    both = comparison_data(compared([("a", good), ("b", good)]))
    assert CliRunner().invoke(app, ["diff", saved("r.json", good), saved("c.json", both)]).exit_code == 2
    assert CliRunner().invoke(app, ["diff", saved("c.json", both), saved("c.json", both)]).exit_code == 0


@pytest.mark.parametrize("command", ["diff", "compare"])
def test_reports_of_different_apis_are_refused(
    command: str, good: Report, saved: Callable[[str, Any], str], tmp_path: Path
) -> None:
    other = json.loads(json.dumps(good))
    other["catalogue"]["profile"] = "notes"
    paths = [saved("one.json", good), saved("other.json", other)]
    places = ["--report", str(tmp_path / "out")] if command == "compare" else []
    assert CliRunner().invoke(app, [command, *paths, *places]).exit_code == 2
    assert not (tmp_path / "out").exists()


def test_hostile_words_stay_on_their_line(good: Report) -> None:
    def hostile(report: Report) -> None:
        finding(report, "size.default", "jsonrpc").update(
            verdict="fail", came="\x1b[31mred\n::error::x\n##[group]"
        )

    lines = list(difference_lines(difference(good, edited(good, hostile))))
    assert not any(char < " " for line in lines for char in line)
    assert not any("::error::" in line for line in lines)


def test_other_promises_are_told(good: Report) -> None:
    def of_another(report: Report) -> None:
        report["catalogue"].update(title="Notes\x1b[31m", specification="Notes API 1")

    found = difference(good, edited(good, of_another))
    [line] = [line for line in difference_lines(found) if "other promises" in line]
    assert "A2A task reading (A2A 1.0.1), NEW to Notes" in line
    assert "\x1b" not in line


def test_a_profile_that_is_not_the_same_is_told(good: Report) -> None:
    def weakened(report: Report) -> None:
        report["profile"] = {"promises": {"size.limit": {"strength": "documented"}}}

    assert "The profile is not the same in both" in difference(good, edited(good, weakened)).remarks[0]
    assert difference(good, good).remarks == []
