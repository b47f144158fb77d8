"""The published SDKs that are put side by side, one column each, and a run of the suite on one of them.

What the agents are made of is start.py's business; what is compared, compare.py's.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.agents.start import Running, agent

SEEDING = ("--create-tasks", "--scripted", "--create-count", "110")
"""Enough for two pages of the largest size; with fewer, what needs them would be inconclusive."""
PLAIN = {
    k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy") and not k.startswith("PYTEST")
}
Report = dict[str, Any]


class RunError(Exception):
    """A run of the suite wrote no report; the text is what it said."""


@dataclass(frozen=True)
class Column:
    """One SDK with one of its stores."""

    name: str
    language: str
    store: str

    @contextmanager
    def running(self) -> Iterator[Running]:
        """Run its agent. Raises ToolMissing and StartError."""
        with agent(self.language, store=self.store) as one:
            yield one


COLUMNS = (
    Column("Python, memory", "python", "memory"),
    Column("Python, SQLite", "python", "sqlite"),
    Column("JavaScript, memory", "javascript", "memory"),
    Column("JavaScript, SQLite", "javascript", "sqlite"),
    Column("Go, memory", "go", "memory"),
    Column("Rust, memory", "rust", "memory"),
)


def examined(url: str, folder: Path, *options: str) -> Report:
    """Return report.json of a run of the suite on `url`, its exit code as `exit`. Raises RunError."""
    command = [sys.executable, "-m", "conformance", "run", url, *options, "--report", str(folder)]
    root = Path(__file__).parents[2]
    done = subprocess.run(
        command, cwd=root, env=PLAIN, capture_output=True, text=True, timeout=300, check=False
    )
    path = folder / "report.json"
    if not path.is_file():
        raise RunError(f"the run on {url} ended with {done.returncode}:\n{done.stdout}{done.stderr}".strip())
    report: Report = json.loads(path.read_text(encoding="utf-8"))
    return report | {"exit": done.returncode}
