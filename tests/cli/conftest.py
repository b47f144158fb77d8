"""The command as a user starts it: a process of its own, in an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Command = Callable[..., subprocess.CompletedProcess[str]]
SECONDS = 120


@pytest.fixture
def command(tmp_path: Path) -> Command:
    """Return the function that runs `task-conformance` with arguments, in `tmp_path` as working directory."""
    plain = {
        k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy") and not k.startswith("PYTEST")
    }

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "conformance", *arguments],
            cwd=tmp_path,
            env=plain | {"NO_COLOR": "1", "COLUMNS": "100"} | environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )

    return run
