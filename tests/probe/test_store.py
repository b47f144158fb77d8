"""What the survey's store says of the tasks that were found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.bindings.task import Task
from conformance.probe.store import Store
from conformance.profiles import load_profile
from conformance.profiles.profile import Filter

PROFILE = load_profile("a2a")
DONE, WORKING = "TASK_STATE_COMPLETED", "TASK_STATE_WORKING"


def task(task_id: Any, *, state: Any = DONE, second: int | None = 0, **members: Any) -> Task:
    stamp = {} if second is None else {"timestamp": f"2026-01-01T00:00:{second:02}Z"}
    raw = {"id": task_id, "contextId": "c", "status": {"state": state, **stamp}, **members}
    return Task(raw, PROFILE)


def messages(count: int) -> list[dict[str, str]]:
    return [{"messageId": f"m{number}"} for number in range(count)]


def artifacts(count: int) -> list[dict[str, str]]:
    return [{"artifactId": f"a{number}"} for number in range(count)]


def test_tasks_go_by_the_ids_and_contexts_that_are_names() -> None:
    odd = [task(7), task(""), task(None), task("b", contextId=7), task("d", contextId="")]
    store = Store(PROFILE, tasks=[task("a"), *odd], read={"r": task("r")})
    assert store.ids == ["a", "b", "d", "r"]
    assert {name: [one.id for one in tasks] for name, tasks in store.contexts.items()} == {
        "c": ["a", 7, "", None]
    }


def test_where_both_show_a_task_it_is_as_get_task_shows_it() -> None:
    store = Store(PROFILE, tasks=[task("a"), task("b")], read={"a": task("a", state=WORKING)})
    assert store.by_id["a"].state == WORKING
    assert [view.state for view in store.views("a")] == [DONE, WORKING]
    assert len(store.views("b")) == 1
    assert store.views("z") == []


def test_filters_of_a_profile_go_by_the_values_that_tasks_have() -> None:
    filters = (
        Filter("context", "contextId", "/contextId"),
        Filter("after", "after", "/contextId", operator="after"),
    )
    listed = [
        task(name, contextId=value) for name, value in zip("abcdef", ["x", "x", 0, "", None, []], strict=True)
    ]
    store = Store(replace(PROFILE, filters=filters), tasks=listed)
    assert {
        name: {value: [one.id for one in tasks] for value, tasks in values.items()}
        for name, values in store.by_filter.items()
    } == {"context": {"x": ["a", "b"], 0: ["c"]}}


def test_states_are_counted_the_most_frequent_first() -> None:
    store = Store(PROFILE, tasks=[task("a", state=WORKING), task("b"), task("c"), task("d", state=7)])
    assert list(store.states.items()) == [(DONE, 2), (WORKING, 1)]


def test_dated_tasks_are_the_newest_first() -> None:
    store = Store(
        PROFILE, tasks=[task("a"), task("b", second=2), task("c", second=None), task("d", second=2)]
    )
    assert [one.id for one in store.dated] == ["b", "d", "a"]
    assert [instant - store.instants[1] for instant in store.instants] == [2_000_000_000, 0]


def test_the_longest_view_of_history_and_artifacts_counts() -> None:
    listed = [task("a", history=messages(1), artifacts=artifacts(2)), task("b"), task("c", state=WORKING)]
    read = {"a": task("a", history=messages(3)), "b": task("b", history=messages(3), artifacts=artifacts(1))}
    store = Store(PROFILE, tasks=listed, read=read)
    assert [store.messages(name) for name in "abcz"] == [3, 3, 0, 0]
    assert [store.artifacts(name) for name in "abcz"] == [("a0", "a1"), ("a0",), (), ()]


def test_the_longest_histories_come_first_of_those_ended_tasks_and_artifacts_of_ended_tasks() -> None:
    def both(name: str, count: int, state: str) -> Task:
        return task(name, history=messages(count), artifacts=artifacts(count), state=state)

    tasks = [
        both("a", 1, DONE),
        both("b", 2, WORKING),
        both("c", 2, DONE),
        both("d", 3, WORKING),
        both("e", 0, DONE),
    ]
    store = Store(PROFILE, tasks=tasks)
    assert store.by_messages == ["d", "c", "b", "a"]
    assert store.by_artifacts == ["c", "a", "d", "b"]
    assert store.terminal == ["a", "c", "e"]


@pytest.mark.parametrize(
    ("least", "most", "found"), [(1, 12, "one"), (2, 12, "two"), (3, 3, "a/b"), (4, 12, None), (1, 0, None)]
)
def test_the_smallest_context_is_taken_whose_name_is_plain(least: int, most: int, found: str | None) -> None:
    sizes = {"a/b": 3, "two": 2, "one": 1, "ü": 1}
    tasks = [task(f"{name}{i}", contextId=name) for name, size in sizes.items() for i in range(size)]
    assert Store(PROFILE, tasks=tasks).context_of(least, most) == found


def test_a_context_holds_twelve_tasks_at_most() -> None:
    for count, found in ((12, "c"), (13, None)):
        assert Store(PROFILE, tasks=[task(f"t{i}") for i in range(count)]).context_of(1) == found


def test_what_moved_or_was_not_known_is_not_still() -> None:
    store = Store(PROFILE, tasks=[task("a"), task("b")], moved=frozenset("b"))
    assert [one.id for one in store.still([task("a"), task("b"), task("z"), task(7)])] == ["a"]


@pytest.mark.parametrize(
    ("moved", "total", "quiet"), [("", False, True), ("a", False, False), ("", True, False)]
)
def test_a_store_is_quiet_where_neither_tasks_nor_totals_moved(
    moved: str, *, total: bool, quiet: bool
) -> None:
    assert Store(PROFILE, moved=frozenset(moved), moved_total=total).quiet is quiet


def test_who_looked_once_only_knows_of_no_task_and_no_total_that_they_stood_still() -> None:
    empty = Store(PROFILE)
    empty.lose_sight()
    assert (empty.moved, empty.moved_total) == (frozenset(), True)
    watched = Store(PROFILE, tasks=[task("a")], watched=True)
    watched.lose_sight()
    assert watched.quiet


def test_a_page_that_holds_all_it_can_is_what_fits_or_what_the_profile_permits() -> None:
    assert Store(PROFILE).largest == 100
    assert Store(PROFILE, fitting=7).largest == 7
    assert Store(replace(PROFILE, page_size={"maximum": 30})).largest == 30
    assert Store(replace(PROFILE, page_size={})).largest == 100


def test_the_summary_counts_what_the_api_has() -> None:
    found = Store(
        PROFILE, tasks=[task("a", history=messages(1))], total=1, pages=2, complete=True, moved=frozenset("a")
    ).summary()
    assert found == {
        "tasks": 1,
        "contexts": 1,
        "with_artifacts": 0,
        "with_history": 1,
        "states": {DONE: 1},
        "pages": 2,
        "complete": True,
        "moved": 1,
        "total_size": 1,
        "trouble": "",
    }
    places = {name: place for name, place in PROFILE.item.items() if name != "artifacts"}
    assert "with_artifacts" not in Store(replace(PROFILE, item=places)).summary()
    for odd in (True, "1", None):
        assert Store(PROFILE, total=odd).summary()["total_size"] is None


def test_before_it_was_looked_at_nothing_is_known_of_a_store() -> None:
    store = Store(PROFILE)
    flags = (store.complete, store.sound, store.restricted, store.watched)
    assert (*flags, store.pages) == (False, False, False, False, 0)
    assert store.wide == {"page_size": 100, "artifacts": True, "window": 100}
