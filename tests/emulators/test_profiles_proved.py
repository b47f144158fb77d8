"""The profiles against the emulators: each fault is seen where it is, and what is left open is held against nobody.

The profiles of the two real APIs come with the suite; those of the two kinds of list are files among the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace

import pytest

from conformance.core.verdicts import Verdict, worst
from conformance.profiles import Profile
from conformance.session import target
from conformance.target.profile import profile_of
from conformance.target.settings import RunOptions
from tests.emulators import link_header
from tests.emulators.faults_pinecone import DefaultOfThirtyOne
from tests.emulators.faults_pinecone_reading import FirstSteps
from tests.emulators.parts import Call, Rules
from tests.emulators.proving import RED, SETUPS, Trial, run_rules, tried
from tests.emulators.registry import Fault, Variant, faults, variants

pytestmark = pytest.mark.slow
KINDS: dict[str, Callable[[str], Sequence[Fault] | Sequence[Variant]]] = {
    "fault": faults,
    "variant": variants,
}
UNBROKEN: Mapping[str, Set[str]] = {"link-header": {"shape.members"}}
"""Firm promises without a fault: a bare array has no members to lack."""
EVERY = [("clean", api, "") for api in SETUPS] + [
    (kind, api, entry.name) for api in SETUPS for kind, found in KINDS.items() for entry in found(api)
]


@pytest.fixture(scope="module")
def trials() -> dict[tuple[str, str, str], Trial]:
    return {(trial.kind, trial.api, trial.name): trial for trial in tried(EVERY)}


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: "-".join(part for part in entry if part))
def test_it_comes_out_as_it_must(
    entry: tuple[str, str, str], trials: dict[tuple[str, str, str], Trial]
) -> None:
    wrong = trials[entry].wrong
    assert not wrong, "\n".join(wrong)


STRENGTHS = {
    "must": Verdict.FAIL,
    "documented": Verdict.WARN,
    "inferred": Verdict.NOTE,
    "unspecified": Verdict.NOTE,
}


@pytest.mark.parametrize(("strength", "verdict"), STRENGTHS.items())
@pytest.mark.parametrize(
    ("rules", "requirement"), [(DefaultOfThirtyOne, "size.default"), (FirstSteps, "window.end")]
)
def test_the_verdict_follows_the_strength(
    strength: str,
    verdict: Verdict,
    rules: type[Rules],
    requirement: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def restated(options: RunOptions) -> Profile:
        profile = profile_of(options)
        promise = replace(profile.promises[requirement], strength=strength)
        return replace(profile, promises={**profile.promises, requirement: promise})

    monkeypatch.setattr(target, "profile_of", restated)
    findings = run_rules(rules()).findings.values()
    judged = {finding.verdict for finding in findings if finding.requirement == requirement}
    assert worst(judged) is verdict
    assert judged <= {verdict, Verdict.PASS}
    assert {finding.requirement for finding in findings if finding.verdict in RED} <= {requirement}


class NextIsElsewhere(link_header.Rules):
    """A server whose next page is another's."""

    def url(self, call: Call, size: int, number: int) -> str:
        return super().url(call, size, number).replace("emulated.test", "elsewhere.test")


def test_a_next_url_of_another_origin_is_not_asked() -> None:
    asked: list[str] = []
    run = run_rules(NextIsElsewhere(), watch=lambda request: asked.append(request.url.host))
    assert set(asked) == {"emulated.test"}
    complete = {
        finding.verdict for finding in run.findings.values() if finding.requirement == "pages.walk-complete"
    }
    assert Verdict.PASS not in complete


@pytest.mark.parametrize("api", SETUPS)
def test_every_promise_that_can_turn_red_has_a_fault(api: str) -> None:
    promises = profile_of(SETUPS[api].options()).promises.values()
    firm = {promise.requirement for promise in promises if promise.strength in ("must", "documented")}
    assert firm - {fault.requirement for fault in faults(api)} <= UNBROKEN.get(api, set())
