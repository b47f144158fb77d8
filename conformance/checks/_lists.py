"""Lists that several checks ask for, chosen so that they ask the same questions, and what walks are judged by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from conformance.bindings.answer import Mark
from conformance.bindings.task import Task
from conformance.checks._values import groups
from conformance.checks._words import is_a2a
from conformance.judging import Need, inconclusive
from conformance.probe.paging import Compared
from conformance.probe.questions import Question, list_tasks
from conformance.probe.store import Store
from conformance.probe.walks import Walk, WalkResult

FEW, MANY = 12, 39
"""A list of at most so many tasks is walked one by one: at best, and at a pinch."""
MOST_SMALL = 9
"""The most pages that the walk in small pages over the whole store should take."""


def narrow(store: Store) -> dict[str, Any] | None:
    """Return the parameters of the shortest list that shows paging, None where every list is too long or too short."""
    count = len(store.tasks)
    if not is_a2a(store.profile):
        return _narrow_by_filter(store)
    if context := store.context_of(3):
        return {"context": context}
    if 3 <= count <= FEW and not store.restricted:
        return {}
    if context := store.context_of(2) or store.context_of(3, MANY):
        return {"context": context}
    if store.restricted or count < 2:
        return None
    # Of a store that was not seen to its end nobody knows how long the lists of its states are.
    state = _of_one_state(store) if count > MANY and store.complete else None
    return state or ({} if store.complete or count <= MANY else None)


def _of_one_state(store: Store) -> dict[str, Any] | None:
    """Return the parameters of the shortest list of one state that shows paging, for stores without such contexts."""
    for least, most in ((3, FEW), (2, MANY)):
        fitting = [state for state, count in store.states.items() if least <= count <= most]
        if fitting:
            return {"status": min(fitting, key=lambda state: store.states[state])}
    return None


def _narrow_by_filter(store: Store) -> dict[str, Any] | None:
    """Return the same for an API that has filters in place of contexts; at a pinch it is the whole list."""
    whole = len(store.tasks)
    if store.restricted:
        return None
    counted = sorted(
        (len(tasks), name, value) for name, values in groups(store).items() for value, tasks in values.items()
    )
    if 3 <= whole <= FEW:
        return {}
    for least, most in ((3, FEW), (2, 2), (3, MANY)):
        for count, name, value in counted:
            if least <= count <= most and count < whole:
                return {name: value}
    return {} if whole >= 2 else None


NARROW = Need(
    lambda store: f"a list of at least 2 {store.profile.items_name}",
    lambda store: narrow(store) is not None,
)


def narrow_list(store: Store, **params: Any) -> Question:
    """Return a question for the shortest list that shows paging."""
    return list_tasks(**(narrow(store) or {}), **params)


def narrow_count(store: Store) -> int:
    """Return how many tasks that list held in the survey."""
    chosen = narrow(store) or {}
    if not is_a2a(store.profile):
        return min(
            (len(groups(store)[name][value]) for name, value in chosen.items()), default=len(store.tasks)
        )
    if state := chosen.get("status"):
        return store.states[state]
    context = chosen.get("context")
    return len(store.contexts[context] if context else store.tasks)


def narrow_walk(store: Store, *sizes: int, repeat: int = 0, pager: int = 0) -> Walk:
    """Return a walk over that list; it is made once more where something looks wrong.

    A list that is not short after all is walked in pages that are as many times larger.
    """
    count = narrow_count(store)
    times = 1 if count <= MANY else -(-count // (FEW if is_a2a(store.profile) else MANY))
    scaled = [min(size * times, store.largest) for size in sizes]
    return Walk(
        narrow_list(store, page_size=scaled[0]),
        sizes=scaled if len(scaled) > 1 else (),
        most_pages=2 * -(-count // times) + 6,
        repeat=repeat,
        confirm=True,
        pager=pager,
    )


def narrow_compared(store: Store, *sizes: int, repeat: int = 0, pager: int = 0) -> Compared:
    """Return the same, expected to meet what the largest page holds."""
    whole = narrow_list(store, page_size=store.largest)
    return Compared(narrow_walk(store, *sizes, repeat=repeat, pager=pager), whole)


def whole_walk(store: Store, pager: int = 0) -> Walk:
    """Return a walk over everything, in pages of 50 or, if fewer make three pages, of those.

    Where the user restricted what may be looked at, it is the short list again.
    """
    return _whole(
        store, max(1, min(50, store.largest, store.wide["page_size"], -(-len(store.tasks) // 3))), pager
    )


def long_walk(store: Store, pager: int = 0) -> Walk:
    """Return a walk over everything in small pages: of 7 tasks, or of as many as make no more than 9 pages."""
    most = max(1, store.largest - 1)
    return _whole(store, min(most, max(7, -(-len(store.tasks) // MOST_SMALL))), pager)


def _whole(store: Store, size: int, pager: int) -> Walk:
    if store.restricted:
        return narrow_walk(store, 2, pager=pager)
    listed = frozenset(task.id for task in store.tasks if isinstance(task.id, str) and task.id)
    return Walk(list_tasks(page_size=size), expected=listed, confirm=True, pager=pager)


def empty_list(store: Store) -> Question:
    """Return a question that nothing answers to: a context that does not exist."""
    return list_tasks(context=f"conformance-{store.facts.get('nonce')}-none")


def walkable(walk: WalkResult) -> WalkResult:
    """Return the walk; raises inconclusive where a page was not accepted, which other requirements judge.

    The same where it leads away: credentials are good for one origin only.
    """
    if walk.end == "origin":
        raise inconclusive(f"Page {len(walk.pages)} leads to another origin, and nothing is sent there.")
    if walk.end == "stopped":
        raise inconclusive(f"Page {len(walk.pages)} of the walk was not accepted ({walk.last}).")
    return walk


def confirmed(walk: WalkResult, wrong: Callable[[WalkResult], Sequence[Any]]) -> Sequence[Any]:
    """Return what is wrong with a walk, nothing where the walk that confirms is free of it."""
    found = wrong(walk)
    return found if found and (walk.again is None or wrong(walk.again)) else []


def at_rest(store: Store, ids: Sequence[str]) -> list[str]:
    """Return those ids that did not move during the run."""
    return [task_id for task_id in ids if task_id not in store.moved]


def moved(store: Store, task: Task) -> bool:
    """Say whether a task moved during the run."""
    return isinstance(task.id, str) and task.id in store.moved


def mark_task(walk: WalkResult, task_id: str) -> list[Mark]:
    """Point at the first and the last place where a walk met a task, at its last page where it did not."""
    met = [
        page.mark_item(index)
        for page in walk.pages
        for index, task in enumerate(page.tasks if page.accepted else ())
        if task.id == task_id
    ]
    return [met[0], met[-1]] if len(met) > 1 else met or [walk.last.mark()]
