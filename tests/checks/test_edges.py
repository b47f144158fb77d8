"""Where a number decides: exactly that many, or one less, or one more, come out differently."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from conformance.bindings.task import Task
from conformance.checks._filters import _of_states, _of_times, bounds, is_older, timed_context
from conformance.checks._lists import MANY
from conformance.checks._order import comparable
from conformance.checks._walks import close_walk
from conformance.checks.test_every_list import _large_filters
from conformance.checks.test_near import LEAST, _long_context, _long_id
from conformance.checks.test_notfound import _secrets
from conformance.checks.test_order import THREE_DATED, tied
from conformance.judging.needs import (
    THREE_MESSAGES,
    TWO_CONTEXTS,
    TWO_INSTANTS,
    TWO_MESSAGES,
    TWO_STATES,
    at_least,
)
from conformance.probe.store import Store
from conformance.profiles import load_profile

PROFILE = load_profile("a2a")
ENDED, OPEN = "TASK_STATE_COMPLETED", "TASK_STATE_WORKING"
NOON = "2026-01-01T12:00:00"
MILLISECOND = 1_000_000


def task(name: str = "a", *, at: str = "", state: str = ENDED, context: str = "c", **more: Any) -> Task:
    """Return a task; `at` is a fraction of a second past noon."""
    stamp = {"timestamp": f"{NOON}{at}Z"} if at else {}
    return Task({"id": name, "contextId": context, "status": {"state": state, **stamp}, **more}, PROFILE)


def store(*tasks: Task, **more: Any) -> Store:
    return Store(PROFILE, tasks=tasks, **more)


def many(count: int, **of: Any) -> list[Task]:
    return [task(f"{of.get('context', 't')}-{number}", **of) for number in range(count)]


@pytest.mark.parametrize(("messages", "two", "three"), [(1, False, False), (2, True, False), (3, True, True)])
def test_a_need_of_messages(messages: int, two: bool, three: bool) -> None:
    found = store(task(history=[{"messageId": f"m{number}"} for number in range(messages)]))
    assert (bool(TWO_MESSAGES.met(found)), bool(THREE_MESSAGES.met(found))) == (two, three)


@pytest.mark.parametrize(("fraction", "enough"), [(".000999999", False), (".001", True), (".002", True)])
def test_a_need_of_times_that_are_a_millisecond_apart(fraction: str, enough: bool) -> None:
    found = store(task("a", at=".0"), task("b", at=fraction))
    assert bool(TWO_INSTANTS.met(found)) is enough


@pytest.mark.parametrize(("fraction", "enough"), [(".0009", False), (".0010", True), (".0011", True)])
def test_times_that_an_order_can_be_read_from(fraction: str, enough: bool) -> None:
    pair = [task("a", at=".0000"), task("b", at=fraction)]
    assert comparable(pair, mixed=False) is enough
    assert comparable([task("a", at=".0"), pair[1]], mixed=True) is enough
    assert not comparable(pair, mixed=True)


def test_a_need_of_two() -> None:
    one, other = task("a"), task("b", context="d", state=OPEN)
    for need in (TWO_CONTEXTS, TWO_STATES, at_least(2)):
        assert not need.met(store(one))
        assert need.met(store(one, other))


@pytest.mark.parametrize(
    ("fractions", "enough"),
    [((".1", ".2"), False), ((".1", ".1", ".1"), False), ((".1", ".1", ".2"), True)],
)
def test_a_need_of_three_dated_tasks(fractions: Sequence[str], enough: bool) -> None:
    found = store(*(task(str(number), at=at) for number, at in enumerate(fractions)))
    assert bool(THREE_DATED.met(found)) is enough


def test_ids_that_are_long_enough_to_be_cut() -> None:
    short, just = "x" * (LEAST - 1), "y" * LEAST
    assert _long_id(store(task(short))) is None
    assert _long_id(store(task(short), task(just))) == just
    assert _long_context(store(task(context=short))) is None
    assert _long_context(store(task(context=short), task("b", context=just))) == just


@pytest.mark.parametrize(("count", "asked"), [(50, []), (51, [{"status": ENDED}, {"context": "c"}])])
def test_a_filter_that_lets_more_through_than_a_page_holds(count: int, asked: list[dict[str, str]]) -> None:
    assert [question.params for question in _large_filters(store(*many(count)))] == asked


@pytest.mark.parametrize(("inside", "of", "fits"), [(2, 4, False), (3, 3, False), (3, 4, True)])
def test_a_filter_on_state_that_takes_several_pages(inside: int, of: int, fits: bool) -> None:
    found = store(*many(inside), *many(of - inside, state=OPEN, context="d"))
    assert [params for n, params in _of_states(found) if n == inside] == [{"status": ENDED}] * fits


@pytest.mark.parametrize(("oldest", "fits"), [(".099000001", False), (".099", True)])
def test_a_filter_on_time_that_leaves_something_out(oldest: str, fits: bool) -> None:
    newer = [task(str(number), at=".1") for number in range(3)]
    found = _of_times(store(*newer, task("old", at=oldest)))
    assert ({"after": f"{NOON}.1Z"} in [params for _, params in found]) is fits


def test_what_is_older_by_a_millisecond() -> None:
    one = task(at=".5")
    assert one.instant is not None
    assert is_older(one, one.instant + MILLISECOND)
    assert not is_older(one, one.instant + MILLISECOND - 1)
    assert not is_older(task(), one.instant + MILLISECOND)


@pytest.mark.parametrize(("older", "chosen"), [(".199000001", "x"), (".199", "d")])
def test_the_bound_in_a_context_that_holds_older_tasks(older: str, chosen: str) -> None:
    """Where none does, it is the oldest bound."""
    newest = task("a", at=".2", context="d")
    found = store(newest, task("b", at=older, context="d", state=OPEN), task("c", at=".1", context="x"))
    assert [bound.id for bound in bounds(found)] == ["a", "c"]
    assert timed_context(found).context == chosen


@pytest.mark.parametrize(("gap", "near"), [(".1", False), (".101", False), (".100999999", True)])
def test_a_page_that_ends_between_tasks_within_a_millisecond(gap: str, near: bool) -> None:
    assert (close_walk(store(task("a", at=gap), task("b", at=".1"))) is not None) is near


def test_a_context_that_is_not_too_long_for_single_pages() -> None:
    close = [task("a", at=".1001"), task("b", at=".1")]
    assert close_walk(store(*close, *many(MANY - 2, context="c"))) is not None
    assert close_walk(store(*close, *many(MANY - 1, context="c"))) is None


def test_ties_are_asked_for_in_the_smallest_context_that_has_some() -> None:
    small = [task(str(number), at=at, context="small") for number, at in enumerate((".1", ".1", ".2"))]
    large = [task(f"l{number}", at=".1", context="large") for number in range(4)]
    assert {walk.question.params.get("context") for walk in tied(store(*large, *small))} == {"small"}
    assert {walk.question.params.get("context") for walk in tied(store(*large, *small[1:]))} == {"large"}


@pytest.mark.parametrize(("text", "secret"), [("1234567", False), ("12345678", True)])
def test_texts_that_are_long_enough_to_be_a_secret(text: str, secret: bool) -> None:
    other = store(task("theirs", metadata={"name": text}))
    assert (text in _secrets(store(other=other), "theirs")) is secret
