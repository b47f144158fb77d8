"""pageSize: default, limits, what is out of bounds."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from conformance.bindings.answer import Answer
from conformance.checks._lists import NARROW, at_rest, confirmed, empty_list, narrow_walk, walkable
from conformance.checks._words import largest, limits, smallest, usual
from conformance.core.missing import MISSING
from conformance.judging import (
    as_json,
    ask,
    at_least,
    doubt,
    expect,
    inconclusive,
    needing,
    not_applicable,
    note,
    refused_well,
    requirement,
    served,
    varied,
)
from conformance.judging.needs import LISTED_TASK
from conformance.probe.questions import list_tasks
from conformance.probe.store import Store
from conformance.probe.walks import Walk, WalkResult

BEYOND = [101, 1000, 2**31 - 1]
CLAMPABLE = at_least(101)


@requirement("size.bounds-accepted")
@varied("size", lambda profile: [smallest(profile), largest(profile)])
@ask(lambda store, size: list_tasks(page_size=size))
def test_the_bounds_are_accepted(answer: Answer) -> None:
    """The smallest and the largest page size that are promised, 1 and 100 in A2A."""
    served(answer)


@requirement("size.default")
@ask(
    lambda store: list_tasks(),
    needs=needing(
        lambda store: f"at least {usual(store.profile) + 1} visible {store.profile.items_name}",
        lambda store: len(store.tasks) > usual(store.profile),
    ),
)
def test_no_more_than_the_default_come_unasked(answer: Answer) -> None:
    """A page holds at most so many tasks when no size is named, 50 in A2A."""
    most, items = usual(answer.profile), answer.profile.items_name
    came = f"{len(answer.tasks)} {items}"
    expect(len(answer.tasks) <= most, f"at most {most} {items}", came, marks=answer.mark_item(most))


@requirement("size.limit")
@varied("size", limits)
@ask(lambda store, size: list_tasks(page_size=size))
def test_no_page_exceeds_the_size_asked_for(answer: Answer, store: Store, size: int) -> None:
    """Fewer may come, more never."""
    items = answer.profile.items_name
    if len(store.tasks) <= size:
        doubt(f"The store lacks more than {size} visible {items}.")
    came = f"{len(answer.tasks)} {items}"
    expect(len(answer.tasks) <= size, f"at most {size} {items}", came, marks=answer.mark_item(size))


@requirement("size.maximum")
@pytest.mark.parametrize("size", BEYOND)
@ask(lambda store, size: list_tasks(page_size=size), control=lambda store: list_tasks(page_size=100))
def test_no_page_exceeds_the_maximum(answer: Answer, control: Answer, store: Store, size: int) -> None:
    """A page never holds more than 100 tasks; refusing and clamping both conform."""
    if not answer.accepted:
        refused_well(answer, control, f"pageSize {size}, or clamped,")
        note(f"pageSize {size}", answer)
        return
    expect(
        len(answer.tasks) <= 100,
        "at most 100 tasks",
        f"{len(answer.tasks)} tasks",
        marks=answer.mark_item(100),
    )
    note(f"pageSize {size}", f"clamped: {len(answer.tasks)} tasks, pageSize {answer.read('page_size')}")
    if len(store.tasks) <= 100:
        doubt("The store lacks more than 100 visible tasks.")


@requirement("size.clamp-keeps-rest")
@ask(
    lambda store: Walk(list_tasks(page_size=1000), expected=frozenset(store.ids), confirm=True),
)
def test_what_a_clamped_page_leaves_is_reachable(answer: WalkResult, store: Store) -> None:
    """A server that clamps still shows every task to one who follows the token."""
    if not answer.pages[0].accepted:
        raise not_applicable(f"The server does not clamp such a pageSize ({answer.pages[0]}).")
    if not CLAMPABLE.met(store):
        raise inconclusive(f"The store lacks {CLAMPABLE.said(store)}.")
    walk = walkable(answer)
    lost = confirmed(walk, lambda one: at_rest(store, one.readable))
    expect(not lost, "the walk meets every task", f"not met: {', '.join(lost)}", marks=walk.last.mark())
    if not walk.over:
        doubt(f"The walk did not reach the end of the list within {len(walk.pages)} pages.")


@dataclass(frozen=True, repr=False)
class UntilTasks(Walk):
    """A walk of three pages; of more, as any walk, while all of them are empty."""

    def _enough(self, walk: WalkResult) -> str:
        return "pages" if len(walk.pages) >= 3 and walk.ids else super()._enough(walk)


@requirement("size.minimum")
@pytest.mark.parametrize("size", [0, -1])
@ask(
    lambda store, size: UntilTasks(list_tasks(page_size=size)),
    control=lambda store: list_tasks(page_size=1),
    needs=LISTED_TASK,
)
def test_a_size_below_one_hides_nothing(answer: WalkResult, control: Answer, size: int) -> None:
    """Refused, read as unset, or as 1: all conform; a false end or a walk that gets nowhere does not."""
    first, wanted = answer.pages[0], "refused, or read as unset or as 1"
    note(f"pageSize {size}", f"{len(first.tasks)} tasks" if first.accepted else first)
    if not first.accepted:
        refused_well(first, control, wanted)
        return
    nowhere = answer.end in {"page", "token", "empty"} or (answer.over and not answer.ids)
    then = "the end" if answer.over else "no end" if answer.end == "empty" else "the same again"
    came = f"{len(answer.ids)} tasks on {len(answer.pages)} pages, then {then}"
    expect(not nowhere, wanted, came, marks=first.mark())
    if not nowhere and not answer.ids:
        doubt(f"{len(answer.pages)} pages came, all of them empty.")


@requirement("size.not-a-number")
@pytest.mark.parametrize(
    ("size", "clause"),
    [("abc", "main"), (1.5, "main"), (True, "main"), (2**40, "out-of-range")],
    ids=["text", "fraction", "true", "2^40"],
)
@ask(lambda store, size: list_tasks(page_size=size), control=lambda store: list_tasks(page_size=2))
def test_what_is_no_int32_is_refused(answer: Answer, control: Answer, size: object, clause: str) -> None:
    """Text, fractions and booleans are no page sizes."""
    refused_well(answer, control, f"pageSize {as_json(size)}", clause=clause)


@requirement("size.not-a-number")
@ask(lambda store: list_tasks(page_size=""))
def test_an_empty_value_is_the_servers_choice(answer: Answer) -> None:
    """What an empty value does is recorded."""
    note("empty pageSize", f"{len(answer.tasks)} tasks" if answer.accepted else answer)


@requirement("size.echo")
@pytest.mark.parametrize("size", [None, 2, 100, "empty"])
@ask(
    lambda store, size: (
        empty_list(store) if size == "empty" else list_tasks(**{"page_size": size} if size else {})
    )
)
def test_the_answer_says_its_page_size(answer: Answer, size: int | str | None) -> None:
    """pageSize is a REQUIRED member; zero may be left out by ProtoJSON printers."""
    if size == "empty" and not answer.accepted:
        raise inconclusive(f"The server does not list an unknown context ({answer}).")
    says_its_size(answer)


@requirement("size.echo")
@pytest.mark.parametrize("size", ["one by one", "all at once"])
@ask(lambda store, size: narrow_walk(store, 1 if size == "one by one" else 100), needs=NARROW)
def test_every_page_of_a_walk_says_its_page_size(answer: WalkResult) -> None:
    """On the first page, in the middle and on the last."""
    for page in walkable(answer).pages:
        says_its_size(page)


def says_its_size(answer: Answer) -> None:
    """Expect a pageSize, not below the number of tasks on the page."""
    echo, count = answer.read("page_size"), len(answer.tasks)
    clause = "main" if count else "zero"
    expect(echo is not MISSING, "pageSize is there", echo, clause=clause, marks=answer.mark())
    if type(echo) is int:
        came = f"pageSize {echo} with {count} tasks"
        expect(
            echo >= count,
            "pageSize is not below the number of tasks",
            came,
            clause="not-below",
            marks=answer.mark(answer.profile.answer["page_size"]),
        )


@requirement("size.applied")
@pytest.mark.parametrize("size", [None, 7, 1000])
@ask(lambda store, size: list_tasks(**{"page_size": size} if size else {}))
def test_what_the_echo_means_is_recorded(answer: Answer, size: int | None) -> None:
    """The limit that was used, the size asked for, or the number of tasks."""
    asked = "unset" if size is None else size
    came = f"{answer.read('page_size')} with {len(answer.tasks)} tasks" if answer.accepted else str(answer)
    note(f"pageSize {asked}", came)
