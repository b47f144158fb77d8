"""What it means that two interfaces show the same: tasks, their order, their parts. Ties and spelling are free."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.judging import as_json
from conformance.probe.store import Store

Difference = tuple[str, str]
"""What one interface shows and what the other shows in its place."""


def tasks_differ(one: Task, other: Task) -> Iterator[Difference]:
    """Yield what two views of one task do not agree in."""
    for name in ("context", "state"):
        mine, theirs = getattr(one, name), getattr(other, name)
        if mine != theirs:
            yield f"{name} {as_json(mine)} of task {one.id}", f"{as_json(theirs)}"
    if one.instant != other.instant:
        yield f"timestamp {as_json(one.timestamp)} of task {one.id}", f"{as_json(other.timestamp)}"
    if not _parts_of_one(one.history_ids, other.history_ids):
        yield f"messages {list(one.history_ids)} of task {one.id}", f"{list(other.history_ids)}"
    if sorted(one.artifact_ids) != sorted(other.artifact_ids):
        yield f"artifacts {sorted(one.artifact_ids)} of task {one.id}", f"{sorted(other.artifact_ids)}"


def _parts_of_one(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the shorter history stands at one end of the longer; which end is recent, others judge."""
    shorter, longer = sorted((tuple(one), tuple(other)), key=len)
    count = len(shorter)
    return shorter in (longer[:count], longer[len(longer) - count :])


def pages_differ(one: Answer, other: Answer, store: Store) -> Iterator[Difference]:
    """Yield what two first pages of one list do not agree in; tasks that moved take no part."""
    mine, theirs = _reachable(one, other, store), _reachable(other, one, store)
    if missing := sorted(mine.keys() - theirs.keys()):
        yield f"task {missing[0]}", f"{len(missing)} tasks less"
    if added := sorted(theirs.keys() - mine.keys()):
        yield f"no task {added[0]}", f"{len(added)} tasks more"
    shared = [task_id for task_id in mine if task_id in theirs]
    for task_id in shared:
        yield from tasks_differ(mine[task_id], theirs[task_id])
    order = [instant for i in shared if (instant := mine[i].instant) is not None]
    their_order = [n for i, t in theirs.items() if i in mine and (n := t.instant) is not None]
    if sorted(order) == sorted(their_order) and order != their_order:
        yield "one order of timestamps", "another order"
    totals = one.read("total"), other.read("total")
    if store.quiet and all(isinstance(total, int) for total in totals) and totals[0] != totals[1]:
        yield f"totalSize {totals[0]}", f"totalSize {totals[1]}"


def _reachable(page: Answer, other: Answer, store: Store) -> dict[str, Task]:
    """Return the still tasks of `page`, in order, that must stand on `other` too if both list the same.

    Where either page does not end its list, only as many as both hold count, and not those whose timestamp is that
    of the last one: ties may fall on either side.
    """
    if not store.quiet:
        return _by_id(store.still(_between(page, other)))
    kept = list(page.tasks)
    if page.more or other.more:
        count = min(len(page.tasks), len(other.tasks))
        edges = {tasks[count - 1].instant for tasks in (page.tasks, other.tasks) if count}
        kept = [task for task in kept[:count] if task.instant not in edges]
    return _by_id(kept)


def _between(page: Answer, other: Answer) -> list[Task]:
    """Return the tasks of `page` whose time both pages cover, in a store that is written to between the two.

    What is newer than all on the page that was asked for first came later, or changed; what comes in at the top
    pushes others off the end.
    """
    times = [[task.instant for task in one.tasks if task.instant is not None] for one in (page, other)]
    if not all(times):
        return []
    newest = min(max(known) for known in times)
    ends = [min(known) for one, known in zip((page, other), times, strict=True) if one.more]
    changed = {
        str(t.id) for one in (page, other) for t in one.tasks if t.instant is None or t.instant > newest
    }
    return [
        task
        for task in page.tasks
        if str(task.id) not in changed and all((task.instant or 0) > end for end in ends)
    ]


def _by_id(tasks: Sequence[Task]) -> dict[str, Task]:
    return {task.id: task for task in tasks if isinstance(task.id, str) and task.id}
