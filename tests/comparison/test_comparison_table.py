"""Which rows differ and what stands in them, from runs on the reference server."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from conformance.comparison.data import comparison_data
from conformance.comparison.normal import Normaliser
from conformance.comparison.page import render_comparison
from conformance.comparison.sides import Budget, cases_of, compared_answers
from conformance.comparison.table import Comparison, Row, compared
from conformance.core.verdicts import Verdict
from conformance.reference import Rules
from conformance.report.load import schema_text
from tests.comparison.conftest import SOME, Report, edited, finding, report_of

BROKEN = "artifacts.omitted-by-default"


def row(rows: Any, identifier: str, name: str = "") -> Row:
    return next(entry for entry in rows if entry.requirement["id"] == identifier and entry.name == name)


def valid(data: Report) -> Report:
    jsonschema.Draft202012Validator(json.loads(schema_text("comparison.schema.json"))).validate(data)
    return data


def test_a_broken_rule_is_a_row_that_differs_and_others_are_not(pair: Comparison) -> None:
    differing = {entry.requirement["id"] for entry in pair.rows if entry.differs}
    assert differing == {BROKEN}
    broken = row(pair.rows, BROKEN)
    assert [cell.verdict for cell in broken.cells] == [Verdict.PASS] * 2 + [Verdict.FAIL] * 2
    assert broken.other(broken.cells[3]) is broken.cells[1]
    assert broken.other(broken.cells[0]) is broken.cells[2]


def test_what_spans_interfaces_is_one_cell_over_all_of_a_target(pair: Comparison) -> None:
    cells = row(pair.rows, "bindings.same-result").cells
    assert [(cell.interface, list(cell.interfaces)) for cell in cells] == [
        ("all", ["jsonrpc", "http+json"])
    ] * 2


def test_behaviours_are_the_values_themselves(pair: Comparison) -> None:
    unknown = row(pair.behaviours, "notfound.code", "answer to GetTask, an unknown id")
    assert list(unknown.cells[0].values) == ["HTTP 200, error -32001: Task not found"]
    assert list(unknown.cells[1].values) == ["HTTP 404, error 404 NOT_FOUND: Task not found"]
    token = row(pair.behaviours, "token.format", "page token, decoded")
    assert all("characters" in value for cell in token.cells for value in cell.values)


def test_the_difference_of_two_answers_is_marked(pair: Comparison) -> None:
    broken = row(pair.rows, BROKEN)
    cell = broken.cells[2]
    case, *_ = cases_of(cell, broken.other(cell), Budget(4, 700, 5000))
    assert case.marked is not None
    added = [piece.text for piece in case.marked.pieces if piece.sign == "+"]
    assert any('"artifacts"' in text for text in added)
    gone = [piece.text for piece in case.marked.pieces if piece.sign == "-"]
    assert not any('"artifacts"' in text for text in gone)


def test_ids_and_times_are_no_difference(good: Report) -> None:
    # Of tasks that were created at the same time another may be the newest: that is a difference, and rare.
    assert any(newest_looks_alike(good, report_of(Rules(), *SOME)) for _ in range(4))


def newest_looks_alike(one: Report, other: Report) -> bool:
    """Whether the page of the newest task of two runs differs in ids and times alone."""
    sides = compared([("one", one), ("two", other)]).sides
    keys = [finding(side.report, "token.format", "jsonrpc")["exchanges"][0] for side in sides]
    bodies = [
        side.report["exchanges"][key]["response"]["body"] for side, key in zip(sides, keys, strict=True)
    ]
    assert bodies[0] != bodies[1]
    pieces = compared_answers((sides[0], keys[0]), (sides[1], keys[1]))
    return {piece.sign for piece in pieces} <= {" ", "…"}


def test_two_runs_in_a_row_give_the_same_data(good: Report, bad: Report) -> None:
    again = report_of(Rules(), *SOME)
    one = valid(comparison_data(compared([("good", good), ("bad", bad)])))
    two = valid(comparison_data(compared([("good", again), ("bad", bad)])))
    assert json.dumps(one) == json.dumps(two)
    assert json.dumps(one) != json.dumps(comparison_data(compared([("good", bad), ("bad", bad)])))


@pytest.mark.slow
def test_two_whole_runs_in_a_row_give_the_same_data() -> None:
    def timeless(report: Report) -> None:
        # It waits for the agent to be done; the patience of a trial is short.
        report["findings"] = [f for f in report["findings"] if f["requirement"] != "order.artifact-update"]

    reports = [edited(report_of(Rules()), timeless) for _ in range(2)]
    one, two = (valid(comparison_data(compared([("reference", report)]))) for report in reports)
    assert one == two


def test_names_and_links_are_distinct(good: Report, bad: Report) -> None:
    sides = compared([("a b", good), ("a b", bad), ("a-b", bad), ("é", bad), ("ü", bad)]).sides
    assert [side.name for side in sides] == ["a b", "a b 2", "a-b", "é", "ü"]
    assert len({side.key for side in sides}) == 5


def test_a_target_with_one_interface_is_compared_on_that(good: Report) -> None:
    def only_http(report: Report) -> None:
        report["targets"][0]["interfaces"] = [
            e for e in report["targets"][0]["interfaces"] if e["key"] == "http+json"
        ]
        report["findings"] = [e for e in report["findings"] if e["interface"] == "http+json"]

    found = compared([("both", good), ("http", edited(good, only_http))])
    assert [key for _, key in found.columns] == ["jsonrpc", "http+json", "http+json"]
    assert not [
        entry.anchor for entry in found.rows if entry.differs and entry.requirement["group"] != "bindings"
    ]


def test_no_shared_interface_compares_everything(good: Report) -> None:
    def only(key: str) -> Any:
        def change(report: Report) -> None:
            report["targets"][0]["interfaces"] = [
                e for e in report["targets"][0]["interfaces"] if e["key"] == key
            ]
            report["findings"] = [e for e in report["findings"] if e["interface"] == key]

        return change

    def failing(report: Report) -> None:
        only("http+json")(report)
        finding(report, BROKEN, "http+json")["verdict"] = "fail"

    found = compared([("rpc", edited(good, only("jsonrpc"))), ("http", edited(good, failing))])
    assert row(found.rows, BROKEN).differs
    assert not row(found.rows, "size.default").differs


def test_normalising_takes_out_what_changes_and_nothing_else(good: Report) -> None:
    normal = Normaliser(good).text
    task = json.loads(
        good["exchanges"][finding(good, "size.default", "jsonrpc")["exchanges"][0]]["response"]["body"]
    )
    identifier = task["result"]["tasks"][0]["id"]
    token = task["result"]["nextPageToken"]
    assert normal(f"task {identifier}, then '{token[:20]}…'") == "task <id>, then '<token>'"
    assert normal(f"/tasks/{identifier}?pageToken={token}") == "/tasks/<id>?pageToken=<token>"
    assert normal("at 2026-01-01T00:00:00.5Z on 127.0.0.1:4711") == "at <time> on 127.0.0.1:<port>"
    plain = "51 tasks in TASK_STATE_COMPLETED, pageSize 100, -32602, 9998-01-01"
    assert normal(plain) == plain


def test_the_page_of_few_targets_is_small(pair: Comparison) -> None:
    assert len(render_comparison(pair).encode()) < 2_000_000
