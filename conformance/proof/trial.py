"""One trial: the whole suite against the reference server with one fault or variant, and what came of it."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import anyio
import httpx

from conformance.core.verdicts import BROKEN, Verdict
from conformance.judging.finding import Finding
from conformance.proof.front import Front
from conformance.proof.registry import Fault, Variant, faults, variants
from conformance.reference import MAIN_TOKEN, OTHER_TOKEN, Rules, create_app
from conformance.session.direct import run_checks
from conformance.session.run import Run
from conformance.session.summary import by_requirement
from conformance.target.settings import RunOptions

RED = frozenset({Verdict.FAIL, Verdict.WARN, Verdict.ERROR})
AGREEMENT = "bindings.same-"
PATIENCE = 0.1
"""Waiting between polls is cut to this: the reference server answers from the same process."""


@dataclass(frozen=True)
class Trial:
    """What came of one fault or variant; `wrong` says what should not have been, empty when all is as it must be.

    `verdicts` go by requirement and interface; `reds` names those that failed, warned or broke.
    """

    kind: str
    name: str
    sentence: str
    expected: Mapping[str, str]
    verdicts: Mapping[tuple[str, str], Verdict]
    wrong: Sequence[str] = field(default=())

    @property
    def reds(self) -> dict[str, Verdict]:
        """The requirements that were red anywhere, with the worst they were."""
        found: dict[str, Verdict] = {}
        for (name, _), verdict in self.verdicts.items():
            if verdict in RED and found.get(name) not in (Verdict.ERROR, Verdict.FAIL):
                found[name] = verdict
        return found

    @property
    def blocked(self) -> list[str]:
        """The requirements that could not be judged because of what failed."""
        return sorted({name for (name, _), verdict in self.verdicts.items() if verdict is Verdict.BLOCKED})


def demo_options(url: str = "http://reference.test", **changes: Any) -> RunOptions:
    """Return the options of a run on the reference server with everything permitted."""
    return RunOptions(
        url=url,
        header=(f"Authorization: Bearer {MAIN_TOKEN}",),
        other_header=(f"Authorization: Bearer {OTHER_TOKEN}",),
        create_tasks=True,
        scripted=True,
        **changes,
    )


def run_rules(
    rules: Rules, dataset: str = "demo", options: RunOptions | None = None, *, tenants: bool = False
) -> Run:
    """Return the finished run of the whole suite on the reference server with `rules`, in this process."""
    transport: httpx.AsyncBaseTransport = httpx.ASGITransport(
        create_app(dataset, tenants=tenants, rules=rules)
    )
    front: type[Front] | None = getattr(rules, "Front", None)
    if front is not None:
        transport = front(transport)
    return anyio.run(partial(run_checks, options or demo_options(), inner=transport, patience=PATIENCE))


def try_fault(fault: Fault) -> Trial:
    """Run `fault` and hold the findings to what it says of itself."""
    run = run_rules(fault.rules(), tenants=fault.tenants)
    findings = list(run.findings.values())
    wanted = BROKEN[fault.level]
    allowed = {fault.requirement, *fault.also}
    wrong = [
        f"{fault.requirement} is {_at(findings, fault.requirement, binding)} on {binding}, not {wanted}"
        for binding in fault.bindings
        if not _broken(findings, fault, binding, wanted)
    ]
    for name, interface in _strays(findings, fault, allowed):
        wrong.append(f"{name} went red on {interface}")
    expected = {fault.requirement: str(wanted), **dict.fromkeys(fault.also, "red")}
    return Trial("fault", fault.name, fault.sentence, expected, by_requirement(findings), tuple(wrong))


def _at(findings: Sequence[Finding], requirement: str, interface: str) -> str:
    return str(by_requirement(findings).get((requirement, interface), "not judged"))


def _broken(findings: Sequence[Finding], fault: Fault, interface: str, wanted: Verdict) -> bool:
    """Whether the fault's own clause came out as it must; a case holds its worst clause and the others beside it."""
    if fault.requirement.startswith(AGREEMENT):
        interface = "all"
    return any(
        finding.requirement == fault.requirement
        and finding.interface == interface
        and (
            (finding.clause == fault.clause and finding.verdict is wanted)
            or any(broken.clause == fault.clause for broken in finding.also)
        )
        for finding in findings
    )


def _strays(findings: Sequence[Finding], fault: Fault, allowed: set[str]) -> list[tuple[str, str]]:
    one_sided = len(fault.bindings) == 1
    strays: dict[tuple[str, str], None] = {}
    for finding in findings:
        agreement = finding.requirement.startswith(AGREEMENT) and one_sided
        elsewhere = finding.interface not in {*fault.bindings, "all"}
        if finding.verdict in RED and not agreement and (finding.requirement not in allowed or elsewhere):
            strays[finding.requirement, finding.interface] = None
    return list(strays)


def try_variant(variant: Variant) -> Trial:
    """Run `variant`: nothing may fail, and only what it names may warn."""
    run = run_rules(variant.rules())
    findings = list(run.findings.values())
    verdicts = by_requirement(findings)
    wrong = [
        f"{name} is {verdict} on {interface}"
        for (name, interface), verdict in verdicts.items()
        if verdict in RED and not (verdict is Verdict.WARN and name in variant.warns)
    ]
    warned = {name for (name, _), verdict in verdicts.items() if verdict is Verdict.WARN}
    wrong += [f"{name} does not warn" for name in variant.warns if name not in warned]
    expected = dict.fromkeys(variant.warns, "warn")
    return Trial("variant", variant.name, variant.sentence, expected, verdicts, tuple(wrong))


def trial_named(kind: str, name: str) -> Trial:
    """Run one by name, in whatever process; a crash is a trial that went wrong, not the end of the proof."""
    sentence = ""
    # A faulty server's own log of what breaks in it is no news here.
    logging.getLogger("conformance.reference").setLevel(logging.CRITICAL + 1)
    try:
        if kind == "fault":
            fault = next(entry for entry in faults() if entry.name == name)
            sentence = fault.sentence
            return try_fault(fault)
        variant = next(entry for entry in variants() if entry.name == name)
        sentence = variant.sentence
        return try_variant(variant)
    except Exception as error:
        return Trial(kind, name, sentence, {}, {}, (f"the run broke: {type(error).__name__}: {error}",))
