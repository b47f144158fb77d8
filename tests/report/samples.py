"""Reports to render: a realistic one with every verdict, a hostile one, and one of any size."""

from __future__ import annotations

import base64
import json
from typing import Any

HOSTILE = [
    "<script>window.pwned='script'</script>",
    "<img src=x onerror=\"window.pwned='img'\">",
    "\"'><svg onload=window.pwned='svg'>",
    "</pre></details></style></script><script>window.pwned='close'</script>",
    "javascript:window.pwned='url'",
    "{{ 7*7 }}{% raw %}",
    "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x9b2J",
    "\u202etxt.exe\u202c שלום עולם",
    "::error file=app.py,line=1::owned",
    "##[error]owned",
    "\x00\x01\x0b\ufffe ]]> \ud800",
    "x" * 5000,
]
SPECIFICATION = "https://a2a-protocol.org/latest/specification/"
SIGNATURES = "0123456789abcdef"


def requirement(identifier: str, statement: str, level: str = "MUST", **more: Any) -> dict[str, Any]:
    """Return a requirement of the catalogue, with one clause unless `clauses` is given."""
    return {
        "id": identifier,
        "group": identifier.partition(".")[0],
        "statement": statement,
        "level": level,
        "clauses": [{"key": "main", "level": level, "text": statement}],
        "sections": [{"label": "3.1.4", "url": f"{SPECIFICATION}#314-list-tasks"}],
        "never": "",
        "needs": "",
        "after": [],
        **more,
    }


def finding(identifier: str, interface: str, verdict: str = "pass", **more: Any) -> dict[str, Any]:
    """Return a finding; whatever is not given is empty."""
    check = "test_" + identifier.replace(".", "_").replace("-", "_")
    empty = {"case": "list", "check": check, "clause": "main", "level": "MUST", "expected": "", "came": ""}
    lists: dict[str, Any] = {"exchanges": [], "marks": [], "observations": [], "timeline": []}
    if verdict in ("error", "blocked", "inconclusive", "not tested", "not applicable"):
        lists["reason"] = "no reason was given"
    return {
        "requirement": identifier, "interface": interface, "verdict": verdict, "reason": "", **empty, **lists, **more
    }  # fmt: skip


def task(number: int, stamp: str | None = None) -> dict[str, Any]:
    """Return a task as a server shows it."""
    stamp = stamp or f"2026-10-06T{9 + number // 3600:02}:{number // 60 % 60:02}:{59 - number % 60:02}.{number % 1000:03}Z"
    return {
        "id": f"{number:08x}-848d-4f4d-8cd1-3204d1e1bbaf",
        "contextId": f"ctx-{number % 9}",
        "status": {"state": "TASK_STATE_COMPLETED", "timestamp": stamp},
        "metadata": {"note": "Comparing the diff against main", "number": number},
    }


def page(count: int, **more: Any) -> dict[str, Any]:
    """Return the result of ListTasks."""
    return {"tasks": [task(n) for n in range(count)], "nextPageToken": "eyJvIjo1MH0=", "pageSize": 50, "totalSize": 120, **more}


def rpc(
    number: int, result: Any, params: dict[str, Any] | None = None, *, status: int = 200, **more: Any
) -> dict[str, Any]:
    """Return a JSON-RPC exchange; `result` is a result, or the text of the whole body."""
    body = {"jsonrpc": "2.0", "id": number, "method": "ListTasks", "params": params or {}}
    answer = result if isinstance(result, str) else json.dumps({"jsonrpc": "2.0", "id": number, "result": result})
    response = {
        "status": status,
        "headers": [
            ["content-type", "application/json"],
            ["date", "Mon, 30 Nov 2026 23:00:00 GMT"],
            ["server", "uvicorn"],
            ["x-request-id", f"req-{number}"],
        ],
        "body": answer,
        "encoding": "utf-8",
        "truncated": False,
    }
    request = {
        "method": "POST",
        "url": "https://agent.example.com/a2a",
        "headers": [
            ["Content-Type", "application/json"],
            ["A2A-Version", "1.0"],
            ["Authorization", "Bearer [redacted:BEARER]"],
        ],
        "body": json.dumps(body),
        "encoding": "utf-8",
    }
    return exchange("jsonrpc", request, response, key=json.dumps(params or {}), **more)


