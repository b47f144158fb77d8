"""Filters, as a profile names them: values, bounds, and whether they hold on every page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from conformance.bindings.task import Task
from conformance.catalogue.promised import filter_clause
from conformance.checks._filters import ids
from conformance.checks._lists import confirmed, moved, walkable
from conformance.checks._values import bound_filters, equal_filters, groups, inside, measured
from conformance.checks._words import largest
from conformance.core.pointers import at
from conformance.judging import ask, doubt, expect, inconclusive, promise, varied
from conformance.judging.needs import LISTED_TASK
from conformance.probe.questions import list_tasks
from conformance.probe.store import Store
from conformance.probe.walks import Walk, WalkResult
from conformance.profiles import Profile
from conformance.profiles.profile import Filter

MOST_PAGES = 12
FEW = 20
"""A bound is chosen so that about so many items are on its side, if there are as many."""


def filter_named(profile: Profile, name: str) -> Filter:
    """Return a filter by its name."""
    return next(one for one in profile.filters if one.name == name)


def filtered(store: Store, one: Filter, value: Any) -> Walk:
    """Ask for all that a filter lets through."""
    expected = [task for task in store.tasks if inside(one, store.profile, task, value)]
    question = list_tasks(**{one.name: value}, page_size=largest(store.profile))
    return Walk(question, expected=ids(expected), most_pages=MOST_PAGES, confirm=True)


def values(store: Store, name: str) -> Mapping[str, Walk]:
    """Ask for the rarest value and for the most frequent one that not all have."""
    counted = {value: len(tasks) for value, tasks in groups(store)[name].items()}
    ranked = sorted(counted, key=lambda value: counted[value])
    telling = [value for value in ranked if counted[value] < len(store.tasks)] or ranked[:1]
    one = filter_named(store.profile, name)
    return {str(value): filtered(store, one, value) for value in dict.fromkeys((*telling[:1], *telling[-1:]))}


def bound(store: Store, name: str) -> Mapping[str, Walk]:
    """Ask with the value of an item as the bound, so that there are others on either side."""
    one = filter_named(store.profile, name)
    raw = {m: v for m, v in _measures(store, one) if m is not None}
    counts = {
        value: sum(bool(inside(one, store.profile, t, value)) for t in store.tasks) for value in raw.values()
    }
    telling = [value for value, count in counts.items() if 0 < count < len(store.tasks)] or list(counts)
    chosen = sorted(telling, key=lambda value: abs(counts[value] - min(FEW, len(store.tasks) // 2)))[:2]
    return {str(value): filtered(store, one, value) for value in chosen}


def _measures(store: Store, one: Filter) -> Iterator[tuple[float | int | None, Any]]:
    for task in store.tasks:
        value = at(task.raw, one.pointer)
        yield measured(one, store.profile, value), value


@promise("filter.selects")
@varied("name", lambda profile: [one.name for one in equal_filters(profile)])
@ask(values, needs=LISTED_TASK)
def test_a_value_selects_what_has_it(answer: Mapping[str, WalkResult], name: str, store: Store) -> None:
    """All of it, and nothing else."""
    lets_through(answer, filter_named(store.profile, name), store)


@promise("filter.bounds")
@varied("name", lambda profile: [one.name for one in bound_filters(profile)])
@ask(bound, needs=LISTED_TASK)
def test_a_bound_selects_its_side(answer: Mapping[str, WalkResult], name: str, store: Store) -> None:
    """The bound is the value of an item, which is in or out as the profile says."""
    lets_through(answer, filter_named(store.profile, name), store)


def lets_through(walks: Mapping[str, WalkResult], one: Filter, store: Store) -> None:
    """Expect of each filtered list that it holds what fits, all of it and nothing else."""
    told = False
    for walk in walks.values():
        first, items = walk.pages[0], store.profile.items_name
        value = first.question.params[one.name]
        what, clause = f"{items} with {one.param} {value}", filter_clause(one)
        if first.refused:
            expect(False, f"{one.param} {value} is accepted", first, clause=clause, marks=first.mark_whole())
            continue
        wrong = confirmed(walkable(walk), partial(strangers, one, store, value))
        came = f"{len(wrong)} others, such as {store.profile.item_name} {wrong[0].id}" if wrong else ""
        expect(not wrong, f"only {what}", came, clause=clause, marks=first.mark_place("items"))
        lost = confirmed(walk, lambda w: [i for i in w.readable if i not in store.moved]) if walk.over else []
        came = f"{len(walk.ids)} {items}, without {', '.join(lost)}"
        expect(not lost, f"all {what}", came if lost else "", clause=clause, marks=first.mark_place("items"))
        told = told or any(inside(one, store.profile, task, value) is False for task in store.tasks)
    if not told:
        doubt(
            f"The store lacks {store.profile.items_name} that {one.param} keeps out and others that it lets through."
        )


def strangers(one: Filter, store: Store, value: Any, walk: WalkResult) -> list[Task]:
    """Return the items that a filter should have kept out."""
    return [task for task in walk.tasks if _strange(task, one, store, value)]


def several_pages(store: Store) -> tuple[Filter, Walk] | None:
    """Return a walk of three pages or so through a filter for a value, None where the store is too poor for it."""
    counted = [
        (len(tasks), name, value)
        for name, values_ in groups(store).items()
        for value, tasks in values_.items()
        if 2 <= len(tasks) < len(store.tasks)
    ]
    if not counted:
        return None
    own = {
        one.name for one in store.profile.filters if one.strength
    }  # such a one may be promised less firmly
    count, name, value = min(counted, key=lambda found: (found[1] in own, abs(found[0] - FEW), found[1]))
    size = max(1, min(largest(store.profile), -(-count // 3)))
    return filter_named(store.profile, name), Walk(list_tasks(**{name: value}, page_size=size), most_pages=8)


@promise("filter.keeps-on-pages")
@ask(lambda store: (several_pages(store) or (None, None))[1], needs=LISTED_TASK)
def test_a_filter_holds_on_every_page(answer: WalkResult | None, store: Store) -> None:
    """Strangers on the first page are the filter's own fault, later ones that of going on."""
    chosen = several_pages(store)
    if answer is None or chosen is None:
        raise inconclusive("The store lacks a value that at least 2 have and not all.")
    one = chosen[0]
    value = walkable(answer).pages[0].question.params[one.name]
    if len(answer.pages) == 1:
        raise inconclusive("One page held all that the filter lets through.")
    for number, page in enumerate(answer.pages[1:], 2):
        wrong = [i for i, task in enumerate(page.tasks) if _strange(task, one, store, value)]
        came = f"{len(wrong)} others"
        marks = [page.mark_item(index) for index in wrong[:5]]
        expect(
            not wrong,
            f"only {one.param} {value} on page {number}",
            came,
            clause=filter_clause(one),
            marks=marks,
        )


def _strange(task: Task, one: Filter, store: Store, value: Any) -> bool:
    return inside(one, store.profile, task, value) is False and not moved(store, task)
