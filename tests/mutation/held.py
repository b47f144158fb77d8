"""Tries the mutants that no recording tells on the fast tests that come by them.

A recording is of an A2A server that stands still: what is sent, what another profile says, what moves between two
questions and what is odd in an answer are told by tests alone. They run in a tree where the mutant stands in its file.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_item import WorkItem

from tests.mutation.lines import statement

FOLDERS = ("bindings", "probe", "checks", "robustness", "profiles_engine", "emulators")
FAST = ("-m", "not slow", "-x", "-q", "--tb=no", "-p", "no:cacheprovider")
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
LIMIT = 600
"""Seconds for the tests of one mutant; one that never ends is told by that."""

Held = dict[str, str]
"""By mutant the test that tells it, or nothing."""


class Holders:
    """The fast tests in a tree, and by file which statements of the `modules` they come by."""

    def __init__(self, tree: Path, modules: Sequence[str], folder: Path) -> None:
        self.tree = tree
        files = (path for path in sorted(tree.rglob("*")) if path.suffix in {".py", ".toml", ".json"})
        told = json.dumps([FOLDERS, FAST, *modules]).encode() + b"".join(path.read_bytes() for path in files)
        self.mark = hashlib.sha256(told).hexdigest()[:12]
        kept = folder / f"met-{self.mark}.json"
        if not kept.exists():
            wanted = {"MUTATED": json.dumps(modules), "MET_FILE": str(kept)}
            ran = self._run(tree, ["-p", "tests.mutation.met", *self._folders()], wanted)
            if ran:
                kept.unlink(missing_ok=True)
                raise RuntimeError(f"without any mutant: {ran}")
        self.met = json.loads(kept.read_text())

    def tried(self, tree: Path, module: str, session: Path, survivors: Iterable[WorkItem]) -> Held:
        """Run on each survivor, in a tree of its own, the tests that it has not been tried on."""
        kept = session.with_suffix(f".held-{self.mark}.json")
        known: Held = json.loads(kept.read_text()) if kept.exists() else {}
        source = (tree / module).read_text()
        for item in survivors:
            if item.job_id in known:
                continue
            mutation = item.mutations[0]
            operator = get_operator(mutation.operator_name)(**mutation.operator_args)
            (tree / module).write_text(mutate_code(source, operator, mutation.occurrence) or source)
            files = self.files(module, statement(source, *mutation.start_pos))
            known[item.job_id] = self._run(tree, files) if files else ""
            kept.write_text(json.dumps(known))
        (tree / module).write_text(source)
        return known

    def files(self, module: str, line: int | None) -> list[str]:
        """Return the files whose tests come by a statement; None: by any of the module."""
        lines = {file: by[module] for file, by in self.met.items() if module in by}
        return [file for file, met in lines.items() if line is None or line in met]

    def _folders(self) -> list[str]:
        return [f"tests/{name}" for name in FOLDERS if (self.tree / "tests" / name).is_dir()]

    def _run(self, tree: Path, arguments: Sequence[str], more: dict[str, str] | None = None) -> str:
        """Return the first test that fails, or nothing."""
        environment = os.environ | {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"} | (more or {})
        command = [sys.executable, "-m", "pytest", *FAST, *arguments]
        try:
            ran = subprocess.run(
                command, cwd=tree, env=environment, capture_output=True, text=True, timeout=LIMIT, check=False
            )
        except subprocess.TimeoutExpired:
            return "tests that never end"
        if ran.returncode == 0:
            return ""
        found = FAILED.search(ran.stdout)
        return found.group(1) if found else f"pytest, which ends with {ran.returncode}"
