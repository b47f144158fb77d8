"""`task-conformance compare` as a user starts it: what it takes, what it writes, what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner, Result

from conformance.cli.app import app
from conformance.cli.compare import keep_reports
from conformance.comparison.loading import Given
from conformance.comparison.table import compared
from conformance.reference import create_app, running
from conformance.report.load import schema_text
from tests.comparison.conftest import Report, edited, finding

Compare = Callable[..., Result]
BAD = [
    # (arguments after a sound report, what the sentence names)
    ((), "One target alone"),
    (("",), "empty"),
    (("name=",), "name="),
    (("agent.example.com",), "agent.example.com"),
    (("ftp://agent.example.com",), "ftp://agent.example.com"),
    (("missing.json",), "missing.json"),
    (("text.json",), "text.json"),
    (("list.json",), "list.json"),
    (("other.json",), "other.json"),
    (("one=http://127.0.0.1:9/",), "one"),
    (("http://127.0.0.1:9/", "--profile", "pinecone"), "different APIs (a2a, pinecone)"),
    (("notes.json", "http://127.0.0.1:9/"), "different APIs (a2a, notes)"),
]


@pytest.fixture
def compare(good: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compare:
    """Return the command in a folder with a sound report and some that are none; the sound one is its first."""
    monkeypatch.chdir(tmp_path)
    Path("good.json").write_text(json.dumps(good))
    Path("text.json").write_text("no JSON")
    Path("list.json").write_text("[]")
    Path("other.json").write_text(json.dumps({"format": "task-conformance-report/9"}))
    notes = edited(good, lambda report: report["catalogue"].update(profile="notes"))
    Path("notes.json").write_text(json.dumps(notes))
    return lambda *arguments: CliRunner().invoke(app, ["compare", "good.json", *arguments])


@pytest.mark.parametrize(("arguments", "named"), BAD, ids=[" ".join(words) or "alone" for words, _ in BAD])
def test_bad_input_is_exit_2_and_one_sentence(compare: Compare, arguments: tuple[str], named: str) -> None:
    earlier = Path("reports", "comparison.json")
    earlier.parent.mkdir()
    earlier.write_text("earlier")
    done = compare(*arguments)
    assert done.exit_code == 2, done.output
    assert not done.stdout
    [line] = done.stderr.splitlines()
    assert line.startswith("task-conformance: ")
    assert named in line
    assert earlier.read_text() == "earlier"


def test_reports_and_names(compare: Compare, bad: Report) -> None:
    Path("bad.json").write_text(json.dumps(bad))
    done = compare("with a fault=bad.json", "--report", "out")
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith("2 targets differ in 1 of ")
    assert sorted(path.name for path in Path("out").iterdir()) == [
        f"comparison.{end}" for end in ("html", "json", "md")
    ]
    data = json.loads(Path("out", "comparison.json").read_text())
    jsonschema.Draft202012Validator(json.loads(schema_text("comparison.schema.json"))).validate(data)
    assert [target["name"] for target in data["targets"]][1] == "with a fault"
    assert data["columns"][2:] == ["with-a-fault/jsonrpc", "with-a-fault/http+json"]
    page = Path("out", "comparison.html").read_text()
    assert (
        "http://"
        not in page.replace("http://127.0.0.1", "").replace("http://reference", "").split("<body")[0]
    )
    assert "**<code>artifacts&#46;omitted-by-default" not in Path("out", "comparison.md").read_text()
    assert "**<code>artifacts.omitted-by-default</code>**" in Path("out", "comparison.md").read_text()


@pytest.mark.slow
def test_urls_are_run_and_their_reports_kept(compare: Compare) -> None:
    with running(create_app(open=True)) as one, running(create_app(open=True)) as two:
        options = ("--requirement", "size.default", "--requirement", "history.zero", "--keep-reports")
        done = compare(f"one={one}", f"two={two}", *options)
    assert done.exit_code == 0, done.output
    assert done.stderr.count(": pass") == 2
    kept = json.loads(Path("reports", "report-one.json").read_text())
    assert kept["targets"][0]["name"] == "one"
    data = json.loads(Path("reports", "comparison.json").read_text())
    rows = {row["id"]: row["cells"] for row in data["requirements"]}
    assert {"one/jsonrpc", "two/http+json"} <= rows["history.zero"].keys()


def test_a_report_in_which_the_suite_broke_is_exit_4(compare: Compare, good: Report) -> None:
    def broke(report: Report) -> None:
        report["summary"].update(verdict="error", exit=4)
        finding(report, "size.default", "jsonrpc").update(verdict="error", reason="it broke")

    Path("broke.json").write_text(json.dumps(edited(good, broke)))
    done = compare("broke.json")
    assert done.exit_code == 4, done.output


HOSTILE = (
    "<script>window.pwned=1</script><img src=x onerror=window.pwned=2>](javascript:alert(1)) | \x1b[31m\u202e"
)


def hostile(report: Report) -> Any:
    """Put a hostile text wherever a server's words go."""
    report["targets"][0]["name"] = HOSTILE
    report["targets"][0]["card"].update(name=HOSTILE, version=HOSTILE, provider=HOSTILE)
    report["targets"][0]["interfaces"][0].update(reason=HOSTILE)
    finding(report, "size.default", "jsonrpc").update(verdict="fail", came=HOSTILE)
    for entry in report["findings"]:
        for noted in entry["observations"]:
            noted["value"] = HOSTILE
    for exchange in report["exchanges"].values():
        if exchange["response"] and exchange["response"]["encoding"] == "utf-8":
            exchange["response"]["body"] = f'{{"error": {json.dumps(HOSTILE)}}}'
            exchange["response"]["headers"].append(["Content-Type", HOSTILE])


