"""Plain pytest: apps in-process, what it selects, in what order, what it writes; and the command, unmoved by it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from conformance.report.load import load_report
from tests.helpers.rawserver import RawServer, reply
from tests.plugin.conftest import CHECKS, SECONDS, SIZE, Plain

pytestmark = pytest.mark.slow
WithApp = Callable[..., None]
HOSTILE = "import os\nos._exit(99)\n"
PREREQUISITE = "def page_limit(self, caller, asked): return (asked or 50) + 1"
CARD = {
    "name": "slow",
    "supportedInterfaces": [{"url": "{url}", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
}


def test_an_app_is_tested_in_process_with_an_endpoint_and_without(plain: Plain, with_app: WithApp) -> None:
    with_app()
    one = (*CHECKS, "--conformance-requirement", "size.default", "-q")
    assert plain(*one).returncode == 0
    assert plain(*one, "--conformance-endpoint", "http://agent.test").returncode == 0


LIFESPAN = """
import contextlib, sys
from starlette.applications import Starlette
from conformance.reference import create_app

inner = create_app("demo", tenants=False, open=True)

@contextlib.asynccontextmanager
async def lifespan(app):
    print("STARTED", file=sys.__stderr__)
    {fails}
    yield {{"ready": True}}
    print("ENDED", file=sys.__stderr__)

outer = Starlette(lifespan=lifespan)

async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        await outer(scope, receive, send)
    else:
        assert scope["state"]["ready"]
        await inner(scope, receive, send)

def pytest_conformance_app(config):
    return app
