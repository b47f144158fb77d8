"""Every promise, broken by a server, at every strength: must fails, documented warns, the rest only records."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.core.verdicts import worst
from conformance.session.summary import exit_code
from tests.profiles_engine.notes import Notes
from tests.profiles_engine.running import PROMISABLE, profile_file, run_profile

STRENGTHS = {"must": "fail", "documented": "warn", "inferred": "note", "unspecified": "note"}


@pytest.mark.slow
@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("requirement", PROMISABLE)
def test_the_verdict_follows_the_strength(requirement: str, strength: str, tmp_path: Path) -> None:
    profile = profile_file(tmp_path, {requirement: strength})
    run = run_profile(profile, Notes(requirement).app)
    assert {finding.requirement for finding in run.findings.values()} == {requirement}
    assert worst(finding.verdict for finding in run.findings.values()) == STRENGTHS[strength]
    assert (exit_code(list(run.findings.values()), run.catalogue) == 1) == (strength == "must")


def test_a_server_that_keeps_everything_passes(tmp_path: Path) -> None:
    run = run_profile(profile_file(tmp_path, dict.fromkeys(PROMISABLE, "must")), Notes().app)
    found = {(f.requirement, f.case): (str(f.verdict), f.came, f.reason) for f in run.findings.values()}
    assert {key: told for key, told in found.items() if told[0] not in {"pass", "note"}} == {}
    assert {requirement for requirement, _ in found} == set(PROMISABLE)
    assert [key for key, told in found.items() if told[0] == "note"] == [("total.matches", "filtered")]


def test_what_is_weakly_promised_is_recorded_when_it_holds(tmp_path: Path) -> None:
    run = run_profile(profile_file(tmp_path, dict.fromkeys(PROMISABLE, "inferred")), Notes().app)
    assert {str(finding.verdict) for finding in run.findings.values()} == {"note"}
    assert all(finding.observations for finding in run.findings.values())
