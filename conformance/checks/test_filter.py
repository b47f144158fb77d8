"""Filters of lists: context, state and time, alone and together, and what is no filter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from conformance.bindings.answer import Answer, Kind
from conformance.checks._filters import (
    FUTURE,
    at_each_bound,
    both_filters,
    bounds,
    context_and_state,
    counted,
    each_state,
    first_page,
    ids,
    in_context,
    in_state,
    lets_through,
    odd_contexts,
    older,
    respelled,
    same_time,
    timed_context,
    two_contexts,
    unknown_context,
)
from conformance.checks._order import MILLISECOND
from conformance.core.missing import MISSING
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
from conformance.judging.needs import LISTED_TASK, TWO_CONTEXTS, TWO_INSTANTS, TWO_STATES
from conformance.probe.changes import Polled, Polling
from conformance.probe.questions import Question, list_tasks
from conformance.probe.sending import scribe
from conformance.probe.store import PLAIN_NAME, Store
from conformance.probe.unknown import RANDOM_UUID
from conformance.probe.walks import Walk, WalkResult

THREE_DATED = Need("at least 3 dated tasks", lambda store: len(store.dated) >= 3 and bounds(store))
A_BOUND = Need("a task with a status timestamp", bounds)
CROSSED = Need(
    "a context with tasks in 2 states, one of which is found in another context too", context_and_state
)
NO_TIMES = {"date": "9998-01-01", "epoch number": 253_370_764_800_000}
"""A day and a number of milliseconds in the year 9998: understood they let nothing through, ignored everything."""
OTHER_TIMES = ["t and z", "second 60", "no zone"]
OTHER_STATES = ["completed", "COMPLETED", 3]


@requirement("filter.context")
@ask(two_contexts, needs=TWO_CONTEXTS)
def test_context_gives_its_tasks(answer: Mapping[str, WalkResult], store: Store) -> None:
    """All tasks of a context and no others."""
    for name, walk in answer.items():
        lets_through(walk, store, in_context(name), f"tasks of context {name}")


@requirement("filter.context-unknown")
@ask(lambda store: Walk(list_tasks(context=unknown_context(store)), most_pages=5), needs=LISTED_TASK)
def test_an_unknown_context_is_empty(answer: WalkResult) -> None:
    """No task, and the list ends; a server may refuse an id of a form that its own ids don't have."""
    first = answer.pages[0]
    if first.refused and not RANDOM_UUID.fullmatch(str(first.question.params["context"])):
        note("a contextId that does not exist", first)
        return
    found = len(first.tasks) or len(answer.tasks)
    if expect(not found, "no task", f"{found} tasks", marks=first.mark_item(0)):
        came = f"{len(answer.pages)} empty pages, then {answer.end}"
        expect(answer.ended, 'nextPageToken "" in the end', came, marks=answer.last.mark())
    note("totalSize", first.read("total"))


@requirement("filter.empty-is-array")
@ask(lambda store: list_tasks(context=unknown_context(store)))
def test_an_empty_list_is_an_array(answer: Answer) -> None:
    """An empty result has `tasks: []`; ProtoJSON printers may leave the member out."""
    if answer.refused:
        raise inconclusive(f"A context without tasks is refused ({answer}), so no empty list came.")
    items = answer.read("items")
    if items not in (MISSING, None, []):
        raise inconclusive("The list for a context that does not exist is not empty.")
    mark = answer.mark(answer.profile.answer["items"])
    if expect(items is not None, "tasks: []", "tasks: null", marks=mark):
        expect(items is not MISSING, "tasks: []", "no tasks member", clause="present", marks=answer.mark())


@requirement("filter.status")
@ask(each_state, needs=TWO_STATES)
def test_status_gives_its_tasks(answer: Mapping[str, WalkResult], store: Store) -> None:
    """All tasks in a state and no others, for each state that is there."""
    for state, walk in answer.items():
        lets_through(walk, store, in_state(state), f"tasks in {state}")


@requirement("filter.status-unknown")
@ask(
    lambda store: list_tasks(status=store.profile.states["unknown"], page_size=100),
    control=lambda store: list_tasks(status=next(iter(store.states)), page_size=100),
    needs=Need("a task with a state", lambda store: store.states),
)
def test_a_state_that_does_not_exist_is_refused(answer: Answer, control: Answer, store: Store) -> None:
    """Neither everything comes nor silently nothing."""
    refused_well(answer, control, f"status {store.profile.states['unknown']}")


@requirement("filter.status-unknown")
@pytest.mark.parametrize("spelling", OTHER_STATES)
@ask(lambda store, spelling: list_tasks(status=spelling, page_size=100))
def test_other_spellings_of_states_are_recorded(answer: Answer, spelling: object) -> None:
    """Whether `completed` or the enum's number 3 is understood."""
    states = {str(task.state) for task in answer.tasks} if answer.accepted else set()
    among = f" in {', '.join(sorted(states))}" if states else ""
    note(f"status {spelling!r}", counted(answer) + among)


