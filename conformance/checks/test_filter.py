"""Filters of lists: context and state, alone and together with time, and what is no filter."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest

from conformance.bindings.answer import Answer
from conformance.checks._filters import (
    both_filters,
    bounds,
    context_and_state,
    counted,
    each_state,
    first_page,
    in_context,
    in_state,
    is_older,
    lets_through,
    odd_contexts,
    timed_context,
    two_contexts,
    unknown_context,
)
from conformance.core.missing import MISSING
from conformance.judging import Need, as_json, ask, expect, inconclusive, note, refused_well, requirement
from conformance.judging.needs import LISTED_TASK, TWO_CONTEXTS, TWO_STATES
from conformance.probe.questions import Question, list_tasks
from conformance.probe.store import PLAIN_NAME, Store
from conformance.probe.unknown import RANDOM_UUID
from conformance.probe.walks import Walk, WalkResult

CROSSED = Need(
    "a context with tasks in 2 states, one of which is found in another context too", context_and_state
)
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
    if isinstance(items, list) and items:
        raise inconclusive("The list for a context that does not exist is not empty.")
    mark = answer.mark(answer.profile.answer["items"])
    came = "tasks: null" if items is None else "tasks that is no array"
    if expect(items is MISSING or isinstance(items, list), "tasks: []", came, marks=mark):
        expect(items is not MISSING, "tasks: []", "no tasks member", clause="present", marks=answer.mark())


@requirement("filter.status")
@ask(each_state, needs=TWO_STATES)
def test_status_gives_its_tasks(answer: Mapping[str, WalkResult], store: Store) -> None:
    """All tasks in a state and no others, for each state that is there."""
    for state, walk in answer.items():
        lets_through(walk, store, in_state(state), f"tasks in {state}")


@requirement("filter.status-unknown")
@ask(
    lambda store: list_tasks(status=store.profile.states["unknown"], page_size=store.largest),
    control=lambda store: list_tasks(status=next(iter(store.states)), page_size=store.largest),
    needs=Need("a task with a state", lambda store: store.states),
)
def test_a_state_that_does_not_exist_is_refused(answer: Answer, control: Answer, store: Store) -> None:
    """Neither everything comes nor silently nothing."""
    refused_well(answer, control, f"status {store.profile.states['unknown']}")


@requirement("filter.status-unknown")
@pytest.mark.parametrize("spelling", OTHER_STATES)
@ask(lambda store, spelling: list_tasks(status=spelling, page_size=store.largest))
def test_other_spellings_of_states_are_recorded(answer: Answer, spelling: object) -> None:
    """Whether `completed` or the enum's number 3 is understood."""
    states = {str(task.state) for task in answer.tasks} if answer.accepted else set()
    among = f" in {'several states' if len(states) > 1 else states.pop()}" if states else ""
    note(f"status {as_json(spelling)}", counted(answer) + among)


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
    lambda store: first_page(
        store, (), context=timed_context(store).context, after=timed_context(store).timestamp
    ),
    needs=Need("a dated task in a context", lambda store: bounds(store) and timed_context(store).context),
)
def test_time_combines_with_context(answer: WalkResult, store: Store) -> None:
    """A bound in time holds within a context as well."""
    bound, name = timed_context(store).instant or 0, timed_context(store).context
    what = f"tasks of context {name}, none older than the bound"
    lets_through(answer, store, lambda task: task.context == name and not is_older(task, bound), what)


@requirement("filter.query-encoding")
@ask(odd_contexts, paged=lambda store: Walk(list_tasks(page_size=2), most_pages=4))
def test_values_are_decoded_once(answer: Mapping[str, WalkResult], paged: WalkResult, store: Store) -> None:
    """`%2B` is a plus, `%25` a percent sign, whatever stands behind it."""
    for name, walk in answer.items():
        if walk.pages[0].refused:
            note(f"contextId {name}", walk.pages[0])
        else:
            lets_through(walk, store, in_context(name), f"tasks of context {name}")
    pairs = [
        (page, after) for page, after in pairwise(paged.pages) if page.more and not PLAIN_NAME(page.more)
    ]
    if pairs and pairs[0][1].accepted:
        page, after = pairs[0]
        again = {str(t.id) for t in after.tasks} & {str(t.id) for t in page.tasks}
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


def _zero(store: Store, name: str, value: str) -> Question | None:
    if value == "null" and store.facts.get("binding") == "http+json":
        return None
    if value == "unspecified":
        return list_tasks(status="TASK_STATE_UNSPECIFIED", page_size=2) if name == "status" else None
    return list_tasks(**{name: None if value == "null" else ""}, page_size=2)
