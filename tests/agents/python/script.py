"""The `#conformance` line of docs/scripted-agents.md: text in, a Script out.

Carrying it out is agent.py's.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass

from a2a.types import TaskState
from google.protobuf.timestamp_pb2 import Timestamp

MARK = "#conformance"
WORDS = (
    "submitted",
    "working",
    "completed",
    "failed",
    "canceled",
    "input-required",
    "rejected",
    "auth-required",
)
STATES: dict[str, TaskState] = {
    word: TaskState.Value("TASK_STATE_" + word.upper().replace("-", "_")) for word in WORDS
}
TERMINAL = {STATES[word] for word in ("completed", "failed", "canceled", "rejected")}
KEYS = ("state", "messages", "artifacts", "hold", "then", "timestamp", "artifact-update")


class ScriptError(ValueError):
    """The line says something that the grammar does not have."""


@dataclass(frozen=True, kw_only=True)
class Script:
    """What to do with a message; `hold` in seconds, `timestamp` None for the clock."""

    states: tuple[TaskState, ...] = (TaskState.TASK_STATE_COMPLETED,)
    messages: int = 1
    artifacts: int = 0
    hold: float = 0.0
    timestamp: Timestamp | None = None
    artifact_updates: int = 0


def line_of(text: str) -> str | None:
    """Return the script line at the end of `text`, or None."""
    last = text.rstrip("\r\n").split("\n")[-1]
    return last if last == MARK or last.startswith(f"{MARK} ") else None


def parse(line: str) -> Script:
    """Parse a whole script line; raises ScriptError, whose text names the key."""
    given: dict[str, str] = {}
    for pair in line.split(" ")[1:]:
        key, equals, value = pair.partition("=")
        if key not in KEYS:
            raise ScriptError(f'unknown key "{key}"')
        if key in given:
            raise ScriptError(f'"{key}" is there twice')
        if not equals:
            raise ScriptError(f'"{key}" has no value')
        given[key] = value
    words = "then" if "then" in given else "state"
    states = tuple(state(words, word) for word in given.get(words, "completed").split(","))
    if TERMINAL.intersection(states[:-1]):
        raise ScriptError('"then" goes on after a terminal state, which the SDK does not allow')
    hold = duration(given.get("hold", "0ms"))
    if hold and len(states) == 1:
        states = (STATES["working"], *states)
    return Script(
        states=states,
        messages=count("messages", given.get("messages", "1")),
        artifacts=count("artifacts", given.get("artifacts", "0")),
        hold=hold,
        timestamp=moment(given["timestamp"]) if "timestamp" in given else None,
        artifact_updates=count("artifact-update", given.get("artifact-update", "0")),
    )


def state(key: str, word: str) -> TaskState:
    if word not in STATES:
        raise ScriptError(f'"{key}" has no value "{word}"')
    return STATES[word]


def count(key: str, value: str) -> int:
    if not re.fullmatch(r"[0-9]{1,2}", value) or int(value) > 50:
        raise ScriptError(f'"{key}" has no value "{value}"')
    return int(value)


def duration(value: str) -> float:
    match = re.fullmatch(r"([0-9]{1,5})(ms|s)", value)
    seconds = int(match[1]) / (1000 if match[2] == "ms" else 1) if match else 11.0
    if seconds > 10:
        raise ScriptError(f'"hold" has no value "{value}"')
    return seconds


def moment(value: str) -> Timestamp:
    stamp = Timestamp()
    # The library takes offsets too, which the grammar does not have.
    with contextlib.suppress(ValueError):
        stamp.FromJsonString(value)
        if value.endswith("Z"):
            return stamp
    raise ScriptError(f'"timestamp" has no value "{value}"')
