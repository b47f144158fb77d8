"""Members and times, as a profile names them."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.bindings.answer import Answer
from conformance.checks._lists import NARROW, narrow_walk, walkable
from conformance.checks._tasks import sample
from conformance.core.missing import MISSING
from conformance.judging import ask, doubt, expect, promise
from conformance.judging.needs import LISTED_TASK
from conformance.probe.questions import get_task, list_tasks
from conformance.probe.store import Store
from conformance.probe.walks import WalkResult

ONWARD = frozenset({"next_token", "next_url"})
"""What the last page may lack."""


@promise("shape.members")
@ask(lambda store: narrow_walk(store, 1), needs=NARROW)
def test_list_answers_have_their_members(answer: WalkResult, store: Store) -> None:
    """All of them on the first page; on the last all but what leads further. None is missed within a null."""
    first, last = walkable(answer).pages[0], answer.last
    for page in (first, last):
        names = [name for name in store.profile.answer if page is not last or name not in ONWARD]
        missing = [name for name in names if page.read(name) is MISSING and not page.nulled(name)]
        places = ", ".join(str(store.profile.answer[name]) for name in missing)
        expect(not missing, "all members of a list answer", f"without {places}", marks=page.mark_whole())


@promise("shape.timestamps")
@ask(
    lambda store: list_tasks(),
    read=lambda store: [get_task(i) for i in sample(store, 2)] if "get" in store.profile.operations else [],
    needs=LISTED_TASK,
)
def test_times_are_of_their_form(answer: Answer, read: Sequence[Answer], store: Store) -> None:
    """Where there is one at all."""
    views = [(task, answer) for task in answer.tasks]
    views += [(found.task, found) for found in read if found.accepted]
    dated = [(task, found) for task, found in views if task.timestamp not in (MISSING, None)]
    for task, found in dated:
        readable = task.instant is not None
        expect(readable, f"a time as {store.profile.order.time}", task.timestamp, marks=found.mark())
    if not dated:
        doubt(f"No {store.profile.item_name} has a time.")
