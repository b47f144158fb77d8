"""Page sizes out of bounds, and what an answer says of its own, as a profile has it."""

from __future__ import annotations

import pytest

from conformance.bindings.answer import Answer
from conformance.checks._lists import NARROW, narrow_list
from conformance.checks._promises import below, beyond, out_of_bounds
from conformance.checks._words import largest, limits, param, place, usual
from conformance.judging import ask, expect, inconclusive, not_applicable, promise, varied
from conformance.judging.needs import LISTED_TASK
from conformance.probe.questions import list_tasks
from conformance.probe.store import Store


@promise("size.maximum")
@varied("size", beyond)
@ask(
    lambda store, size: list_tasks(page_size=size),
    control=lambda store: list_tasks(page_size=largest(store.profile)),
)
def test_what_is_above_the_maximum(answer: Answer, control: Answer, store: Store, size: int) -> None:
    """Refused, or brought down to it; where the profile leaves it open, both."""
    policy = str(answer.profile.page_size.get("above", "unspecified"))
    what = f"{param(answer.profile, 'page_size')} {size}"
    out_of_bounds(policy, answer, control, store, what, largest(answer.profile))


@promise("size.minimum")
@pytest.mark.parametrize(("size", "key"), [(0, "zero"), (-1, "negative")], ids=["0", "-1"])
@ask(
    lambda store, size: list_tasks(page_size=size),
    control=lambda store: list_tasks(page_size=largest(store.profile)),
    needs=LISTED_TASK,
)
def test_what_is_below_the_minimum(
    answer: Answer, control: Answer, store: Store, size: int, key: str
) -> None:
    """Refused, brought up to it, read as unset, or an empty page."""
    policy = str(answer.profile.page_size.get(key, "unspecified"))
    what = f"{param(answer.profile, 'page_size')} {size}"
    out_of_bounds(policy, answer, control, store, what, below(answer.profile))


@promise("size.not-a-number")
@pytest.mark.parametrize("size", ["abc", 1.5], ids=["text", "fraction"])
@ask(
    lambda store, size: list_tasks(page_size=size),
    control=lambda store: list_tasks(page_size=largest(store.profile)),
)
def test_what_is_no_whole_number(answer: Answer, control: Answer, store: Store, size: object) -> None:
    """Refused, or read as unset."""
    policy = str(answer.profile.page_size.get("not_a_number", "unspecified"))
    what = f"{param(answer.profile, 'page_size')} {size}"
    out_of_bounds(policy, answer, control, store, what, largest(answer.profile))


@promise("size.echo")
@varied("size", lambda profile: [None, *(size for size in limits(profile) if size != 1)])
@ask(lambda store, size: list_tasks(**{"page_size": size} if size else {}))
def test_the_answer_names_its_page_size(answer: Answer, size: int | None) -> None:
    """What was asked for; without a wish the default."""
    names_its_size(answer, size or usual(answer.profile))


@promise("size.echo")
@pytest.mark.parametrize("page", ["that is not full"])
@ask(lambda store: narrow_list(store, page_size=largest(store.profile)), needs=NARROW)
def test_a_short_page_names_its_page_size(answer: Answer) -> None:
    """It is no count of what came."""
    names_its_size(answer, largest(answer.profile))


def names_its_size(answer: Answer, wanted: int) -> None:
    """Expect the page size in the answer."""
    echo = answer.read("page_size")
    if not answer.tasks:
        raise inconclusive(f"The page holds no {answer.profile.items_name}.")
    if answer.nulled("page_size"):
        raise not_applicable(f"{answer.profile.answer['page_size']} is within null.")
    expected = f"{place(answer.profile, 'page_size')} {wanted}"
    expect(echo == wanted, expected, echo, marks=answer.mark_place("page_size"))