def get(path: str, result: Any, *, status: int = 200, interface: str = "http+json", **more: Any) -> dict[str, Any]:
    """Return an HTTP+JSON exchange."""
    kind = "application/a2a+json" if status < 400 else "application/json"
    body = result if isinstance(result, str) else json.dumps(result)
    response = {
        "status": status, "headers": [["content-type", kind], ["allow", "GET, HEAD"]], "body": body, "encoding": "utf-8", "truncated": False
    }  # fmt: skip
    request = {
        "method": "GET",
        "url": f"https://agent.example.com/v1{path}",
        "headers": [["Accept", "application/a2a+json, application/json"], ["Authorization", "Bearer [redacted:BEARER]"]],
        "body": None,
        "encoding": "utf-8",
    }
    return exchange(interface, request, response, key=path, **more)


def exchange(interface: str, request: Any, response: Any, **more: Any) -> dict[str, Any]:
    """Return an exchange from its two halves."""
    plain = {"interface": interface, "principal": "main", "operation": "list", "key": "", "repeat": 0}
    return {**plain, "request": request, "response": response, "failure": None, "ms": 12.34, **more}


def interface(key: str, binding: str, url: str, **more: Any) -> dict[str, Any]:
    """Return an interface of the card."""
    return {"key": key, "binding": binding, "url": url, "version": "1.0", "tenant": None, "tested": True, "reason": "", **more}


