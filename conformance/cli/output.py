"""What the commands print: never an error because of who reads it, or does not. What is said is theirs."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TextIO

from conformance.core.errors import UsageError


def ready() -> None:
    """Make stdout and stderr fit to be written to: there, though they were closed, and never short of a character."""
    for name in ("stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:
            setattr(sys, name, _nowhere())
        elif hasattr(stream, "reconfigure"):
            # "strict" would end a command for a tick that an ASCII terminal lacks.
            stream.reconfigure(errors="replace" if name == "stdout" else "backslashreplace")


def say(text: str) -> None:
    """Print `text` to stdout now; a reader who has gone is none of our business. Raises UsageError on a full disk."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        hush()
    except OSError as error:
        hush()
        raise UsageError(f"The output can't be written: {error.strerror or error}.") from None


def hush() -> None:
    """Let nothing more be written to stdout, where the interpreter would complain of it at its end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - it lives as long as the process
