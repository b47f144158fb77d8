"""historyLength: one meaning in GetTask, ListTasks and SendMessage."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from conformance.bindings.answer import Answer
from conformance.bindings.reading import Kind
from conformance.checks._history import (
    ALL,
    End,
    Order,
    end_of,
    histories,
    ids_of,
    order_of,
    promising,
    recent,
    subject,
    views,
    window,
)
from conformance.checks._tasks import plain
from conformance.core.pointers import at
from conformance.judging import (
    as_json,
    ask,
    doubt,
    expect,
    inconclusive,
    needing,
    not_applicable,
    note,
    refused_well,
    requirement,
)
from conformance.judging.needs import A_MESSAGE, A_TASK, THREE_MESSAGES, TWO_MESSAGES, windowed
from conformance.judging.refusals import judgeable
from conformance.probe.questions import Question, get_task, list_tasks
from conformance.probe.store import Store

OPERATIONS = pytest.mark.parametrize("operation", ["get", "list"])
NONE_LISTED = "ListTasks shows no messages here, whatever the historyLength."


def _small(store: Store, operation: str, length: object) -> Question:
    """Ask with `length` where the answer's content is of no interest."""
    if operation == "get":
        return get_task(subject(store), window=length)
    return list_tasks(window=length)


def _spelled(store: Store, operation: str, spelled: str) -> Question | None:
    return _small(store, operation, spelled) if store.facts["binding"] == "http+json" else None


def _largest(store: Store, operation: str) -> Question:
    if operation == "get":
        return get_task(subject(store) or plain(store.ids)[0], window=2**31 - 1)
    return list_tasks(window=2**31 - 1)


def _with_status_message(store: Store) -> list[str]:
    return plain(i for i in store.by_messages if isinstance(store.by_id[i].message, dict))


@requirement("history.at-most")
@OPERATIONS
@pytest.mark.parametrize("length", [1, 2, ALL])
@ask(window, needs=TWO_MESSAGES)
def test_no_more_messages_than_asked_for(answer: Answer, store: Store, length: int) -> None:
    """Fewer may come, more never."""
    longer = [(task, mark) for task, mark in views(answer) if len(task.history) > length]
    most, parts = max((len(task.history) for task, _ in longer), default=0), windowed(answer.profile)
    marks = [mark for _, mark in longer[:5]]
    expected = f"at most {length} {windowed(answer.profile, length)}"
    expect(not longer, expected, f"{most} {parts}", marks=marks)
    if length < ALL and not promising(answer, store, length + 1):
        doubt(f"No {answer.profile.item_name} that came is known to have more than {length} {parts}.")


@requirement("history.most-recent")
@OPERATIONS
@pytest.mark.parametrize("length", [1, 2])
@ask(
    window,
    whole=lambda store, operation: window(store, operation, ALL),
    needs=THREE_MESSAGES,
)
def test_the_most_recent_messages_come(answer: Answer, whole: Answer, store: Store, operation: str) -> None:
    """They are one end of what a larger historyLength gives: the recent one, where the order is known."""
    parts, wholes = histories(answer, store), histories(whole, store)
    if operation == "list" and not any(task.history for task, _ in wholes.values()):
        raise not_applicable(NONE_LISTED)
    unsure = informative = 0
    for task_id in parts.keys() & wholes.keys():
        (part, mark), (full, _) = parts[task_id], wholes[task_id]
        end = end_of(ids_of(full), ids_of(part))
        if end is None or end is End.SAME:
            continue
        informative += 1
        verdict = recent(end, order := order_of(full, store.sent))
        unsure += verdict is None
        wanted = (
            "one end of the history"
            if order is Order.UNKNOWN
            else f"the recent end of a history that is {order.value}"
        )
        expect(verdict is not False, wanted, f"{end.value} of {len(full.history)}", marks=mark)
    if unsure:
        doubt("The messages are the first of histories whose order is not known; --create-tasks may show it.")
    elif not informative:
        doubt("No history was cut short, so that both ends look alike.")


@requirement("history.zero")
@OPERATIONS
@ask(lambda store, operation: window(store, operation, 0), needs=A_MESSAGE)
def test_zero_gives_no_message(answer: Answer, store: Store) -> None:
    """A missing history and an empty one are the same here."""
    _no_messages(answer)
    if not promising(answer, store, 1):
        doubt("No task that came is known to have messages.")


def _no_messages(answer: Answer) -> bool:
    wrong = [(task, mark) for task, mark in views(answer) if task.history]
    came = max((len(task.history) for task, _ in wrong), default=0)
    return expect(not wrong, "no message", f"{came} messages", marks=[mark for _, mark in wrong[:5]])


@requirement("history.zero-omitted")
@OPERATIONS
@ask(lambda store, operation: window(store, operation, 0), needs=A_MESSAGE)
def test_zero_leaves_the_member_out(answer: Answer) -> None:
    """Not [], not null."""
    present = [mark for task, mark in views(answer) if task.has_history]
    expect(not present, "no history member", f"history is there, in {len(present)} tasks", marks=present[:5])


