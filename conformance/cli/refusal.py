"""How every command ends where it can't go on: one sentence and an exit code. Which command is none of its business."""

from __future__ import annotations

import contextlib
from typing import NoReturn

import typer

from conformance.core.errors import ConformanceError
from conformance.core.hostile import for_terminal


def refuse(error: ConformanceError) -> NoReturn:
    """End with the error's sentence, its details a line each, and its exit code."""
    details = [f"\n  {for_terminal(detail, 400)}" for detail in error.details]
    with contextlib.suppress(OSError):  # the exit code says it too
        typer.echo(f"task-conformance: {for_terminal(error.sentence, 3000)}{''.join(details)}", err=True)
    raise typer.Exit(error.exit_code)
