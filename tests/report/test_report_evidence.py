"""What of the exchanges goes into the page: curl lines that are safe to paste, and no more bodies than are read."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.report.evidence import curl_line, evidence
from conformance.report.html import render_html
from tests.report.parts import finding, get, page, report, requirement


def test_a_server_cannot_put_a_variable_into_a_curl_line() -> None:
    trap = "[redacted:AWS_SECRET_ACCESS_KEY]"
    exchange = get(f"/tasks?pageToken={trap}", {"nextPageToken": trap})
    exchange["request"]["headers"].append(["A2A-Extensions", trap])
    made = report(
        [requirement("size.r", "A rule.")],
        [finding("size.r", "http+json", "fail", exchanges=["a"])],
        {"a": exchange},
    )
    page_text = render_html(made)
    assert "$BEARER" in page_text
    assert "$AWS_SECRET_ACCESS_KEY" not in page_text


@pytest.mark.parametrize(("length", "whole"), [(3000, True), (5000, False)])
def test_a_command_that_is_too_long_for_a_page_is_cut_and_says_so(length: int, whole: bool) -> None:
    exchange = get("/tasks?pageToken=" + "t" * length, {"nextPageToken": ""})
    shown = evidence("a", exchange, budget=1000)
    assert (shown.curl == curl_line(exchange["request"])) is whole
    assert len(shown.curl) <= 4000
    assert [remark for remark in shown.remarks if "report.json has the request" in remark] == (
        []
        if whole
        else [
            f"The command is cut, it has {len(curl_line(exchange['request'])):,} characters: "
            "report.json has the request."
        ]
    )
    assert evidence("a", exchange, budget=9000).curl == curl_line(exchange["request"])


def test_a_body_of_which_not_all_came_says_why() -> None:
    exchange = get("/tasks", {"nextPageToken": ""})
    exchange["response"]["truncated"] = True
    exchange["failure"] = {"kind": "dropped", "text": "the connection was reset"}
    assert list(evidence("a", exchange, budget=900).remarks) == [
        "This is not the whole body: the connection was reset."
    ]


def test_a_normal_run_stays_under_five_megabytes() -> None:
    keys = ("jsonrpc", "http+json", "http+json/acme", "grpc")
    body = page(260)
    requirements = [
        requirement(f"size.r{n}", "A rule that has a sentence of usual length.") for n in range(130)
    ]
    exchanges = {f"{key}-{n}": get("/tasks", body, interface=key) for key in keys for n in range(200)}
    findings: list[dict[str, Any]] = []
    for number, entry in enumerate(requirements):
        for key in keys:
            for case in range(3):
                cited = [f"{key}-{(number + case * 60 + step) % 200}" for step in range(4)]
                verdict = "fail" if number % 10 == 0 and case == 0 else "pass"
                marks = [{"exchange": cited[0], "pointer": "/tasks/200/id"}] if verdict == "fail" else []
                findings.append(
                    finding(entry["id"], key, verdict, case=f"c{case}", exchanges=cited, marks=marks)
                )
    assert len(exchanges["grpc-1"]["response"]["body"]) > 55_000
    assert len(render_html(report(requirements, findings, exchanges)).encode()) < 5_000_000
