"""Where nobody asks for it, the plugin costs nothing, says nothing and is in nobody's way."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from conformance.plugin import FLAGS, OPTIONS
from tests.plugin.conftest import CHECKS, Plain

pytestmark = pytest.mark.slow
LISTING = """
import sys

def test_trivial():
    print("MODULES", sorted(sys.modules))
"""
WORKERS = """
def pytest_addoption(parser):
    parser.getgroup("xdist")._addoption("-n", dest="numprocesses", type=int, default=0)
"""


def modules(output: str) -> set[str]:
    found = re.search(r"MODULES (\[.*\])", output)
    assert found, output
    return set(ast.literal_eval(found[1]))


def test_it_brings_two_small_modules_and_no_word(plain: Plain, tmp_path: Path) -> None:
    (tmp_path / "test_trivial.py").write_text(LISTING)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --strict-markers --strict-config -q -s\n")
    with_it, without = plain(), plain("-p", "no:task-conformance")
    assert with_it.returncode == without.returncode == 0
    added = modules(with_it.stdout) - modules(without.stdout)
    assert added == {"conformance", "conformance.plugin", "conformance.hooks"}

    def words(output: str) -> str:
        return re.sub(r"MODULES.*|in [0-9.]+s", "", output)

    assert words(with_it.stdout) == words(without.stdout)
    assert with_it.stderr == without.stderr == ""


def test_a_marker_that_is_theirs_stays_unknown_until_they_name_it(plain: Plain, tmp_path: Path) -> None:
    (tmp_path / "test_marked.py").write_text(
        "import pytest\n\n@pytest.mark.requirement('R1')\ndef test_marked(): pass\n"
    )
    assert "'requirement' not found in `markers`" in plain("--strict-markers").stdout
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = requirement(id): ours\n")
    assert plain("--strict-markers").returncode == 0


def test_their_options_are_theirs(plain: Plain, tmp_path: Path) -> None:
    names = {*OPTIONS, *FLAGS} - {"strict"}  # pytest has that one
    theirs = "\n".join(f"    parser.addoption('--{name}', dest={name!r})" for name in names)
    (tmp_path / "conftest.py").write_text(f"def pytest_addoption(parser):\n{theirs}\n")
    (tmp_path / "test_trivial.py").write_text("def test_trivial(pytestconfig): assert pytestconfig")
    done = plain("--endpoint", "http://x", "--timeout", "3")
    assert done.returncode == 0, done.stderr


def test_an_app_in_a_conftest_costs_nothing_in_other_runs(plain: Plain, tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(
        "def pytest_conformance_app(config): raise AssertionError('called')"
    )
    (tmp_path / "test_trivial.py").write_text("def test_trivial(): pass")
    assert plain("-q").returncode == 0


def test_without_an_endpoint_there_is_one_line(plain: Plain, tmp_path: Path) -> None:
    done = plain(*CHECKS)
    assert done.returncode == 2
    assert (done.stdout, done.stderr) == ("", "The conformance checks need --conformance-endpoint URL.\n")
    (tmp_path / "test_borrowed.py").write_text("from conformance.checks.test_size import *\n")
    borrowed = plain("-q")
    assert borrowed.returncode == 2
    assert "need --conformance-endpoint URL" in borrowed.stdout
    assert "Traceback" not in borrowed.stdout + borrowed.stderr


@pytest.mark.parametrize("place", ["arguments", "addopts", "environment"])
def test_workers_are_refused_in_one_line(plain: Plain, tmp_path: Path, place: str) -> None:
    (tmp_path / "workers.py").write_text(WORKERS)
    given = ["-p", "workers", *CHECKS, "--conformance-endpoint", "http://127.0.0.1:9"]
    environment = {"PYTHONPATH": str(tmp_path)}
    if place == "arguments":
        given += ["-n", "2"]
    elif place == "addopts":
        (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -n 2\n")
    else:
        environment["PYTEST_ADDOPTS"] = "-n 2"
    done = plain(*given, **environment)
    assert done.returncode == 2
    [line] = done.stderr.splitlines()
    assert "Leave -n out" in line
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--conformance-endpoint", ""], "is empty"),
        (["--conformance-endpoint", "http://127.0.0.1:9"], "is the agent running?"),
        (["--conformance-endpoint", "http://127.0.0.1:9", "--conformance-timeout", "soon"], "takes a number"),
        (
            ["--conformance-endpoint", "http://127.0.0.1:9", "--conformance-requirement", "siez"],
            "No requirement",
        ),
        (["--conformance-endpoint", "http://127.0.0.1:9", "--conformance-require", "siez"], "no group"),
    ],
)
def test_what_can_not_be_used_is_one_line(plain: Plain, arguments: list[str], word: str) -> None:
    done = plain(*CHECKS, *arguments)
    assert done.returncode == 2
    [line] = done.stderr.splitlines()
    assert line.startswith("task-conformance: ")
    assert word in line
    assert done.stdout == ""


def test_help_and_version_connect_to_nothing(plain: Plain) -> None:
    done = plain("--help", "--conformance-endpoint", "http://127.0.0.1:9")
    assert done.returncode == 0
    assert all(f"--conformance-{name}" in done.stdout for name in (*OPTIONS, *FLAGS))
