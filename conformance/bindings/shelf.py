"""What answers read as, kept for as long as there is room; what had to go is read again when it is wanted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

ROOM = 4 * 1024 * 1024
"""How much of answers is on the shelf, in bytes of usual JSON; in memory they take some three times that."""

Value = TypeVar("Value")


class Shelf(Generic[Value]):
    """What was read and last asked for; the last one stays, whatever it weighs."""

    def __init__(self, room: int = ROOM) -> None:
        self.room = room
        self._held: dict[Callable[[], Value], tuple[Value, int]] = {}
        self._weight = 0
        self._lock = threading.Lock()

    def get(self, read: Callable[[], Value], weight: int) -> Value:
        """Return what `read` gives, read before or now; `weight` is in bytes of usual JSON."""
        with self._lock:
            held = self._held.pop(read, None)
            if held is not None:
                self._held[read] = held  # the youngest again
                return held[0]
            # Before it is read: both at once would be more than there is room for.
            while self._held and self._weight + weight > self.room:
                self._weight -= self._held.pop(next(iter(self._held)))[1]
        value = read()
        with self._lock:
            if read not in self._held:
                self._held[read] = value, weight
                self._weight += weight
        return value
