"""Starts scripted agents of any language as subprocesses, and ends them.

An agent is a program that takes `--port 0` and the options of its language, prints `ready URL` on stdout
once it answers, and serves an agent card. A language is one entry of LANGUAGES. What the agents answer is
judged elsewhere.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

import httpx
import pytest

HERE = Path(__file__).parent
CARD = "/.well-known/agent-card.json"
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT")
"""Variables that a subprocess gets. Not among them: proxies, credentials, PYTHONPATH, settings of pytest."""


class ToolMissing(Exception):  # noqa: N818 - a fact about the machine, not a mistake
    """A toolchain or package that an agent needs is not there; `name` is what to install."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is not installed")
        self.name = name


class StartError(Exception):
    """An agent did not come up; the text ends with the last lines of its log."""


@dataclass(frozen=True, kw_only=True)
class Command:
    """How to start an agent, and the version of the SDK that it stands on."""

    argv: list[str]
    version: str
    cwd: Path | None = None
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Running:
    """An agent that answers at `url`, the origin that its card is served from."""

    url: str
    log_path: Path
    version: str


def python() -> Command:
    """Return how the Python agent is started; raises ToolMissing."""
    for module in ("a2a", "starlette", "sse_starlette", "uvicorn", "sqlalchemy", "aiosqlite"):
        if importlib.util.find_spec(module) is None:
            raise ToolMissing(f"a2a-sdk[http-server,sqlite] (module {module})")
    return Command(
        argv=[sys.executable, str(HERE / "python" / "agent.py")],
        version=importlib.metadata.version("a2a-sdk"),
    )


