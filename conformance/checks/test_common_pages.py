"""Where a list ends and whether it is the same whatever the pages, for every way of going on that a profile has."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.bindings.answer import Answer
from conformance.catalogue.sentences import listed, sign
from conformance.checks._lists import NARROW, at_rest, narrow_list, walkable
from conformance.checks._walks import WALKS, by_pager, complete_walk, named, walk_of
from conformance.checks._words import largest, param
from conformance.judging import ask, at_least, expect, inconclusive, note, promise, varied
from conformance.probe.pagers import said, signals
from conformance.probe.questions import list_tasks
from conformance.probe.store import Store
from conformance.probe.walks import Walk, WalkResult, pager_of
from conformance.profiles.profile import Pager

BY_NATURE = frozenset({"short-page", "empty-page"})
"""Signs that a last page need not show: it may be full."""


@promise("pages.end-signal")
@varied("walk", lambda profile: by_pager(profile, WALKS))
@ask(walk_of, needs=NARROW)
def test_the_last_page_says_that_it_is_the_last(answer: WalkResult, walk: str, store: Store) -> None:
    """In each way that is documented; of several things a token may be at the end, one."""
    pager = pager_of(store.profile, named(store, walk)[1])
    if not walkable(answer).over:
        raise inconclusive(f"The walk did not reach the end of the list within {len(answer.pages)} pages.")
    pages = [page for page in answer.pages if page.tasks] or answer.pages[:1]
    note("the end", "an empty page" if len(pages) < len(answer.pages) else "on the last page that holds any")
    wrong = list(missing(pager, pages))
    if wrong and not store.quiet:
        raise inconclusive(f"{store.profile.items_name.capitalize()} changed during the run.")
    ends = listed(f'"{sign(one, store.profile)}"' for one in pager.ends)
    expected = f"{ends} on the last page"
    expect(not wrong, expected, "; ".join(wrong), marks=pages[-1].mark_whole())


def missing(pager: Pager, pages: list[Answer]) -> Iterator[str]:
    """Yield what the last page says in place of each documented sign that it lacks."""
    shown = signals(pager, pages)
    tokens = [name for name in shown if name.startswith("token-")]
    due = [[name] for name in shown if name not in BY_NATURE and name not in tokens]
    for names in (*due, *([tokens] if tokens else [])):
        if not any(shown[name] for name in names):
            yield said(pager, names[0], pages[-1])


@promise("pages.size-independent")
@varied("walk", lambda profile: by_pager(profile, ["by one", "by three"]))
@ask(
    complete_walk,
    reference=lambda store: Walk(narrow_list(store, page_size=largest(store.profile)), most_pages=4),
    needs=NARROW,
)
def test_the_order_does_not_depend_on_page_sizes(
    answer: WalkResult, reference: WalkResult, store: Store
) -> None:
    """In small pages and in the largest the same items come one after the other."""
    small, large = ordered(answer, store), ordered(reference, store)
    known = set(small) & set(large)
    one, other = ([task_id for task_id in ids if task_id in known] for ids in (small, large))
    differing = next((pair for pair in zip(one, other, strict=False) if pair[0] != pair[1]), None)
    came = f"{differing[0]} where the largest pages have {differing[1]}" if differing else ""
    expect(not differing, "the same order in pages of any size", came, marks=answer.last.mark_whole())


def ordered(walk: WalkResult, store: Store) -> list[str]:
    """Return the ids of a walk that stayed as they were, each where it came first."""
    return at_rest(store, list(dict.fromkeys(walkable(walk).ids)))


@promise("pages.offset-wins")
@ask(
    lambda store: list_tasks(page=store.profile.pagers[0].first + 2, offset=0, page_size=1),
    first=lambda store: list_tasks(page_size=1),
    needs=at_least(3),
)
def test_an_offset_counts_before_a_page(answer: Answer, first: Answer, store: Store) -> None:
    """Asked for the third page from offset 0 on, the first item comes."""
    got, wanted = ([str(task.id) for task in page.tasks] for page in (answer, first))
    if not store.quiet:
        raise inconclusive(f"{store.profile.items_name.capitalize()} changed during the run.")
    offset, page = param(store.profile, "offset"), param(store.profile, "page")
    what = f"what {offset} 0 gives, whatever {page} says"
    expect(got == wanted, what, ", ".join(got) or "nothing", marks=answer.mark_place("items"))
