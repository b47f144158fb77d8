"""Every SDK under the same suite: the verdicts are those that are committed, and the stores hold the same.

A changed verdict is not a fault of the suite's by itself: `make compare-sdks` writes reports/sdk-comparison.* anew, and
docs/sdk-comparison.md is to be read against it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import anyio
import pytest

from conformance.comparison.data import comparison_data
from conformance.comparison.table import slug
from conformance.core.verdicts import Verdict
from conformance.probe.store import Store
from conformance.session.direct import judge_again
from conformance.session.recording import recorded_run
from tests.agents.columns import COLUMNS, SEEDING, Column, Report
from tests.agents.compare import NAME, put_together
from tests.agents.conftest import Examined, Runs, column
from tests.agents.start import LANGUAGES, ToolMissing, skip_or_fail

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
LACKING = {
    # The ids of every SDK are UUIDs of its own making: none has a character that would have to be encoded.
    ("get.path-encoding", "http+json")
}
"""What stays inconclusive on a MUST: the SDKs can't hold the data that it takes. docs/sdk-comparison.md says why."""
each = pytest.mark.parametrize("one", COLUMNS, ids=lambda one: slug(one.name))


@cache
def committed() -> Report:
    data: Report = json.loads((ROOT / "reports" / f"{NAME}.json").read_text(encoding="utf-8"))
    return data


def examined(runs: Runs, one: Column) -> Examined:
    """Return the run on a column, those on all others begun; skip by name where its toolchain is missing."""
    try:
        return runs(one, ahead=COLUMNS)
    except ToolMissing as missing:
        skip_or_fail(missing)


def verdicts(data: Report, one: Column) -> dict[tuple[str, str], str]:
    """Return the verdicts of a column by requirement and interface, of those that apply."""
    start = f"{slug(one.name)}/"
    return {
        (row["id"], place.removeprefix(start)): cell["verdict"]
        for row in data["requirements"]
        for place, cell in row["cells"].items()
        if place.startswith(start)
    }


def implementation(data: Report, one: Column) -> str:
    return next(
        f"{target['implementation']['name']} {target['implementation']['version']}"
        for target in data["targets"]
        if target["name"] == one.name
    )


@each
def test_verdicts_are_the_committed_ones(runs: Runs, one: Column) -> None:
    came = comparison_data(put_together({one.name: examined(runs, one).report}))
    old, new = verdicts(committed(), one), verdicts(came, one)
    versions = list(dict.fromkeys(implementation(data, one) for data in (committed(), came)))
    changed = [
        f"{' → '.join(versions)}, {one.store}: {name} on {place} was {old.get((name, place), 'not there')}, "
        f"is {new.get((name, place), 'not there')}"
        for name, place in dict.fromkeys([*old, *new])
        if old.get((name, place)) != new.get((name, place))
    ]
    assert not changed, "\n".join(
        [*changed, "If that is right: make compare-sdks, and docs/sdk-comparison.md"]
    )


@each
def test_no_must_is_inconclusive_for_lack_of_data(runs: Runs, one: Column) -> None:
    report = examined(runs, one).report
    assert report["complete"]
    lacking = {
        (finding["requirement"], finding["interface"])
        for finding in report["findings"]
        if finding["verdict"] == Verdict.INCONCLUSIVE and finding["level"].startswith("MUST")
    }
    assert lacking <= LACKING
    assert not [finding for finding in report["findings"] if finding["verdict"] == Verdict.ERROR]


def surveyed(report: Report) -> dict[str, Store]:
    """Return what the survey of a recorded run found, by interface."""
    run = recorded_run({key: value for key, value in report.items() if key != "exit"})
    anyio.run(judge_again, run)
    return {key: site.store for key, site in run.sites.items()}


def held(store: Store) -> Any:
    """Return what a store holds without ids and times: for each context the tasks in it, how many of each kind."""
    contexts = []
    for name, tasks in store.contexts.items():
        named = re.sub(r"(?<=conformance )\w+", "<nonce>", name) if " " in name else "<id>"
        kinds = Counter(map(_like, tasks))
        contexts.append((named, sorted(kinds.items(), key=repr)))
    return sorted(contexts, key=repr)


def _like(task: Any) -> tuple[Any, ...]:
    def texts(one: dict[str, Any]) -> tuple[str, ...]:
        return tuple(part["text"] for part in one["parts"])

    history = [(message["role"], texts(message)) for message in task.history]
    made = [(one["artifactId"], one["name"], texts(one)) for one in task.raw.get("artifacts") or []]
    written = str(task.timestamp).startswith("2026-01-01")
    return task.state, tuple(history), tuple(made), task.instant if written else "<time>"


def test_every_store_holds_the_same(runs: Runs) -> None:
    """As the survey saw it before anything else was sent, over each interface."""
    found = {}
    for one in COLUMNS:
        try:
            report = runs(one, ahead=COLUMNS).report
        except ToolMissing:
            continue
        found |= {(one.name, key): held(store) for key, store in surveyed(report).items()}
    if len(found) < 4:
        pytest.skip("fewer than two toolchains are there")
    first = found[COLUMNS[0].name, "jsonrpc"]
    count = int(SEEDING[-1]) + 1
    assert sum(number for _, kinds in first for _, number in kinds) == count
    for place, store in found.items():
        assert store == first, f"{place} does not hold what {COLUMNS[0].name} does"


def test_a_second_run_gives_the_same_comparison(runs: Runs) -> None:
    """On agents started anew; ids, tokens and times are normalised, the day apart."""
    columns = [column("python", "memory"), column("javascript", "memory")]
    made = []
    for again in (False, True):
        try:
            ahead = columns if again else COLUMNS
            reports = {one.name: runs(one, again=again, ahead=ahead).report for one in columns}
        except ToolMissing as missing:
            skip_or_fail(missing)
        made.append(comparison_data(put_together(reports)))
    for target in (target for data in made for target in data["targets"]):
        target["date"] = ""
    for part in made[0]:
        assert made[0][part] == made[1][part]


def test_the_committed_files_are_whole_and_tell_nothing_of_the_machine() -> None:
    texts = [
        (ROOT / "reports" / f"{NAME}.{kind}").read_text(encoding="utf-8") for kind in ("html", "json", "md")
    ]
    assert {target["name"] for target in committed()["targets"]} == {one.name for one in COLUMNS}
    for text in texts:
        assert not re.findall(r"(?:/home/|/root/|/tmp/|/Users/|/var/|C:\\)\S*", text)
        assert set(re.findall(r"https?://([\w.-]+):\d+", text)) <= {"127.0.0.1"}
    assert {one.language for one in COLUMNS} == set(LANGUAGES)
