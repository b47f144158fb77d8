"""Errors that the command shows to people, with what to try.

ConformanceError
├── UsageError          options, files, profiles (exit 2)
│   └── TargetError     no card, unreachable, speaks something else (exit 2)
└── SuiteError          our own fault (exit 4)
"""

from __future__ import annotations


class ConformanceError(Exception):
    """Base of the errors that end a run; `hint` says what to do, in one sentence, or is empty."""

    exit_code = 4

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class UsageError(ConformanceError):
    """What the user gave can't be used."""

    exit_code = 2


class TargetError(UsageError):
    """The endpoint can't be reached, or what answers there is not an A2A agent."""


class SuiteError(ConformanceError):
    """The suite itself went wrong."""
