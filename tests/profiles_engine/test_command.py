"""Profiles as a user has them: the command against a real server, plain pytest, comparisons, `list` and `explain`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.reference.running import running
from tests.profiles_engine.notes import TOKEN, Notes
from tests.profiles_engine.running import PROMISABLE, profile_file, run_profile

pytestmark = pytest.mark.slow
Started = Callable[..., subprocess.CompletedProcess[str]]
Found = dict[tuple[str, str], str]


@pytest.fixture
def start(tmp_path: Path) -> Started:
    """Return the function that starts a module of Python in `tmp_path`."""
    plain = {
        name: value
        for name, value in os.environ.items()
        if not name.lower().endswith("_proxy") and not name.startswith("PYTEST")
    }

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", *arguments],
            cwd=tmp_path,
            env=plain | {"NOTES_TOKEN": TOKEN, "NO_COLOR": "1", "COLUMNS": "100"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run


@pytest.fixture
def url() -> Iterator[str]:
    """A real server that breaks one promise."""
    with running(Notes("order.newest-first").app) as address:
        yield address


def found_in(report: Path) -> Found:
    """Return the verdicts of a report by requirement and case."""
    data: Any = json.loads(report.read_text())
    return {(f["requirement"], f["case"]): f["verdict"] for f in data["findings"]}


GIVEN = ("--var", "project=p1", "--bearer-env", "NOTES_TOKEN")


def test_a_profile_is_run_judged_again_and_compared(start: Started, url: str, tmp_path: Path) -> None:
    profile_file(tmp_path, dict.fromkeys(PROMISABLE, "must"))
    done = start("conformance", "run", url, "--profile", "./mine.toml", *GIVEN, "--report", "one")
    assert done.returncode == 1, done.stderr
    assert "Notes, Notes API 1, on http" in done.stdout
    assert "✕ Failed (1)" in done.stdout
    assert TOKEN not in (tmp_path / "one" / "report.json").read_text()
    (tmp_path / "mine.toml").rename(tmp_path / "moved.toml")
    again = start("conformance", "judge", "one/report.json", "--report", "two")
    assert again.returncode == 1, again.stderr
    assert found_in(tmp_path / "two" / "report.json") == found_in(tmp_path / "one" / "report.json")
    compared = start("conformance", "compare", "a=one/report.json", "b=two/report.json", "--report", "three")
    assert compared.returncode == 0, compared.stderr
    assert "no difference" in (tmp_path / "three" / "comparison.md").read_text().lower() or compared.stdout
    assert start("conformance", "diff", "one/report.json", "two/report.json").returncode == 0


def test_plain_pytest_finds_the_same(start: Started, url: str, tmp_path: Path) -> None:
    file = profile_file(tmp_path, dict.fromkeys(PROMISABLE, "must"))
    done = start(
        "pytest",
        "--pyargs",
        "conformance.checks",
        "-q",
        "--conformance-endpoint",
        url,
        "--conformance-profile",
        "./mine.toml",
        "--conformance-var",
        "project=p1",
        "--conformance-bearer-env",
        "NOTES_TOKEN",
        "--conformance-report",
        "plain",
    )
    assert done.returncode == 1, done.stdout + done.stderr
    direct = run_profile(file, Notes("order.newest-first").app)
    wanted = {(f.requirement, f.case): str(f.verdict) for f in direct.findings.values()}
    assert found_in(tmp_path / "plain" / "report.json") == wanted


def test_list_and_explain_know_the_profile(start: Started, tmp_path: Path) -> None:
    profile_file(tmp_path, {"size.default": "must", "order.newest-first": "inferred"})
    listed = start("conformance", "list", "--profile", "./mine.toml").stdout
    assert "Without limit a page holds at most 10 notes." in listed
    assert "history" not in listed
    told = start("conformance", "explain", "order.newest-first", "--profile", "./mine.toml").stdout
    assert "only recorded" in told
    assert "GET /v1/{project}/notes" in told
    assert "https://notes.example/docs#order.newest-first" in told
    assert start("conformance", "explain", "size.limit", "--profile", "./mine.toml").returncode == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--profile", "./mine.toml"), "--var project="),
        (("--profile", "./mine.toml", "--var", "projekt=1"), "projekt"),
        (("--profile", "./mine.toml", "--var", "project=1", "--create-tasks"), "--create-tasks"),
        (("--profile", "./mine.toml", "--var", "project=1", "--requirement", "history.*"), "history.*"),
        (("--profile", "./mine.toml", "--var", "project=1", "--require", "token"), "no group 'token'"),
        (("--profile", "nots"), "There is no profile 'nots'"),
        (("--var", "project=1"), "project"),
    ],
)
def test_what_is_wrong_is_told(start: Started, tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    profile_file(tmp_path, {"size.default": "must"})
    done = start("conformance", "run", "http://127.0.0.1:9", *words)
    assert done.returncode == 2
    assert told in done.stderr


def test_a_dry_run_asks_for_the_survey_only(start: Started, url: str, tmp_path: Path) -> None:
    profile_file(tmp_path, dict.fromkeys(PROMISABLE, "must"))
    done = start("conformance", "run", url, "--profile", "./mine.toml", *GIVEN, "--dry-run")
    assert done.returncode == 0, done.stderr
    assert "pages.walk-complete" in done.stdout
