"""What `list` and `explain` print."""

from __future__ import annotations

import pytest

from conformance.catalogue import Requirement, load_catalogue
from conformance.catalogue.explain import explain, listing

CATALOGUE = load_catalogue()


def test_explain_tells_all_there_is() -> None:
    assert (
        explain(CATALOGUE["size.maximum"], ["test_no_page_exceeds_the_maximum"])
        == """\
size.maximum
A page never holds more than 100 tasks, whatever pageSize asks for.

  MUST (main): No page holds more than 100 tasks.
  NOTE (answer): Whether a pageSize above 100 is refused or clamped.

  never failed: refusing, clamping: both conform
  needs: at least 101 visible tasks, or a refusal while pageSize 100 is accepted
  applies to: JSON-RPC, HTTP+JSON, gRPC; ListTasks
  judged after: size.limit
  judged by: test_no_page_exceeds_the_maximum

Specification
  proto ListTasksRequest.page_size
    https://github.com/a2aproject/A2A/blob/v1.0.1/specification/a2a.proto#L687
"""
    )


def test_explain_says_what_to_give_and_why_a_level_is_weak() -> None:
    text = explain(CATALOGUE["scope.while-working"], [])
    assert "--create-tasks" in text
    assert "--other-header" in text
    assert "judged by: no check" in text
    assert "ruling: " in explain(CATALOGUE["order.dated"], [])
    assert "MUST* (main)" in explain(CATALOGUE["token.garbage"], [])
    assert "  *: a MUST by §3.3.2 alone" in explain(CATALOGUE["token.garbage"], [])
    assert "note: §3.3.2" in explain(CATALOGUE["notfound.hidden"], [])
    assert "  §3.1.4 List Tasks\n" in explain(CATALOGUE["order.dated"], [])


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("requirement", CATALOGUE, ids=lambda requirement: requirement.id)
def test_lines_fit_unless_one_word_does_not(requirement: Requirement, width: int) -> None:
    body = explain(requirement, ["test_a", "test_b"], width=width).split("\nSpecification\n")[0]
    assert [line for line in body.splitlines() if len(line) > width and " " in line.strip()] == []


def test_the_listing_has_every_requirement_under_its_group() -> None:
    blocks = listing(CATALOGUE).rstrip("\n").split("\n\n")
    assert [block.splitlines()[0] for block in blocks] == [group.title for group in CATALOGUE.groups]
    rows = [
        line.split() for line in listing(CATALOGUE).splitlines() if line.startswith("  ") and line[2] != " "
    ]
    assert rows == [[requirement.id, requirement.level.value] for requirement in CATALOGUE]


def test_the_listing_can_be_of_some_only() -> None:
    assert (
        listing(CATALOGUE, CATALOGUE.match("total.pres*"))
        == """\
totalSize
  total.present                 MUST
      totalSize is in the answer, an integer not below zero.
"""
    )


def test_explain_names_the_faults_that_turn_it_red() -> None:
    text = explain(CATALOGUE["size.maximum"], [], ["one-above-the-maximum", "maximum-of-two-hundred"])
    assert "  broken by the faults: one-above-the-maximum, maximum-of-two-hundred\n" in text
    assert "broken by" not in explain(CATALOGUE["size.maximum"], [])
