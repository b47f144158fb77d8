"""`profile check`, `show` and `list` as they are started: whole processes, their two outputs and their exit codes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.profiles import names
from tests.profiles.document import SHORT, changed

pytestmark = pytest.mark.slow
PLAIN = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}


def started(folder: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Return how `task-conformance profile …` ended."""
    return subprocess.run(
        [sys.executable, "-m", "conformance", "profile", *words],
        cwd=folder,
        env=PLAIN | {"NO_COLOR": "1", "COLUMNS": "100", "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        timeout=60,
        check=False,
    )


def test_good_and_bad(tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(SHORT)
    (tmp_path / "bad.toml").write_text(changed('items = "/notes"', 'itms = "/notes"', SHORT))
    good = started(tmp_path, "check", "./good.toml")
    assert (good.returncode, good.stderr) == (0, b"")
    assert b"2 of 41 promises: 2 must" in good.stdout
    for command in ("check", "show"):
        bad = started(tmp_path, command, "bad.toml")
        assert (bad.returncode, bad.stdout) == (2, b"")
        assert b"answer.itms: there is no such key; did you mean items?" in bad.stderr
        assert b"Traceback" not in bad.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"name = \n", b"line 1"),
        (b"\xff\xfe", b"not UTF-8"),
        (b"", b"is missing"),
        (b"#" * 1_100_000, b"more than 1000000 bytes"),
        (None, b"can't be read"),
    ],
    ids=["no TOML", "no text", "empty", "huge", "missing"],
)
def test_files_that_are_no_profiles(content: bytes | None, said: bytes, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "mine.toml").write_bytes(content)
    done = started(tmp_path, "check", "./mine.toml")
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_folder(tmp_path: Path) -> None:
    done = started(tmp_path, "check", "./")
    assert done.returncode == 2
    assert b"directory" in done.stderr


def test_those_of_the_suite(tmp_path: Path) -> None:
    done = started(tmp_path, "list")
    assert (done.returncode, done.stderr) == (0, b"")
    assert [line.split()[0].decode() for line in done.stdout.splitlines()[: len(names())]] == names()
    shown = started(tmp_path, "show", "pinecone")
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert b"steps_total" in shown.stdout
