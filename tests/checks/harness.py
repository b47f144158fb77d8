"""Runs checks against the reference server in-process, whole or with one of its rules broken."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import anyio
import httpx

from conformance.core.verdicts import Verdict, worst
from conformance.judging.finding import Finding
from conformance.reference import MAIN_TOKEN, OTHER_TOKEN, Rules, create_app
from conformance.session.direct import run_checks
from conformance.session.run import Run
from conformance.target.settings import RunOptions


def run_on(
    app: Any, *requirements: str, second: bool = True, directory: Path = Path("/nonexistent"), **options: Any
) -> Run:
    """Return the run of the checks of `requirements` (globs) on an ASGI app, tasks created by permission."""
    given = {
        "url": "http://reference.test",
        "header": [f"Authorization: Bearer {MAIN_TOKEN}"],
        "other-header": [f"Authorization: Bearer {OTHER_TOKEN}"] if second else None,
        "create-tasks": True,
        "scripted": True,
        "requirement": list(requirements),
    }
    merged = RunOptions.merged(given | options, directory)

    async def go() -> Run:
        return await run_checks(merged, inner=httpx.ASGITransport(app))

    return anyio.run(go)


def judged(
    *requirements: str,
    rules: Rules | None = None,
    dataset: str = "demo",
    tenants: bool = False,
    **options: Any,
) -> list[Finding]:
    """Return the findings on the reference server with `rules`."""
    app = create_app(dataset, tenants=tenants, rules=rules)
    return list(run_on(app, *requirements, **options).findings.values())


def verdicts(findings: Iterable[Finding]) -> dict[tuple[str, str], str]:
    """Return the verdict of each requirement at each interface."""
    found: dict[tuple[str, str], list[Verdict]] = {}
    for finding in findings:
        found.setdefault((finding.requirement, finding.interface), []).append(finding.verdict)
    return {key: str(worst(cases)) for key, cases in found.items()}


def reds(findings: Iterable[Finding]) -> set[str]:
    """Return the requirements that failed or warned somewhere."""
    return {f.requirement for f in findings if f.verdict in {Verdict.FAIL, Verdict.WARN, Verdict.ERROR}}
