"""What a report of a profile holds: enough to be judged again without the file, and no secret."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import anyio
import pytest

from conformance.core.errors import TargetError, UsageError
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


SECRET_PROJECT = {"[variables.project]": "[variables.project]\nsecret = true"}


def test_a_secret_variable_stands_in_no_report(tmp_path: Path) -> None:
    value = "k7+secret%"
    profile = profile_file(tmp_path, dict.fromkeys(PROMISABLE, "must"), **SECRET_PROJECT)
    run = run_profile(profile, Notes("size.default").app, var=[f"project={value}"])
    text = report_text(written(run))
    report = json.loads(text)
    for form in (value, quote(value, safe=""), quote(value), json.dumps(value)[1:-1]):
        assert form not in text
        assert form not in render_html(report)
    assert "/v1/[redacted:project]/notes" in text
    again = recorded_run(report)
    anyio.run(judge_again, again)
    assert written(again)["findings"] == report["findings"]
    with pytest.raises(TargetError) as told:
        run_profile(profile, Notes().app, var=[f"project={value}/"])
    assert "secret" not in f"{told.value} {told.value.hint}"


def test_a_secret_too_short_to_be_hidden_is_refused(tmp_path: Path) -> None:
    profile = profile_file(tmp_path, {"size.limit": "must"}, **SECRET_PROJECT)
    with pytest.raises(UsageError, match="fewer than 4 characters") as told:
        run_profile(profile, Notes().app, var=["project=k7z"])
    assert "k7z" not in str(told.value)


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
