"""What filters are tried with, chosen from the store, and what a filtered page is judged by."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.checks._lists import narrow, narrow_walk
from conformance.checks._order import MILLISECOND
from conformance.core.timestamps import fraction_digits, moment, problems, render
from conformance.judging import expect, inconclusive, not_applicable
from conformance.probe.questions import list_tasks
from conformance.probe.store import PLAIN_NAME, Store
from conformance.probe.unknown import RANDOM_UUID
from conformance.probe.walks import Walk, WalkResult

FUTURE = "9999-12-31T23:59:59Z"
HOURS = 2 * 3600 * 1_000_000_000


def near(store: Store) -> int:
    """Return about how many tasks a bound may have at or above it for one page to show them all."""
    return store.largest * 4 // 5


def ids(tasks: Iterable[Task]) -> frozenset[str]:
    """Return the ids that are text."""
    return frozenset(task.id for task in tasks if isinstance(task.id, str) and task.id)


def first_page(store: Store, expected: Iterable[Task], **params: Any) -> Walk:
    """Ask for one large page; what it lacks though it ends the list is looked up with GetTask."""
    return Walk(list_tasks(**params, page_size=store.largest), expected=ids(expected), most_pages=1)


def two_contexts(store: Store) -> dict[str, Walk]:
    """Ask for a small context and for the one with most states that fits a page, those with plain names first."""
    fitting = {name: tasks for name, tasks in store.contexts.items() if len(tasks) <= near(store)}

    def rank(name: str) -> tuple[bool, int, int]:
        states = {str(task.state) for task in fitting[name]}
        return PLAIN_NAME(name) is None, -len(states), -len(fitting[name])

    ranked = sorted(fitting, key=rank)
    chosen = dict.fromkeys([*ranked[:1], *filter(None, [store.context_of(3)]), *ranked[1:2]])
    return {name: first_page(store, store.contexts[name], context=name) for name in list(chosen)[:2]}


def each_state(store: Store) -> dict[str, Walk]:
    """Ask for each state that a task is in."""
    present = [state for state in store.states if state in store.profile.known_states]
    return {
        state: first_page(store, (task for task in store.tasks if task.state == state), status=state)
        for state in present
    }


def context_and_state(store: Store) -> tuple[str, str] | None:
    """Return a context and a state of which neither covers the other, the smallest such context."""
    ranked = sorted(store.contexts, key=lambda name: (PLAIN_NAME(name) is None, len(store.contexts[name])))
    for name in ranked:
        for state in store.states:
            inside = [task for task in store.contexts[name] if task.state == state]
            known = state in store.profile.known_states
            if known and 0 < len(inside) < len(store.contexts[name]) and len(inside) < store.states[state]:
                return name, state
    return None


def both_filters(store: Store) -> Walk:
    """Ask for a context and a state at once."""
    name, state = context_and_state(store) or ("", "")
    return first_page(
        store, (t for t in store.contexts.get(name, ()) if t.state == state), context=name, status=state
    )


def bounds(store: Store, count: int = 4) -> list[Task]:
    """Return tasks whose timestamps serve as bounds, newest first: ended ones, of different precision where there are.

    Ended tasks are chosen because they don't move any more.
    """
    newest = [task for task in store.dated if isinstance(task.id, str) and _usable(task)][: near(store)]
    steady = [task for task in newest if task.is_terminal] or newest
    distinct = list({task.timestamp: task for task in reversed(steady)}.values())[::-1]
    by_precision = {fraction_digits(task.timestamp): task for task in reversed(distinct)}
    picked = list({task.id: task for task in [*by_precision.values(), *distinct]}.values())[:count]
    return sorted(picked, key=lambda task: -(task.instant or 0))


def _usable(task: Task) -> bool:
    """Whether a timestamp is well written, and far enough from the ends of time to be moved by some hours."""
    return not problems(task.timestamp) and "0002" <= task.timestamp[:4] <= "9998"


def same_time(bound: Task, store: Store) -> list[Task]:
    """Return the listed tasks with exactly the bound's timestamp."""
    return [task for task in store.tasks if task.timestamp == bound.timestamp]


def at_each_bound(store: Store) -> list[Walk]:
    """Ask for what is as new as each bound; the tasks at the bound that don't come are looked up with GetTask."""
    return [
        Walk(
            list_tasks(after=bound.timestamp, page_size=store.largest),
            most_pages=3,
            expected=ids(same_time(bound, store)),
        )
        for bound in bounds(store)
    ]


def timed_context(store: Store) -> Task:
    """Return a bound whose context holds older tasks too, else the oldest bound."""
    found = bounds(store)
    for bound in found:
        inside = store.contexts.get(bound.context, []) if isinstance(bound.context, str) else []
        if any((bound.instant or 0) - (task.instant or 0) >= MILLISECOND for task in inside):
            return bound
    return found[-1]


def respelled(bound: Task, how: str) -> str:
    """Return the bound's timestamp written in another way: `nine digits`, `+02:00` or another spelling by name."""
    instant = bound.instant or 0
    spelled = {
        "nine digits": lambda: render(instant),
        "+02:00": lambda: render(instant + HOURS).removesuffix("Z") + "+02:00",
        "t and z": lambda: render(instant).lower(),
        "second 60": lambda: f"{render(instant)[:17]}60Z",
        "no zone": lambda: render(instant).removesuffix("Z"),
    }
    return spelled[how]()


def unknown_context(store: Store) -> str:
    """Return a contextId that no task has, a random UUID where the known ones are."""
    nonce = str(store.facts.get("nonce"))
    if any(RANDOM_UUID.fullmatch(name) for name in store.contexts):
        return str(uuid.UUID(bytes=hashlib.sha256(nonce.encode()).digest()[:16], version=4))
    return f"conformance-{nonce}-none"


