"""GetTask on HTTP: ids in paths, percent-encoded where they have to be and where they need not be."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.bindings.answer import Answer
from conformance.checks._tasks import is_plain, sample, unmoved
from conformance.judging import as_json, ask, doubt, expect, needing, note, requirement
from conformance.judging.refusals import judgeable
from conformance.probe.questions import Question, get_task
from conformance.probe.store import Store

ODD_ID = needing(
    "a task whose id holds reserved characters", lambda s: any(not is_plain(task_id) for task_id in s.ids)
)
ENCODABLE = needing(
    "a task whose id holds a letter or a digit", lambda s: any(is_plain(task_id) for task_id in s.ids)
)


@requirement("get.path-encoding")
@ask(
    lambda store: [get_task(task_id) for task_id in store.ids if not is_plain(task_id)][:12],
    needs=ODD_ID,
)
def test_an_odd_id_is_readable_percent_encoded(answer: Sequence[Answer], store: Store) -> None:
    """Proxies often stop %2F, so what becomes of a slash is only recorded."""
    for found in unmoved(answer, store):
        wanted = found.question.params["id"]
        came = found.task.id if found.accepted else found
        if "/" in wanted or "\\" in wanted:
            note("an id with %2F", "is read" if found.accepted and came == wanted else found)
        elif found.refused or found.accepted:
            expect(found.accepted and came == wanted, f"the task {as_json(wanted)}", came, marks=found.mark())
        else:
            doubt(f"An id with reserved characters: {found}.")


@requirement("get.path-unreserved")
@ask(lambda store: _encoded(store, next(i for i in sample(store) if is_plain(i))), needs=ENCODABLE)
def test_an_encoded_letter_stands_for_itself(answer: Answer) -> None:
    """%61 is a."""
    wanted = answer.question.params["id"]
    came = answer.task.id if judgeable(answer).accepted else answer
    expect(answer.accepted and came == wanted, f"the task {wanted}", came, marks=answer.mark())


def _encoded(store: Store, task_id: str) -> Question:
    """Ask for a task with the first letter or digit of its id percent-encoded."""
    index = next(index for index, char in enumerate(task_id) if char.isalnum())
    spelled = f"{task_id[:index]}%{ord(task_id[index]):02X}{task_id[index + 1 :]}"
    path = store.profile.operations["get"].path
    return get_task(task_id).spoken(http_path=path.replace("{id}", spelled))
