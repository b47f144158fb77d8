"""What the checks of historyLength share: whose history is asked for, and which end of it came.

No text fixes the order of messages. It is known only where the suite sent messages itself: what it sent first is
older than what it sent later, and a message that made a task is older than the agent's answer to it.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence

from conformance.bindings.answer import Answer, Mark
from conformance.bindings.task import Task
from conformance.checks._tasks import plain
from conformance.core.pointers import at
from conformance.probe.questions import Question, get_task, list_tasks
from conformance.probe.store import Store

ALL = 100
"""A historyLength that is larger than most histories, and small enough for any server."""


class Order(enum.Enum):
    """In which direction a history runs."""

    OLDEST_FIRST = "oldest first"
    NEWEST_FIRST = "newest first"
    UNKNOWN = "not known"


class End(enum.Enum):
    """What a part of a history is to the whole."""

    LAST = "the last messages"
    FIRST = "the first messages"
    OTHER = "neither end"
    SAME = "all that there is"


def subject(store: Store) -> str | None:
    """Return the task to ask for: rich, best of known order and at rest; None where none shows a message."""

    def worth(task_id: str) -> tuple[int, bool, bool, int]:
        count = store.messages(task_id)
        return min(count, 3), task_id in store.sent, store.by_id[task_id].is_terminal, count

    return max(plain(store.by_messages), key=worth, default=None)


def window(store: Store, operation: str, length: object) -> Question:
    """Ask for histories with `length`, or unset where it is None: of one task, or of a page that holds it."""
    params = {} if length is None else {"window": length}
    chosen = subject(store)
    if operation == "get":
        return get_task(chosen, **params)
    return list_tasks(**_where(store, chosen), **params)


def _where(store: Store, task_id: str | None) -> dict[str, str]:
    """Return no filter where the first page holds the task, else its context."""
    first = store.first.tasks if store.first is not None and store.first.accepted else ()
    if any(task.id == task_id for task in first):
        return {}
    context = store.by_id[task_id].context if task_id in store.by_id else None
    return {"context": context} if isinstance(context, str) and context else {}


def views(answer: Answer) -> list[tuple[Task, Mark]]:
    """Return the tasks of either operation's answer, each with the place of its history."""
    if answer.question.operation == "list":
        return [(task, answer.mark_item(index, "window")) for index, task in enumerate(answer.tasks)]
    return [(answer.task, answer.mark(answer.profile.item["window"]))]


def promising(answer: Answer, store: Store, least: int) -> bool:
    """Whether the answer holds a task of which some view showed at least `least` messages."""
    return any(isinstance(task.id, str) and store.messages(task.id) >= least for task, _ in views(answer))


def histories(answer: Answer, store: Store) -> dict[str, tuple[Task, Mark]]:
    """Return the views of tasks that did not move and do not change of themselves, by id."""
    found = {}
    for task, mark in views(answer):
        if store.still([task]) and (
            task.is_terminal or task.state in task.profile.states.get("interrupted", ())
        ):
            found[str(task.id)] = (task, mark)
    return found


def end_of(whole: Sequence[str], part: Sequence[str]) -> End | None:
    """Return which end of `whole` the messages of `part` are, in any order; None where ids can't tell."""
    if not part or len(set(whole)) != len(whole) or not all(whole) or not all(part):
        return None
    if len(part) > len(whole):
        return End.OTHER
    wanted, count = sorted(part), len(part)
    last, first = sorted(whole[-count:]) == wanted, sorted(whole[:count]) == wanted
    if last and first:
        return End.SAME
    return End.LAST if last else End.FIRST if first else End.OTHER


def ids_of(task: Task) -> list[str]:
    """Return the messages' ids, "" for one that has none."""
    found = (at(message, task.profile.item["window_id"]) for message in task.history)
    return [value if isinstance(value, str) else "" for value in found]


def order_of(task: Task, sent: Mapping[str, Sequence[str]]) -> Order:
    """Return in which direction a whole history runs, as far as what the suite sent to the task tells."""
    ids = ids_of(task)
    places = [ids.index(message) for message in sent.get(str(task.id), ()) if ids.count(message) == 1]
    if len(places) > 1 and places == sorted(places):
        return Order.OLDEST_FIRST
    if len(places) > 1 and places == sorted(places, reverse=True):
        return Order.NEWEST_FIRST
    roles = [at(message, task.profile.item["message_role"]) for message in task.history]
    answered = task.profile.roles["agent"] in roles
    return Order.OLDEST_FIRST if places == [0] and answered else Order.UNKNOWN


def recent(end: End, order: Order) -> bool | None:
    """Whether an end is the recent one; None where the order is not known and it is not the last messages.

    Histories are written down from the oldest to the newest message almost everywhere: the last ones pass.
    """
    if end is End.SAME:
        return True
    if end is End.OTHER:
        return False
    if order is Order.UNKNOWN:
        return True if end is End.LAST else None
    return (end is End.LAST) == (order is Order.OLDEST_FIRST)
