"""The order of lists: newest first, by time and not by text, stable, moving with changes of status."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.checks._order import MILLISECOND, comparable, once, page_of, risen, said, settled
from conformance.checks._values import groups
from conformance.checks._words import is_a2a
from conformance.core.missing import MISSING
from conformance.judging import (
    Need,
    ask,
    broken,
    doubt,
    expect,
    inconclusive,
    note,
    picture,
    requirement,
)
from conformance.judging.needs import LISTED_TASK
from conformance.probe.changes import ArtifactUpdate, Change, StatusChange
from conformance.probe.questions import list_tasks
from conformance.probe.sending import scribe
from conformance.probe.store import Store
from conformance.probe.walks import Walk, WalkResult

THREE_DATED = Need(
    lambda store: f"at least 3 dated {store.profile.items_name} with 2 distinct timestamps",
    lambda store: len(store.dated) >= 3 and len(store.instants) >= 2,
)
MIXED = Need(
    "ended tasks whose timestamps differ in their number of digits and by 1 ms or more",
    lambda store: comparable([t for t in store.dated if t.is_terminal], mixed=True),
)
SCRIPTED = Need(
    "an agent that updates artifacts on request (--scripted)", lambda store: store.facts.get("scripted")
)


def whole(store: Store) -> Walk:
    """Ask for the whole list in the largest pages."""
    return Walk(list_tasks(page_size=store.largest), most_pages=10)


def small(store: Store) -> Walk:
    """Ask for a few tasks in small pages."""
    context = store.context_of(3)
    return Walk(list_tasks(**{"context": context} if context else {}, page_size=3), most_pages=6)


def tied(store: Store) -> list[Walk]:
    """Ask three times for a page with ties: that of the smallest context that has some."""
    named = {"context": store.contexts} if is_a2a(store.profile) else groups(store)
    fitting = [
        (len(tasks), name, value)
        for name, values in named.items()
        for value, tasks in values.items()
        if _ties(tasks)
    ]
    _, name, value = min(fitting, key=lambda found: found[0], default=(0, "", None))
    question = list_tasks(**{name: value} if name else {}, page_size=store.largest)
    return [Walk(question, most_pages=1, repeat=repeat) for repeat in range(3)]


@requirement("order.newest-first")
@ask(whole=whole, small=small, needs=THREE_DATED)
def test_timestamps_never_rise(whole: WalkResult, small: WalkResult, store: Store) -> None:
    """Held against ended tasks; others may have been updated by something else than their status."""
    judged = False
    for walk in (whole, small):
        tasks = once(walk, store)
        sure = settled(tasks, store)
        judged = judged or comparable(sure, mixed=False)
        never_rising(walk, sure, mixed=False) and never_rising(walk, tasks, mixed=False, clause="other-tasks")
    if not judged:
        doubt(
            "The lists lack ended tasks whose timestamps have the same number of digits and can be told apart."
        )


@requirement("order.numeric")
@ask(whole, needs=MIXED)
def test_unlike_precisions_are_ordered_as_time(answer: WalkResult, store: Store) -> None:
    """`05.5Z` is newer than `05.25Z` and `05Z`, whatever their text says."""
    tasks = settled(once(answer, store), store)
    if not comparable(tasks, mixed=True):
        doubt("The list lacks ended tasks whose timestamps differ in their number of digits.")
        return
    never_rising(answer, tasks, mixed=True)


@requirement("order.stable")
@ask(
    tied,
    needs=Need(
        lambda store: f"at least 2 {store.profile.items_name} with the same timestamp",
        lambda store: _ties(store.tasks),
    ),
)
def test_ties_keep_their_order(answer: list[WalkResult], store: Store) -> None:
    """Asked three times, tasks of one timestamp come in one order."""
    orders = [_tied_ids(walk.pages[0].tasks, store) for walk in answer]
    if not orders[0]:
        raise inconclusive("The page shows no two tasks with the same timestamp.")
    for walk, order in zip(answer[1:], orders[1:], strict=True):
        if order.keys() == orders[0].keys() and all(set(order[ns]) == set(orders[0][ns]) for ns in order):
            moved = next((ns for ns in order if order[ns] != orders[0][ns]), None)
            came = f"first {orders[0][moved]}, then {order[moved]}" if moved is not None else ""
            expect(moved is None, "the same order each time", came, marks=walk.last.mark())


@requirement("order.dated")
@ask(whole, needs=LISTED_TASK)
def test_every_task_is_dated(answer: WalkResult) -> None:
    """Sorting by it needs a timestamp; the proto leaves it optional."""
    stated = [task for task in answer.tasks if task.state is not MISSING]
    undated = [task for task in stated if task.timestamp in (MISSING, None, "")]
    if not stated:
        raise inconclusive("No listed task has a status.")
    page, index = page_of(answer, undated[0]) if undated else (answer.last, 0)
    came = f"none on {len(undated)} of {len(stated)} tasks"
    expect(not undated, "a status timestamp on every task", came, marks=page.mark_item(index))


@requirement("order.moves-up")
@ask(lambda store: StatusChange(scribe(store, "moves-up"), frozenset(store.ids)), writes=True)
def test_a_changed_task_moves_up(answer: Change, store: Store) -> None:
    """A task whose status has just changed stands before all that were there, unchanged, before."""
    top = answer.after or answer.rival
    if answer.problem or top is None or answer.page is None:
        raise inconclusive(answer.problem)
    if top.instant is None or answer.before is None or answer.before.instant is None:
        raise inconclusive("The created task has no readable status timestamp.")
    listed = list(answer.page.tasks)
    place = next((index for index, task in enumerate(listed) if task.id == top.id), len(listed))
    if place == len(listed) and (not listed or answer.page.more == "" or not _shows(answer.nearby, top)):
        raise inconclusive("The list does not show the created task.")
    rivals = [answer.rival] if answer.after and answer.rival else []
    older = {task.id: task for task in [*store.still(store.tasks), *rivals]}
    before = [task for task in listed[:place] if isinstance(task.id, str) and task.id in older]
    known = [older[task.id] for task in before if task.changes == older[task.id].changes]
    ahead = [task for task in known if _is_older(task, answer.before) or task in rivals]
    ahead = [task for task in ahead if abs((task.instant or 0) - top.instant) >= MILLISECOND]
    if known and not ahead:
        doubt("What stands before the task has the same timestamp, or one in the future.")
        return
    came = f"{len(ahead)} older tasks before it, such as {ahead[0].id}" if ahead else ""
    if not expect(
        not ahead, f"task {top.id}, changed last, before all older ones", came, marks=answer.page.mark()
    ):
        picture(listed[: place + 1], [str(task.id) for task in ahead])


@requirement("order.artifact-update")
@ask(lambda store: ArtifactUpdate(scribe(store, "artifact-update")), needs=SCRIPTED, writes=True)
def test_what_an_artifact_does_to_the_order_is_recorded(answer: Change) -> None:
    """Whether "last update" takes in an update of artifacts alone."""
    if answer.problem or not (answer.page and answer.before and answer.rival and answer.after):
        raise inconclusive(answer.problem)
    ids = [task.id for task in answer.page.tasks]
    if answer.before.id not in ids or answer.rival.id not in ids:
        raise inconclusive("The list does not show the created tasks.")
    up = ids.index(answer.before.id) < ids.index(answer.rival.id)
    earlier = [task.id for task in answer.earlier.tasks] if answer.earlier and answer.earlier.accepted else []
    was_up = answer.before.id in earlier[:1]
    dated = answer.after.timestamp != answer.before.timestamp
    note(
        "an update of artifacts alone", "moves the task up" if up and not was_up else "does not move the task"
    )
    note("its status timestamp", "changes" if dated else "stays")


def never_rising(walk: WalkResult, tasks: list[Task], *, mixed: bool, clause: str = "main") -> bool:
    """Expect that no task stands behind an older one."""
    wrong = risen(tasks, mixed=mixed)
    ascending = bool(tasks) and tasks[0].profile.order.direction == "ascending"
    wanted = "oldest first" if ascending else "newest first"
    if not wrong:
        return expect(holds=True, expected=wanted, clause=clause)
    page, index = page_of(walk, wrong[0][1])
    if not broken(clause) and not broken():
        picture(tasks, [str(later.id) for _, later in wrong])  # of what the finding names first
    return expect(
        holds=False,
        expected=wanted,
        came=said(wrong[0]),
        clause=clause,
        marks=page.mark_item(index, "timestamp"),
    )


def _ties(tasks: Iterable[Task]) -> bool:
    counted = Counter(task.instant for task in tasks if task.instant is not None)
    return any(count > 1 for count in counted.values())


def _tied_ids(tasks: Iterable[Task], store: Store) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for task in store.still(tasks):
        if task.instant is not None:
            found.setdefault(task.instant, []).append(str(task.id))
    return {instant: ids for instant, ids in found.items() if len(ids) > 1}


def _shows(page: Answer | None, task: Task) -> bool:
    return page is not None and page.accepted and any(found.id == task.id for found in page.tasks)


def _is_older(task: Task, before: Task) -> bool:
    """Whether a task's timestamp lies before the scenario began; one in the future may stand anywhere."""
    return task.instant is not None and before.instant is not None and task.instant <= before.instant