def test_a_hostile_servers_words_are_only_words(compare: Compare, good: Report) -> None:
    Path("hostile.json").write_text(json.dumps(edited(good, hostile)))
    done = compare("hostile.json", "--report", "out")
    assert done.exit_code == 0, done.output
    assert "\x1b" not in done.output
    page = Path("out", "comparison.html").read_text()
    assert page.count("<script") == 1
    assert "<img" not in page
    assert "\x1b" not in page
    assert "\u202e" not in page
    text = Path("out", "comparison.md").read_text()
    assert "<script" not in text
    assert "<img" not in text
    assert "](" not in text
    assert "\x1b" not in text
    widths = {
        line.count(" | ")
        for line in text.split("## Requirements")[1].split("##")[0].splitlines()
        if line[:1] == "|"
    }
    assert len(widths) == 1, "a cell breaks its row"


def test_reports_of_different_editions_are_told(compare: Compare, good: Report) -> None:
    def of_another(report: Report) -> None:
        report["catalogue"].update(title=HOSTILE, specification="2")
        report["profile"] = {"answer": HOSTILE, "item": [HOSTILE]}

    Path("other.json").write_text(json.dumps(edited(good, of_another)))
    done = compare("other.json", "--report", "out")
    assert done.exit_code == 0, done.output
    assert "held to different promises: A2A task reading (A2A 1.0.1), " in done.stderr
    assert "\x1b" not in done.output
    data = json.loads(Path("out", "comparison.json").read_text())
    jsonschema.Draft202012Validator(json.loads(schema_text("comparison.schema.json"))).validate(data)
    assert [target["catalogue"]["specification"] for target in data["targets"]] == ["A2A 1.0.1", "2"]
    page, text = (Path("out", f"comparison.{end}").read_text() for end in ("html", "md"))
    assert "held to different promises" in page
    assert "held to different promises" in text
    assert page.count("<script") == 1
    assert "<img" not in page
    assert "<script" not in text
    assert "](" not in text


def test_a_byte_order_mark_at_the_start_is_none_of_a_reports_text(compare: Compare, good: Report) -> None:
    Path("marked.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(good).encode())
    done = compare("marked.json", "--report", "out")
    assert done.exit_code == 0, done.output
    assert CliRunner().invoke(app, ["diff", "good.json", "marked.json"]).exit_code == 0


def test_kept_reports_of_long_names_are_apart(tmp_path: Path, good: Report) -> None:
    given = [Given("n" * 80, url="http://one.example"), Given("n" * 80, url="http://two.example")]
    kept = keep_reports(compared([(entry.name, good) for entry in given]), given, tmp_path)
    assert len(set(kept)) == 2
    assert all(path.is_file() for path in kept)
