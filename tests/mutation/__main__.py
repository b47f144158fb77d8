"""`python -m tests.mutation [FILE …]`: mutate modules, print what neither recordings nor tests tell apart.

Each has a session of its own under reports/mutation, named after all that it depends on: what was stopped goes on, what
is done is not done again, and a larger SAMPLE adds to a smaller one. What is mutated is a copy of the working tree.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkItem, WorkResult

from tests.mutation.held import Held, Holders
from tests.mutation.recordings import record_all, telling

ROOT = Path(__file__).parent.parent.parent
RECORDINGS = ROOT / "reports" / "recordings"
FOLDER = ROOT / "reports" / "mutation"
COPIED = ("conformance", "schemas", "tests", "pyproject.toml")
TRYING = ("lines", "recordings", "spared", "warm")
"""Modules of this package that what became of a mutant depends on."""
READING = (
    "checks/test_*.py",
    "checks/_[a-z]*.py",
    "judging/*.py",
    "bindings/*.py",
    *(f"probe/{name}.py" for name in ("walks", "paging", "store")),
)
APART = frozenset({"__init__.py", "rest.py"})
"""What no recording of an A2A server comes by."""
CONFIG = """\
[cosmic-ray]
module-path = "{module}"
timeout = 1
excluded-modules = []
test-command = "true"

[cosmic-ray.distributor]
name = "local"
"""
"""For making mutants only: `warm` tries them."""


@dataclass(frozen=True)
class Settings:
    """What the environment says: SAMPLE, a share of each module's mutants; SEED, which; JOBS, modules at a time."""

    share: float
    seed: int
    jobs: int


def settings() -> Settings:
    """Return the settings; ValueError for a SAMPLE that is no share."""
    told = {
        name: os.environ.get(name) or usual for name, usual in (("SAMPLE", "1"), ("SEED", "1"), ("JOBS", "0"))
    }
    share = float(told["SAMPLE"])
    if not 0 < share <= 1:
        raise ValueError("SAMPLE is a share of the mutants, more than 0 and at most 1")
    return Settings(share, int(told["SEED"]), int(told["JOBS"]) or os.cpu_count() or 1)


def main(only: list[str]) -> int:
    """Mutate every module that reads answers, or only those named; 0 whatever survives: survivors are for reading."""
    given = settings()
    started = time.monotonic()
    for name in record_all(RECORDINGS, given.jobs):
        _say(f"{name}: judged again, its recording comes out differently from its run")
    _say(f"recordings are there after {time.monotonic() - started:.0f} s")
    tree = FOLDER / f"tree-{os.getpid()}"
    try:
        _copy(tree)
        holders = Holders(tree, modules(), FOLDER)
        with ThreadPoolExecutor(given.jobs) as pool:
            for text in pool.map(partial(_session, tree, holders, given), only or modules()):
                _say(text)
    finally:
        shutil.rmtree(tree, ignore_errors=True)
    return 0


def modules() -> list[str]:
    """Return the files to mutate: what reads and judges answers, where a recording can tell."""
    found = [path for pattern in READING for path in sorted((ROOT / "conformance").glob(pattern))]
    names = [str(path.relative_to(ROOT)) for path in found if path.name not in APART]
    return [name for name in names if next(telling(name), None)]


def _session(tree: Path, holders: Holders, given: Settings, module: str) -> str:
    """Try what is left of a module's mutants; return its survivors as text."""
    started = time.monotonic()
    recordings = [
        {"name": server.name, "path": str(server.path(RECORDINGS)), "by": by}
        for server, by in telling(module)
    ]
    code = "".join((tree / "tests" / "mutation" / f"{name}.py").read_text() for name in TRYING)
    told = json.dumps(recordings) + code + (tree / module).read_text()
    mark = hashlib.sha256(told.encode()).hexdigest()[:12]
    session = FOLDER / f"{module.removesuffix('.py').replace('/', '.')}-{mark}.sqlite"
    # What the unmutated code makes of the same recordings is the same for every module.
    shared = hashlib.sha256(json.dumps([recordings, modules()]).encode()).hexdigest()[:12]
    wanted = {"module": module, "recordings": recordings, "mark": shared}
    wanted |= {"share": given.share, "seed": given.seed, "modules": modules()}
    session.with_suffix(".json").write_text(json.dumps(wanted))

    def call(*command: str) -> None:
        environment = os.environ | {"PYTHONPATH": str(tree)}
        subprocess.run(
            [sys.executable, "-m", *command], cwd=tree, env=environment, check=True, stdout=subprocess.DEVNULL
        )

    if not session.exists():
        config, half = session.with_suffix(".toml"), session.with_suffix(".half")
        config.write_text(CONFIG.format(module=module))
        call("cosmic_ray.cli", "init", "--force", str(config), str(half))
        call("tests.mutation.spared", str(half))
        half.replace(session)
    call("tests.mutation.warm", str(session))
    with use_db(str(session), WorkDB.Mode.open) as found:
        own = tree.with_name(session.stem)
        try:
            _copy(own)
            held = holders.tried(own, module, session, (item for item, _ in _survivors(found)))
        finally:
            shutil.rmtree(own, ignore_errors=True)
        return _shown(module, found, held, time.monotonic() - started)


def _copy(tree: Path) -> None:
    leave = shutil.ignore_patterns("__pycache__", "agents")
    for name in COPIED:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=leave)
        else:
            shutil.copy(ROOT / name, tree / name)


def _survivors(found: WorkDB) -> list[tuple[WorkItem, WorkResult]]:
    """Return what no recording tells, in the order of the module's lines."""
    told = [entry for entry in found.completed_work_items if entry[1].test_outcome is TestOutcome.SURVIVED]
    return sorted(told, key=lambda entry: entry[0].mutations[0].start_pos)


def _shown(module: str, found: WorkDB, held: Held, seconds: float) -> str:
    tried = sum(result.test_outcome is not None for _, result in found.completed_work_items)
    left = len(list(found.pending_work_items))
    sampled = f" of {tried + left}" if left else ""
    survivors = _survivors(found)
    alive = [(item, result) for item, result in survivors if not held[item.job_id]]
    told = f"{tried - len(survivors)} told by recordings, {len(survivors) - len(alive)} by tests"
    lines = [f"{module}: {tried}{sampled} mutants, {told}, {len(alive)} survived ({seconds:.0f} s)"]
    for item, result in alive:
        mutation = item.mutations[0]
        unmet = "" if result.output == "None" else f" ({result.output})"
        lines += [
            "",
            f"  line {mutation.start_pos[0]}, {mutation.operator_name.removeprefix('core/')}{unmet}",
        ]
        lines += [f"    {line}" for line in (result.diff or "").splitlines()[3:]]
    return "\n".join(lines) + "\n"


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
