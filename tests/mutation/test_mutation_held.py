"""Mutants that no recording tells are tried on tests, once."""

from __future__ import annotations

from pathlib import Path

import pytest
from cosmic_ray.work_item import MutationSpec, WorkItem

from tests.mutation import held
from tests.mutation.held import Holders

MODULE = "package/room/sums.py"
SOURCE = "def larger(a: int, b: int) -> bool:\n    return a > b\n"
TEST = """\
import importlib.util

spec = importlib.util.spec_from_file_location("sums", "package/room/sums.py")
sums = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sums)

def test_one_is_less_than_two():
    assert {asked}
"""
NEIGHBOUR = MutationSpec(Path(MODULE), "core/ReplaceComparisonOperator_Gt_GtE", 0, (2, 13), (2, 14))
OPPOSITE = MutationSpec(Path(MODULE), "core/ReplaceComparisonOperator_Gt_LtE", 0, (2, 13), (2, 14))


def tree(folder: Path, asked: str) -> Path:
    for name, text in ((MODULE, SOURCE), ("tests/some/test_sums.py", TEST.format(asked=asked))):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture(autouse=True)
def _one_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held, "FOLDERS", {"room": ("some",)})


def test_a_mutant_is_told_by_the_test_that_fails_and_tried_once(tmp_path: Path) -> None:
    found = [WorkItem.single("neighbour", NEIGHBOUR), WorkItem.single("opposite", OPPOSITE)]
    holders = Holders(tree(tmp_path, "sums.larger(2, 1)"), MODULE, tmp_path / "session.sqlite")
    told = {"neighbour": "", "opposite": "tests/some/test_sums.py::test_one_is_less_than_two"}
    assert holders.tried(found) == told
    (tmp_path / MODULE).write_text("no Python")
    assert holders.tried(found) == told


def test_tests_that_fail_without_a_mutant_tell_nothing(tmp_path: Path) -> None:
    holders = Holders(tree(tmp_path, "sums.larger(1, 2)"), MODULE, tmp_path / "session.sqlite")
    with pytest.raises(RuntimeError, match=r"without any mutant: tests/some/test_sums\.py"):
        holders.tried([WorkItem.single("opposite", OPPOSITE)])
