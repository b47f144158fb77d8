"""Reports are written whole or not at all; older ones stay until newer ones are whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.core.errors import UsageError
from conformance.report import write
from conformance.report.load import load_report
from conformance.report.write import Paths, write_reports, write_whole
from tests.report import samples


def test_all_three_are_written_and_read_back(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path / "new" / "reports")
    assert write_reports(samples.whole(), paths) == [paths.html, paths.json, paths.junit]
    assert load_report(tmp_path / "new" / "reports" / "report.json") == samples.whole()
    assert sorted(path.name for path in (tmp_path / "new" / "reports").iterdir()) == [
        "junit.xml",
        "report.html",
        "report.json",
    ]


def test_only_what_is_named_is_written(tmp_path: Path) -> None:
    assert write_reports(samples.whole(), Paths(html=tmp_path / "r.html")) == [tmp_path / "r.html"]
    assert [path.name for path in tmp_path.iterdir()] == ["r.html"]


def test_strict_reaches_junit(tmp_path: Path) -> None:
    paths = Paths(junit=tmp_path / "j.xml")
    write_reports(samples.whole(), paths)
    lax = (tmp_path / "j.xml").read_text().count("<failure")
    write_reports(samples.whole(), paths, strict=True)
    assert (tmp_path / "j.xml").read_text().count("<failure") == lax + 3


def test_a_rendering_that_fails_leaves_every_older_report(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path)
    write_reports(samples.whole(), paths)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    broken = samples.whole()
    broken["findings"][-1]["verdict"] = "odd"
    with pytest.raises(ValueError, match="odd"):
        write_reports(broken, paths)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_write_that_fails_half_way_leaves_the_older_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.json"
    path.write_text("old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(write.os, "fsync", full)
    with pytest.raises(UsageError, match="No space left on device"):
        write_whole(path, "new" * 1000)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="can't be written"):
        write_whole(tmp_path / "file" / "report.json", "{}")


def test_half_a_surrogate_pair_survives(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    write_whole(path, json.dumps({"a": "\ud800é"}, ensure_ascii=False))
    assert json.loads(path.read_text(encoding="utf-8")) == {"a": "\ud800é"}


def test_what_json_has_no_number_for_is_refused(tmp_path: Path) -> None:
    made: dict[str, Any] = samples.whole()
    made["exchanges"]["jsonrpc-1"]["ms"] = float("nan")
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_reports(made, Paths(json=tmp_path / "r.json"))
    assert not (tmp_path / "r.json").exists()
