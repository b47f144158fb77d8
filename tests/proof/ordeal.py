"""Runs the command against a hostile server, as a user would, and measures what that took."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from conformance.proof.hostile import CREDENTIAL, Hostile, attacking

RUN_TIMEOUT = 6.0
OPTIONS = (
    *("--timeout", "1", "--run-timeout", f"{RUN_TIMEOUT:g}", "--max-requests", "60"),
    *("--bearer-env", next(iter(CREDENTIAL))),
)
BUDGET = RUN_TIMEOUT + 39
"""Seconds for a whole run on a busy machine: start, judging and reports included."""
# A child's highest resident size includes what its parent held before exec, so a process of its own starts and
# measures it.
MEASURE = (
    "import os, sys\n"
    "child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)\n"
    "_, status, usage = os.wait4(child, 0)\n"
    "open(sys.argv[1], 'w').write(f'{usage.ru_maxrss} {usage.ru_utime + usage.ru_stime}')\n"
    "sys.exit(os.waitstatus_to_exitcode(status) % 256)\n"
)


@dataclass(frozen=True)
class Ordeal:
    """What one run came to. Times are seconds; `requests` were sent to the server, `leaked` to the other host."""

    name: str
    code: int
    stdout: bytes
    stderr: bytes
    reports: Path
    seconds: float
    cpu: float
    mebibytes: float
    requests: list[bytes]
    leaked: list[bytes]


def undergo(hostile: Hostile, upstream: str, directory: Path, *more: str) -> Ordeal:
    """Run the command against `hostile` in `directory`, which is made."""
    directory.mkdir(parents=True)
    plain = {
        name: value
        for name, value in os.environ.items()
        if not name.lower().endswith("_proxy") and not name.startswith(("PYTEST", "PYTHONDONT"))
    }
    measured = directory / "measured"
    with attacking(hostile, upstream, directory) as attack:
        command = [sys.executable, "-m", "conformance", "run", attack.url, *OPTIONS, *attack.options, *more]
        started = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", MEASURE, str(measured), *command],
            cwd=directory,
            env=plain
            | CREDENTIAL
            | {"NO_COLOR": "1", "COLUMNS": "100", "GITHUB_ACTIONS": "true", "CI": "true"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        stop = threading.Timer(BUDGET, os.killpg, (process.pid, signal.SIGKILL))
        stop.start()
        stdout, stderr = process.communicate()
        stop.cancel()
        seconds = time.monotonic() - started
    size, cpu = measured.read_text().split() if measured.exists() else ("0", "0")
    reports = directory / "reports"
    return Ordeal(
        hostile.name,
        process.returncode,
        stdout,
        stderr,
        reports,
        seconds,
        float(cpu),
        int(size) / 1024,
        attack.server.requests,
        attack.elsewhere.requests,
    )
