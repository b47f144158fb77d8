"""junit.xml is legal XML whatever came, and counts what it holds."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from conformance.report.junit import render_junit
from tests.report import samples
from tests.report.parts import finding, report, requirement


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text.encode())


def case(root: ET.Element, name: str) -> ET.Element:
    (found,) = [element for element in root.iter("testcase") if element.get("name") == name]
    return found


def test_a_test_case_per_finding() -> None:
    root = parsed(render_junit(samples.whole()))
    assert len(list(root.iter("testcase"))) == len(samples.whole()["findings"])
    names = [(element.get("classname"), element.get("name")) for element in root.iter("testcase")]
    assert ("size.jsonrpc", "size.default[list]") in names
    assert ("bindings.all interfaces", "bindings.declared[list]") in names


@pytest.mark.parametrize("name", ["whole", "hostile"])
def test_the_counts_are_those_of_the_elements(name: str) -> None:
    root = parsed(render_junit(getattr(samples, name)()))
    for element in [root, *root.iter("testsuite")]:
        inside = list(element.iter("testcase"))
        assert element.get("tests") == str(len(inside))
        for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert element.get(attribute) == str(sum(entry.find(tag) is not None for entry in inside))


VERDICTS = {
    "pass": None,
    "note": None,
    "warn": None,
    "fail": "failure",
    "error": "error",
    "blocked": "skipped",
    "inconclusive": "skipped",
    "not tested": "skipped",
    "not applicable": "skipped",
}


@pytest.mark.parametrize("verdict", VERDICTS)
@pytest.mark.parametrize("strict", [False, True])
def test_each_verdict_has_its_outcome(verdict: str, strict: bool) -> None:
    made = report([requirement("size.r", "A rule.")], [finding("size.r", "jsonrpc", verdict)])
    element = case(parsed(render_junit(made, strict=strict)), "size.r[list]")
    outcome = [child.tag for child in element if child.tag != "properties"]
    expected = "failure" if strict and verdict == "warn" else VERDICTS[verdict]
    assert outcome == ([expected] if expected else [])
    properties = {entry.get("name"): entry.get("value") for entry in element.iter("property")}
    assert properties["verdict"] == verdict


def test_a_failure_says_what_came_and_how_to_see_it() -> None:
    root = parsed(render_junit(samples.whole()))
    (failure,) = [e for e in root.iter("failure") if e.get("type") == "MUST size.default"]
    assert failure.get("message") == "Expected at most 50 tasks on the page. Came: 51 tasks."
    assert failure.text is not None
    assert "Marked in jsonrpc-1: /result/tasks/50" in failure.text
    assert 'Bearer \'"$BEARER"' in failure.text
    assert "[redacted" not in failure.text


def test_a_skip_gives_its_reason_and_observations_are_properties() -> None:
    root = parsed(render_junit(samples.whole()))
    skipped = [element.get("message") for element in root.iter("skipped")]
    assert "not tested: It needs permission to create tasks: give --create-tasks." in skipped
    values = {entry.get("name"): entry.get("value") for entry in root.iter("property")}
    assert values["observed token format"] == "base64 of a JSON object"


def test_hostile_text_is_legal_and_harmless() -> None:
    text = render_junit(samples.hostile())
    root = parsed(text)
    assert not re.search("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text)
    assert "<script" not in text
    assert max(len(value) for element in root.iter() for value in element.attrib.values()) <= 6000
    assert any("window.pwned" in (element.get("message") or "") for element in root.iter())


def test_a_run_that_was_cut_short_says_so() -> None:
    made = samples.whole()
    made["complete"] = False
    root = parsed(render_junit(made))
    assert root.find("properties/property[@name='complete']") is not None
