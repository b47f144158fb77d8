"""What the store holds, found by one walk and a few reads; and what moved, found by walking again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from conformance.bindings.answer import Answer, Task
from conformance.probe.asker import Asker, Unanswered, gather
from conformance.probe.questions import Principal, Question, get_task, list_tasks
from conformance.probe.store import Store
from conformance.probe.walks import Walk, WalkResult
from conformance.profiles import Profile

PAGES = 10
SAMPLE = 8
WHOLE: Mapping[str, Any] = {"page_size": 100, "artifacts": True, "window": 100}
"""Ask for everything there is to see of each task, in the largest pages."""
PLAIN: Sequence[Mapping[str, Any]] = ({"page_size": 20}, {})
"""What is asked instead when a server can't answer that."""


async def survey(
    asker: Asker, profile: Profile, *, by: Principal = "main", context: str = "", ids: Sequence[str] = ()
) -> Store:
    """Return what `by` sees; `context` restricts the walk, `ids` are tasks that the user named.

    It never raises for what a server does: `Store.trouble` says why a list could not be read.
    """
    store = Store(profile)
    walk = WalkResult([])
    try:
        first = await asker.ask(list_tasks().by(by))
        store.first = first
        if first.accepted:
            walk = await _walk(asker, by, context)
        else:
            store.trouble = str(first)
    except Unanswered as unanswered:
        store.trouble = str(unanswered)
    store.tasks = _unique(walk.tasks)
    store.pages = len(walk.pages)
    store.complete = walk.end in {"end", "no-token"} and not context
    accepted = [page for page in walk.pages if page.accepted]
    store.total = accepted[0].read("total") if accepted and isinstance(accepted[0].result, dict) else None
    store.read = await _sample(asker, store, by, ids)
    return store


async def survey_again(asker: Asker, store: Store, *, by: Principal = "main", context: str = "") -> None:
    """Walk once more and note in `store` what changed, came or went since."""
    if not store.tasks and not (store.first and store.first.accepted):
        return
    try:
        walk = await _walk(asker, by, context, repeat=1)
    except Unanswered:
        return
    before = {str(task.id): task.changes for task in store.tasks}
    after = {str(task.id): task.changes for task in walk.tasks}
    shared = before.keys() & after.keys()
    moved = {task_id for task_id in shared if before[task_id] != after[task_id]}
    moved |= after.keys() - before.keys()
    # A task that is missing from a second walk which broke off has not gone.
    if walk.end in {"end", "no-token"}:
        moved |= before.keys() - after.keys()
    store.moved = frozenset(moved)
    first = next((page for page in walk.pages if page.accepted and isinstance(page.result, dict)), None)
    store.moved_total = first is not None and first.read("total") != store.total


async def _walk(asker: Asker, by: Principal, context: str, repeat: int = 0) -> WalkResult:
    restricted = {"context": context} if context else {}
    walk = WalkResult([])
    for params in (WHOLE, *PLAIN):
        question = list_tasks(**params, **restricted).by(by)
        walk = await Walk(question, most_pages=PAGES, repeat=repeat).run(asker)
        if walk.pages[0].accepted:
            break
    return walk


def _unique(tasks: Sequence[Task]) -> list[Task]:
    """Return the first view of each id: a list that repeats itself must not look like a larger store."""
    return list({str(task.id): task for task in reversed(tasks)}.values())[::-1]


async def _sample(asker: Asker, store: Store, by: Principal, ids: Sequence[str]) -> dict[str, Task]:
    """Return the GetTask views of named ids and of the tasks that promise most: messages, artifacts, an end."""
    chosen = dict.fromkeys(
        [*ids, *store.by_messages[:3], *store.by_artifacts[:2], *store.terminal[:4], *store.ids]
    )
    wanted = list(chosen)[: max(SAMPLE, len(ids))]

    async def read(question: Question) -> Answer | None:
        try:
            return await asker.ask(question)
        except Unanswered:
            return None

    answers = await gather(partial(read, get_task(task_id).by(by)) for task_id in wanted)
    found = {a.question.params["id"]: a.task for a in answers if a is not None and a.accepted}
    return {task_id: task for task_id, task in found.items() if task.id == task_id}