def report(
    requirements: list[dict[str, Any]], findings: list[dict[str, Any]], exchanges: dict[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    """Return a whole report around requirements, findings and exchanges."""
    groups = dict.fromkeys(entry["group"] for entry in requirements)
    return {
        "format": "task-conformance-report/1",
        "suite": {"name": "task-conformance", "version": "0.1.0"},
        "catalogue": {
            "profile": "a2a",
            "title": "A2A task reading",
            "specification": "A2A 1.0.1",
            "groups": [{"key": key, "title": TITLES.get(key, key)} for key in groups],
            "requirements": requirements,
        },
        "started": "2026-11-30T23:00:00Z",
        "finished": "2026-11-30T23:00:12.5Z",
        "options": {"profile": "a2a", "create_tasks": False, "concurrency": 8, "nonce": "5f1c"},
        "targets": [
            {
                "name": "test-runner",
                "url": "https://agent.example.com",
                "card": {
                    "url": "https://agent.example.com/.well-known/agent-card.json",
                    "name": "test-runner",
                    "version": "2.4.0",
                    "provider": "Example Works",
                },
                "interfaces": [
                    interface("jsonrpc", "JSONRPC", "https://agent.example.com/a2a"),
                    interface("http+json", "HTTP+JSON", "https://agent.example.com/v1"),
                    interface("http+json/acme", "HTTP+JSON", "https://agent.example.com/v1", tenant="acme"),
                    interface(
                        "grpc", "GRPC", "grpc.example.net:443", tested=False,
                        reason="It is on another origin, grpc.example.net: give --allow-origin grpc.example.net.",
                    ),
                ],
            }
        ],
        "survey": {
            key: {
                "tasks": 120, "contexts": 9, "states": {"TASK_STATE_COMPLETED": 120}, "with_artifacts": 12,
                "with_history": 30, "pages": 2, "complete": True, "moved": 0, "total_size": 120,
            }
            for key in ("jsonrpc", "http+json", "http+json/acme")
        },
        "exchanges": exchanges or {},
        "findings": findings,
        "summary": {
            "verdict": "pass", "exit": 0, "requirements": {"pass": 1}, "must": {"pass": 1},
            "requests": {"jsonrpc": 143, "http+json": 150, "http+json/acme": 150},
            "peak_in_flight": 8, "longest_chain": 31, "advice": "",
        },
        "complete": True,
        **more,
    }  # fmt: skip


TITLES = {
    "get": "GetTask", "history": "historyLength", "size": "pageSize", "token": "pageToken and nextPageToken",
    "order": "Order", "artifacts": "Artifacts", "filter": "Filters", "total": "totalSize", "notfound": "Not found",
    "scope": "Visibility", "error": "Errors", "shape": "Shapes", "bindings": "Agreement between bindings", "http": "HTTP",
}  # fmt: skip

REQUIREMENTS = [
    requirement("bindings.declared", "Each interface on the card answers at exactly its url."),
    requirement("get.returns-the-task", "GetTask returns the task that was asked for.", needs="a task"),
    requirement("get.after-send", "The id that SendMessage gave is readable.", needs="permission to create tasks"),
    requirement("history.zero", "historyLength 0 returns no message.", needs="a task that shows a message"),
    requirement("history.unset", "What an unset historyLength gives is recorded.", "NOTE", never="anything"),
    requirement("size.default", "Without pageSize, a page holds at most 50 tasks.", never="fewer tasks", needs="at least 51 visible tasks"),
    requirement("size.limit", "A page never holds more tasks than pageSize.", after=["size.default"]),
    requirement("size.maximum", "A page never holds more than 100 tasks.", needs="at least 101 visible tasks"),
    requirement(
        "size.echo",
        "The answer carries pageSize.",
        clauses=[
            {"key": "non-zero", "level": "MUST", "text": "A pageSize that is not zero is there."},
            {"key": "zero", "level": "SHOULD", "text": "A pageSize of zero is there too."},
        ],
    ),
    requirement("token.always-present", "nextPageToken is in every answer, a string, never null."),
    requirement("token.walk-complete", "A walk yields each task once.", after=["token.always-present"]),
    requirement("token.format", "The form of the token is recorded.", "NOTE", never="anything"),
    requirement("order.newest-first", "Status timestamps never rise.", never="ties in any order", needs="at least 3 dated tasks"),
    requirement("order.stable", "Ties come in the same order each time.", "SHOULD", needs="at least 2 tied tasks"),
    requirement("artifacts.omitted-by-default", "No listed task has artifacts unless asked for."),
    requirement("filter.context", "Only tasks of the context come, and all of them.", needs="2 contexts"),
    requirement("notfound.code", "An unknown id gives TaskNotFoundError.", sections=[
        {"label": "3.1.3", "url": f"{SPECIFICATION}#313-get-task"}, {"label": "5.4", "url": f"{SPECIFICATION}#54"},
    ]),
    requirement("scope.list", "The other principal's tasks are not listed.", needs="two credentials that share no tasks"),
    requirement("error.says-which", "A validation error names the parameter.", "SHOULD"),
    requirement("http.head", "What HEAD gives is recorded.", "NOTE"),
]  # fmt: skip


def whole() -> dict[str, Any]:
    """Return a realistic report of a server with faults: every verdict, evidence of every kind."""
    body = page(51)
    rising = page(9)
    stamps = ["09:00:08", "09:00:07", "09:00:05", "09:00:06.25", "09:00:04", "09:00:04", "09:00:03", None, "09:00:01"]
    for number, stamp in enumerate(stamps):
        rising["tasks"][number]["status"]["timestamp"] = f"2026-10-06T{stamp}Z" if stamp else None
    no_token = page(3)
    del no_token["nextPageToken"]
    exchanges = {
        "jsonrpc-1": rpc(1, body),
        "jsonrpc-2": rpc(2, rising, {"pageSize": 9}),
        "jsonrpc-3": rpc(3, no_token, {"pageSize": 3}),
        "jsonrpc-4": rpc(4, {"id": "x"}, {"id": "x"}, operation="get"),
        "jsonrpc-5": {**rpc(5, "", {"pageToken": "it's"}), "response": None,
                      "failure": {"kind": "timeout", "text": "no whole answer within 10 s"}, "repeat": 1},
        "http+json-1": get("/tasks", body),
        "http+json-2": get("/tasks?pageSize=1000", page(100)),
        "http+json-3": get("/tasks/00000000-dead", {"error": {"code": 404, "message": "no such task", "details": []}}, status=404, operation="get"),
        "http+json-4": get("/tasks/" + "a" * 700, "<html><h1>502 Bad Gateway</h1></html>", status=502, operation="get"),
        "http+json/acme-1": get("/acme/tasks", page(40), interface="http+json/acme"),
    }  # fmt: skip
    exchanges |= {f"http+json-walk-{n}": get(f"/tasks?pageSize=3&pageToken={n}", page(3)) for n in range(20)}
    timeline = [
        {"id": entry["id"], "timestamp": entry["status"]["timestamp"], "bad": number == 3}
        for number, entry in enumerate(rising["tasks"])
    ]
    findings = [
        finding("bindings.declared", "all", expected="an answer from each declared url", came="answers from 3 of 3"),
        finding("size.default", "jsonrpc", "fail", expected="at most 50 tasks on the page", came="51 tasks",
                exchanges=["jsonrpc-1"], marks=[{"exchange": "jsonrpc-1", "pointer": "/result/tasks/50"}]),
        finding("size.default", "http+json", expected="at most 50 tasks on the page", came="50 tasks", exchanges=["http+json-1"]),
        finding("size.limit", "jsonrpc", "blocked", reason="size.default failed, so a page's size says nothing here."),
        *(finding("size.limit", "http+json", case=f"pageSize {n}", expected=f"at most {n} tasks", came=f"{n} tasks",
                  exchanges=["http+json-1"]) for n in (1, 2, 7, 50, 100)),
        finding("size.maximum", "http+json", "note", expected="at most 100 tasks, or a refusal", came="100 tasks",
                exchanges=["http+json-2"], observations=[{"name": "above the maximum", "value": "clamps to 100"}]),
        finding("size.maximum", "jsonrpc", "inconclusive", reason="Only 64 tasks are visible, 101 are needed: run it with --create-tasks, or against a fuller store.",
                exchanges=["jsonrpc-1"]),
        finding("size.echo", "jsonrpc", "warn", clause="zero", level="SHOULD", expected="pageSize on an empty page too", came="no pageSize",
                exchanges=["jsonrpc-4"], marks=[{"exchange": "jsonrpc-4", "pointer": "/result/pageSize"}]),
        finding("size.echo", "jsonrpc", case="a full page", clause="non-zero", expected="pageSize 50", came="50", exchanges=["jsonrpc-1"]),
        finding("token.always-present", "jsonrpc", "fail", case="last page", expected="nextPageToken, a string", came="no nextPageToken",
                exchanges=["jsonrpc-3", "jsonrpc-1"], marks=[{"exchange": "jsonrpc-3", "pointer": "/result/nextPageToken"}]),
        finding("token.walk-complete", "http+json", expected="120 tasks, each once", came="120 tasks",
                exchanges=[f"http+json-walk-{n}" for n in range(20)]),
        finding("token.walk-complete", "jsonrpc", "error", case="pageSize 3", reason="The check raised KeyError: 'tasks'. Please report it.", exchanges=["jsonrpc-5"]),
        finding("token.format", "jsonrpc", "note", level="NOTE", came="base64 of a JSON object", observations=[{"name": "token format", "value": "base64 of a JSON object"}]),
        finding("token.format", "http+json", "note", level="NOTE", came="base64 of a JSON object", observations=[{"name": "token format", "value": "base64 of a JSON object"}]),
        finding("history.unset", "jsonrpc", "note", level="NOTE", came="all 6 messages", observations=[{"name": "what unset gives", "value": "all of 6 messages"}]),
        finding("history.unset", "http+json", "note", level="NOTE", came="no history", observations=[{"name": "what unset gives", "value": "no history"}]),
        finding("history.zero", "jsonrpc", expected="no message", came="history is left out", observations=[{"name": "what 0 gives", "value": "left out"}]),
        finding("history.zero", "http+json", expected="no message", came="an empty list", observations=[{"name": "what 0 gives", "value": "[]"}]),
        finding("order.newest-first", "jsonrpc", "fail", expected="no timestamp above the one before it", came="09:00:06.25 after 09:00:05",
                exchanges=["jsonrpc-2"], timeline=timeline, marks=[{"exchange": "jsonrpc-2", "pointer": "/result/tasks/3/status/timestamp"}]),
        finding("order.newest-first", "http+json", expected="no timestamp above the one before it", came="none in 120 tasks",
                timeline=[{**entry, "bad": False} for entry in timeline if entry["timestamp"]][:3]),
        finding("order.stable", "jsonrpc", "warn", level="SHOULD", expected="the same order of 2 tied tasks twice", came="the other way round the second time", exchanges=["jsonrpc-2"]),
        finding("artifacts.omitted-by-default", "jsonrpc", expected="no artifacts key", came="none on 120 tasks", exchanges=["jsonrpc-1"]),
        finding("filter.context", "jsonrpc", "inconclusive", reason="The server was throttling: 429 twice, Retry-After 30.", exchanges=["jsonrpc-5"]),
        finding("get.returns-the-task", "jsonrpc", expected="the task asked for, with a state", came="it, completed", exchanges=["jsonrpc-4"]),
        finding("get.after-send", "jsonrpc", "not tested", reason="It needs permission to create tasks: give --create-tasks."),
        finding("get.after-send", "http+json", "not tested", reason="It needs permission to create tasks: give --create-tasks."),
        finding("notfound.code", "http+json", "fail", expected="404 with reason TASK_NOT_FOUND", came="502 and an HTML page", exchanges=["http+json-4", "http+json-3"],
                marks=[{"exchange": "http+json-4", "pointer": "status"}, {"exchange": "http+json-4", "pointer": "header:Content-Type"}, {"exchange": "http+json-3", "pointer": "/error/details"}]),
        finding("scope.list", "-", "not tested", reason="It needs a second credential: give --other-bearer-env or --other-header."),
        finding("error.says-which", "http+json", "warn", level="SHOULD", expected="pageSize named in the message", came="“no such task”", exchanges=["http+json-3"], marks=[{"exchange": "http+json-3", "pointer": "header:WWW-Authenticate"}]),
        finding("http.head", "jsonrpc", "not applicable", level="NOTE", reason="JSON-RPC has no HEAD."),
        finding("http.head", "http+json", "note", level="NOTE", came="200 without content", observations=[{"name": "HEAD", "value": "200 without content"}]),
        finding("get.returns-the-task", "http+json/acme", expected="the task asked for, with a state", came="it, completed", exchanges=["http+json/acme-1"]),
    ]  # fmt: skip
    summary = report([], [])["summary"] | {
        "verdict": "fail", "exit": 1, "requirements": {"fail": 4, "pass": 9}, "must": {"fail": 4},
        "advice": "Fix token.always-present first: 12 other requirements build on it.",
    }  # fmt: skip
    return report(REQUIREMENTS, findings, exchanges, summary=summary)


def hostile() -> dict[str, Any]:
    """Return a report in which every text that a server or its card can set is hostile."""
    exchanges, findings = {}, []
    for number, text in enumerate(HOSTILE):
        key = f"jsonrpc-{number}"
        exchanges[key] = rpc(number, {"tasks": [{"id": text}], "x": text}, {"pageToken": text})
        exchanges[key]["response"]["headers"].append(["x-evil", text])
        findings.append(
            finding(
                "size.default", "jsonrpc", ["fail", "warn", "note", "error"][number % 4], case=text, expected=text, came=text,
                reason=text if number % 4 == 3 else "", exchanges=[key], observations=[{"name": "said", "value": text}],
                marks=[{"exchange": key, "pointer": "/result/x"}, {"exchange": key, "pointer": "header:x-evil"}],
                timeline=[{"id": text, "timestamp": text, "bad": True}, {"id": "b", "timestamp": "2026-10-06T09:00:00Z", "bad": False}],
            )  # fmt: skip
        )
    binary = rpc(90, "")
    binary["response"] |= {"encoding": "base64", "body": base64.b64encode(bytes(range(256)) * 4).decode(), "truncated": True}
    deep = rpc(91, '{"a":' * 20_000 + "1" + "}" * 20_000)
    huge = rpc(92, page(1, blob="A" * 200_000))
    many = rpc(93, page(900))
    exchanges |= {"jsonrpc-90": binary, "jsonrpc-91": deep, "jsonrpc-92": huge, "jsonrpc-93": many}
    findings += [
        finding("size.limit", "jsonrpc", "fail", case=key, expected="a page", came="something else", exchanges=[key],
                marks=[{"exchange": key, "pointer": "/result/tasks/0/id"}])
        for key in ("jsonrpc-90", "jsonrpc-91", "jsonrpc-92", "jsonrpc-93")
    ]  # fmt: skip
    made = report(REQUIREMENTS, findings, exchanges)
    target = made["targets"][0]
    target["name"] = target["card"]["name"] = target["card"]["provider"] = HOSTILE[0]
    target["interfaces"][2] |= {"key": "http+json/" + HOSTILE[2], "tenant": HOSTILE[2]}
    findings.append(finding("size.default", "http+json/" + HOSTILE[2], "pass", expected="a page", came="a page"))
    made["summary"] |= {"verdict": "error", "exit": 4, "advice": HOSTILE[3]}
    return made


def large(rows: int = 5000) -> dict[str, Any]:
    """Return a report with `rows` findings, a row each, on four interfaces; every 25th fails with evidence."""
    keys = ("jsonrpc", "http+json", "http+json/acme", "grpc")
    groups = sorted(TITLES)
    requirements = [
        requirement(f"{groups[n % len(groups)]}.rule-{n}", f"The answer keeps rule number {n}.") for n in range((rows + 3) // 4)
    ]
    exchanges: dict[str, Any] = {}
    for n in range(200):
        for key in keys[:3]:
            exchanges[f"{key}-{n}"] = get(f"/tasks?pageToken={n}", page(40 if n % 4 else 300), interface=key)
    findings = []
    for n in range(rows):
        entry, key = requirements[n // 4], keys[n % 4]
        cited = [f"{keys[n % 3]}-{n % 200}"]
        verdict = "fail" if n % 25 == 0 else ("pass", "pass", "note", "warn", "pass", "pass", "pass")[n % 7]
        marks = [{"exchange": cited[0], "pointer": "/tasks/20/id"}] if verdict == "fail" else []
        findings.append(
            finding(entry["id"], key, verdict, expected=f"rule {n} to hold", came=f"what came for {n}", exchanges=cited, marks=marks)
        )
    return report(requirements, findings, exchanges)
