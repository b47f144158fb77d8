"""The line that scripts an agent, as docs/scripted-agents.md defines it: text in, a Script out.

Carrying a script out is agent.py's.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from conformance.reference import timestamps
from conformance.reference.validate import STATES

MARK = "#conformance"
WORDS = {name.removeprefix("TASK_STATE_").lower().replace("_", "-"): name for name in STATES[1:]}
MOST = 50
LONGEST_HOLD = 10.0
DURATION = re.compile(r"([0-9]{1,5})(ms|s)")


@dataclass(frozen=True, kw_only=True)
class Script:
    """What an agent is to do with a message: enter `states` one after the other; `hold` is in seconds."""

    states: tuple[str, ...] = ("TASK_STATE_COMPLETED",)
    messages: int = 1
    artifacts: int = 0
    hold: float = 0.0
    timestamp: str = ""
    artifact_updates: int = 0
    refusal: str = ""

    def entered(self) -> tuple[str, ...]:
        """Return all states: a held script without `then` is in WORKING before it reaches its own."""
        if self.hold and len(self.states) == 1:
            return ("TASK_STATE_WORKING", *self.states)
        return self.states


class ScriptError(ValueError):
    """The line says something that the grammar does not have."""


def script_of(text: str) -> Script | None:
    """Return the script in the last line of `text`, None without one; a bad line's refuses."""
    lines = text.rstrip("\r\n").split("\n")
    line = lines[-1].rstrip("\r")
    if line != MARK and not line.startswith(f"{MARK} "):
        return None
    try:
        return parse(line)
    except ScriptError as error:
        return Script(states=("TASK_STATE_REJECTED",), refusal=str(error))


def parse(line: str) -> Script:
    """Parse a whole line; raises ScriptError."""
    script = Script()
    given: dict[str, str] = {}
    for pair in line.split(" ")[1:]:
        key, equals, value = pair.partition("=")
        if key not in READERS or key in given:
            raise ScriptError(f'unknown key "{key}"' if key not in READERS else f'"{key}" is there twice')
        if not equals:
            raise ScriptError(f'"{key}" has no value')
        given[key] = value
    # In the table's order: `then` stands in place of `state`, wherever it is in the line.
    for key, read in READERS.items():
        if key in given:
            script = read(script, key, given[key])
    return script


def state(key: str, word: str) -> str:
    if word not in WORDS:
        raise ScriptError(f'"{key}" has no value "{word}"')
    return WORDS[word]


def count(key: str, value: str) -> int:
    if not re.fullmatch(r"[0-9]{1,2}", value) or int(value) > MOST:
        raise ScriptError(f'"{key}" has no value "{value}"')
    return int(value)


def duration(key: str, value: str) -> float:
    match = DURATION.fullmatch(value)
    seconds = int(match[1]) / (1000 if match[2] == "ms" else 1) if match else LONGEST_HOLD + 1
    if seconds > LONGEST_HOLD:
        raise ScriptError(f'"{key}" has no value "{value}"')
    return seconds


def moment(key: str, value: str) -> str:
    try:
        timestamps.parse(value)
    except ValueError:
        raise ScriptError(f'"{key}" has no value "{value}"') from None
    if not value.endswith("Z"):
        raise ScriptError(f'"{key}" has no value "{value}"')
    return value


READERS: dict[str, Callable[[Script, str, str], Script]] = {
    "state": lambda script, key, value: replace(script, states=(state(key, value),)),
    "then": lambda script, key, value: replace(
        script, states=tuple(state(key, word) for word in value.split(","))
    ),
    "messages": lambda script, key, value: replace(script, messages=count(key, value)),
    "artifacts": lambda script, key, value: replace(script, artifacts=count(key, value)),
    "hold": lambda script, key, value: replace(script, hold=duration(key, value)),
    "timestamp": lambda script, key, value: replace(script, timestamp=moment(key, value)),
    "artifact-update": lambda script, key, value: replace(script, artifact_updates=count(key, value)),
}
