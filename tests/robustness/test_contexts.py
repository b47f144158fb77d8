"""Stores whose contexts show no paging: a context for each task, as many agents make them, or one for all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import pytest

from conformance.core.verdicts import Verdict
from conformance.reference import data
from conformance.reference.data import demo
from conformance.reference.rules import Rules
from conformance.reference.store import Record
from tests.checks.harness import judged, reds

PAGING = ("token", "total", "size", "order", "filter.status", "filter.combined")


def moved(context: str, *, state: str = "") -> Iterable[Record]:
    """Return the demo's tasks in other contexts, and all in one state where one is named."""
    for record in demo.records():
        name = context.format(record.id)
        history = [message | {"contextId": name} for message in record.history]
        spoken = record.message and record.message | {"contextId": name}
        yield replace(record, context=name, history=history, message=spoken, state=state or record.state)


@pytest.mark.slow
@pytest.mark.parametrize("context", ["own-{}", "one"])
@pytest.mark.parametrize("state", ["", "TASK_STATE_COMPLETED"])
def test_paging_is_judged_all_the_same(context: str, state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = replace(data.DATASETS["demo"], records=partial(moved, context, state=state))
    monkeypatch.setitem(data.DATASETS, "contexts", changed)
    found = judged(*PAGING, rules=Rules(), dataset="contexts", second=False, **{"create-tasks": False})
    assert reds(found) == set()
    walks = {f.case: f.verdict for f in found if f.requirement == "token.walk-complete"}
    assert walks.pop("within a millisecond") in {Verdict.PASS, Verdict.NOT_APPLICABLE}
    assert set(walks.values()) == {Verdict.PASS}
    open_ = {f.requirement for f in found if f.verdict is Verdict.INCONCLUSIVE}
    assert open_ <= {"filter.combined", "filter.status", "token.keeps-filter", "total.matches"}
