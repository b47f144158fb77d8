"""What goes wrong before a verdict is exit 2 and one sentence with what to try; earlier reports stay."""

from __future__ import annotations

import datetime
import json
import ssl
from pathlib import Path

import pytest
import trustme

from conformance.reference import MAIN_TOKEN, create_app, running
from tests.cli.conftest import Command
from tests.helpers.rawserver import RawServer, reply

pytestmark = pytest.mark.slow
PAGE = reply(b"<!doctype html><title>Welcome</title>", content_type="text/html")
OLD_CARD = {"name": "old", "url": "http://127.0.0.1/", "protocolVersion": "0.3.0", "skills": []}
JSON = "application/json"


def said(done, code: int = 2) -> str:
    """Return the one line that the command said, with its exit code and its silence elsewhere checked."""
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert "INTERNALERROR" not in done.stderr
    assert done.stdout == ""
    [line] = done.stderr.splitlines()
    assert line.startswith("task-conformance: ")
    return line


def test_no_url_and_an_empty_one(command: Command) -> None:
    assert "No url was given" in said(command("run"))
    assert "No url was given" in said(command("run", ""))
    assert "starts with http" in said(command("run", "agent.example.com"))


def test_nobody_answers_and_an_older_report_stays(command: Command, tmp_path: Path) -> None:
    old = tmp_path / "reports" / "report.html"
    old.parent.mkdir()
    old.write_text("older")
    assert "is the agent running?" in said(command("run", "http://127.0.0.1:9"))
    assert old.read_text() == "older"


def test_a_web_page_in_place_of_an_agent(command: Command) -> None:
    with RawServer(PAGE) as server:
        assert "web page" in said(command("run", server.url))
        line = said(command("run", server.url, "--binding", "jsonrpc"))
        assert "No interface answers as A2A does" in line
        assert "the right one?" in line


def test_a_wrong_path(command: Command) -> None:
    with RawServer(reply(b'{"detail": "Not Found"}', status=404, content_type=JSON)) as server:
        assert "--card" in said(command("run", server.url))
        for binding in ("jsonrpc", "http+json"):
            line = said(command("run", f"{server.url}/nothing", "--binding", binding))
            assert "No interface answers as A2A does" in line


def test_an_old_agent(command: Command) -> None:
    with RawServer(reply(json.dumps(OLD_CARD).encode(), content_type=JSON)) as server:
        assert "1.x" in said(command("run", server.url))


def test_a_credential_is_missing(command: Command) -> None:
    with running(create_app("demo")) as url:
        assert "--bearer-env" in said(command("run", url))


def test_an_expired_certificate(command: Command, tmp_path: Path) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    past = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    issued = authority.issue_cert("localhost", not_before=past, not_after=past + datetime.timedelta(days=1))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    issued.configure_cert(context)
    with RawServer(PAGE, tls=context) as server:
        assert "has expired" in said(command("run", server.url, "--ca", "ca.pem"))


def test_a_proxy_that_refuses(command: Command) -> None:
    with RawServer(reply(b"no", status=403)) as proxy:
        line = said(command("run", "http://agent.example.com", "--proxy", proxy.url))
        assert "proxy" in line


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--requirement", "size.maximun"], "size.maximum"),
        (["--requirement", "size", "-k", "nothing_like_it"], "Nothing was selected"),
        (["--requirement", "size", "-k", "and and"], "-k"),
        (["--require", "scop"], "scope"),
        (["--level", "MAY"], "MUST"),
        (["--bearer-env", "NOT_SET_ANYWHERE"], "NOT_SET_ANYWHERE"),
        (["--timeout", "-1"], "at least"),
    ],
)
def test_options_that_can_not_be_used(command: Command, arguments: list[str], word: str) -> None:
    with running(create_app("empty", open=True)) as url:
        assert word in said(command("run", url, *arguments))


def test_a_setting_with_a_typo_names_the_right_one(command: Command, tmp_path: Path) -> None:
    (tmp_path / "task-conformance.toml").write_text('baerer-env = "X"\n')
    line = said(command("run", "http://127.0.0.1:9"))
    assert "baerer-env" in line
    assert "bearer-env" in line


def test_an_empty_store_is_never_green(command: Command, tmp_path: Path) -> None:
    with running(create_app("empty")) as url:
        done = command("run", url, "--bearer-env", "TOKEN", TOKEN=MAIN_TOKEN)
    assert done.returncode == 3, done.stdout + done.stderr
    report = json.loads((tmp_path / "reports" / "report.json").read_text())
    assert "--create-tasks --create-count 101 lets" in report["summary"]["advice"]
    needy = {f["requirement"]: f for f in report["findings"] if f["verdict"] == "inconclusive"}
    for name in (
        "size.default",
        "order.newest-first",
        "get.returns-the-task",
        "artifacts.omitted-by-default",
    ):
        assert needy[name]["reason"], name
    assert not [f for f in report["findings"] if f["verdict"] in ("fail", "warn", "error")]


def test_a_report_that_is_none_is_not_judged(command: Command, tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text("{}")
    said(command("judge", "report.json"))
    said(command("judge", "missing.json"))
