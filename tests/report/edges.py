"""Reports at the edges: everything hostile, and thousands of findings."""

from __future__ import annotations

import base64
from typing import Any

from tests.report.parts import TITLES, finding, get, page, report, requirement, rpc
from tests.report.requirements import REQUIREMENTS

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


def hostile() -> dict[str, Any]:
    """Return a report in which every text that a server or its card can set is hostile."""
    exchanges, findings = {}, []
    for number, text in enumerate(HOSTILE):
        key = f"jsonrpc-{number}"
        exchanges[key] = rpc(number, {"tasks": [{"id": text}], "x": text}, {"pageToken": text})
        exchanges[key]["response"]["headers"].append(["x-evil", text])
        findings.append(
            finding(
                "size.default",
                "jsonrpc",
                ["fail", "warn", "note", "error"][number % 4],
                case=text,
                expected=text,
                came=text,
                reason=text if number % 4 == 3 else "",
                exchanges=[key],
                observations=[{"name": "said", "value": text}],
                marks=[
                    {"exchange": key, "pointer": "/result/x"},
                    {"exchange": key, "pointer": "header:x-evil"},
                ],
                timeline=[
                    {"id": text, "timestamp": text, "bad": True},
                    {"id": "b", "timestamp": "2026-10-06T09:00:00Z", "bad": False},
                ],
            )
        )
    binary = rpc(90, "")
    binary["response"] |= {
        "encoding": "base64",
        "body": base64.b64encode(bytes(range(256)) * 4).decode(),
        "truncated": True,
    }
    deep = rpc(91, '{"a":' * 20_000 + "1" + "}" * 20_000)
    huge = rpc(92, page(1, blob="A" * 200_000))
    many = rpc(93, page(900))
    exchanges |= {"jsonrpc-90": binary, "jsonrpc-91": deep, "jsonrpc-92": huge, "jsonrpc-93": many}
    findings += [
        finding(
            "size.limit",
            "jsonrpc",
            "fail",
            case=key,
            expected="a page",
            came="something else",
            exchanges=[key],
            marks=[{"exchange": key, "pointer": "/result/tasks/0/id"}],
        )
        for key in ("jsonrpc-90", "jsonrpc-91", "jsonrpc-92", "jsonrpc-93")
    ]
    made = report(REQUIREMENTS, findings, exchanges)
    target = made["targets"][0]
    target["name"] = target["card"]["name"] = target["card"]["provider"] = HOSTILE[0]
    target["interfaces"][2] |= {"key": "http+json/" + HOSTILE[2], "tenant": HOSTILE[2]}
    findings.append(
        finding("size.default", "http+json/" + HOSTILE[2], "pass", expected="a page", came="a page")
    )
    made["summary"] |= {"verdict": "error", "exit": 4, "advice": HOSTILE[3]}
    return made


def large(rows: int = 5000) -> dict[str, Any]:
    """Return a report with `rows` findings, a row each, on four interfaces; every 25th fails with evidence."""
    keys = ("jsonrpc", "http+json", "http+json/acme", "grpc")
    groups = sorted(TITLES)
    requirements = [
        requirement(f"{groups[n % len(groups)]}.rule-{n}", f"The answer keeps rule number {n}.")
        for n in range((rows + 3) // 4)
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
            finding(
                entry["id"],
                key,
                verdict,
                expected=f"rule {n} to hold",
                came=f"what came for {n}",
                exchanges=cited,
                marks=marks,
            )
        )
    return report(requirements, findings, exchanges)
