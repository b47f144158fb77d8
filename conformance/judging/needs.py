"""What a check needs of the store before its verdict means anything, and how the lack of it is said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from conformance.probe.store import Store
from conformance.profiles import Profile


@dataclass(frozen=True)
class Need:
    """A condition on the store. `text` completes the sentence "The store lacks …"; it may depend on the profile."""

    text: str | Callable[[Store], str]
    met: Callable[[Store], object]

    def said(self, store: Store) -> str:
        """Return the text for `store`."""
        return self.text if isinstance(self.text, str) else self.text(store)


def at_least(count: int, what: str = "") -> Need:
    """Need `count` listed items; `what` they are called, by the profile's own word if nothing is said."""
    return Need(
        lambda store: f"at least {count} {what or f'visible {store.profile.items_name}'}",
        lambda store: len(store.tasks) >= count,
    )


def needing(text: str | Callable[[Store], str], met: Callable[[Store], object]) -> Need:
    """Need whatever `met` finds true; `text` completes "The store lacks …"."""
    return Need(text, met)


def windowed(profile: Profile, count: int = 2) -> str:
    """Return what a window counts: messages, steps; one of them where the word is known."""
    if profile.catalogue == "a2a":
        return "message" if count == 1 else "messages"
    return str(profile.item.get("window", "")).rpartition("/")[2]


A_TASK = Need(lambda store: f"a {store.profile.item_name}", lambda store: store.ids)
LISTED_TASK = Need(
    lambda store: f"at least 1 listed {store.profile.item_name}", lambda store: len(store.tasks) >= 1
)
TERMINAL = Need("a task in a terminal state", lambda store: store.terminal)
TWO_MESSAGES = Need(
    lambda s: f"a {s.profile.item_name} that shows at least 2 {windowed(s.profile)}",
    lambda s: s.by_messages and s.messages(s.by_messages[0]) >= 2,
)
THREE_MESSAGES = Need(
    "a task that shows at least 3 messages", lambda s: s.by_messages and s.messages(s.by_messages[0]) >= 3
)
A_MESSAGE = Need(
    lambda s: (
        "a task that shows a message"
        if s.profile.catalogue == "a2a"
        else f"a {s.profile.item_name} that shows {windowed(s.profile)}"
    ),
    lambda store: store.by_messages,
)
ARTIFACTS = Need("a task that shows artifacts", lambda store: store.by_artifacts)
TWO_CONTEXTS = Need("tasks in at least 2 contexts", lambda store: len(store.contexts) >= 2)
TWO_STATES = Need("tasks in at least 2 states", lambda store: len(store.states) >= 2)
DATED = Need("a task with a status timestamp", lambda store: store.dated)
TWO_INSTANTS = Need(
    "tasks with status timestamps at least 1 ms apart",
    lambda store: len(store.instants) >= 2 and store.instants[0] - store.instants[-1] >= 1_000_000,
)
OTHERS_TASK = Need("a task of the other principal", lambda store: store.other and store.other.ids)
