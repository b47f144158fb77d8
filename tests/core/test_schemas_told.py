"""How what breaks a schema is told: in words, once, shortly, whatever the value; and how fast."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.core import schemas
from conformance.core.jsontext import OddNumber, parse
from conformance.core.schemas import nulls, problems, validator
from tests.helpers.schema_examples import (
    GOOD,
    MESSAGE,
    NAMES,
    TASK,
    changed,
)

fixed = settings(derandomize=True, database=None, deadline=None)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [None, 1, "x", [1], {}, True, OddNumber("1e999")])
def test_any_other_value_is_refused_in_words(name: str, value: object) -> None:
    found = problems(name, value)
    if (name, value) not in [("list-tasks-response", {})]:
        assert found
    assert all(problem.message for problem in found)


@fixed
@given(
    st.sampled_from(NAMES),
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text()
        | st.sampled_from(list(GOOD.values())),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(st.sampled_from(["parts", "tasks", "id", "error", "\x1b"]), inner)
        ),
    ),
)
def test_problems_are_printable_whatever_comes(name: str, value: object) -> None:
    for problem in problems(name, value, limit=50):
        assert problem.message.isprintable()


def test_a_hostile_value_is_quoted_safely_and_shortly() -> None:
    task = changed(TASK, "/status/state", "\x1b[2J\n::error::" * 100)
    (problem,) = problems("task", task)
    assert problem.message.isprintable()
    assert len(problem.message) < 200


def test_nulls_of_optional_members_are_told_apart() -> None:
    task = changed(
        changed(changed(TASK, "/contextId", None), "/status/message", None), "/metadata", {"a": None}
    )
    task["history"] = [{**MESSAGE, "parts": [{"data": None}, {"text": "x", "url": None}]}]
    assert problems("task", task) == []
    assert sorted(nulls("task", task)) == ["/contextId", "/history/0/parts/1/url", "/status/message"]


def test_a_null_that_is_a_fault_is_not_told_twice() -> None:
    assert nulls("task", changed(TASK, "/id", None)) == []


def test_the_limit_holds_and_a_page_names_the_task() -> None:
    page = {"tasks": [TASK] + [{"id": str(i), "status": {}} for i in range(50)], "total_size": 1}
    found = problems("list-tasks-response", page, limit=3)
    assert [problem.pointer for problem in found] == ["/total_size", "/tasks/1/status", "/tasks/2/status"]


def test_a_task_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = []
    judge = schemas._judge
    monkeypatch.setattr(schemas, "_memory", {})
    monkeypatch.setattr(schemas, "_judge", lambda name, value: judged.append(name) or judge(name, value))
    for _ in range(3):
        problems("list-tasks-response", {"tasks": [TASK, dict(reversed(TASK.items())), {**TASK, "id": "t2"}]})
    assert judged == ["list-tasks-response", "task", "task"]


def test_a_page_seen_before_costs_little() -> None:
    page = {"tasks": [{**TASK, "id": f"t{i}"} for i in range(50)]}
    value = parse(json.dumps(page).encode()).value
    problems("list-tasks-response", value)
    start = time.perf_counter()
    problems("list-tasks-response", value)
    assert time.perf_counter() - start < 0.05


def test_an_unknown_schema_is_our_mistake() -> None:
    with pytest.raises(KeyError):
        validator("nothing")