"""


def test_the_lifespan_of_an_app_is_run(plain: Plain, tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(LIFESPAN.format(fails=""))
    done = plain(*CHECKS, "--conformance-requirement", "size.default", "-q")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr.split() == ["STARTED", "ENDED"]


def test_an_app_that_does_not_start_is_one_line(plain: Plain, tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(LIFESPAN.format(fails="raise OSError('no database')"))
    done = plain(*CHECKS)
    assert done.returncode == 2
    assert done.stderr.splitlines()[1:] == [
        "task-conformance: The app did not start: OSError: no database. It came by the hook pytest_conformance_app."
    ]


def test_collecting_only_and_one_node(plain: Plain, with_app: WithApp) -> None:
    with_app()
    listed = plain(*CHECKS, "--collect-only", "-q", "-k", "test_no_page_exceeds_the_size_asked_for")
    assert listed.returncode == 0
    names = re.findall(r"test_size.py::(\S+)", listed.stdout)
    assert len(names) == 10
    done = plain("--pyargs", f"conformance.checks.test_size::{names[0]}")
    assert done.returncode == 0
    assert "1 passed" in done.stdout
    missing = plain("--pyargs", "conformance.checks.test_size::test_that_is_not_there")
    assert missing.returncode == 2


def test_blocking_holds_whatever_the_order(plain: Plain, with_app: WithApp) -> None:
    shuffle = "def pytest_collection_modifyitems(items): items.reverse()"
    with_app(PREREQUISITE, more=shuffle)
    done = plain(*SIZE, "-v")
    assert done.returncode == 1
    found = dict(re.findall(r"::(test_\w+\[\S+\]) ([A-Z]+)", done.stdout))
    assert found["test_no_page_exceeds_the_size_asked_for[jsonrpc-7]"] == "FAIL"
    assert found["test_no_page_exceeds_the_maximum[jsonrpc-1000]"] == "BLOCKED", found


def test_junit_carries_the_verdict_and_no_traceback(plain: Plain, with_app: WithApp, tmp_path: Path) -> None:
    with_app("default_size = 60")
    secret = "Authorization: Bearer s3cret-t0ken"
    done = plain(*SIZE, "--junitxml=junit.xml", "-l", "-vv", "--conformance-header", secret)
    text = (tmp_path / "junit.xml").read_text(encoding="utf-8")
    assert "s3cret" not in text + done.stdout + done.stderr
    assert "Judged" not in text + done.stdout
    cases = list(ET.fromstring(text).iter("testcase"))
    failed = [case for case in cases if case.find("failure") is not None]
    facts = [{p.get("name"): p.get("value") for p in case.iter("property")} for case in failed]
    assert facts == [
        {
            "requirement": "size.default",
            "clause": "main",
            "level": "MUST",
            "verdict": "fail",
            "interface": interface,
        }
        | ({"case": case} if (case := fact.get("case")) else {})
        for interface, fact in zip(("jsonrpc", "http+json") * 2, facts, strict=True)
    ]
    assert all(case.find("properties") is not None for case in cases)


def test_reports_are_written_as_the_command_writes_them(
    plain: Plain, with_app: WithApp, tmp_path: Path
) -> None:
    with_app("default_size = 60")
    done = plain(*SIZE, "--conformance-report", "out")
    assert done.returncode == 1
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "junit.xml",
        "report.html",
        "report.json",
    ]
    report = load_report(tmp_path / "out" / "report.json")
    assert (report["complete"], report["summary"]["exit"]) == (True, 1)
    whole = (tmp_path / "out" / "report.json").read_bytes()
    stopped = plain(*SIZE, "--conformance-report", "out", "-x")
    assert stopped.returncode == 1
    assert "earlier reports are as they were" in stopped.stderr
    assert (tmp_path / "out" / "report.json").read_bytes() == whole
    (tmp_path / "file").write_text("")
    assert plain(*SIZE, "--conformance-report", "file").returncode == 2


def slow_agent() -> RawServer:
    """Return an agent that greets at once and answers everything else after a minute."""
    seen = 0

    def answer(request: bytes) -> object:
        nonlocal seen
        if b"agent-card" in request:
            card = json.dumps(CARD).replace("{url}", server.url)
            return reply(card, content_type="application/json")
        seen += 1
        if seen <= 2:
            body = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32001, "message": "Task not found"}}
            return reply(json.dumps(body), content_type="application/json")
        return [60.0]

    server = RawServer(answer)  # type: ignore[arg-type]  # pieces of an answer
    return server


@pytest.mark.parametrize("way", ["command", "plain"])
def test_control_c_leaves_older_reports(way: str, tmp_path: Path, clean_environment: dict[str, str]) -> None:
    old = tmp_path / "out" / "report.json"
    old.parent.mkdir()
    old.write_text("older")
    with slow_agent() as server:
        command = {
            "command": ["conformance", "run", server.url, "--report", "out", "--requirement", "size"],
            "plain": ["pytest", *SIZE, "--conformance-endpoint", server.url, "--conformance-report", "out"],
        }[way]
        process = subprocess.Popen(
            [sys.executable, "-m", *command],
            cwd=tmp_path,
            env=clean_environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        until = time.monotonic() + 30
        while len(server.requests) < 4 and time.monotonic() < until:
            time.sleep(0.05)
        started = time.monotonic()
        os.kill(process.pid, signal.SIGINT)
        out, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 130, out + errors
    assert time.monotonic() - started < 20
    assert "Traceback" not in out + errors
    assert old.read_text() == "older"
    assert [path.name for path in old.parent.iterdir()] == ["report.json"]


def test_nothing_of_theirs_moves_the_command(tmp_path: Path, clean_environment: dict[str, str]) -> None:
    (tmp_path / "conftest.py").write_text(HOSTILE)
    (tmp_path / "theirs.py").write_text(HOSTILE)
    for name in ("pytest.ini", "tox.ini"):
        (tmp_path / name).write_text(
            "[pytest]\naddopts = --collect-only -k nothing\npython_functions = none_*\npython_files = none\n"
        )
    (tmp_path / "pyproject.toml").write_text('[tool.pytest.ini_options]\naddopts = "-x --no-such-option"\n')
    settings = {"PYTEST_ADDOPTS": "--no-such-option", "PYTEST_PLUGINS": "theirs", "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "conformance", "run", "--demo", "--requirement", "size"],
        cwd=tmp_path,
        env=clean_environment | settings,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    report = load_report(tmp_path / "reports" / "demo" / "report.json")
    assert {entry["requirement"].partition(".")[0] for entry in report["findings"]} == {"size"}
    assert len(report["findings"]) > 100
