"""statusTimestampAfter: the bound, the instant and not its text, what is no time; a client that polls by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from conformance.bindings.answer import Answer
from conformance.bindings.reading import Kind
from conformance.checks._filters import (
    FUTURE,
    at_each_bound,
    bounds,
    counted,
    ids,
    is_older,
    older,
    respelled,
    same_time,
)
from conformance.checks._order import MILLISECOND
from conformance.judging import (
    Need,
    ask,
    doubt,
    expect,
    inconclusive,
    note,
    refused_well,
    requirement,
)
from conformance.judging.needs import TWO_INSTANTS
from conformance.judging.refusals import judgeable
from conformance.probe.changes import Polled, Polling
from conformance.probe.questions import list_tasks
from conformance.probe.sending import scribe
from conformance.probe.store import Store
from conformance.probe.walks import WalkResult

THREE_DATED = Need("at least 3 dated tasks", lambda store: len(store.dated) >= 3 and bounds(store))
A_BOUND = Need("a task with a status timestamp", bounds)
NO_TIMES = {"date": "9998-01-01", "epoch number": 253_370_764_800_000}
"""A day and a number of milliseconds in the year 9998: understood they let nothing through, ignored everything."""
OTHER_TIMES = ["t and z", "second 60", "no zone"]


@requirement("filter.names")
@ask(
    lambda store: list_tasks(after=bounds(store)[0].timestamp, page_size=store.largest),
    other=lambda store: list_tasks(page_size=store.largest).with_extra(
        lastUpdatedAfter=bounds(store)[0].timestamp
    ),
    plain=lambda store: list_tasks(page_size=store.largest),
    needs=[TWO_INSTANTS, A_BOUND],
)
def test_the_filter_on_time_has_its_name(answer: Answer, other: Answer, plain: Answer, store: Store) -> None:
    """Older drafts and the migration guide call it lastUpdatedAfter; that name alone does not do."""
    bound = bounds(store)[0].instant or 0
    if not older(plain, bound):
        raise inconclusive("The first page holds no task older than the bound.")
    heeded = judgeable(answer).accepted and not older(answer, bound)
    other_heeded = other.accepted and not older(other, bound)
    if not heeded and not other_heeded:
        raise inconclusive("Neither name filters, which filter.after-excludes judges.")
    came = f"{counted(answer)} with it; lastUpdatedAfter filters in its place"
    expect(heeded, "statusTimestampAfter filters", came, marks=answer.mark())


@requirement("filter.after-inclusive")
@ask(at_each_bound, needs=THREE_DATED)
def test_the_bound_itself_is_in(answer: Sequence[WalkResult], store: Store) -> None:
    """A task whose timestamp equals the bound belongs to the result; some out and some in is rounding."""
    met: set[str] = set()
    lost: set[str] = set()
    for bound, walk in zip(bounds(store), answer, strict=True):
        wanted = ids(store.still(same_time(bound, store)))
        met |= wanted & ids(walk.pages[0].tasks or walk.tasks)
        lost |= wanted & set(walk.readable)
    if not met and len(lost) < 3:
        raise inconclusive("The store lacks 3 tasks that could be asked for by their own timestamp.")
    marks = [walk.pages[0].mark() for walk in answer if walk.readable]
    came = "none of the tasks asked for by their own timestamp"
    if expect(met, "the tasks at the bound", came, marks=marks) and lost:
        note("rounding", f"{len(lost)} tasks are not in the result for their own timestamp, {len(met)} are")


@requirement("filter.after-excludes")
@ask(
    lambda store: {
        b.timestamp: list_tasks(after=b.timestamp, page_size=store.largest) for b in bounds(store)
    },
    future=lambda store: list_tasks(after=FUTURE, page_size=store.largest),
    needs=[TWO_INSTANTS, A_BOUND],
)
def test_older_tasks_are_out(answer: Mapping[str, Answer], future: Answer, store: Store) -> None:
    """What is older than the bound by a millisecond or more does not come; undated tasks are not judged."""
    for bound, page in zip(bounds(store), answer.values(), strict=True):
        no_older(page, bound.instant or 0)
    if future.accepted:
        no_older(future, max(store.instants) + MILLISECOND)
    else:
        note("a bound in the year 9999", future)
    if store.instants[-1] > (bounds(store)[0].instant or 0) - MILLISECOND:
        doubt("The store lacks tasks older than the bound.")


@requirement("filter.after-instant")
@pytest.mark.parametrize("spelling", ["nine digits", "+02:00"])
@ask(
    lambda store, spelling: list_tasks(after=respelled(bounds(store)[0], spelling), page_size=store.largest),
    control=lambda store: list_tasks(after=bounds(store)[0].timestamp, page_size=store.largest),
    needs=A_BOUND,
)
def test_one_instant_gives_one_result(answer: Answer, control: Answer, store: Store, spelling: str) -> None:
    """Other digits or another offset don't make it another moment."""
    if answer.refused:
        note(f"the bound written with {spelling}", answer)
        return
    if control.more or answer.more:
        raise inconclusive("The result does not fit one page.")
    same = [{str(task.id) for task in store.still(page.tasks)} for page in (control, answer)]
    came = f"{len(same[1])} tasks, {len(same[0] ^ same[1])} of them not in both"
    expect(same[0] == same[1], f"the same {len(same[0])} tasks as with Z", came, marks=answer.mark())


