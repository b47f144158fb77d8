"""Walks over a list that grows or changes meanwhile. They create tasks, with the user's permission."""

from __future__ import annotations

from conformance.checks._lists import at_rest, mark_task, walkable, whole_walk
from conformance.judging import ask, at_least, doubt, expect, inconclusive, note, requirement
from conformance.probe.growth import GrowingWalk, Growth, UpdatedCursor
from conformance.probe.sending import scribe
from conformance.probe.store import Store


@requirement("token.cursor-based")
@ask(
    lambda store: GrowingWalk(whole_walk(store), scribe(store, "growing-walk")),
    needs=at_least(2),
    writes=True,
)
def test_new_tasks_do_not_shift_the_pages(answer: Growth, store: Store) -> None:
    """A cursor stays where it is when tasks come in at the top; an offset does not."""
    walk = walkable(answer.walk)
    if answer.problem:
        raise inconclusive(answer.problem)
    if not answer.born:
        raise inconclusive("The first page gave no token.")
    twice, lost = at_rest(store, walk.twice), at_rest(store, walk.readable)
    bad = [*twice, *lost]
    came = "; ".join(f"{what}: {', '.join(ids)}" for what, ids in (("twice", twice), ("missed", lost)) if ids)
    marks = mark_task(walk, bad[0]) if bad else ()
    born = f"with {len(answer.born)} tasks created after page 1"
    expect(not bad, f"{born}, each older task comes once", came, marks=marks)
    if not walk.over and walk.end != "pages":
        doubt(f"The walk did not reach the end of the list within {len(walk.pages)} pages.")
    note(
        "new tasks",
        "met further on" if answer.born & set(walk.ids) else "not met in the walk that was under way",
    )


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
