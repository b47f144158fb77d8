"""Parameters of an operation: JSON values in, typed values out, each mistake named (§3.3.2, §6.5).

The leniencies are ProtoJSON's: null is unset, a number may come as "5", 5.0 or 5e0, an enum as its number.
Ranges are rules (rules.py); which parameters an operation has is queries.py's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

from conformance.reference import timestamps
from conformance.reference.errors import invalid

STATES = (
    "TASK_STATE_UNSPECIFIED",
    "TASK_STATE_SUBMITTED",
    "TASK_STATE_WORKING",
    "TASK_STATE_COMPLETED",
    "TASK_STATE_FAILED",
    "TASK_STATE_CANCELED",
    "TASK_STATE_INPUT_REQUIRED",
    "TASK_STATE_REJECTED",
    "TASK_STATE_AUTH_REQUIRED",
)
TERMINAL = frozenset(
    {"TASK_STATE_COMPLETED", "TASK_STATE_FAILED", "TASK_STATE_CANCELED", "TASK_STATE_REJECTED"}
)
INTERRUPTED = frozenset({"TASK_STATE_INPUT_REQUIRED", "TASK_STATE_AUTH_REQUIRED"})
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
LOWEST, HIGHEST = -(2**31), 2**31 - 1


class Reader:
    """Reads members of one object and collects what is wrong; `finish` raises if anything was."""

    def __init__(self, members: Mapping[str, object], *, prefix: str = "") -> None:
        self.members = members
        self.prefix = prefix
        self.violations: dict[str, str] = {}

    def wrong(self, name: str, why: str) -> None:
        self.violations[self.prefix + name] = why

    def finish(self) -> None:
        """Raise the validation error if something was wrong."""
        if self.violations:
            raise invalid(self.violations)

    def integer(self, name: str) -> int | None:
        """Return an int32, or None when unset."""
        value = self.members.get(name)
        if value is None:
            return None
        number = whole(value)
        if number is None:
            self.wrong(name, f"Must be a whole number from {LOWEST} to {HIGHEST}")
        return number

    def flag(self, name: str) -> bool | None:
        """Return a boolean, or None when unset."""
        value = self.members.get(name)
        if value is None or isinstance(value, bool):
            return value
        self.wrong(name, "Must be true or false")
        return None

    def text(self, name: str, *, required: bool = False) -> str:
        """Return a string; unset is ""."""
        value = self.members.get(name)
        if value is None:
            value = ""
        if not isinstance(value, str):
            self.wrong(name, "Must be a string")
            return ""
        if required and not value:
            self.wrong(name, "Must be given and not empty")
        return value

    def state(self, name: str) -> str | None:
        """Return a TaskState's name; unset, "" and UNSPECIFIED are None."""
        value = self.members.get(name)
        if value is None or value == "":
            return None
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(STATES):
            value = STATES[value]
        if value not in STATES:
            self.wrong(name, f"Must be one of {', '.join(STATES[1:])}")
            return None
        return None if value == STATES[0] else str(value)

    def timestamp(self, name: str) -> int | None:
        """Return nanoseconds since the epoch, or None when unset."""
        value = self.members.get(name)
        if value is None:
            return None
        try:
            return timestamps.parse(value if isinstance(value, str) else "")
        except (ValueError, OverflowError):
            self.wrong(name, "Must be an RFC 3339 timestamp with a zone, such as 2026-01-31T09:00:00.5Z")
            return None


def whole(value: object) -> int | None:
    """Return the int32 that a ProtoJSON value means, or None."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str) and not NUMBER.fullmatch(value):
        return None
    try:
        number = Decimal(value)
    except InvalidOperation:
        return None
    # The range first: int() of 1e999999999 would fill the memory.
    if not LOWEST <= number <= HIGHEST or number != number.to_integral_value():
        return None
    return int(number)
