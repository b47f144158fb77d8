"""Recordings of the reference server, healthy and with every fault and variant, and what they are judged to be."""

from __future__ import annotations

import gzip
import hashlib
import importlib
import json
import logging
import multiprocessing
import pkgutil
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import anyio

from conformance import checks
from conformance.catalogue import load_catalogue
from conformance.core.timestamps import moment
from conformance.judging.asking import Check, checks_of
from conformance.judging.finding import Finding
from conformance.probe.asker import gather
from conformance.proof.prove import spare_collections
from conformance.proof.registry import faults, variants
from conformance.proof.trial import demo_options, run_rules
from conformance.reference import Rules
from conformance.reference.data import DATASETS
from conformance.reference.data.build import ALICE
from conformance.report.write import report_text
from conformance.session.direct import ask_and_judge
from conformance.session.recording import recorded_run, written
from conformance.session.run import Run

UNSEEN = ("proof", "report", "cli", "comparison")
"""Rooms of the package that bear on no recording; a fault's own module bears on its own."""
Outcome = dict[str, Any]


@dataclass(frozen=True)
class Recorded:
    """A server to record: a healthy one, or one with a fault or variant about `groups`.

    `variant`: what it does is allowed, so that no check may take it ill. `tasks`: how many the checks find there, all
    of the dataset's by default. `bare`: how many of the newest have no artifacts; nothing is created then.
    """

    name: str
    groups: frozenset[str] = frozenset()
    rules: type[Rules] = Rules
    variant: bool = False
    dataset: str = "demo"
    tasks: int | None = None
    bare: int = 0
    tenants: bool = False

    def path(self, folder: Path) -> Path:
        """Return where the recording is kept; the name changes with the code that it depends on."""
        own = importlib.import_module(self.rules.__module__).__file__
        mark = hashlib.sha256((_sources() + Path(str(own)).read_text()).encode()).hexdigest()[:12]
        return folder / f"{self.name}-{mark}.json.gz"


@cache
def _sources() -> str:
    root = Path(checks.__path__[0]).parent
    files = [path for path in sorted(root.rglob("*.py")) if path.relative_to(root).parts[0] not in UNSEEN]
    return "".join(path.read_text() for path in files)


def servers() -> list[Recorded]:
    """Return what is recorded, the healthy server first, full and with stores that lack things."""
    found = [Recorded("healthy")]
    found += [Recorded(f"healthy-{name}", dataset=name) for name in ("empty", "walkthrough", "demo-undated")]
    found += [Recorded(f"healthy-{count}", tasks=count) for count in (1, 2, 3, 7, 50, 51, 100, 101)]
    found += [Recorded("healthy-bare-page", bare=100)]
    all_groups = {group.key for group in load_catalogue().groups}
    for fault in faults():
        groups = frozenset(name.partition(".")[0] for name in (fault.requirement, *fault.also))
        found.append(Recorded(fault.name, groups, fault.rules, tenants=fault.tenants))
    for variant in variants():
        groups = frozenset({variant.rules.__module__.rpartition("_")[2]}) & all_groups
        found.append(Recorded(variant.name, groups, variant.rules, variant=True, tenants=variant.tenants))
    return found


