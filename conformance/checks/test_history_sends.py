"""historyLength in SendMessage, and what tasks that the suite itself made tell of histories."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from conformance.bindings.answer import Answer
from conformance.checks._history import ALL, Order, order_of, views, window
from conformance.judging import as_json, ask, expect, inconclusive, needing, note, requirement
from conformance.judging.needs import windowed
from conformance.judging.sent import task_or_end
from conformance.probe.questions import Question, get_task
from conformance.probe.sending import scribe
from conformance.probe.sends import BadConfiguration, BadConfigured, Configured
from conformance.probe.store import Store

SENT_ORDER = needing("a task to which the suite itself sent messages: --create-tasks", lambda s: s.sent)


def _sent(store: Store, operation: str) -> list[Question]:
    """Ask for the tasks that the suite sent most messages to, and has seen most of."""
    known = sorted(store.sent, key=lambda i: (-len(store.sent[i]), -store.messages(i)))[:2]
    if operation == "get":
        return [get_task(task_id, window=ALL) for task_id in known]
    return [window(store, "list", ALL)]


@requirement("history.send")
@pytest.mark.parametrize("length", [0, 1])
@ask(
    lambda store, length: Configured(
        scribe(store, f"send-{length}"), {"historyLength": length}, {"messages": 3}
    ),
    writes=True,
)
def test_sent_tasks_keep_to_the_length(answer: tuple[Answer, Answer | None], length: int) -> None:
    """The task in SendMessage's answer is cut as everywhere else."""
    sent, control = answer
    if control is not None and control.accepted and sent.refused:
        expect(False, f"historyLength {length} is accepted", sent, marks=sent.mark())
        return
    count = len(task_or_end(sent).history)
    expected = f"at most {length} {windowed(sent.profile, length)}"
    expect(count <= length, expected, f"{count} messages", marks=sent.mark("/task/history"))


@requirement("history.send-validated")
@pytest.mark.parametrize("length", ["abc", -1], ids=["text", "negative"])
@ask(
    lambda store, length: BadConfiguration(scribe(store, f"bad-{length}"), {"historyLength": length}),
    writes=True,
)
def test_a_bad_length_in_a_send_is_recorded(answer: BadConfigured, length: object) -> None:
    """Whether it is refused, and whether a task is made all the same."""
    if not answer.control.accepted:
        raise inconclusive(f"The agent did not accept the message without the mistake ({answer.control}).")
    made = (
        "a task was made"
        if answer.made
        else "no task was seen"
        if answer.listed
        else "the context is not known"
    )
    note(
        f"historyLength {as_json(length)} in SendMessage",
        f"{'accepted' if answer.bad.accepted else answer.bad}; {made}",
    )


@requirement("history.chronological")
@pytest.mark.parametrize("operation", ["get", "list"])
@ask(
    _sent,
    needs=SENT_ORDER,
)
def test_the_direction_of_histories_is_recorded(
    answer: Sequence[Answer], store: Store, operation: str
) -> None:
    """As far as tasks of the suite's own show it."""
    found = {
        order_of(task, store.sent)
        for page in answer
        if page.accepted
        for task, _ in views(page)
        if str(task.id) in store.sent
    }
    for order in sorted(found - {Order.UNKNOWN}, key=lambda order: order.value):
        note(f"{operation}, history", order.value)
    if found <= {Order.UNKNOWN}:
        raise inconclusive(
            "No task shows two messages of the suite's own, as one would that takes a follow-up."
        )
