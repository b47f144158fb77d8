"""Progress on stderr while a run asks; nothing where stderr is no terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from conformance.session.run import Progress as Report
from conformance.session.run import silent
from conformance.target.settings import RunOptions


@contextmanager
def showing(options: RunOptions) -> Iterator[Report]:
    """Say what the run will do, and yield the function that shows how far it is."""
    if options.create_tasks and not options.demo:
        sys.stderr.write(
            f"Tasks will be created by SendMessage: {options.create_count} at first, then some for single checks.\n"
        )
    if not sys.stderr.isatty():
        yield silent
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        known: dict[str, TaskID] = {}

        def report(phase: str, done: int, total: int) -> None:
            if phase not in known:
                known[phase] = bars.add_task(phase, total=total)
            bars.update(known[phase], completed=done, total=total)

        yield report
