"""`python -m tests.mutation [FILE …]`: mutate one module after another, print what no recording tells apart.

Each has a session of its own under reports/mutation, named after all that it depends on: what was stopped goes on, what
is done is not done again. Mutants are written to copies of the package, never to the working tree.
"""

from __future__ import annotations

import hashlib
import json
import os
import queue
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome

from tests.mutation.recordings import expectations, record_all

ROOT = Path(__file__).parent.parent.parent
RECORDINGS = ROOT / "reports" / "recordings"
FOLDER = ROOT / "reports" / "mutation"
COPIED = ("conformance", "schemas", "tests/mutation", "tests/__init__.py", "pyproject.toml")
READING = ("bindings/*.py", "judging/*.py", "checks/*.py", "probe/walks.py", "probe/store.py")
TIMEOUT = 120
"""Seconds for one mutant; one that never ends is told apart by that."""
CONFIG = """\
[cosmic-ray]
module-path = "{module}"
timeout = {timeout}
excluded-modules = []
test-command = "{python} -m pytest -q -x -p no:anyio -p no:html tests/mutation/on_recordings.py"

[cosmic-ray.distributor]
name = "local"
"""


def main(only: list[str]) -> int:
    """Mutate every module that reads answers, or only those named; 0 whatever survives: survivors are for reading."""
    modules = only or [
        str(path.relative_to(ROOT))
        for pattern in READING
        for path in sorted((ROOT / "conformance").glob(pattern))
        if path.name != "__init__.py"
    ]
    started = time.monotonic()
    for name in record_all(RECORDINGS):
        _say(f"{name}: judged again, its recording comes out differently from its run")
    _say(f"recordings are there after {time.monotonic() - started:.0f} s")
    trees: queue.Queue[Path] = queue.Queue()
    workers = os.cpu_count() or 1
    for number in range(workers):
        trees.put(FOLDER / f"tree-{number}")
    with ThreadPoolExecutor(workers) as pool:
        for text in pool.map(lambda module: _mutated(module, trees), modules):
            _say(text)
    return 0


def _mutated(module: str, trees: queue.Queue[Path]) -> str:
    tree = trees.get()
    try:
        return _session(module, tree)
    finally:
        trees.put(tree)


def _session(module: str, tree: Path) -> str:
    """Run what is left of a module's session in `tree`; return its survivors as text."""
    started = time.monotonic()
    _copied(tree)
    expected = json.dumps(expectations(module, RECORDINGS))
    code = "".join(path.read_text() for path in sorted((ROOT / "tests" / "mutation").glob("*.py")))
    mark = hashlib.sha256((expected + code + (ROOT / module).read_text()).encode()).hexdigest()[:12]
    stem = FOLDER / f"{module.removesuffix('.py').replace('/', '.')}-{mark}"
    session, config = Path(f"{stem}.sqlite"), Path(f"{stem}.toml")
    told = Path(f"{stem}.json")
    told.write_text(expected)
    config.write_text(CONFIG.format(module=module, timeout=TIMEOUT, python=sys.executable))
    environment = os.environ | {"MUTATION_EXPECTED": str(told), "PYTHONPATH": str(tree)}

    def call(*command: str) -> None:
        subprocess.run(
            [sys.executable, "-m", *command], cwd=tree, env=environment, check=True, stdout=subprocess.DEVNULL
        )

    if not session.exists():
        call("cosmic_ray.cli", "baseline", str(config))
        half = Path(f"{stem}.half")
        call("cosmic_ray.cli", "init", "--force", str(config), str(half))
        call("tests.mutation.spared", str(half))
        half.replace(session)
    call("cosmic_ray.cli", "exec", str(config), str(session))
    with use_db(str(session), WorkDB.Mode.open) as found:
        return _shown(module, found, time.monotonic() - started)


def _copied(tree: Path) -> None:
    shutil.rmtree(tree, ignore_errors=True)
    leave = shutil.ignore_patterns("__pycache__")
    for name in COPIED:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=leave)
        else:
            shutil.copy(ROOT / name, tree / name)


def _shown(module: str, found: WorkDB, seconds: float) -> str:
    outcomes = [result for _, result in found.completed_work_items if result.test_outcome is not None]
    survivors = [result for result in outcomes if result.test_outcome is TestOutcome.SURVIVED]
    lines = [f"{module}: {len(outcomes)} mutants, {len(survivors)} survived ({seconds:.0f} s)"]
    for result in survivors:
        changed = [line for line in (result.diff or "").splitlines() if line[:1] in "-+@"]
        lines += ["", *(line for line in changed if not line.startswith(("---", "+++")))]
    return "\n".join(lines) + "\n"


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
