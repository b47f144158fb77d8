"""Reading one item, as any API may promise it."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.bindings.answer import Answer
from conformance.checks._tasks import sample, unmoved
from conformance.core.missing import MISSING
from conformance.core.pointers import at
from conformance.judging import as_json, ask, doubt, expect, promise
from conformance.judging.needs import LISTED_TASK
from conformance.probe.questions import get_task
from conformance.probe.store import Store
from conformance.profiles import Profile


def shared(profile: Profile) -> list[str]:
    """Return pointers to what both operations show: state, time, and what filters look at."""
    named = [profile.item[name] for name in ("state", "timestamp", "context") if name in profile.item]
    return list(dict.fromkeys([*named, *(one.pointer for one in profile.filters)]))


@promise("get.agrees-with-list")
@ask(lambda store: [get_task(task_id) for task_id in sample(store)], needs=LISTED_TASK)
def test_both_operations_tell_the_same(answer: Sequence[Answer], store: Store) -> None:
    """Of items at rest, in what both show."""
    listed = {task.id: task for task in store.tasks if isinstance(task.id, str)}
    told = False
    for found in unmoved(answer, store):
        other = listed.get(found.question.params["id"])
        if other is None or not found.accepted:
            continue
        for pointer in shared(store.profile):
            here, there = at(found.task.raw, pointer), at(other.raw, pointer)
            if here is not MISSING and there is not MISSING:
                told = True
                expect(
                    here == there,
                    f"{pointer} {as_json(there)}, as in the list",
                    here,
                    marks=found.mark(pointer),
                )
    if not told:
        doubt(f"No listed {store.profile.item_name} at rest could be read.")
