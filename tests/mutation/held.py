"""Tries the mutants that no recording tells on the fast tests that bear on them.

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
from collections.abc import Iterable
from pathlib import Path

from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_item import WorkItem

FOLDERS = {
    "bindings": ("bindings", "profiles_engine", "robustness"),
    "checks": ("checks", "robustness", "profiles_engine", "emulators"),
    "judging": ("checks", "robustness", "profiles_engine"),
    "probe": ("probe", "robustness", "profiles_engine", "checks"),
}
"""By room of the package, the tests that can tell its mutants, the likeliest first."""
FAST = ("-m", "not slow", "-x", "-q", "--tb=no", "-p", "no:cacheprovider")
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
LIMIT = 600
"""Seconds for the tests of one mutant; one that never ends is told by that."""

Held = dict[str, str]
"""By mutant the test that tells it, or nothing."""


class Holders:
    """The tests that bear on one module, in a tree of their own, and what they said of its mutants so far."""

    def __init__(self, tree: Path, module: str, session: Path) -> None:
        self.tree, self.module = tree, Path(module)
        self.folders = [f"tests/{name}" for name in FOLDERS[self.module.parts[1]]]
        code = [path.read_bytes() for name in self.folders for path in sorted((tree / name).rglob("*.py"))]
        self.kept = session.with_suffix(f".held-{hashlib.sha256(b''.join(code)).hexdigest()[:12]}.json")

    def tried(self, survivors: Iterable[WorkItem]) -> Held:
        """Run the tests on what they have not seen; RuntimeError where they fail without a mutant."""
        known: Held = json.loads(self.kept.read_text()) if self.kept.exists() else {}
        source = (self.tree / self.module).read_text()
        left = [item for item in survivors if item.job_id not in known]
        if left and (failed := self._failing(source)):
            raise RuntimeError(f"without any mutant: {failed}")
        for item in left:
            mutation = item.mutations[0]
            operator = get_operator(mutation.operator_name)(**mutation.operator_args)
            known[item.job_id] = self._failing(mutate_code(source, operator, mutation.occurrence) or source)
            self.kept.write_text(json.dumps(known))
        return known

    def _failing(self, source: str) -> str:
        """Return the first test that fails with `source` in the module's file, or nothing."""
        (self.tree / self.module).write_text(source)
        environment = os.environ | {"PYTHONPATH": str(self.tree), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "pytest", *FAST, *self.folders]
        try:
            ran = subprocess.run(
                command,
                cwd=self.tree,
                env=environment,
                capture_output=True,
                text=True,
                timeout=LIMIT,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "tests that never end"
        if ran.returncode == 0:
            return ""
        found = FAILED.search(ran.stdout)
        return found.group(1) if found else f"pytest, which ends with {ran.returncode}"
