"""A realistic report of a server with faults: every verdict, evidence of every kind."""

from __future__ import annotations

from typing import Any

from tests.report.parts import finding, get, page, report, rpc
from tests.report.requirements import REQUIREMENTS


def noted(requirement: str, interface: str, name: str, value: str, came: str) -> dict[str, Any]:
    """Return the finding of a recorded behaviour."""
    said = [{"name": name, "value": value}]
    return finding(requirement, interface, "note", level="NOTE", came=came, observations=said)


def whole() -> dict[str, Any]:
    """Return a realistic report of a server with faults: every verdict, evidence of every kind."""
    body = page(51)
    rising = page(9)
    stamps = [
        "09:00:08",
        "09:00:07",
        "09:00:05",
        "09:00:06.25",
        "09:00:04",
        "09:00:04",
        "09:00:03",
        None,
        "09:00:01",
    ]
    for number, stamp in enumerate(stamps):
        rising["tasks"][number]["status"]["timestamp"] = f"2026-10-06T{stamp}Z" if stamp else None
    no_token = page(3)
    del no_token["nextPageToken"]
    exchanges = {
        "jsonrpc-1": rpc(1, body),
        "jsonrpc-2": rpc(2, rising, {"pageSize": 9}),
        "jsonrpc-3": rpc(3, no_token, {"pageSize": 3}),
        "jsonrpc-4": rpc(4, {"id": "x"}, {"id": "x"}, operation="get"),
        "jsonrpc-5": {
            **rpc(5, "", {"pageToken": "it's"}),
            "response": None,
            "failure": {"kind": "timeout", "text": "no whole answer within 10 s"},
            "repeat": 1,
        },
        "http+json-1": get("/tasks", body),
        "http+json-2": get("/tasks?pageSize=1000", page(100)),
        "http+json-3": get(
            "/tasks/00000000-dead",
            {"error": {"code": 404, "message": "no such task", "details": []}},
            status=404,
            operation="get",
        ),
        "http+json-4": get(
            "/tasks/" + "a" * 700, "<html><h1>502 Bad Gateway</h1></html>", status=502, operation="get"
        ),
        "http+json/acme-1": get("/acme/tasks", page(40), interface="http+json/acme"),
    }
    exchanges |= {f"http+json-walk-{n}": get(f"/tasks?pageSize=3&pageToken={n}", page(3)) for n in range(20)}
    timeline = [
        {"id": entry["id"], "timestamp": entry["status"]["timestamp"], "bad": number == 3}
        for number, entry in enumerate(rising["tasks"])
    ]
    findings = [
        finding(
            "bindings.declared",
            "all",
            expected="an answer from each declared url",
            came="answers from 3 of 3",
        ),
        finding(
            "size.default",
            "jsonrpc",
            "fail",
            expected="at most 50 tasks on the page",
            came="51 tasks",
            exchanges=["jsonrpc-1"],
            marks=[{"exchange": "jsonrpc-1", "pointer": "/result/tasks/50"}],
        ),
        finding(
            "size.default",
            "http+json",
            expected="at most 50 tasks on the page",
            came="50 tasks",
            exchanges=["http+json-1"],
        ),
        finding(
            "size.limit",
            "jsonrpc",
            "blocked",
            reason="size.default failed, so a page's size says nothing here.",
        ),
        *(
            finding(
                "size.limit",
                "http+json",
                case=f"pageSize {n}",
                expected=f"at most {n} tasks",
                came=f"{n} tasks",
                exchanges=["http+json-1"],
            )
            for n in (1, 2, 7, 50, 100)
        ),
        finding(
            "size.maximum",
            "http+json",
            "note",
            expected="at most 100 tasks, or a refusal",
            came="100 tasks",
            exchanges=["http+json-2"],
            observations=[{"name": "above the maximum", "value": "clamps to 100"}],
        ),
        finding(
            "size.maximum",
            "jsonrpc",
            "inconclusive",
            reason="Only 64 tasks are visible, 101 are needed: run it with --create-tasks, or against a fuller store.",
            exchanges=["jsonrpc-1"],
        ),
        finding(
            "size.echo",
            "jsonrpc",
            "warn",
            clause="zero",
            level="SHOULD",
            expected="pageSize on an empty page too",
            came="no pageSize",
            exchanges=["jsonrpc-4"],
            marks=[{"exchange": "jsonrpc-4", "pointer": "/result/pageSize"}],
        ),
        finding(
            "size.echo",
            "jsonrpc",
            case="a full page",
            clause="non-zero",
            expected="pageSize 50",
            came="50",
            exchanges=["jsonrpc-1"],
        ),
        finding(
            "token.always-present",
            "jsonrpc",
            "fail",
            case="last page",
            expected="nextPageToken, a string",
            came="no nextPageToken",
            exchanges=["jsonrpc-3", "jsonrpc-1"],
            marks=[{"exchange": "jsonrpc-3", "pointer": "/result/nextPageToken"}],
        ),
        finding(
            "token.walk-complete",
            "http+json",
            expected="120 tasks, each once",
            came="120 tasks",
            exchanges=[f"http+json-walk-{n}" for n in range(20)],
        ),
        finding(
            "token.walk-complete",
            "jsonrpc",
            "error",
            case="pageSize 3",
            reason="The check raised KeyError: 'tasks'. Please report it.",
            exchanges=["jsonrpc-5"],
        ),
        noted(
            "token.format", "jsonrpc", "token format", "base64 of a JSON object", "base64 of a JSON object"
        ),
        noted(
            "token.format", "http+json", "token format", "base64 of a JSON object", "base64 of a JSON object"
        ),
        noted("history.unset", "jsonrpc", "what unset gives", "all of 6 messages", "all 6 messages"),
        noted("history.unset", "http+json", "what unset gives", "no history", "no history"),
        finding(
            "history.zero",
            "jsonrpc",
            expected="no message",
            came="history is left out",
            observations=[{"name": "what 0 gives", "value": "left out"}],
        ),
        finding(
            "history.zero",
            "http+json",
            expected="no message",
            came="an empty list",
            observations=[{"name": "what 0 gives", "value": "[]"}],
        ),
        finding(
            "order.newest-first",
            "jsonrpc",
            "fail",
            expected="no timestamp above the one before it",
            came="09:00:06.25 after 09:00:05",
            exchanges=["jsonrpc-2"],
            timeline=timeline,
            marks=[{"exchange": "jsonrpc-2", "pointer": "/result/tasks/3/status/timestamp"}],
        ),
        finding(
            "order.newest-first",
            "http+json",
            expected="no timestamp above the one before it",
            came="none in 120 tasks",
            timeline=[{**entry, "bad": False} for entry in timeline if entry["timestamp"]][:3],
        ),
        finding(
            "order.stable",
            "jsonrpc",
            "warn",
            level="SHOULD",
            expected="the same order of 2 tied tasks twice",
            came="the other way round the second time",
            exchanges=["jsonrpc-2"],
        ),
        finding(
            "artifacts.omitted-by-default",
            "jsonrpc",
            expected="no artifacts key",
            came="none on 120 tasks",
            exchanges=["jsonrpc-1"],
        ),
        finding(
            "filter.context",
            "jsonrpc",
            "inconclusive",
            reason="The server was throttling: 429 twice, Retry-After 30.",
            exchanges=["jsonrpc-5"],
        ),
        finding(
            "get.returns-the-task",
            "jsonrpc",
            expected="the task asked for, with a state",
            came="it, completed",
            exchanges=["jsonrpc-4"],
        ),
        finding(
            "get.after-send",
            "jsonrpc",
            "not tested",
            reason="It needs permission to create tasks: give --create-tasks.",
        ),
        finding(
            "get.after-send",
            "http+json",
            "not tested",
            reason="It needs permission to create tasks: give --create-tasks.",
        ),
        finding(
            "notfound.code",
            "http+json",
            "fail",
            expected="404 with reason TASK_NOT_FOUND",
            came="502 and an HTML page",
            also=[{"clause": "main", "expected": "a JSON body", "came": "an HTML page"}],
            exchanges=["http+json-4", "http+json-3"],
            marks=[
                {"exchange": "http+json-4", "pointer": "status"},
                {"exchange": "http+json-4", "pointer": "header:Content-Type"},
                {"exchange": "http+json-3", "pointer": "/error/details"},
            ],
        ),
        finding(
            "scope.list",
            "-",
            "not tested",
            reason="It needs a second credential: give --other-bearer-env or --other-header.",
        ),
        finding(
            "error.says-which",
            "http+json",
            "warn",
            level="SHOULD",
            expected="pageSize named in the message",
            came="“no such task”",
            exchanges=["http+json-3"],
            marks=[{"exchange": "http+json-3", "pointer": "header:WWW-Authenticate"}],
        ),
        finding("http.head", "jsonrpc", "not applicable", level="NOTE", reason="JSON-RPC has no HEAD."),
        noted("http.head", "http+json", "HEAD", "200 without content", "200 without content"),
        finding(
            "get.returns-the-task",
            "http+json/acme",
            expected="the task asked for, with a state",
            came="it, completed",
            exchanges=["http+json/acme-1"],
        ),
    ]
    summary = report([], [])["summary"] | {
        "verdict": "fail",
        "exit": 1,
        "requirements": {"fail": 4, "pass": 9},
        "must": {"fail": 4},
        "advice": "Fix token.always-present first: 12 other requirements build on it.",
    }
    return report(REQUIREMENTS, findings, exchanges, summary=summary)