def record_all(folder: Path, jobs: int) -> list[str]:
    """Record what is not yet in `folder`, `jobs` servers at a time, and delete what is no longer so.

    Returns the names of those that, judged again, come out differently from the live run.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {server.path(folder): server.name for server in servers()}
    for old in folder.glob("*.json.gz"):
        if old not in wanted:
            old.unlink()
    missing = [(name, path) for path, name in wanted.items() if not path.exists()]
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=fresh, initializer=spare_collections) as pool:
        return [name for name in pool.map(_record, missing) if name]


def _record(entry: tuple[str, Path]) -> str:
    name, path = entry
    logging.getLogger("conformance.reference").setLevel(logging.CRITICAL + 1)
    server = next(server for server in servers() if server.name == name)
    run = _run(server)
    text = report_text(written(run))
    half = path.with_suffix(".half")
    half.write_bytes(gzip.compress(text.encode(), 3))
    half.replace(path)
    return "" if outcome(run) == judged(json.loads(text), _modules()) else name


def _run(server: Recorded) -> Run:
    """Return the live run; where tasks are counted they are the dataset's first, and those that the run creates."""
    options = demo_options()
    if server.tasks is None and not server.bare:
        return run_rules(server.rules(), server.dataset, options, tenants=server.tenants)
    if server.bare or (server.tasks or 0) <= options.create_count:
        options = replace(options, create_tasks=False)
    whole = DATASETS[server.dataset]
    mine = [record for record in whole.records() if (record.tenant, record.principal) == ("", ALICE)]
    others = [record for record in whole.records() if record.principal != ALICE]
    if server.bare:
        mine.sort(key=lambda record: -(moment(record.stamp) or 0))
        mine[: server.bare] = [replace(record, artifacts=()) for record in mine[: server.bare]]
    else:
        mine = mine[: (server.tasks or 0) - options.create_count * options.create_tasks]
    DATASETS[server.name] = replace(whole, records=lambda: [*mine, *others])
    return run_rules(server.rules(), server.name, options)


def outcome(run: Run) -> Outcome:
    """Return what must not change: verdicts and clauses by requirement, interface and case, and what was recorded."""
    return {" ".join(key): _telling(finding) for key, finding in sorted(run.findings.items())}


def _telling(finding: Finding) -> list[Any]:
    also = sorted(broken.clause for broken in finding.also)
    said = [f"{name}: {value}" for name, value in finding.observations]
    return [str(finding.verdict), finding.clause, also, said]


def judged(recording: dict[str, Any], modules: Sequence[str]) -> Outcome:
    """Return what the checks of `modules` make of a recording."""
    suite = [check for name in modules for check in _checks(name)]
    run = recorded_run(recording)
    anyio.run(partial(_judge, run, suite))
    return outcome(run)


async def _judge(run: Run, suite: Sequence[Check]) -> None:
    await gather(partial(site.greet, before_seeds=run.options.create_tasks) for site in run.sites.values())
    await ask_and_judge(run, suite)


def telling(mutated: str) -> Iterator[tuple[Recorded, tuple[str, ...]]]:
    """Yield the servers whose recordings can tell whether `mutated` is, each with the check modules to judge it by.

    Each is judged by the checks of its own groups, among those that use what is mutated; what is of no group, as
    healthy servers and what stands in front of them, by all of those. One module of checks is tried on all variants:
    no check may turn red for another group's. The healthy ones come first.
    """
    mine = _users(Path(mutated))
    alone = len(mine) == 1
    groups = {name: {check.requirement.partition(".")[0] for check in _checks(name)} for name in _modules()}
    for server in servers():
        own = (name for name in mine if not server.groups or server.groups & groups[name])
        by = tuple(mine if alone and server.variant else own)
        if by:
            yield server, by


def _users(mutated: Path) -> list[str]:
    """Return the modules of checks that bear on a mutated file."""
    if "checks" not in mutated.parts or mutated.stem == "__init__":
        return _modules()
    if mutated.stem.startswith("test_"):
        return [name for name in _modules() if name == mutated.stem]
    imported = re.compile(rf"^from conformance\.checks\.{mutated.stem} import", re.MULTILINE)
    home = Path(checks.__path__[0])
    helpers = [path.stem for path in home.glob("_[a-z]*.py") if imported.search(path.read_text())]
    found = {name for name in _modules() if imported.search((home / f"{name}.py").read_text())}
    return sorted(found.union(*(_users(home / f"{name}.py") for name in helpers)))


@cache
def _modules() -> list[str]:
    names = (module.name for module in pkgutil.iter_modules(checks.__path__))
    return sorted(name for name in names if name.startswith("test_") and not name.startswith("test_common_"))


def _checks(name: str) -> list[Check]:
    return checks_of(importlib.import_module(f"{checks.__name__}.{name}"))
