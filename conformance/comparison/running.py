"""Running what has no report yet: each target a run of its own, several at once, in this process."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import anyio
import httpx

from conformance.comparison.loading import Given, refuse_mixed
from conformance.core.errors import ConformanceError, SuiteError
from conformance.report.load import load_report
from conformance.session.direct import run_checks
from conformance.session.recording import written
from conformance.target.profile import profile_of
from conformance.target.settings import RunOptions

AT_ONCE: Final = 4
"""Runs that go on at the same time; each keeps its own limits on requests."""
Named = tuple[str, Mapping[str, Any]]
Said = Callable[[str], None]


async def gather_reports(
    given: Sequence[Given],
    options: RunOptions,
    *,
    inner: Mapping[str, httpx.AsyncBaseTransport] | None = None,
    say: Said = lambda _: None,
    patience: float = 1.0,
) -> list[Named]:
    """Return name and report of every argument, in their order.

    Saved reports are read, and those of another API refused, before anything is sent. The first target that can't be
    used ends the others. Raises UsageError or TargetError, which name the target, and SuiteError where a run broke.
    `options` hold for every target; `inner` replaces the network by url; `say` is called with a line when a run ends.
    """
    found: dict[int, Named] = {}
    for place, entry in enumerate(given):
        if entry.path is not None:
            report = load_report(entry.path)
            found[place] = (entry.name or report["targets"][0]["name"], report)
    runs = [{"catalogue": {"profile": profile_of(options).name}}] if len(found) < len(given) else []
    refuse_mixed([*(report for _, report in found.values()), *runs])
    limit = anyio.CapacityLimiter(AT_ONCE)
    errors: list[ConformanceError] = []

    async def run(place: int, entry: Given) -> None:
        async with limit:
            transport = (inner or {}).get(entry.url)
            try:
                report = await _report(entry, options, transport, patience)
            except ConformanceError as error:
                errors.append(error)
                group.cancel_scope.cancel()
                return
        found[place] = (entry.name or report["targets"][0]["name"], report)
        say(f"{found[place][0]}: {report['summary']['verdict']}")

    async with anyio.create_task_group() as group:
        for place, entry in enumerate(given):
            if place not in found:
                group.start_soon(run, place, entry)
    if errors:
        raise errors[0]
    return [found[place] for place in range(len(given))]


async def _report(
    entry: Given, options: RunOptions, inner: httpx.AsyncBaseTransport | None, patience: float
) -> Mapping[str, Any]:
    """Return the report of one run; whatever goes wrong becomes an error that names the target."""
    name = entry.name or entry.url
    own = replace(options, url=entry.url, name=entry.name or None)
    try:
        return written(await run_checks(own, inner=inner, patience=patience))
    except ConformanceError as error:
        raise type(error)(f"{name}: {error.message}", hint=error.hint) from error
    except Exception as error:
        raise SuiteError(
            f"{name}: the suite itself broke ({_where(error)}).", hint="Please report it."
        ) from error


def _where(error: BaseException) -> str:
    """Return what kind of error it is and where it was raised; its text might hold a credential."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"