@requirement("filter.names")
@ask(
    lambda store: list_tasks(after=bounds(store)[0].timestamp, page_size=100),
    other=lambda store: list_tasks(page_size=100).with_extra(lastUpdatedAfter=bounds(store)[0].timestamp),
    plain=lambda store: list_tasks(page_size=100),
    needs=[TWO_INSTANTS, A_BOUND],
)
def test_the_filter_on_time_has_its_name(answer: Answer, other: Answer, plain: Answer, store: Store) -> None:
    """Older drafts and the migration guide call it lastUpdatedAfter; that name alone does not do."""
    bound = bounds(store)[0].instant or 0
    if not older(plain, bound):
        raise inconclusive("The first page holds no task older than the bound.")
    heeded = answer.accepted and not older(answer, bound)
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
    came = f"none of {len(lost)} tasks asked for by their own timestamp"
    if expect(met, "the tasks at the bound", came, marks=marks) and lost:
        note("rounding", f"{len(lost)} tasks are not in the result for their own timestamp, {len(met)} are")


@requirement("filter.after-excludes")
@ask(
    lambda store: {b.timestamp: list_tasks(after=b.timestamp, page_size=100) for b in bounds(store)},
    future=lambda store: list_tasks(after=FUTURE, page_size=100),
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
    lambda store, spelling: list_tasks(after=respelled(bounds(store)[0], spelling), page_size=100),
    control=lambda store: list_tasks(after=bounds(store)[0].timestamp, page_size=100),
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
    lambda store, spelling: list_tasks(after=respelled(bounds(store)[0], spelling), page_size=100),
    needs=A_BOUND,
)
def test_other_spellings_of_times_are_recorded(answer: Answer, spelling: str) -> None:
    """What a lower-case t, second 60 and a missing zone do is the server's choice."""
    note(f"statusTimestampAfter with {spelling}", counted(answer))


@requirement("filter.combined")
@pytest.mark.parametrize("filters", ["context and status"])
@ask(both_filters, needs=CROSSED)
def test_filters_combine(answer: WalkResult, store: Store) -> None:
    """Both filters hold at once."""
    name, state = context_and_state(store) or ("", "")
    what = f"tasks of context {name} in {state}"
    lets_through(answer, store, lambda task: task.context == name and task.state == state, what)


@requirement("filter.combined")
@pytest.mark.parametrize("filters", ["context and time"])
@ask(
    lambda store: first_page((), context=timed_context(store).context, after=timed_context(store).timestamp),
    needs=Need("a dated task in a context", lambda store: bounds(store) and timed_context(store).context),
)
def test_time_combines_with_context(answer: WalkResult, store: Store) -> None:
    """A bound in time holds within a context as well."""
    bound, name = timed_context(store).instant or 0, timed_context(store).context
    wrong = {id(task) for task in older(answer.pages[0], bound)}
    what = f"tasks of context {name}, none older than the bound"
    lets_through(answer, store, lambda task: task.context == name and id(task) not in wrong, what)


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


@requirement("filter.query-encoding")
@ask(odd_contexts, paged=lambda store: Walk(list_tasks(page_size=2), most_pages=2))
def test_values_are_decoded_once(answer: Mapping[str, WalkResult], paged: WalkResult, store: Store) -> None:
    """`%2B` is a plus, `%25` a percent sign, whatever stands behind it."""
    for name, walk in answer.items():
        if walk.pages[0].refused:
            note(f"contextId {name}", walk.pages[0])
        else:
            lets_through(walk, store, in_context(name), f"tasks of context {name}")
    token, pages = paged.pages[0].more, paged.pages
    if token and not PLAIN_NAME(token) and len(pages) > 1 and pages[1].accepted:
        again = {str(t.id) for t in pages[1].tasks} & {str(t.id) for t in pages[0].tasks}
        note("a pageToken with such characters", "is not read as it was sent" if again else "is accepted")
        answer or again or expect(not again, "the token is decoded once")
    elif not answer:
        raise inconclusive("The store lacks contextIds and tokens with + / = & % or non-ASCII characters.")


@requirement("filter.zero-is-unset")
@pytest.mark.parametrize("name", ["status", "context"])
@ask(
    lambda store, name: {value: _zero(store, name, value) for value in ("", "null", "unspecified")},
    plain=lambda store: list_tasks(page_size=2),
)
def test_what_zero_values_give_is_recorded(
    answer: Mapping[str, Answer | None], plain: Answer, name: str
) -> None:
    """Whether an empty, null or unspecified filter is no filter."""
    for value, page in answer.items():
        if page is None:
            continue
        unset = page.accepted and [t.id for t in page.tasks] == [t.id for t in plain.tasks]
        note(f"{name} {value or 'empty'}", "as unset" if unset else counted(page))


def no_older(page: Answer, bound: int) -> None:
    """Expect that no listed task is older than `bound` (ns) by a millisecond or more."""
    wrong = older(page, bound)
    indexes = [i for i, task in enumerate(page.tasks) if any(task is other for other in wrong)]
    came = f"{len(wrong)} older ones, such as {wrong[0].timestamp}" if wrong else ""
    expected = f"no task older than {page.question.params['after']}"
    expect(not wrong, expected, came, marks=[page.mark_item(i, "timestamp") for i in indexes[:5]])


def _zero(store: Store, name: str, value: str) -> Question | None:
    if value == "null" and store.facts.get("binding") == "http+json":
        return None
    if value == "unspecified":
        return list_tasks(status="TASK_STATE_UNSPECIFIED", page_size=2) if name == "status" else None
    return list_tasks(**{name: None if value == "null" else ""}, page_size=2)
