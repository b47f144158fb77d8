"""Reports of the reference server, whole and with a rule broken, and the comparison of them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from conformance.comparison.table import Comparison, compared
from conformance.proof.registry import faults
from conformance.proof.trial import demo_options, run_rules
from conformance.reference import Rules
from conformance.report.write import report_text
from conformance.session.recording import written
from tests.report.conftest import browser

__all__ = ["browser"]
SOME = (
    "artifacts.omitted*",
    "size.default",
    "size.minimum",
    "notfound.code",
    "bindings.same-result",
    "token.format",
)
Report = dict[str, Any]


def report_of(rules: Rules, *requirements: str) -> Report:
    """Return the report of the reference server with `rules`, held to some requirements or to all."""
    run = run_rules(rules, options=demo_options(requirement=requirements))
    return dict(json.loads(report_text(written(run))))


def faulty(name: str) -> Rules:
    """Return the rules of a named fault."""
    return next(fault for fault in faults() if fault.name == name).rules()


def edited(report: Mapping[str, Any], change: Callable[[Report], None]) -> Report:
    """Return a copy of a report that `change` has worked on."""
    changed = copy.deepcopy(dict(report))
    change(changed)
    return changed


def finding(report: Mapping[str, Any], requirement: str, interface: str, case: str = "") -> dict[str, Any]:
    """Return one finding of a report."""
    key = (requirement, interface, case)
    return next(
        entry
        for entry in report["findings"]
        if (entry["requirement"], entry["interface"], entry["case"]) == key
    )


@pytest.fixture(scope="session")
def good() -> Report:
    """The reference server as it is."""
    return report_of(Rules(), *SOME)


@pytest.fixture(scope="session")
def bad() -> Report:
    """The reference server showing artifacts in lists unasked."""
    return report_of(faulty("artifacts-unasked"), *SOME)


@pytest.fixture(scope="session")
def pair(good: Report, bad: Report) -> Comparison:
    """Both, side by side."""
    return compared([("good", good), ("bad", bad)])
