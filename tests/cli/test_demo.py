"""The main job on the embedded reference server: every requirement judged, few round trips, and judged again."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from conformance.catalogue import load_catalogue
from conformance.reference import MAIN_TOKEN, OTHER_TOKEN, create_app, running
from conformance.report.load import check_report
from tests.cli.conftest import Command

pytestmark = pytest.mark.slow


def read(folder: Path) -> dict[str, Any]:
    report: dict[str, Any] = json.loads((folder / "report.json").read_text())
    check_report(report)
    return report


def test_the_demo_judges_every_requirement(command: Command, tmp_path: Path) -> None:
    done = command("run", "--demo")
    assert done.returncode == 0, done.stdout + done.stderr
    report = read(tmp_path / "reports" / "demo")
    assert "reports/demo/report.html" in done.stdout
    found = Counter(f["verdict"] for f in report["findings"])
    assert not found.keys() - {"pass", "note", "not applicable"}, [
        f for f in report["findings"] if f["verdict"] not in ("pass", "note", "not applicable")
    ]
    spoken = {r.id for r in load_catalogue() if r.bindings != ("grpc",)}
    judged = {
        (f["requirement"], f["interface"]) for f in report["findings"] if f["verdict"] in ("pass", "note")
    }
    assert {requirement for requirement, _ in judged} == spoken
    # A case may not apply to an interface, such as a kind of mistake that a binding can't make; a requirement does.
    left = {(f["requirement"], f["interface"]) for f in report["findings"]} - judged
    assert left == {("grpc.service", "-")}


def test_a_read_only_run_takes_few_round_trips(command: Command, tmp_path: Path) -> None:
    with running(create_app("demo", tenants=False)) as url:
        tokens = {"ALICE": MAIN_TOKEN, "BOB": OTHER_TOKEN}
        done = command("run", url, "--bearer-env", "ALICE", "--other-bearer-env", "BOB", **tokens)
    assert done.returncode == 0, done.stdout + done.stderr
    report = read(tmp_path / "reports")
    summary = report["summary"]
    assert summary["peak_in_flight"] >= 6
    for key, count in summary["requests"].items():
        assert count <= 250, key
        assert summary["longest_chain"] <= count / 4
    sent = Counter(
        (e["interface"], e["key"], e["repeat"], e["attempt"]) for e in report["exchanges"].values()
    )
    assert max(sent.values()) == 1
    assert not [e for e in report["exchanges"].values() if e["operation"] == "send"]


def test_a_recording_is_judged_alike_without_a_network(command: Command, tmp_path: Path) -> None:
    command("run", "--demo")
    done = command("judge", "reports/demo/report.json", "--report", "again")
    assert done.returncode == 0, done.stdout + done.stderr
    first, again = read(tmp_path / "reports" / "demo"), read(tmp_path / "again")
    key = ("requirement", "interface", "case")
    before = {tuple(f[k] for k in key): f for f in first["findings"]}
    after = {tuple(f[k] for k in key): f for f in again["findings"]}
    assert before == after
    kept = ("started", "finished", "exchanges", "survey", "targets")
    assert [again[name] for name in kept] == [first[name] for name in kept]
    assert again["summary"] == first["summary"]
    assert "judged" not in first
    assert again["judged"] >= again["finished"]
