"""`--messages FILE`: what to say to a real agent so that a task reaches a state.

    completed = "What is two plus two?"
    input-required = "Book me a flight."

A state may be written as in the protocol too: TASK_STATE_COMPLETED. What is sent, and when, is not decided here.
"""

from __future__ import annotations

from pathlib import Path

from conformance.core.errors import UsageError
from conformance.target.tomlfile import read_toml, unknown

STATES = tuple(
    f"TASK_STATE_{name}"
    for name in (
        "SUBMITTED",
        "WORKING",
        "COMPLETED",
        "FAILED",
        "CANCELED",
        "INPUT_REQUIRED",
        "REJECTED",
        "AUTH_REQUIRED",
    )
)
_WORDS = {state.removeprefix("TASK_STATE_").lower().replace("_", "-"): state for state in STATES}


def read_messages(path: Path) -> dict[str, str]:
    """Return the text for each state, by the protocol's name of the state; UsageError on anything else."""
    messages: dict[str, str] = {}
    for name, text in read_toml(path).items():
        state = name if name in STATES else _WORDS.get(name.replace("_", "-").lower())
        if state is None:
            raise unknown(name, _WORDS, str(path))
        if not isinstance(text, str) or not text.strip():
            raise UsageError(f"{path}: {name} takes a text that is not empty.")
        if state in messages:
            raise UsageError(f"{path}: {state} is there twice.")
        messages[state] = text
    if not messages:
        raise UsageError(f"{path} holds no message.", hint='It takes lines like: completed = "a text".')
    return messages