def odd_contexts(store: Store) -> dict[str, Walk]:
    """Ask for contexts whose names have to be encoded in a query, those with the most such characters first."""
    odd = [
        name for name, tasks in store.contexts.items() if not PLAIN_NAME(name) and len(tasks) <= near(store)
    ]
    odd.sort(key=lambda name: -len({char for char in name if not PLAIN_NAME(char)}))
    return {name: first_page(store, store.contexts[name], context=name) for name in odd[:4]}


def is_older(task: Task, bound: int) -> bool:
    """Whether a task is a millisecond or more older than `bound`, in nanoseconds; an undated one is not."""
    return task.instant is not None and task.instant <= bound - MILLISECOND


def older(page: Answer, bound: int) -> list[Task]:
    """Return the listed tasks that are a millisecond or more older than `bound`, in nanoseconds."""
    return [task for task in page.tasks if is_older(task, bound)]


def lets_through(walk: WalkResult, store: Store, fits: Callable[[Task], bool], what: str) -> None:
    """Expect that a first page holds what fits and nothing else, and all of it where it ends the list."""
    page = walk.pages[0]
    wrong = [(i, task) for i, task in enumerate(page.tasks) if not fits(task) and _stayed(task, store)]
    came = f"{len(wrong)} of {len(page.tasks)} are others, such as task {wrong[0][1].id}" if wrong else ""
    expect(not wrong, f"only {what}", came, marks=[page.mark_item(i) for i, _ in wrong[:5]])
    if walk.over and len(walk.pages) == 1:
        lost = [task_id for task_id in walk.readable if task_id not in store.moved]
        came = f"{len(page.tasks)} tasks, without task {lost[0]}, which GetTask shows" if lost else ""
        expect(not lost, f"all {what}", came, marks=page.mark(page.profile.answer["items"]))


def in_context(name: str) -> Callable[[Task], bool]:
    """Return what tells whether a task is of a context."""
    return lambda task: bool(task.context == name)


def in_state(state: str) -> Callable[[Task], bool]:
    """Return what tells whether a task is in a state."""
    return lambda task: bool(task.state == state)


def counted(page: Answer) -> str:
    """Say how a page came out, for what is only recorded."""
    return f"{len(page.tasks)} tasks" if page.accepted else str(page)


FILTERS: Mapping[str, Sequence[str]] = {
    "context": ["context"],
    "status": ["status"],
    "time": ["after"],
    "context and status": ["context", "status"],
}
"""What lists of several pages are filtered by: the kind, and its parameters."""


def filtered_walk(store: Store, kind: str) -> Walk | None:
    """Return a walk of several pages through a filter, None where the store is too poor for it."""
    if kind == "context":
        context = (narrow(store) or {}).get("context")
        enough = context and 3 <= len(store.contexts[context]) < len(store.tasks)
        return narrow_walk(store, 1) if enough else None
    counts = {"status": _of_states, "time": _of_times}.get(kind, _of_both)(store)
    if not counts:
        return None
    inside, params = min(counts, key=lambda found: found[0])
    half = -(-inside // 2)
    return Walk(list_tasks(**params, page_size=max(1, min(store.largest, half))), most_pages=8)


def _of_states(store: Store) -> list[tuple[int, dict[str, Any]]]:
    """Return filters on state, each with how many tasks it lets through: 3 or more, and not all."""
    return [(n, {"status": state}) for state, n in store.states.items() if 3 <= n < len(store.tasks)]


def _of_times(store: Store) -> list[tuple[int, dict[str, Any]]]:
    """Return the same for bounds in time, with older tasks left out."""
    found = []
    for bound in bounds(store, near(store)):
        newer = [task for task in store.dated if (task.instant or 0) >= (bound.instant or 0)]
        if len(newer) >= 3 and store.instants[-1] <= (bound.instant or 0) - MILLISECOND:
            found.append((len(newer), {"after": bound.timestamp}))
    return found


def _of_both(store: Store) -> list[tuple[int, dict[str, Any]]]:
    """Return the same for a context and a state of which neither covers the other, 2 tasks or more.

    Artifacts and one message are asked for too: what is to be had at once is one list more if asked for apart.
    """
    return [
        (inside, {"context": name, "status": state, "artifacts": True, "window": 1})
        for name, tasks in store.contexts.items()
        for state in store.profile.known_states
        if 2 <= (inside := sum(task.state == state for task in tasks)) < min(len(tasks), store.states[state])
    ]


def lacking(kind: str, why: str = "") -> Exception:
    """Return how a case ends for which there was no such walk, or too short a one."""
    if kind in {"context", "status"}:
        return inconclusive(why or f"The store lacks at least 3 tasks inside a {kind} filter and 1 outside.")
    return not_applicable(why or f"The store lacks tasks inside and outside a filter on {kind}.")


def stranger(task: Task, page: Answer, store: Store) -> str:
    """Return what shows that a task is outside a filter of its page, empty where nothing does."""
    asked, stayed = page.question.params, _stayed(task, store)
    if "context" in asked and task.context != asked["context"]:
        return str(task.context)
    if "status" in asked and task.state != asked["status"] and stayed:
        return str(task.state)
    bound = moment(asked.get("after"))
    too_old = bound is not None and is_older(task, bound)
    return str(task.timestamp) if too_old and stayed else ""


def _stayed(task: Task, store: Store) -> bool:
    return not (isinstance(task.id, str) and task.id in store.moved)
