"""totalSize: how many tasks a query has, before they are cut into pages."""

from __future__ import annotations

import pytest

from conformance.bindings.answer import Answer
from conformance.checks._lists import NARROW, empty_list, narrow, narrow_walk, walkable, whole_walk
from conformance.checks._values import equal_filters
from conformance.checks._words import is_a2a, of_a2a, place
from conformance.core.missing import MISSING
from conformance.judging import ask, at_least, expect, inconclusive, not_applicable, note, requirement, varied
from conformance.probe.questions import list_tasks
from conformance.probe.store import Store
from conformance.probe.walks import WalkResult


@requirement("total.present")
@varied("page", lambda profile: ["unsized", "one", *(["empty"] if is_a2a(profile) else [])])
@ask(
    lambda store, page: {"unsized": list_tasks(), "one": list_tasks(page_size=1), "empty": empty_list(store)}[
        page
    ]
)
def test_every_answer_has_a_total(answer: Answer) -> None:
    """totalSize is a REQUIRED member; ProtoJSON printers may leave out a zero."""
    if not answer.accepted:
        raise inconclusive(f"The server does not list what was asked for ({answer}).")
    has_total(answer)


@requirement("total.present")
@pytest.mark.parametrize("size", ["one by one", "all at once"])
@ask(
    lambda store, size: narrow_walk(store, 1 if size == "one by one" else store.largest),
    needs=NARROW,
)
def test_every_page_of_a_walk_has_a_total(answer: WalkResult) -> None:
    """On the first page, in the middle and on the last."""
    for page in walkable(answer).pages:
        has_total(page)


def has_total(answer: Answer) -> None:
    """Expect a totalSize, not below zero."""
    total = answer.read("total")
    clause = "main" if answer.tasks else "zero"
    there = f"{place(answer.profile, 'total')} is there"
    expect(total is not MISSING, there, total, clause=clause, marks=answer.mark())
    if type(total) is int:
        expect(total >= 0, "not below zero", total, clause="not-negative", marks=answer.mark_place("total"))


@requirement("total.before-paging")
@ask(whole_walk, needs=at_least(3))
def test_the_total_is_the_same_on_each_page(answer: WalkResult, store: Store) -> None:
    """What is counted is what the query matches, not what is left or on the page."""
    one_total(answer, store)


@requirement("total.before-paging")
@varied("query", of_a2a(["filtered"]))
@ask(lambda store: narrow_walk(store, 1), needs=NARROW)
def test_a_filtered_total_is_the_same_on_each_page(answer: WalkResult, store: Store) -> None:
    """Whether it counts what the filter leaves out or not, it counts the same on each page."""
    if len(answer.pages) == 1:
        raise not_applicable("One page held the whole list.")
    one_total(answer, store)


def one_total(answer: WalkResult, store: Store) -> None:
    """Expect one totalSize on all pages of a quiet walk, not below the number of tasks on them."""
    walk = walkable(answer)
    name, items = place(store.profile, "total"), store.profile.items_name
    if not store.quiet or walk.twice:
        happened = "changed during the run" if not store.quiet else "came twice"
        raise inconclusive(f"{items.capitalize()} {happened}.")
    totals = [total for page in walk.pages if type(total := page.read("total")) is int]
    if not totals:
        raise inconclusive(f"No page had a {name} that is an integer.")
    came = ", ".join(map(str, totals[:10]))
    expect(len(set(totals)) == 1, f"one {name} on every page", came, marks=walk.last.mark_place("total"))
    met = len(set(walk.ids))
    came = f"{name} {min(totals)} for {met} {items}"
    expect(
        min(totals) >= met,
        f"{name} is not below the {items} walked",
        came,
        marks=walk.last.mark_place("total"),
    )


def counted(walk: WalkResult, store: Store) -> tuple[object, int]:
    """Return the totalSize of a walk's last page and how many tasks it met; raises inconclusive."""
    if not store.quiet:
        raise inconclusive(f"{store.profile.items_name.capitalize()} changed during the run.")
    if not walkable(walk).over:
        raise inconclusive(f"The walk did not reach the end of the list within {len(walk.pages)} pages.")
    total = walk.last.read("total")
    if type(total) is not int:
        raise inconclusive(f"{place(store.profile, 'total')} is no integer.")
    return total, len(set(walk.ids))


@requirement("total.matches")
@pytest.mark.parametrize("query", ["everything"])
@ask(whole_walk, needs=at_least(2))
def test_the_total_is_what_a_walk_meets(answer: WalkResult, store: Store) -> None:
    """Neither more nor fewer than there are."""
    total, met = counted(answer, store)
    name, items = place(store.profile, "total"), store.profile.items_name
    came = f"{name} {total} for {met} {items}"
    expect(
        total == met, f"{name} is the number of {items} walked", came, marks=answer.last.mark_place("total")
    )


@requirement("total.matches")
@varied("query", lambda profile: ["filtered"] if is_a2a(profile) or equal_filters(profile) else [])
@ask(lambda store: narrow_walk(store, 1), needs=NARROW)
def test_what_the_total_of_a_filtered_query_counts(answer: WalkResult, store: Store) -> None:
    """The specification's own example counts without the filter."""
    name, items = place(store.profile, "total"), store.profile.items_name
    if not narrow(store):
        lacking = "context" if is_a2a(store.profile) else "value of a filter"
        raise inconclusive(f"The store lacks a {lacking} of 2 {items} or more.")
    total, met = counted(answer, store)
    meanings = {met: f"the filtered {items}", len(store.tasks): f"all {items}"}
    note(f"{name} with a filter", f"{total}: {meanings.get(int(str(total)), 'something else')}")