@requirement("filter.after-validated")
@ask(lambda store: list_tasks(after="banana", page_size=2), control=lambda store: list_tasks(page_size=2))
def test_what_is_no_time_is_refused(answer: Answer, control: Answer) -> None:
    """A filter that can't be read is not left out silently."""
    refused_well(answer, control, "statusTimestampAfter banana")


@requirement("filter.after-validated")
@pytest.mark.parametrize("time", NO_TIMES)
@ask(lambda store, time: list_tasks(after=NO_TIMES[time], page_size=2), needs=A_BOUND)
def test_half_a_time_is_not_ignored(answer: Answer, time: str) -> None:
    """A date alone and a number are refused or understood."""
    if not answer.accepted:
        note(f"statusTimestampAfter {NO_TIMES[time]}", answer)
        if answer.kind is Kind.REFUSED:
            expect(answer.refused, "refused or understood")
        return
    dated = [task for task in answer.tasks if task.instant is not None]
    came = f"{len(dated)} tasks, none of the year 9998"
    expect(not dated, "refused, or nothing but later tasks", came, marks=answer.mark_item(0, "timestamp"))


@requirement("filter.after-validated")
@pytest.mark.parametrize("spelling", OTHER_TIMES)
@ask(
    lambda store, spelling: list_tasks(after=respelled(bounds(store)[0], spelling), page_size=store.largest),
    needs=A_BOUND,
)
def test_other_spellings_of_times_are_recorded(answer: Answer, spelling: str) -> None:
    """What a lower-case t, second 60 and a missing zone do is the server's choice."""
    note(f"statusTimestampAfter with {spelling}", counted(answer))


@requirement("filter.sync")
@ask(lambda store: Polling(scribe(store, "sync")), writes=True)
def test_polling_misses_nothing(answer: Polled) -> None:
    """With the newest timestamp seen come the task at that instant and all newer ones, nothing older."""
    if answer.problem:
        raise inconclusive(answer.problem)
    (first, second), pages = answer.tasks, answer.pages
    times = [task.instant or 0 for task in answer.tasks]
    if times[1] < times[0]:
        raise inconclusive("The agent's timestamps go backwards from one task to the next.")
    shown = [{str(task.id) for task in page.tasks} for page in pages]
    if any(page.more for page in pages):
        raise inconclusive("The result does not fit one page.")
    if not answer.stayed:
        raise inconclusive("A created task was gone or had changed again before it could be listed.")
    if not answer.listed and not {str(first.id), str(second.id)} <= shown[0]:
        raise inconclusive("The list does not show a created task without the bound either.")
    at_bound = str(first.id) in shown[0] or str(second.id) in shown[1]
    expect(at_bound, "the task at the bound", f"not task {first.id}", marks=pages[0].mark())
    if times[1] - times[0] >= MILLISECOND:
        expect(str(second.id) in shown[0], "the newer task", f"not task {second.id}", marks=pages[0].mark())
    for page, time in zip(pages, times, strict=True):
        no_older(page, time)


def no_older(page: Answer, bound: int) -> None:
    """Expect that no listed task is older than `bound` (ns) by a millisecond or more."""
    wrong = older(page, bound)
    indexes = [i for i, task in enumerate(page.tasks) if is_older(task, bound)]
    came = f"{len(wrong)} older ones, such as {wrong[0].timestamp}" if wrong else ""
    expected = f"no task older than {page.question.params['after']}"
    expect(not wrong, expected, came, marks=[page.mark_item(i, "timestamp") for i in indexes[:5]])
