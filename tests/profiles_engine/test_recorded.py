"""What a report of a profile holds: enough to be judged again without the file, and no secret."""

from __future__ import annotations

import json
from pathlib import Path

import anyio
import pytest

from conformance.core.errors import UsageError
from conformance.report.console import render_console
from conformance.report.html import render_html
from conformance.report.load import check_report
from conformance.report.write import report_text
from conformance.session.direct import judge_again
from conformance.session.recording import recorded_run, written
from tests.profiles_engine.notes import TOKEN, Notes
from tests.profiles_engine.running import PROMISABLE, profile_file, run_profile


def test_a_recording_is_judged_without_the_profiles_file(tmp_path: Path) -> None:
    profile = profile_file(tmp_path, dict.fromkeys(PROMISABLE, "documented"))
    run = run_profile(profile, Notes("order.newest-first").app)
    report = json.loads(report_text(written(run)))
    check_report(report)
    profile.unlink()
    again = recorded_run(report)
    anyio.run(judge_again, again)
    assert written(again)["findings"] == report["findings"]
    assert written(again)["catalogue"] == report["catalogue"]


def test_no_secret_is_written(tmp_path: Path) -> None:
    run = run_profile(profile_file(tmp_path, dict.fromkeys(PROMISABLE, "must")), Notes().app)
    assert TOKEN not in report_text(written(run))


def test_pages_name_the_api_and_link_to_its_sources(tmp_path: Path) -> None:
    run = run_profile(profile_file(tmp_path, dict.fromkeys(PROMISABLE, "must")), Notes("size.default").app)
    report = written(run)
    console, page = render_console(report), render_html(report)
    assert "Notes, Notes API 1, on http" in console
    assert "at most 10 notes" in console
    assert "https://notes.example/docs#size.default" in page
    assert "A2A" not in console
    assert "A2A" not in page
    assert "GetTask" not in page


@pytest.mark.parametrize(
    ("name", "value"), [("create_count", "x"), ("context", ["x"]), ("level", 7), ("requirement", [None])]
)
def test_options_of_the_wrong_kind_are_told(name: str, value: object, tmp_path: Path) -> None:
    run = run_profile(profile_file(tmp_path, {"size.limit": "must"}), Notes().app)
    report = json.loads(report_text(written(run)))
    report["options"][name] = value
    with pytest.raises(UsageError, match=rf"options\.{name}"):
        check_report(report)


def test_what_the_schema_lets_be_left_out_is_not_missed(tmp_path: Path) -> None:
    run = run_profile(profile_file(tmp_path, {"size.limit": "must"}), Notes().app)
    report = json.loads(report_text(written(run)))
    for exchange in report["exchanges"].values():
        del exchange["attempt"], exchange["depth"]
    check_report(report)
    assert recorded_run(report).sites["http"]
