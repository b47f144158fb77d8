"""What a check needs of the store before its verdict means anything, and how the lack of it is said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from conformance.probe.store import Store


@dataclass(frozen=True)
class Need:
    """A condition on the store. `text` completes the sentence "The store lacks …"."""

    text: str
    met: Callable[[Store], object]


def at_least(count: int, what: str = "visible tasks") -> Need:
    """Need `count` listed tasks."""
    return Need(f"at least {count} {what}", lambda store: len(store.tasks) >= count)


def needing(text: str, met: Callable[[Store], object]) -> Need:
    """Need whatever `met` finds true; `text` completes "The store lacks …"."""
    return Need(text, met)


A_TASK = Need("a task", lambda store: store.ids)
LISTED_TASK = at_least(1, "listed task")
TERMINAL = Need("a task in a terminal state", lambda store: store.terminal)
TWO_MESSAGES = Need(
    "a task that shows at least 2 messages", lambda s: s.by_messages and s.messages(s.by_messages[0]) >= 2
)
THREE_MESSAGES = Need(
    "a task that shows at least 3 messages", lambda s: s.by_messages and s.messages(s.by_messages[0]) >= 3
)
A_MESSAGE = Need("a task that shows a message", lambda store: store.by_messages)
ARTIFACTS = Need("a task that shows artifacts", lambda store: store.by_artifacts)
TWO_CONTEXTS = Need("tasks in at least 2 contexts", lambda store: len(store.contexts) >= 2)
TWO_STATES = Need("tasks in at least 2 states", lambda store: len(store.states) >= 2)
DATED = Need("a task with a status timestamp", lambda store: store.dated)
TWO_INSTANTS = Need(
    "tasks with status timestamps at least 1 ms apart",
    lambda store: len(store.instants) >= 2 and store.instants[0] - store.instants[-1] >= 1_000_000,
)
OTHERS_TASK = Need("a task of the other principal", lambda store: store.other and store.other.ids)