def javascript() -> Command:
    """Return how the JavaScript agent is started, its packages installed; raises ToolMissing and StartError."""
    here = HERE / "javascript"
    node, npm = found("node"), found("npm")
    lock = here / "package-lock.json"
    # npm empties node_modules first, so the mark is only there when everything is.
    if stale(here / "node_modules" / ".installed-from", lock):
        build([npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"], here)
        mark(here / "node_modules" / ".installed-from", lock)
    packages = json.loads(lock.read_text())["packages"]
    return Command(argv=[node, "agent.js"], cwd=here, version=packages["node_modules/@a2a-js/sdk"]["version"])


def go() -> Command:
    """Return how the Go agent is started, built anew where its sources changed; raises ToolMissing and StartError."""
    here = HERE / "go"
    compiler = found("go")
    program, sources = here / "build" / "agent", sorted(here.glob("*.go"))
    if stale(here / "build" / "built-from", *sources, here / "go.sum"):
        # Never a version that go.sum does not name.
        build([compiler, "build", "-mod=readonly", "-o", str(program), "."], here)
        mark(here / "build" / "built-from", *sources, here / "go.sum")
    (version,) = re.findall(r"a2a-go/v2 v([0-9.]+)", (here / "go.mod").read_text())
    return Command(argv=[str(program)], cwd=here, version=version)


def rust() -> Command:
    """Return how the Rust agent is started, built anew where its sources changed; raises ToolMissing and StartError."""
    here = HERE / "rust"
    cargo, lock = found("cargo"), here / "Cargo.lock"
    stamp, sources = here / "build" / "built-from", sorted(here.glob("src/*.rs"))
    if stale(stamp, *sources, here / "Cargo.toml", lock):
        # Never a version that Cargo.lock does not name.
        build([cargo, "build", "--locked", "--target-dir", "build"], here, seconds=1200)
        mark(stamp, *sources, here / "Cargo.toml", lock)
    version = locked(lock)["a2a-server-lf"]
    return Command(argv=[str(here / "build" / "debug" / "agent")], cwd=here, version=version)


def locked(lock: Path) -> dict[str, str]:
    """Return the version that a Cargo.lock names for each package (the last one, where there are several)."""
    packages = tomllib.loads(lock.read_text())["package"]
    return {package["name"]: package["version"] for package in packages}


LANGUAGES: dict[str, Callable[[], Command]] = {
    "python": python,
    "javascript": javascript,
    "go": go,
    "rust": rust,
}
"""For each language, what finds its tools (and builds, where it must) and says how to start its agent."""


def found(tool: str) -> str:
    """Return the path of a tool; raises ToolMissing."""
    path = shutil.which(tool)
    if path is None:
        raise ToolMissing(tool)
    return path


def build(argv: list[str], directory: Path, seconds: float = 600) -> None:
    """Run a build tool in `directory`, with the user's settings for it; raises StartError with what it said."""
    done = subprocess.run(
        argv, cwd=directory, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False
    )
    if done.returncode:
        said = (done.stdout + done.stderr).decode("utf-8", "replace").strip()
        raise StartError(f"{' '.join(argv)} ended with status {done.returncode}:\n{said}")


def stale(stamp: Path, *sources: Path) -> bool:
    """Tell whether `stamp` is missing or was set by `mark` for other contents of `sources`."""
    return not stamp.is_file() or stamp.read_text() != digest(*sources)


def mark(stamp: Path, *sources: Path) -> None:
    stamp.write_text(digest(*sources))


def digest(*sources: Path) -> str:
    return hashlib.sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()


@contextlib.contextmanager
def agent(language: str, *, deadline: float = 30.0, **options: str) -> Iterator[Running]:
    """Run the agent of `language` with `--NAME VALUE` for each of `options`.

    Its whole process group is ended afterwards. `deadline` is in seconds, until the agent is ready.
    Raises ToolMissing and StartError.
    """
    command = LANGUAGES[language]()
    with tempfile.TemporaryDirectory(prefix=f"agent-{language}-") as directory:
        log = Path(directory, "log.txt")
        process = launch(command, options, log)
        try:
            url = wait_ready(process, log, time.monotonic() + deadline)
            yield Running(url=url, log_path=log, version=command.version)
        finally:
            end_group(process)


def launch(command: Command, options: Mapping[str, str], log: Path) -> subprocess.Popen[bytes]:
    arguments = [word for name, value in options.items() for word in (f"--{name.replace('_', '-')}", value)]
    inherited = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    with log.open("wb") as output:
        return subprocess.Popen(
            [*command.argv, "--port", "0", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=command.cwd,
            env={**inherited, **command.env},
            start_new_session=True,
        )


def wait_ready(process: subprocess.Popen[bytes], log: Path, until: float) -> str:
    """Return the url of the ready line, once the card is served there; raises StartError after `until`."""
    url = ""
    while time.monotonic() < until:
        # A line is read when it is whole.
        for line in log.read_text("utf-8", "replace").splitlines(keepends=True):
            if line.startswith("ready http") and line.endswith("\n"):
                url = line.removeprefix("ready ").strip()
        if url and card_answers(url):
            return url
        if process.poll() is not None:
            raise StartError(f"the agent ended with status {process.returncode}:\n{tail(log)}")
        time.sleep(0.02)
    raise StartError(
        f"the agent was not ready in time ({'no card' if url else 'no ready line'}):\n{tail(log)}"
    )


def card_answers(url: str) -> bool:
    try:
        answer = httpx.get(url + CARD, trust_env=False, timeout=5)
    except httpx.TransportError:
        return False
    return answer.status_code == 200 and bool(answer.json().get("supportedInterfaces"))


def tail(log: Path, lines: int = 30) -> str:
    return "\n".join(log.read_text("utf-8", "replace").splitlines()[-lines:])


def end_group(process: subprocess.Popen[bytes], grace: float = 3.0) -> None:
    """End the process and whatever it started: politely, then after `grace` seconds by force."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, sign)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(grace)


OPTIONAL = frozenset({"go", "cargo"})
"""Compilers that CI may be without; Python and Node it installs."""


def skip_or_fail(missing: ToolMissing) -> NoReturn:
    """Skip the test by the name of what is missing; fail it where CI=true promises that it is there."""
    if os.environ.get("CI") == "true" and missing.name not in OPTIONAL:
        pytest.fail(str(missing))
    pytest.skip(str(missing))
