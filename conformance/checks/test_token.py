"""pageToken and nextPageToken: presence, the end, walks. What is no token of the server's is test_token_input's."""

from __future__ import annotations

import pytest

from conformance.bindings.answer import Answer
from conformance.checks._filters import FILTERS, filtered_walk, lacking, stranger
from conformance.checks._lists import (
    NARROW,
    at_rest,
    confirmed,
    empty_list,
    mark_task,
    moved,
    narrow,
    narrow_count,
    narrow_list,
    narrow_walk,
    walkable,
    whole_walk,
)
from conformance.checks._walks import (
    APART_FROM_LARGEST,
    WALKS,
    by_pager,
    complete_walk,
    complete_walks,
    walk_of,
)
from conformance.checks._words import is_a2a, of_a2a
from conformance.judging import (
    ask,
    at_least,
    doubt,
    expect,
    inconclusive,
    not_applicable,
    note,
    requirement,
    varied,
)
from conformance.judging.refusals import judgeable
from conformance.probe.paging import Follow, Followed
from conformance.probe.questions import list_tasks
from conformance.probe.store import Store
from conformance.probe.walks import Walk, WalkResult


def end_of(store: Store, size: str) -> Walk:
    """Return a walk whose last full page is the end."""
    if size == "whole":
        return whole_walk(store)
    return narrow_walk(store, 1 if size == "one by one" else min(100, narrow_count(store)))


@requirement("token.always-present")
@pytest.mark.parametrize("page", ["unsized", "one", "empty"])
@ask(
    lambda store, page: {"unsized": list_tasks(), "one": list_tasks(page_size=1), "empty": empty_list(store)}[
        page
    ]
)
def test_every_answer_has_a_token(answer: Answer) -> None:
    """A string, "" at the end; never null, never left out."""
    if answer.refused:
        raise inconclusive(f"The server does not list what was asked for ({answer}).")
    token = answer.next_token
    expect(isinstance(token, str), "nextPageToken is a string", token, marks=answer.mark())


@requirement("token.always-present")
@pytest.mark.parametrize("size", ["one by one", "all at once"])
@ask(lambda store, size: narrow_walk(store, 1 if size == "one by one" else 100), needs=NARROW)
def test_every_page_of_a_walk_has_a_token(answer: WalkResult) -> None:
    """On the first page, in the middle and on the last."""
    for number, page in enumerate(page for page in answer.pages if page.accepted):
        token = page.next_token
        expected = f"nextPageToken is a string on page {number + 1}"
        expect(isinstance(token, str), expected, token, marks=page.mark())


@requirement("token.empty-at-end")
@pytest.mark.parametrize("size", ["one by one", "all at once", "whole"])
@ask(end_of, reference=lambda store: narrow_list(store, page_size=store.largest), needs=NARROW)
def test_the_last_page_says_so(answer: WalkResult, reference: Answer, store: Store) -> None:
    """A token promises a page; where nothing is left there is none, at an exact multiple of pageSize too."""
    walk = walkable(answer)
    if not walk.ended:
        raise inconclusive(f"The walk did not reach the end of the list within {len(walk.pages)} pages.")
    if walk.phantom and not store.quiet:
        raise inconclusive("Tasks changed during the run.")
    phantom = confirmed(walk, lambda one: [one.phantom] if one.phantom and not lacks(one, reference) else [])
    if walk.phantom and not phantom and lacks(walk, reference):
        raise inconclusive("The walk missed tasks, and its empty last page may be where one was to come.")
    page = walk.pages[-2] if phantom else walk.last
    came = "a token that leads to an empty page"
    expect(not phantom, '"" on the last page that holds tasks', came, marks=page.mark("/nextPageToken"))


def lacks(walk: WalkResult, reference: Answer) -> bool:
    """Say whether a walk missed a task that it should have met, or that one page of all tasks holds."""
    listed = {str(task.id) for task in reference.tasks} if reference.accepted else set()
    return bool(walk.readable or listed - {str(task_id) for task_id in walk.ids})


@requirement("token.accepted")
@varied("walk", lambda profile: by_pager(profile, WALKS))
@ask(walk_of, needs=NARROW)
def test_a_token_is_accepted_at_once(answer: WalkResult) -> None:
    """What a page gave is what the next request sends."""
    tokens = is_a2a(answer.last.profile)
    if len(answer.pages) == 1:
        walkable(answer)
        doubt("No page gave a token." if tokens else "One page held the whole list.")
    for page in answer.pages[1:]:
        wanted = "the token is accepted" if tokens else "the request for the next page is accepted"
        expect(judgeable(page).accepted, wanted, page, marks=page.mark())


@requirement("token.accepted")
@varied("kind", of_a2a(list(FILTERS)))
@ask(filtered_walk)
def test_a_token_is_accepted_with_its_filter(answer: WalkResult | None, kind: str) -> None:
    """A filter that is sent again does not make a token another."""
    if answer is None or len(answer.pages) == 1:
        raise not_applicable(f"No page that is filtered by {kind} gave a token.")
    for page in answer.pages[1:]:
        wanted = f"the token is accepted, filtered by {kind}"
        expect(judgeable(page).accepted, wanted, page, marks=page.mark())


