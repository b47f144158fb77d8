"""The order of lists that are not the plain one, filtered or gone through in another way; items without a time."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.checks._lists import whole_walk
from conformance.checks._order import comparable, once, page_of
from conformance.checks._values import bound_filters, equal_filters
from conformance.checks._walks import by_pager, named
from conformance.checks.test_common_filter import bound, values
from conformance.checks.test_order import never_rising, whole
from conformance.core.missing import MISSING
from conformance.judging import ask, expect, not_applicable, promise, varied
from conformance.judging.needs import LISTED_TASK
from conformance.probe.store import Store
from conformance.probe.walks import Walk, WalkResult
from conformance.profiles import Profile


def other_lists(profile: Profile) -> list[str]:
    """Return the ways to ask for another list than the plain one, each of which other checks go as well."""
    return [*(["filtered"] if profile.filters else []), *by_pager(profile, ["whole"])[1:]]


def walks_of(store: Store, way: str) -> list[Walk]:
    """Ask through each filter, or for everything by another pager than the first."""
    if way != "filtered":
        return [whole_walk(store, named(store, way)[1])]
    equal = [walk for one in equal_filters(store.profile) for walk in values(store, one.name).values()]
    return equal + [walk for one in bound_filters(store.profile) for walk in bound(store, one.name).values()]


@promise("order.newest-first")
@varied("way", other_lists)
@ask(walks_of, needs=LISTED_TASK)
def test_other_lists_are_in_order_too(answer: Sequence[WalkResult], store: Store) -> None:
    """Whatever the filter, and whichever way the pages are gone through."""
    lists = [(walk, once(walk, store)) for walk in answer]
    telling = [(walk, items) for walk, items in lists if comparable(items, mixed=False)]
    if not telling:
        raise not_applicable(f"No such list holds {store.profile.items_name} whose times can be told apart.")
    for walk, items in telling:
        never_rising(walk, items, mixed=False)


@promise("order.newest-first")
@varied("way", lambda profile: [] if profile.order.undated == "unspecified" else ["undated"])
@ask(whole, needs=LISTED_TASK)
def test_items_without_a_time_stand_where_they_should(answer: WalkResult, store: Store) -> None:
    """Before all that have one, or behind them."""
    profile, items = store.profile, store.still(answer.tasks)
    times = [item.timestamp not in (MISSING, None, "") for item in items]
    if len(set(times)) < 2:
        raise not_applicable(f"The list does not hold {profile.items_name} both with a time and without one.")
    expected = f"{profile.items_name} without a time {profile.order.undated}"
    sorted_ = sorted(times, reverse=profile.order.undated == "last")
    place = next((n for n, (came, due) in enumerate(zip(times, sorted_, strict=True)) if came != due), None)
    came = (
        "" if place is None else f"{profile.item_name} {items[place].id} {_told(times[place])} before others"
    )
    page, index = page_of(answer, items[place or 0])
    expect(place is None, expected, came, marks=page.mark_item(index))


def _told(dated: bool) -> str:
    return "with a time" if dated else "without a time"
