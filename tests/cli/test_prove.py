"""`prove` and `serve --fault`: what is listed, what a name that is none gets, a report's curl lines."""

from __future__ import annotations

import base64
import html
import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from conformance.cli.prove import SERVED, list_command
from conformance.core.errors import UsageError
from conformance.proof.hostile import behaviours
from conformance.proof.registry import faults, named, variants
from conformance.proof.serving import serving
from conformance.reference import MAIN_TOKEN
from tests.cli.conftest import Command

FAULT = "overlapping-pages"


def test_everything_is_listed_with_its_sentence_and_how_many(capsys: pytest.CaptureFixture[str]) -> None:
    assert list_command() == 0
    lines = capsys.readouterr().out.splitlines()
    for kind, entries in (
        ("faults", faults()),
        ("variants", variants()),
        ("hostile behaviours", behaviours()),
    ):
        assert f"{len(entries)} {kind}" in lines
        for entry in entries:
            [line] = [line for line in lines if line.split(" ")[0] == entry.name]
            assert line.endswith(f"  {entry.sentence}")
    [line] = [line for line in lines if line.startswith(f"{FAULT} ")]
    assert "  token.walk-complete/main  " in line


def test_names_that_are_none_get_the_nearest_that_are() -> None:
    assert [entry.name for entry in named(FAULT, "late-list")] == [FAULT, "late-list"]
    with pytest.raises(
        UsageError, match=rf"no fault or variant 'overlapping'\..*Did you mean .*{FAULT}"
    ) as near:
        named(FAULT, "overlapping")
    assert near.value.exit_code == 2
    with pytest.raises(UsageError, match="prove --list"):
        named("zzz")


@pytest.mark.parametrize(
    "name", ["version-in-capitals", "nothing-at-http", "late-list", "no-tenant-parameter"]
)
def test_faults_and_variants_are_served_on_a_real_port(name: str) -> None:
    [entry] = named(name)
    with serving(entry) as url, urllib.request.urlopen(f"{url}/.well-known/agent-card.json") as came:
        urls = {interface["url"] for interface in json.load(came)["supportedInterfaces"]}
    assert urls == {f"{url}/rpc", f"{url}/http"}


@pytest.mark.parametrize(("spelling", "status"), [("A2A-Version", 200), ("a2a-version", 400)])
def test_what_no_rule_can_break_is_served_too(spelling: str, status: int) -> None:
    [entry] = named("version-in-capitals")
    with serving(entry) as url:
        line = [
            "curl",
            "--silent",
            "-o",
            "/dev/null",
            "-w",
            "%{http_code}",
            "--noproxy",
            "*",
            f"{url}/http/tasks",
        ]
        line += ["-H", f"{spelling}: 1.0", "-H", f"Authorization: Bearer {MAIN_TOKEN}"]
        assert subprocess.run(line, capture_output=True, text=True, check=True).stdout == str(status)


@pytest.mark.slow
def test_unknown_names_are_exit_2(command: Command, tmp_path: Path) -> None:
    for arguments in (
        ("prove", "overlapping"),
        ("prove", "--fault", "overlapping"),
        ("serve", "--fault", "overlapping"),
    ):
        done = command(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert FAULT in done.stderr
    assert not list(tmp_path.iterdir())


@contextmanager
def started(directory: Path, *arguments: str) -> Iterator[tuple[str, str]]:
    """Run the command until the block ends; yield its first two lines."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "conformance", *arguments],
        cwd=directory,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    try:
        yield process.stdout.readline(), process.stdout.readline()
    finally:
        process.terminate()
        process.communicate()


@pytest.mark.slow
def test_the_report_of_a_fault_can_be_reproduced(command: Command, tmp_path: Path) -> None:
    done = command("prove", "--fault", FAULT)
    assert done.returncode == 1, done.stderr
    assert f"task-conformance serve --fault {FAULT}\n" in done.stdout
    variables = dict(word.split("=") for word in re.findall(r"export (.*)", done.stdout)[0].split())
    page = (tmp_path / "reports" / "proof" / FAULT / "report.html").read_text()
    lines = [html.unescape(line) for line in re.findall(r"curl --silent.*?(?=</code>)", page)]
    paged = [line for line in lines if '"pageToken"' in line and SERVED in line]
    assert paged
    with started(tmp_path, "serve", "--port", "0", "--fault", FAULT) as (first, second):
        url = re.findall(r"http://\S+", first)[0]
        assert "comes again on the next" in second
        came = subprocess.run(
            ["bash", "-c", f"{paged[0].replace(SERVED, url)} --noproxy '*'"],
            env=variables | {"PATH": os.environ["PATH"]},
            capture_output=True,
            text=True,
            check=True,
        )
    listed = json.loads(came.stdout.partition("\n\n")[2])["result"]["tasks"]
    assert listed[0]["id"] == _last_before(paged[0]), "a healthy server begins with the task after it"


def _last_before(line: str) -> str:
    """Return the id of the task that the line's page token stands at, as the reference server writes it."""
    [token] = re.findall(r'"pageToken": "([^"]+)"', line)
    _, last = json.loads(base64.b64decode(token)[16:])
    return str(last)
