"""junit.xml: a test case per finding, for the test tabs of build servers.

How a verdict maps to JUnit's three outcomes is decided here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final
from xml.etree import ElementTree as ET

from conformance.core.hostile import for_xml, shorten
from conformance.core.verdicts import Verdict
from conformance.report.evidence import curl_line, outline
from conformance.report.model import View
from conformance.report.words import interface_name, others, said

PASSED: Final = frozenset({Verdict.PASS, Verdict.WARN, Verdict.NOTE})
MAX_TEXT: Final = 4000
MAX_NAME: Final = 200
_SHOWN: Final = 2


def render_junit(report: Mapping[str, Any], *, strict: bool = False) -> str:
    """Return the findings as JUnit XML, a suite per interface; with `strict` a warning is a failure.

    The text is legal XML whatever a server sent.
    """
    view = View(report)
    root = ET.Element("testsuites", name=f"{report['suite']['name']} {report['suite']['version']}")
    totals = [0, 0, 0, 0]
    for interface in view.columns:
        findings = [finding for finding in report["findings"] if finding["interface"] == interface]
        if not findings:
            continue
        suite = ET.SubElement(root, "testsuite", name=_name(f"conformance {interface_name(interface)}"))
        suite.set("timestamp", report["started"].removesuffix("Z"))
        for finding in findings:
            _case(suite, finding, report["exchanges"], strict=strict)
        counts = _count(suite)
        _set_counts(suite, counts)
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
    _set_counts(root, totals)
    if report.get("complete") is not True:
        _properties(root, {"complete": "false"})
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _case(
    suite: ET.Element, finding: Mapping[str, Any], exchanges: Mapping[str, Any], *, strict: bool
) -> None:
    verdict, requirement = Verdict(finding["verdict"]), finding["requirement"]
    group = requirement.partition(".")[0]
    case = ET.SubElement(
        suite,
        "testcase",
        classname=_name(f"{group}.{interface_name(finding['interface'])}"),
        name=_name(f"{requirement}[{finding['case']}]" if finding["case"] else requirement),
        time="0",
    )
    facts = {
        "verdict": verdict.value,
        "level": finding["level"],
        "clause": finding["clause"],
        "check": finding["check"],
    }
    observed = {f"observed {entry['name']}": entry["value"] for entry in finding["observations"]}
    says = {"says": said(finding)} if verdict in PASSED and verdict is not Verdict.PASS else {}
    _properties(case, {**facts, **says, **observed})
    sentence = said(finding)
    if verdict is Verdict.FAIL or (strict and verdict is Verdict.WARN):
        element = ET.SubElement(case, "failure", type=_name(f"{finding['level']} {requirement}"))
    elif verdict is Verdict.ERROR:
        element = ET.SubElement(case, "error", type="suite error")
    elif verdict in PASSED:
        return
    else:
        ET.SubElement(case, "skipped", message=_text(f"{verdict.value}: {sentence}"))
        return
    element.set("message", _text(sentence))
    element.text = _text("\n".join(details(finding, exchanges)))


def details(finding: Mapping[str, Any], exchanges: Mapping[str, Any]) -> Iterator[str]:
    """Yield a finding line by line: its sentence first, then further clauses, marks, and requests as curl lines."""
    yield said(finding)
    for clause, sentence in others(finding):
        yield f"Also, clause {clause}: {sentence}"
    for mark in finding["marks"][:_SHOWN]:
        yield f"Marked in {mark['exchange']}: {mark['pointer'] or 'the whole body'}"
    for key in list(dict.fromkeys([mark["exchange"] for mark in finding["marks"]] + finding["exchanges"]))[
        :_SHOWN
    ]:
        yield f"{key}: {outline(exchanges[key])}"
        yield curl_line(exchanges[key]["request"])


def _properties(parent: ET.Element, values: Mapping[str, str]) -> None:
    element = ET.Element("properties")
    for name, value in values.items():
        if value:
            ET.SubElement(element, "property", name=_name(name), value=_text(value))
    parent.insert(0, element)


def _count(suite: ET.Element) -> Sequence[int]:
    return [
        len(suite.findall(path))
        for path in ("testcase", "testcase/failure", "testcase/error", "testcase/skipped")
    ]


def _set_counts(element: ET.Element, counts: Sequence[int]) -> None:
    for name, count in zip(("tests", "failures", "errors", "skipped"), counts, strict=True):
        element.set(name, str(count))
    element.set("time", "0")


def _name(text: str) -> str:
    return for_xml(shorten(text, MAX_NAME))


def _text(text: str) -> str:
    return for_xml(shorten(text, MAX_TEXT))
