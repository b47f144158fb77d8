"""The parts that sample reports are built from."""

from __future__ import annotations

import json
from typing import Any

SPECIFICATION = "https://a2a-protocol.org/latest/specification/"


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
        "requirement": identifier,
        "interface": interface,
        "verdict": verdict,
        "reason": "",
        **empty,
        **lists,
        **more,
    }


def task(number: int, stamp: str | None = None) -> dict[str, Any]:
    """Return a task as a server shows it."""
    stamp = (
        stamp
        or f"2026-10-06T{9 + number // 3600:02}:{number // 60 % 60:02}:{59 - number % 60:02}.{number % 1000:03}Z"
    )
    return {
        "id": f"{number:08x}-848d-4f4d-8cd1-3204d1e1bbaf",
        "contextId": f"ctx-{number % 9}",
        "status": {"state": "TASK_STATE_COMPLETED", "timestamp": stamp},
        "metadata": {"note": "Comparing the diff against main", "number": number},
    }


def page(count: int, **more: Any) -> dict[str, Any]:
    """Return the result of ListTasks."""
    return {
        "tasks": [task(n) for n in range(count)],
        "nextPageToken": "eyJvIjo1MH0=",
        "pageSize": 50,
        "totalSize": 120,
        **more,
    }


def rpc(
    number: int, result: Any, params: dict[str, Any] | None = None, *, status: int = 200, **more: Any
) -> dict[str, Any]:
    """Return a JSON-RPC exchange; `result` is a result, or the text of the whole body."""
    body = {"jsonrpc": "2.0", "id": number, "method": "ListTasks", "params": params or {}}
    answer = (
        result if isinstance(result, str) else json.dumps({"jsonrpc": "2.0", "id": number, "result": result})
    )
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


def get(
    path: str, result: Any, *, status: int = 200, interface: str = "http+json", **more: Any
) -> dict[str, Any]:
    """Return an HTTP+JSON exchange."""
    kind = "application/a2a+json" if status < 400 else "application/json"
    body = result if isinstance(result, str) else json.dumps(result)
    response = {
        "status": status,
        "headers": [["content-type", kind], ["allow", "GET, HEAD"]],
        "body": body,
        "encoding": "utf-8",
        "truncated": False,
    }
    request = {
        "method": "GET",
        "url": f"https://agent.example.com/v1{path}",
        "headers": [
            ["Accept", "application/a2a+json, application/json"],
            ["Authorization", "Bearer [redacted:BEARER]"],
        ],
        "body": "",
        "encoding": "utf-8",
    }
    return exchange(interface, request, response, key=path, **more)


def exchange(interface: str, request: Any, response: Any, **more: Any) -> dict[str, Any]:
    """Return an exchange from its two halves."""
    plain = {"interface": interface, "principal": "main", "operation": "list", "key": "", "repeat": 0}
    return {**plain, "request": request, "response": response, "failure": None, "ms": 12.34, **more}


def interface(key: str, binding: str, url: str, **more: Any) -> dict[str, Any]:
    """Return an interface of the card."""
    return {
        "key": key,
        "binding": binding,
        "url": url,
        "version": "1.0",
        "tenant": None,
        "tested": True,
        "reason": "",
        **more,
    }


def report(
    requirements: list[dict[str, Any]],
    findings: list[dict[str, Any]],
    exchanges: dict[str, Any] | None = None,
    **more: Any,
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
                        "grpc",
                        "GRPC",
                        "grpc.example.net:443",
                        tested=False,
                        reason="It is on another origin, grpc.example.net: give --allow-origin grpc.example.net.",
                    ),
                ],
            }
        ],
        "survey": {
            key: {
                "tasks": 120,
                "contexts": 9,
                "states": {"TASK_STATE_COMPLETED": 120},
                "with_artifacts": 12,
                "with_history": 30,
                "pages": 2,
                "complete": True,
                "moved": 0,
                "total_size": 120,
            }
            for key in ("jsonrpc", "http+json", "http+json/acme")
        },
        "exchanges": exchanges or {},
        "findings": findings,
        "summary": {
            "verdict": "pass",
            "exit": 0,
            "requirements": {"pass": 1},
            "must": {"pass": 1},
            "requests": {"jsonrpc": 143, "http+json": 150, "http+json/acme": 150},
            "peak_in_flight": 8,
            "longest_chain": 31,
            "advice": "",
        },
        "complete": True,
        **more,
    }


TITLES = {
    "get": "GetTask",
    "history": "historyLength",
    "size": "pageSize",
    "token": "pageToken and nextPageToken",
    "order": "Order",
    "artifacts": "Artifacts",
    "filter": "Filters",
    "total": "totalSize",
    "notfound": "Not found",
    "scope": "Visibility",
    "error": "Errors",
    "shape": "Shapes",
    "bindings": "Agreement between bindings",
    "http": "HTTP",
}
