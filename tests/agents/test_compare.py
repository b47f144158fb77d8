"""What `python -m tests.agents.compare` does where a toolchain is missing, or an agent or a run breaks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from conformance.reference import Rules
from tests.agents import compare
from tests.agents.columns import Column, Report, RunError
from tests.agents.start import StartError, ToolMissing
from tests.comparison.conftest import report_of

THERE = Column("there", "there", "memory")
OTHER = Column("other", "other", "memory")


@pytest.fixture(scope="module")
def report() -> Report:
    return report_of(Rules(), "size.default")


@pytest.fixture
def machine(report: Report, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what sets how the agent of OTHER, or the run on it, comes out; THERE is always well."""
    trouble: dict[str, Exception] = {}

    @contextmanager
    def running(column: Column) -> Iterator[Any]:
        if column.language in trouble:
            raise trouble[column.language]
        yield SimpleNamespace(url=column.name, version="1.2.3")

    def examined(url: str, folder: Path, *options: str) -> Report:
        if f"run {url}" in trouble:
            raise trouble[f"run {url}"]
        return report | {"exit": 0}

    monkeypatch.setattr(Column, "running", running)
    monkeypatch.setattr(compare, "examined", examined)
    monkeypatch.setattr(compare, "COLUMNS", (THERE, OTHER))
    return trouble


def test_all_are_there(machine: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert compare.main(["--report", str(tmp_path)]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {
        f"sdk-comparison.{end}" for end in ("html", "json", "md")
    }
    assert "there 1.2.3: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("key", "trouble", "code", "said"),
    [
        ("other", ToolMissing("cargo"), 3, "other: left out, cargo is not installed."),
        (
            "other",
            StartError("the agent ended with status 1"),
            4,
            "other: left out, the agent ended with status 1.",
        ),
        (
            "run other",
            RunError("the run on it ended with 4"),
            4,
            "other: left out, the run on it ended with 4.",
        ),
    ],
    ids=["tool", "start", "run"],
)
def test_the_rest_is_kept(
    machine: Any,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    key: str,
    trouble: Exception,
    code: int,
    said: str,
) -> None:
    machine[key] = trouble
    assert compare.main(["--report", str(tmp_path)]) == code
    assert said in capsys.readouterr().err
    text = (tmp_path / "sdk-comparison.md").read_text()
    assert "there" in text
    assert "other" not in text.split("## Requirements")[0].replace("another", "")


def test_nothing_is_there(machine: Any, tmp_path: Path) -> None:
    machine.update(there=ToolMissing("python"), other=ToolMissing("go"))
    assert compare.main(["--report", str(tmp_path)]) == 2
    assert list(tmp_path.iterdir()) == []
