"""Pages of findings: their tables, and their curl lines with the shortened answers that stand under them.

What the findings mean is the pages' own matter.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.agents.columns import PLAIN
from tests.agents.start import ToolMissing, found, skip_or_fail

ADDRESS = "http://127.0.0.1:9999"
"""Where the pages have their server."""


def table(text: str, heading: str) -> list[list[str]]:
    """Return the cells of the first table under a heading of a page, without its head; links by their text."""
    (section,) = re.findall(rf"^{re.escape(heading)}\n(.*?)(?=^#|\Z)", text, re.M | re.S)
    rows = [line.strip()[1:-1].split(" | ") for line in section.splitlines() if line.startswith("|")]
    return [[re.sub(r"\[(.*?)\]\(.*?\)", r"\1", cell).strip() for cell in row] for row in rows[2:]]


def answers(text: str) -> list[tuple[str, str]]:
    """Return each curl line of a page with the shortened answer that stands under it."""
    blocks = "".join(re.findall(r"^```console\n(.*?)^```", text, re.M | re.S))
    return re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)+)", blocks, re.M)


def ran(line: str, url: str) -> str:
    """Return what a line of a page prints, its server being at `url`. Skips by name where a tool is missing."""
    try:
        shell, path = found("bash"), f"{Path(found('curl')).parent}{os.pathsep}{Path(sys.executable).parent}"
    except ToolMissing as missing:
        skip_or_fail(missing)
    done = subprocess.run(
        [shell, "-c", line.replace(ADDRESS, url)],
        env=PLAIN | {"PATH": f"{path}{os.pathsep}{PLAIN['PATH']}"},
        capture_output=True,
        timeout=30,
        check=True,
    )
    return done.stdout.decode().replace("\r\n", "\n")


def answered_as_written(line: str, answer: str, url: str) -> None:
    """Hold what a line prints to the answer under it, whose parts come in that order."""
    came, at = ran(line, url), 0
    for fragment in filter(None, re.split(r"…|\n", answer)):
        at = came.find(fragment, at)
        assert at >= 0, f"{line}\n{came}\nlacks {fragment}"
        at += len(fragment)
