"""Mutants that no recording tells are tried on the tests that come by them, once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cosmic_ray.work_item import MutationSpec, WorkItem

from tests.mutation import held
from tests.mutation.held import Holders

MODULE = "package/sums.py"
SOURCE = """\
def larger(a: int, b: int) -> bool:
    return a > b

def smaller(a: int, b: int) -> bool:
    return a < b
"""
TEST = """\
from package.sums import {name}

def test_{name}():
    assert {name}({numbers})
"""
NEIGHBOUR = MutationSpec(Path(MODULE), "core/ReplaceComparisonOperator_Gt_GtE", 0, (2, 13), (2, 14))
OPPOSITE = MutationSpec(Path(MODULE), "core/ReplaceComparisonOperator_Gt_LtE", 0, (2, 13), (2, 14))


def holders(folder: Path, monkeypatch: pytest.MonkeyPatch, numbers: str = "2, 1") -> Holders:
    """Return those of a tree with a module of two functions and a file of tests for each."""
    monkeypatch.setattr(held, "FOLDERS", ("some",))
    texts = {
        MODULE: SOURCE,
        "tests/some/test_larger.py": TEST.format(name="larger", numbers=numbers),
        "tests/some/test_smaller.py": TEST.format(name="smaller", numbers="1, 2"),
    }
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    shutil.copytree(Path(held.__file__).parent, folder / "tests" / "mutation")
    return Holders(folder, [MODULE], folder)


def test_a_mutant_is_told_by_the_test_that_fails_and_tried_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [WorkItem.single("neighbour", NEIGHBOUR), WorkItem.single("opposite", OPPOSITE)]
    known = holders(tmp_path, monkeypatch)
    told = {"neighbour": "", "opposite": "tests/some/test_larger.py::test_larger"}
    assert known.tried(tmp_path, MODULE, tmp_path / "session.sqlite", found) == told
    (tmp_path / MODULE).write_text("no Python")
    assert known.tried(tmp_path, MODULE, tmp_path / "session.sqlite", found) == told


def test_files_are_those_whose_tests_come_by_the_statement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = holders(tmp_path, monkeypatch)
    assert known.files(MODULE, 2) == ["tests/some/test_larger.py"]
    assert known.files(MODULE, 5) == ["tests/some/test_smaller.py"]
    assert known.files(MODULE, None) == ["tests/some/test_larger.py", "tests/some/test_smaller.py"]
    assert known.files("package/other.py", None) == []


def test_tests_that_fail_without_a_mutant_tell_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(RuntimeError, match=r"without any mutant: tests/some/test_larger\.py"):
        holders(tmp_path, monkeypatch, numbers="1, 2")