@requirement("token.walk-ends")
@varied("walk", lambda profile: by_pager(profile, WALKS))
@ask(walk_of, needs=NARROW)
def test_a_walk_comes_to_its_end(answer: WalkResult, store: Store) -> None:
    """No page that holds tasks comes twice, and neither do tokens go in circles."""
    walk = walkable(answer)
    if len(walk.pages) == 1 and walk.ended:
        doubt("One page held the whole list.")
    bad = confirmed(walk, lambda one: endless(one, store))
    expect(not bad, "the walk ends, no page comes twice", ", ".join(bad), marks=walk.last.mark())
    again = confirmed(walk, lambda one: one.tokens_again)
    came = f"{len(again)} tokens came before"
    expect(not again, "no token comes twice", came, clause="same-token", marks=walk.last.mark())
    if not bad and not walk.over:
        doubt(f"The walk did not reach the end of the list within {len(walk.pages)} pages.")


def endless(walk: WalkResult, store: Store) -> list[str]:
    """Return why a walk would never end."""
    if walk.end == "page":
        return [] if any(moved(store, task) for task in walk.last.tasks) else ["a page came twice"]
    if walk.end == "token":
        return ["a token came twice, with nothing new"]
    # Empty pages are allowed on the way; not where the server itself says that all has come.
    if walk.end in {"empty", "pages"} and not walk.last.tasks and store.quiet and walk.counted:
        return [f"all {walk.last.read('total')} tasks had come, then empty pages without end"]
    return []


@requirement("token.walk-complete")
@varied("walk", complete_walks)
@ask(
    complete_walk,
    reference=lambda store: narrow_list(store, page_size=store.largest),
    needs=NARROW,
)
def test_a_walk_meets_each_task_once(
    answer: WalkResult | None, reference: Answer, walk: str, store: Store
) -> None:
    """Each once, none missing, in one order, whatever the page sizes; ties included."""
    if answer is None:
        raise not_applicable("No two tasks of a context are less than a millisecond apart.")
    if walk.startswith("drawn") and len(answer.pages) > 1 and answer.last.refused:
        raise not_applicable("The server ties a token to its page size, which it may.")
    walkable(answer)
    twice = confirmed(answer, lambda one: at_rest(store, one.twice))
    lost = confirmed(answer, lambda one: at_rest(store, one.readable))
    came = "; ".join(f"{what}: {', '.join(ids)}" for what, ids in (("twice", twice), ("missed", lost)) if ids)
    bad = [*twice, *lost]
    marks = mark_task(answer, bad[0]) if bad else ()
    expect(not bad, "each task once, none missed", came, marks=marks)
    if is_a2a(store.profile) and walk not in APART_FROM_LARGEST and reference.accepted:
        turned = dict.fromkeys(reversals(store, reference, answer))
        came = f"the other way round: {', '.join(turned)}"
        expect(not turned, "the same order whatever the page sizes", came)
    if not answer.over:
        sampled(answer, store)


def reversals(store: Store, reference: Answer, walk: WalkResult) -> list[str]:
    """Return ids that stand before a task in one list and behind it in the other, at least 1 ms apart from it."""
    places = {task.id: place for place, task in enumerate(walk.tasks) if isinstance(task.id, str)}
    dated = [task for task in store.still(reference.tasks) if task.instant is not None and task.id in places]
    pairs = [(one, other) for index, one in enumerate(dated) for other in dated[index + 1 :]]
    return [
        str(other.id)
        for one, other in pairs
        if places[other.id] < places[one.id] and abs((one.instant or 0) - (other.instant or 0)) >= 1_000_000
    ]


def sampled(walk: WalkResult, store: Store) -> None:
    """Say that a walk did not see all; a store too large to be walked is sampled."""
    if walk.end == "pages" and len(store.tasks) > len(set(walk.ids)):
        note("sampled", f"{len(set(walk.ids))} tasks on {len(walk.pages)} pages, of more")
    else:
        doubt(f"The walk did not reach the end of the list within {len(walk.pages)} pages.")


@requirement("token.keeps-filter")
@pytest.mark.parametrize("kind", ["context", "status", "time", "context and status"])
@ask(filtered_walk)
def test_a_filter_holds_on_every_page(answer: WalkResult | None, kind: str, store: Store) -> None:
    """Strangers on the first page are the filter's own fault, later ones the token's."""
    if answer is None:
        raise lacking(kind)
    walk = walkable(answer)
    if len(walk.pages) == 1:
        raise lacking(kind, "One page held all that the filter lets through.")
    if any(stranger(task, walk.pages[0], store) for task in walk.pages[0].tasks):
        raise inconclusive("Strangers come on the first page already, which is the filter's own fault.")
    for number, page in enumerate(walk.pages[1:], 2):
        strangers = [
            (index, value) for index, task in enumerate(page.tasks) if (value := stranger(task, page, store))
        ]
        wanted = " and ".join(str(page.question.params[name]) for name in FILTERS[kind])
        came = strangers[0][1] if strangers else ""
        marks = [page.mark_item(index) for index, _ in strangers[:3]]
        if not expect(not strangers, f"only {wanted} on page {number}", came, marks=marks):
            return


@requirement("token.keeps-filter")
@pytest.mark.parametrize("query", ["not resent"])
@ask(lambda store: Follow(narrow_list(store, page_size=1), {"context": ...}), needs=at_least(3))
def test_what_a_token_gives_without_its_filter(answer: Followed, store: Store) -> None:
    """Recorded: the filter may live in the token, be gone, or be missed."""
    context = (narrow(store) or {}).get("context")
    if context is None:
        raise inconclusive("The store lacks a context of 2 tasks or more.")
    second = answer.second
    if second is not None and second.accepted and second.tasks:
        kept = all(task.context == context for task in second.tasks)
        note("filter not resent", "still in force" if kept else "no longer in force")
    else:
        note("filter not resent", answer.outcome)
