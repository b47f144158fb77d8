"""Errors that the command shows to people, with what to try.

ConformanceError
├── UsageError          options, files, profiles (exit 2)
│   └── TargetError     no card, unreachable, speaks something else (exit 2)
└── SuiteError          our own fault (exit 4)
"""

from __future__ import annotations

from collections.abc import Sequence


class ConformanceError(Exception):
    """Base of the errors that end a run; `hint` says what to do, in one sentence, or is empty.

    `details` are shown below that, one a line.
    """

    exit_code = 4

    def __init__(self, message: str, *, hint: str = "", details: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.details = tuple(details)

    @property
    def sentence(self) -> str:
        """The error without its details."""
        return f"{self.message} {self.hint}".strip()

    def __str__(self) -> str:
        return "\n  ".join([self.sentence, *self.details])


class UsageError(ConformanceError):
    """What the user gave can't be used."""

    exit_code = 2


class TargetError(UsageError):
    """The endpoint can't be reached, or what answers there is not an A2A agent."""


class SuiteError(ConformanceError):
    """The suite itself went wrong."""
