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


@pytest.mark.parametrize("rest", ["must", "unspecified"])
@pytest.mark.parametrize("own", STRENGTHS)
def test_a_filter_may_have_a_strength_of_its_own(own: str, rest: str, tmp_path: Path) -> None:
    changes = {'pointer = "/group"': f'pointer = "/group"\nstrength = "{own}"'}
    profile = profile_file(tmp_path, {"filter.selects": rest}, **changes)
    run = run_profile(profile, Notes("filter.selects").app)
    found = {finding.case: str(finding.verdict) for finding in run.findings.values()}
    assert found.keys() == {"state", "group", "pinned"}
    assert found["group"] == STRENGTHS[own]
    assert {found["state"], found["pinned"]} <= {"pass", "note"}


@pytest.mark.parametrize("field", STRENGTHS)
def test_an_order_is_no_firmer_than_the_time_that_it_is_by(field: str, tmp_path: Path) -> None:
    changes = {'direction = "descending"': f'direction = "descending"\nfield_strength = "{field}"'}
    profile = profile_file(tmp_path, {"order.newest-first": "must"}, **changes)
    run = run_profile(profile, Notes("order.newest-first").app)
    assert {str(finding.verdict) for finding in run.findings.values()} == {STRENGTHS[field]}
