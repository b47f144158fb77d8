"""The exit codes of the design, in plain pytest and by the command; pytest's own 3 to 5 never come through."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.reference import create_app, running
from tests.plugin.conftest import CHECKS, SECONDS, SIZE, Plain

pytestmark = pytest.mark.slow
WithApp = Callable[..., None]
OVERFULL = (
    "def page_limit(self, caller, asked): return 60 if asked is None else super().page_limit(caller, asked)"
)
BROKEN_CHECK = """
from conformance.checks import test_size
from conformance.judging.asking import Check

def broken(answer):
    raise ZeroDivisionError("a check")

object.__setattr__(test_size.test_no_more_than_the_default_come_unasked.check, "function", broken)
"""
BROKEN_ENGINE = """
from conformance.session.run import Run

async def broken(self, cases):
    raise ZeroDivisionError("<the engine> \\x1b[31m")

Run.probe = broken
"""
BREAKS = (
    "task-conformance: The suite itself broke (ZeroDivisionError: <the engine> \\x1b[31m). Please report it."
)


def verdicts(done: subprocess.CompletedProcess[str]) -> str:
    return done.stdout.splitlines()[-1]


def test_all_is_well(plain: Plain, with_app: WithApp) -> None:
    with_app()
    done = plain(*SIZE)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Every MUST that was asked about holds" in done.stdout


def test_a_must_fails_and_one_item_with_it_says_why(plain: Plain, with_app: WithApp) -> None:
    with_app(OVERFULL)
    done = plain(*SIZE)
    assert done.returncode == 1
    assert "fail: size.default at jsonrpc: Expected at most 50 tasks. Came: 60 tasks." in done.stdout
    assert "curl --silent" in done.stdout
    assert "4 failed" in verdicts(done)  # a list of all and filtered ones, at two interfaces
    assert "Error" not in done.stdout


def test_an_empty_store_is_open(plain: Plain, with_app: WithApp) -> None:
    with_app(dataset="empty")
    done = plain(*CHECKS, "--conformance-requirement", "size.default")
    assert done.returncode == 3
    assert "2 inconclusive" in verdicts(done)


def test_a_should_fails_where_it_is_to_be_strict(plain: Plain, with_app: WithApp) -> None:
    with_app("def page_echo(self, caller, limit, asked, count): return max(count - 1, 0)")
    one = (*CHECKS, "--conformance-requirement", "size.echo")
    assert plain(*one).returncode == 0
    strict = plain(*one, "--conformance-strict")
    assert strict.returncode == 1
    assert "warn: size.echo" in strict.stdout


@pytest.mark.parametrize(
    ("arguments", "word"),
    [(["-k", "nothing_like_it"], "deselected"), (["-k", "and and"], "Wrong expression passed to '-k'")],
)
def test_what_selects_nothing_or_can_not_be_read(
    plain: Plain, with_app: WithApp, arguments: list[str], word: str
) -> None:
    with_app()
    done = plain(*SIZE, *arguments)
    assert done.returncode == 2
    assert word in done.stdout + done.stderr
    assert "INTERNALERROR" not in done.stdout + done.stderr


def test_an_exception_in_one_check_costs_one_item(plain: Plain, with_app: WithApp) -> None:
    with_app(more=BROKEN_CHECK)
    done = plain(*SIZE)
    assert done.returncode == 4
    assert "2 error" in verdicts(done)
    assert " passed" in verdicts(done)
    assert "Traceback" not in done.stdout + done.stderr


def test_a_broken_engine_is_one_sentence_in_plain_pytest(plain: Plain, with_app: WithApp) -> None:
    with_app(more=BROKEN_ENGINE)
    done = plain(*SIZE)
    assert done.returncode == 4
    text = done.stdout + done.stderr
    assert "The suite itself broke (ZeroDivisionError: <the engine>" in text
    assert not any(word in text for word in ("Traceback", "INTERNALERROR", "\x1b"))


@pytest.mark.parametrize(
    "patch",
    [
        BROKEN_ENGINE,
        BROKEN_ENGINE.replace("self, cases", "self, target")
        .replace("session.run", "session.target")
        .replace("Run", "Opening")
        .replace("Opening.probe", "Opening.sites"),
        BROKEN_ENGINE.replace("async def broken(self, cases)", "def broken(self, check)")
        .replace("session.run import Run", "session.places import Places")
        .replace("Run.probe", "Places.of"),
        BROKEN_ENGINE.replace("async def broken(self, cases)", "def broken(*_, **__)")
        .replace("from conformance.session.run import Run", "from conformance.session import pytest_side")
        .replace("Run.probe", "pytest_side.properties"),
    ],
    ids=["probing", "connecting", "collecting", "reporting"],
)
def test_a_broken_engine_is_one_sentence_of_the_command(
    patch: str, tmp_path: Path, clean_environment: dict[str, str]
) -> None:
    old = tmp_path / "reports" / "report.json"
    old.parent.mkdir()
    old.write_text("older")
    code = f"{patch}\nfrom conformance.__main__ import main\nmain()"
    with running(create_app("empty", open=True)) as url:
        done = subprocess.run(
            [sys.executable, "-c", code, "run", url, "--requirement", "size"],
            cwd=tmp_path,
            env=clean_environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr.splitlines()[-1:] == [BREAKS]
    assert "Traceback" not in done.stderr
    assert "INTERNALERROR" not in done.stderr
    assert old.read_text() == "older"


def test_their_own_failing_test_fails_the_run(plain: Plain, with_app: WithApp, tmp_path: Path) -> None:
    with_app()
    (tmp_path / "test_theirs.py").write_text("def test_theirs(): assert not 'theirs'")
    done = plain(*SIZE, "test_theirs.py")
    assert done.returncode == 1
    assert "assert not 'theirs'" in done.stdout
    (tmp_path / "test_theirs.py").write_text("def test_theirs(): pass")
    alone = plain("test_theirs.py", "--conformance-endpoint", "http://127.0.0.1")
    assert alone.returncode == 0, alone.stdout
