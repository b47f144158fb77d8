"""One trial: the checks of a profile against an emulator with one fault or variant, and what came of it."""

from __future__ import annotations

import functools
import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import anyio
import httpx

from conformance.core.verdicts import BROKEN, Level, Verdict
from conformance.judging.finding import Finding
from conformance.session.direct import run_checks
from conformance.session.run import Run
from conformance.target.settings import RunOptions
from tests.emulators import link_header, openai_list, pinecone, rightbrain
from tests.emulators.asking import HOST
from tests.emulators.parts import TOKEN, Rules, create_app
from tests.emulators.registry import Fault, Variant, faults, variants

RED = frozenset({Verdict.FAIL, Verdict.WARN, Verdict.ERROR})
UNJUDGED = frozenset({Verdict.INCONCLUSIVE, Verdict.BLOCKED, Verdict.NOT_TESTED, Verdict.NOT_APPLICABLE})
FILES = Path(__file__).parent.parent / "profiles"


@dataclass(frozen=True)
class Setup:
    """How a user would start a run: the profile, the url's path, and the values of --var."""

    rules: type[Rules]
    profile: str
    path: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)

    def options(self) -> RunOptions:
        """Return the options of a run with everything given."""
        return RunOptions(
            url=HOST + self.path,
            header=(f"Authorization: Bearer {TOKEN}",),
            profile=self.profile,
            var=tuple(f"{name}={value}" for name, value in self.variables.items()),
        )


SETUPS: Mapping[str, Setup] = {
    "rightbrain": Setup(rightbrain.Rules, "rightbrain", variables=rightbrain.VARIABLES),
    "pinecone": Setup(pinecone.Rules, "pinecone", "/api"),
    "openai-list": Setup(openai_list.Rules, str(FILES / "openai-list.toml"), "/v1"),
    "link-header": Setup(link_header.Rules, str(FILES / "link-header.toml")),
}


@dataclass(frozen=True)
class Trial:
    """What came of one server; `wrong` says what should not have been, empty when all is as it must be."""

    kind: str
    api: str
    name: str
    wrong: Sequence[str]


class Watched(httpx.ASGITransport):
    """An emulator in this process, with somebody who sees each request."""

    def __init__(self, rules: Rules, watch: Callable[[httpx.Request], None]) -> None:
        super().__init__(create_app(rules), raise_app_exceptions=False)
        self.watch = watch

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.watch(request)
        return await super().handle_async_request(request)


def run_rules(rules: Rules, *, watch: Callable[[httpx.Request], None] = lambda _: None) -> Run:
    """Return the finished run of the API's profile on an emulator with `rules`, in this process."""
    inner = Watched(rules, watch)
    return anyio.run(partial(run_checks, SETUPS[rules.api].options(), inner=inner, patience=0.01))


def try_clean(api: str) -> Trial:
    """Run a clean emulator: each promise is judged and holds; what is no promise is recorded."""
    run = run_rules(SETUPS[api].rules())
    wrong = [told(finding) for finding in run.findings.values() if finding.verdict in RED | UNJUDGED]
    judged = {finding.requirement for finding in run.findings.values()}
    wrong += [f"{name} was not judged" for name in run.profile.promises if name not in judged]
    return Trial("clean", api, "", wrong)


def try_fault(fault: Fault) -> Trial:
    """Run a fault: what it breaks is red as firmly as it is promised, or else recorded; nothing else is red."""
    run = run_rules(fault.rules())
    found = [finding for finding in run.findings.values() if finding.requirement == fault.requirement]
    wrong = [told(one) for one in run.findings.values() if strays(one, fault)]
    promise = run.profile.promises.get(fault.requirement)
    if promise is None:
        wrong.append(f"{fault.requirement} is not promised")
    elif run.catalogue[fault.requirement].level is Level.NOTE:
        usual = observed(fault.rules.api)
        if not any(one.observations != usual.get((one.requirement, one.case)) for one in found):
            wrong.append(f"{fault.requirement} records what it does of a clean server")
    elif not any(one.verdict is BROKEN[one.level] and one.level is not Level.NOTE for one in found):
        wrong.append(f"{fault.requirement} is {', '.join(sorted({str(one.verdict) for one in found}))}")
    return Trial("fault", fault.rules.api, fault.name, wrong)


def strays(finding: Finding, fault: Fault) -> bool:
    """Say whether a finding is red that should not be."""
    return finding.verdict in RED and finding.requirement not in (fault.requirement, *fault.also)


@functools.cache
def observed(api: str) -> Mapping[tuple[str, str], Sequence[tuple[str, str]]]:
    """Return what is recorded of a clean server, by requirement and case."""
    findings = run_rules(SETUPS[api].rules()).findings.values()
    return {(finding.requirement, finding.case): finding.observations for finding in findings}


def try_variant(variant: Variant) -> Trial:
    """Run a variant: nothing is red but what its documentation shows otherwise."""
    run = run_rules(variant.rules())
    found = list(run.findings.values())
    wrong = [
        told(one)
        for one in found
        if one.verdict in RED and not (one.verdict is Verdict.WARN and one.requirement in variant.warns)
    ]
    warned = {one.requirement for one in found if one.verdict is Verdict.WARN}
    wrong += [f"{name} does not warn" for name in variant.warns if name not in warned]
    return Trial("variant", variant.rules.api, variant.name, wrong)


def told(finding: Finding) -> str:
    """Return a finding as a failing test shows it."""
    came = finding.reason or f"expected {finding.expected}, came {finding.came}"
    return f"{finding.requirement}[{finding.case}]/{finding.clause} is {finding.verdict}: {came}"


def trial_named(kind: str, api: str, name: str) -> Trial:
    """Run one by name, in whatever process; a crash is a trial that went wrong."""
    try:
        if kind == "clean":
            return try_clean(api)
        if kind == "fault":
            return try_fault(next(entry for entry in faults(api) if entry.name == name))
        return try_variant(next(entry for entry in variants(api) if entry.name == name))
    except Exception as error:
        return Trial(kind, api, name, (f"the run broke: {type(error).__name__}: {error}",))


def tried(entries: Sequence[tuple[str, str, str]]) -> Iterator[Trial]:
    """Yield a trial for each kind, API and name. Fresh processes: a fork of one with threads may hang."""
    with ProcessPoolExecutor(os.cpu_count(), mp_context=multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(trial_named, *zip(*entries, strict=True), chunksize=4)
