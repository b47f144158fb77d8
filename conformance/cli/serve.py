"""`task-conformance serve`: the reference server in the foreground."""

from __future__ import annotations

import threading

import typer

from conformance.core.errors import UsageError
from conformance.reference import MAIN_TOKEN, OTHER_TOKEN, create_app, running


def serve_command(port: int, dataset: str, *, open_: bool) -> None:
    """Serve until interrupted; UsageError on a dataset that there is not, or a port that is taken."""
    try:
        app = create_app(dataset, open=open_)
    except ValueError:
        raise UsageError(
            f"There is no dataset {dataset!r}.", hint="There are demo, demo-undated, walkthrough, empty."
        ) from None
    try:
        with running(app, port=port) as url:
            typer.echo(f"The reference server is at {url} (data: {dataset}).")
            if not open_:
                typer.echo(f"Bearer tokens: {MAIN_TOKEN}, and {OTHER_TOKEN} for a second principal.")
            threading.Event().wait()
    except OSError as error:
        raise UsageError(
            f"Port {port} can't be used: {error.strerror or error}.", hint="Try --port 0."
        ) from None
