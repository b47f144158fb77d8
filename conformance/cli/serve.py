"""`task-conformance serve`: the reference server in the foreground, as it should be or with a fault or variant."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager

import typer

from conformance.core.errors import UsageError
from conformance.reference import MAIN_TOKEN, OTHER_TOKEN, create_app, running
from conformance.reference.data import DATASETS


def serve_command(port: int, dataset: str, fault: str | None, *, open_: bool) -> None:
    """Serve until interrupted; UsageError on a dataset or fault that there is not, or a port that is taken."""
    if dataset not in DATASETS:
        raise UsageError(f"There is no dataset {dataset!r}.", hint=f"There are {', '.join(DATASETS)}.")
    served, sentence = _served(port, dataset, fault, open_=open_)
    try:
        with served as url:
            typer.echo(f"The reference server is at {url} (data: {dataset}).")
            if sentence:
                typer.echo(f"What is odd about it, {fault}: {sentence}")
            if not open_:
                typer.echo(f"Bearer tokens: {MAIN_TOKEN}, and {OTHER_TOKEN} for a second principal.")
            threading.Event().wait()
    except OSError as error:
        raise UsageError(
            f"Port {port} can't be used: {error.strerror or error}.", hint="Try --port 0."
        ) from None


def _served(
    port: int, dataset: str, fault: str | None, *, open_: bool
) -> tuple[AbstractContextManager[str], str]:
    if fault is None:
        return running(create_app(dataset, open=open_), port=port), ""
    from conformance.proof.registry import named  # noqa: PLC0415 - the plain server needs no fault loaded
    from conformance.proof.serving import serving  # noqa: PLC0415

    [entry] = named(fault)
    return serving(entry, dataset, port=port, open=open_), entry.sentence
