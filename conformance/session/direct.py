"""A run without pytest: what `prove`, `compare` and the tests of the checks use. The findings are the same."""

from __future__ import annotations

import importlib
import pkgutil
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import httpx

from conformance import checks
from conformance.catalogue import Catalogue, Requirement
from conformance.core.verdicts import Level
from conformance.judging.asking import Check, checks_of
from conformance.probe.asker import gather
from conformance.session.case import Case
from conformance.session.run import Progress, Run, silent
from conformance.session.target import Opening
from conformance.target.settings import RunOptions


def all_checks() -> list[Check]:
    """Return every check of A2A."""
    return [check for check in every_check() if not check.common]


def every_check() -> list[Check]:
    """Return every check of the suite, those of the common catalogue too."""
    names = [
        module.name for module in pkgutil.iter_modules(checks.__path__) if module.name.startswith("test_")
    ]
    modules = [importlib.import_module(f"{checks.__name__}.{name}") for name in sorted(names)]
    return [check for module in modules for check in checks_of(module)]


def chosen(options: RunOptions, catalogue: Catalogue) -> Callable[[Requirement], bool]:
    """Return what tells whether a requirement of `catalogue` is among those that `options` select."""
    levels = list(Level)
    deepest = levels.index(Level(options.level)) if options.level else len(levels)

    def wanted(requirement: Requirement) -> bool:
        if levels.index(requirement.level) > deepest:
            return False
        globs = options.requirement
        return not globs or any(requirement in catalogue.match(glob) for glob in globs)

    return wanted


async def run_checks(
    options: RunOptions,
    *,
    inner: httpx.AsyncBaseTransport | None = None,
    progress: Progress = silent,
    suite: Iterable[Check] | None = None,
    patience: float = 1.0,
) -> Run:
    """Return the finished run of `options`; raises TargetError or UsageError before anything is asked.

    `inner` replaces the network, `suite` the checks, all of them by default; `patience` scales waiting between polls.
    """
    opening = Opening(options, inner=inner, patience=patience)
    async with opening.transport:
        target = await opening.find()
        sites = await opening.sites(target)
        has_other = opening.credentials.has("other")
        run = Run(options, target, sites, opening.nonce, has_other, progress=progress)
        await ask_and_judge(run, suite)
    return run


async def ask_and_judge(run: Run, suite: Iterable[Check] | None = None) -> None:
    """Take a run from its sites to its findings."""
    cases = planned(run, every_check() if suite is None else suite)
    await run.look()
    await run.probe([case for case in cases if run.barred(case) is None])
    run.finished = time.time()
    for case in cases:
        run.judge(case)


async def judge_again(run: Run) -> None:
    """Judge a run whose answers are recorded."""
    await gather(partial(site.greet, before_seeds=run.options.create_tasks) for site in run.sites.values())
    await ask_and_judge(run)


def planned(run: Run, suite: Iterable[Check]) -> Sequence[Case]:
    """Return the cases of the chosen checks, in the order in which they are judged."""
    wanted = chosen(run.options, run.catalogue)
    picked = [check for check in suite if (found := run.judged(check)) is not None and wanted(found)]
    return [
        run.case(check, place, case_id, params)
        for check in run.ordered(picked)
        for place in run.places.of(check)
        for case_id, params in run.cases_of(check)
    ]
