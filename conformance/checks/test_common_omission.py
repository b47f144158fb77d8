"""What lists leave out, and the switch that shows it, as a profile has it."""

from __future__ import annotations

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.checks._words import largest
from conformance.core.missing import MISSING
from conformance.core.pointers import at
from conformance.judging import ask, doubt, expect, promise, varied
from conformance.judging.needs import LISTED_TASK
from conformance.probe.questions import Question, list_tasks
from conformance.probe.store import Store
from conformance.profiles import Profile


def form(value: object) -> str:
    """Return in which form a member is left out: absent, null, empty, or not at all: present."""
    if value is MISSING:
        return "absent"
    return "null" if value is None else "empty" if value in ([], {}, "") else "present"


def members(profile: Profile) -> list[str]:
    """Return pointers to what lists leave out."""
    return list(profile.omission.members)


def holders(store: Store, pointer: str) -> set[str]:
    """Return the ids of items that show a member when they are read by themselves."""
    return {task_id for task_id, task in store.read.items() if form(at(task.raw, pointer)) == "present"}


@promise("omission.list")
@varied("member", members)
@ask(
    lambda store: list_tasks(),
    large=lambda store: list_tasks(page_size=largest(store.profile)),
    needs=LISTED_TASK,
)
def test_lists_leave_it_out(answer: Answer, large: Answer, member: str, store: Store) -> None:
    """In one of the forms that the profile names."""
    forms = store.profile.omission.forms
    for page in (answer, large):
        wrong = [(i, task) for i, task in enumerate(page.tasks) if form(at(task.raw, member)) not in forms]
        came = f"{form(at(wrong[0][1].raw, member))} on {len(wrong)} of {len(page.tasks)}" if wrong else ""
        marks = [page.mark_item(index) for index, _ in wrong[:5]]
        expect(not wrong, f"{member} is {' or '.join(forms)}", came, marks=marks)
    if not _shown((answer, large), holders(store, member)):
        doubt(f"The lists show no {store.profile.item_name} that has {member} when it is read by itself.")


def switched(store: Store) -> Question:
    """Ask for a large page with what lists leave out."""
    return list_tasks(page_size=largest(store.profile)).with_extra(**dict(store.profile.omission.switch))


@promise("omission.switch")
@varied("member", members)
@ask(switched, needs=LISTED_TASK)
def test_the_switch_shows_it(answer: Answer, member: str, store: Store) -> None:
    """On every item that shows it when it is read by itself."""
    had = holders(store, member)
    shown = [task for task in store.still(answer.tasks) if task.id in had]
    bare = [task for task in shown if form(at(task.raw, member)) != "present"]
    if not shown:
        doubt(f"The list shows no {store.profile.item_name} that has {member} when it is read by itself.")
    elif bare:
        came = f"not on {len(bare)} of {len(shown)}"
        expect(holds=False, expected=f"{member} is shown", came=came, marks=answer.mark_place("items"))
    else:
        expect(holds=True, expected=f"{member} is shown")


def _shown(pages: tuple[Answer, ...], ids: set[str]) -> bool:
    tasks: list[Task] = [task for page in pages for task in page.tasks]
    return any(isinstance(task.id, str) and task.id in ids for task in tasks)