@requirement("history.unset")
@OPERATIONS
@ask(
    lambda store, operation: window(store, operation, None),
    whole=lambda store, operation: window(store, operation, ALL),
    needs=A_MESSAGE,
)
def test_what_unset_gives_is_recorded(answer: Answer, whole: Answer, operation: str) -> None:
    """Nothing, everything, or up to a limit."""
    if not answer.accepted or not whole.accepted:
        note(f"{operation}, unset", answer if not answer.accepted else whole)
        return
    longest = max((len(task.history) for task, _ in views(answer)), default=0)
    larger = max((len(task.history) for task, _ in views(whole)), default=0)
    said = (
        "no message"
        if not longest
        else "as many as 100 gives"
        if longest == larger
        else "fewer than 100 gives"
    )
    note(f"{operation}, unset", f"{said}: at most {longest}")


@requirement("history.negative")
@OPERATIONS
@ask(
    lambda store, operation: window(store, operation, -1),
    control=lambda store, operation: window(store, operation, 1),
    needs=A_MESSAGE,
)
def test_a_negative_length_gives_no_message(answer: Answer, control: Answer) -> None:
    """Less than none can't be asked for; refusing it is better than reading it as 0."""
    if answer.accepted:
        _no_messages(answer)
    refused_well(answer, control, "historyLength -1", clause="refused")


@requirement("history.not-a-number")
@OPERATIONS
@pytest.mark.parametrize(
    ("length", "clause"),
    [("abc", "main"), (1.5, "main"), (True, "main"), (2**40, "out-of-range")],
    ids=["text", "fraction", "true", "2^40"],
)
@ask(
    _small,
    control=lambda store, operation: _small(store, operation, 1),
    needs=A_MESSAGE,
)
def test_what_is_no_int32_is_refused(answer: Answer, control: Answer, length: object, clause: str) -> None:
    """Text, fractions and booleans are no numbers of messages."""
    refused_well(answer, control, f"historyLength {as_json(length)}", clause=clause)


@requirement("history.not-a-number")
@OPERATIONS
@pytest.mark.parametrize("spelled", ["", "05", "+5"], ids=["empty", "leading zero", "plus"])
@ask(_spelled, needs=A_MESSAGE)
def test_odd_spellings_are_recorded(answer: Answer | None, operation: str, spelled: str) -> None:
    """In a query everything is text, and no text says how strictly it is read."""
    if answer is None:
        raise not_applicable("Only in a query are numbers spelled as text.")
    note(f"{operation}, historyLength {as_json(spelled)}", "accepted" if answer.accepted else answer)


@requirement("history.large")
@OPERATIONS
@ask(_largest, needs=A_TASK)
def test_the_largest_length_is_a_value_like_any_other(answer: Answer) -> None:
    """A clean refusal goes against a SHOULD only; a fault of the server's is one."""
    fault = judgeable(answer).kind in {Kind.FAULT, Kind.UNREADABLE}
    expect(
        not fault,
        "an answer that is no fault of the server's",
        answer,
        clause="server-fault",
        marks=answer.mark(),
    )
    if not fault:
        expect(answer.accepted, "2147483647 is accepted", answer, marks=answer.mark())


@requirement("history.same-meaning")
@pytest.mark.parametrize("length", [2, ALL])
@ask(
    lambda store, length: window(store, "get", length),
    listed=lambda store, length: window(store, "list", length),
    needs=TWO_MESSAGES,
)
def test_get_and_list_mean_the_same(answer: Answer, listed: Answer, store: Store, length: int) -> None:
    """The shorter history is the recent part of the longer one."""
    task_id = subject(store)
    (got, _), (found, mark) = (histories(a, store).get(str(task_id), (None, None)) for a in (answer, listed))
    if got is None or found is None or mark is None:
        raise inconclusive("No task at rest with messages came in both answers.")
    short, long = sorted((got, found), key=lambda task: len(task.history))
    note(f"historyLength {length}", f"GetTask {len(got.history)}, ListTasks {len(found.history)} messages")
    if not short.history:
        raise not_applicable("One of the operations shows no messages here.")
    end = end_of(ids_of(long), ids_of(short))
    if end is None:
        raise inconclusive("The messages have no ids of their own.")
    verdict = recent(end, order_of(long, store.sent))
    if verdict is None:
        raise inconclusive("The order of the messages is not known, so neither is their recent end.")
    expect(verdict, "the shorter history is the recent part of the longer", end.value, marks=mark)


@requirement("history.status-message")
@ask(
    lambda store: [get_task(task_id, window=ALL) for task_id in _with_status_message(store)[:2]],
    needs=needing("a task with a status message and a history", _with_status_message),
)
def test_where_status_messages_go_is_recorded(answer: Sequence[Answer]) -> None:
    """Into the history at once, or only when a newer one comes."""
    for found in answer:
        if found.accepted:
            own = at(found.task.message, found.profile.item["window_id"])
            repeated = isinstance(own, str) and own in ids_of(found.task)
            note("status message", "also in history" if repeated else "not in history")
