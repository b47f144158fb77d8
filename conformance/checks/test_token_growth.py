"""Walks over a list that grows or changes meanwhile. They create tasks, with the user's permission."""

from __future__ import annotations

from conformance.checks._lists import mark_task, walkable
from conformance.judging import ask, doubt, expect, inconclusive, note, requirement
from conformance.probe.growth import GrowingWalk, Growth, UpdatedCursor
from conformance.probe.sending import scribe


@requirement("token.cursor-based")
@ask(lambda store: GrowingWalk(scribe(store, "growing-walk")), writes=True)
def test_new_tasks_do_not_shift_the_pages(answer: Growth) -> None:
    """A cursor stays where it is when tasks come in at the top; an offset does not."""
    if answer.problem:
        raise inconclusive(answer.problem)
    walk = walkable(answer.walk)
    if not answer.born:
        raise inconclusive("The first page gave no token.")
    twice = [task_id for task_id in walk.twice if task_id in answer.older]
    bad = [*twice, *answer.missed]
    cases = (("twice", twice), ("missed", answer.missed))
    came = "; ".join(f"{what}: {', '.join(ids)}" for what, ids in cases if ids)
    marks = mark_task(walk, bad[0]) if bad else ()
    born = f"with {len(answer.born)} tasks created after page 1"
    expect(not bad, f"{born}, each older task comes once", came, marks=marks)
    if not walk.over:
        doubt(f"The walk did not reach the end of the list within {len(walk.pages)} pages.")
    met = "met further on" if answer.born & set(walk.ids) else "not met in the walk that was under way"
    note("new tasks", met)


@requirement("token.survives-update")
@ask(lambda store: UpdatedCursor(scribe(store, "updated-cursor")), writes=True)
def test_what_becomes_of_a_walk_whose_cursor_changes(answer: Growth) -> None:
    """The rest still comes, the task comes again, or the token is refused."""
    if answer.problem:
        raise inconclusive(answer.problem)
    walk = answer.walk
    if walk.end == "stopped":
        note("task at the cursor changed", f"page {len(walk.pages)}: {walk.last}")
        return
    came = "the rest came" if answer.born <= set(walk.ids) else "the rest was missed"
    again = ", the changed task again" if len(walk.ids) > len(answer.born) else ""
    note("task at the cursor changed", came + again)
