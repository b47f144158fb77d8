"""A task, read: the raw JSON at the places that the profile names.

Values are the raw JSON: MISSING, None, "" and [] are four different things.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from conformance.core.missing import MISSING
from conformance.core.pointers import at
from conformance.core.timestamps import moment
from conformance.profiles import Profile


@dataclass(frozen=True, repr=False)
class Task:
    """One task object, raw, with the profile's places in it."""

    raw: Mapping[str, Any]
    profile: Profile

    def _at(self, name: str) -> Any:
        pointer = self.profile.item.get(name)
        return MISSING if pointer is None else at(self.raw, pointer)

    @functools.cached_property
    def id(self) -> Any:
        """The id as it came; outside A2A a whole number is given as text, which is how paths carry it."""
        found = self._at("id")
        return str(found) if type(found) is int and self.profile.catalogue != "a2a" else found

    @functools.cached_property
    def context(self) -> Any:
        """The context id as it came."""
        return self._at("context")

    @functools.cached_property
    def state(self) -> Any:
        """The state as it came."""
        return self._at("state")

    @functools.cached_property
    def timestamp(self) -> Any:
        """The status timestamp as it came."""
        return self._at("timestamp")

    @functools.cached_property
    def instant(self) -> int | None:
        """The timestamp in nanoseconds since 1970, or what else it is sorted by; None where there is none."""
        return moment(self.timestamp, self.profile.order.time)

    @property
    def history(self) -> list[Any]:
        """The messages; a missing history and an empty one mean the same to a client."""
        found = self._at("window")
        return found if isinstance(found, list) else []

    @functools.cached_property
    def history_ids(self) -> tuple[str, ...]:
        """The messages' ids in the order given."""
        pointer = self.profile.item.get("window_id", "")
        return tuple(str(at(message, pointer)) for message in self.history)

    @property
    def has_history(self) -> bool:
        """Whether the member is there at all."""
        return self._at("window") is not MISSING

    @property
    def message(self) -> Any:
        """The status message as it came."""
        return self._at("message")

    @property
    def raw_artifacts(self) -> Any:
        """The artifacts member as it came, MISSING when it is not there."""
        return self._at("artifacts")

    @functools.cached_property
    def artifact_ids(self) -> tuple[str, ...]:
        """The artifacts' ids in the order given."""
        found = self.raw_artifacts
        pointer = self.profile.item.get("artifact_id", "")
        return tuple(str(at(artifact, pointer)) for artifact in found) if isinstance(found, list) else ()

    @property
    def is_terminal(self) -> bool:
        """Whether the state is one that a task never leaves."""
        return isinstance(self.state, str) and self.state in self.profile.terminal

    @property
    def changes(self) -> tuple[Any, ...]:
        """What tells that a task has moved between two reads."""
        return (self.state, self.timestamp)
