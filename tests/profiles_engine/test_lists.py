"""Promises about lists hold of every list that is asked for, and of items without a time as the profile says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.profiles_engine.notes import Notes
from tests.profiles_engine.running import profile_file, run_profile

ORDER = {"order.newest-first": "must"}
CASES = {"", "filtered", "whole by offset"}


class OldestFirstOf(Notes):
    """Lists with one parameter run from the oldest to the newest note."""

    def __init__(self, param: str) -> None:
        super().__init__()
        self.param = param

    def envelope(self, shown: Any, found: Any, start: int, size: int, query: Any) -> dict[str, Any]:
        turned = shown[::-1] if query.get(self.param, "0") != "0" else shown
        return super().envelope(turned, found, start, size, query)


@pytest.mark.parametrize(
    ("param", "wrong"),
    [
        ("none", set()),
        ("state", {"filtered"}),
        ("pinned", {"filtered"}),
        ("since", {"filtered"}),
        ("offset", {"whole by offset"}),
    ],
)
def test_every_list_is_in_order(param: str, wrong: set[str], tmp_path: Path) -> None:
    run = run_profile(profile_file(tmp_path, ORDER), OldestFirstOf(param).app)
    found = {finding.case: str(finding.verdict) for finding in run.findings.values()}
    assert found == {case: "fail" if case in wrong else "pass" for case in CASES}


class Undated(Notes):
    """Three notes have no time, and stand first, last, or second to fourth."""

    def __init__(self, place: str) -> None:
        super().__init__()
        self.place = place

    def ordered(self, size: int) -> list[dict[str, Any]]:
        found = super().ordered(size)
        none: list[dict[str, Any]] = [note | {"created_at": None} for note in found[-3:]]
        start = {"first": 0, "last": len(found), "between": 1}[self.place]
        return [*found[:-3][:start], *none, *found[:-3][start:]]

    def fits(self, note: dict[str, Any], query: Any) -> bool:
        return ("since" not in query or note["created_at"] is not None) and super().fits(note, query)


@pytest.mark.parametrize("place", ["first", "last", "between"])
@pytest.mark.parametrize("said", ["first", "last", "unspecified"])
def test_items_without_a_time_stand_where_the_profile_says(said: str, place: str, tmp_path: Path) -> None:
    told = {'time = "rfc3339"': f'time = "rfc3339"\nundated = "{said}"'}
    run = run_profile(profile_file(tmp_path, ORDER, **told), Undated(place).app)
    found = {finding.case: str(finding.verdict) for finding in run.findings.values()}
    judged = {} if said == "unspecified" else {"undated": "pass" if said == place else "fail"}
    assert found == dict.fromkeys(CASES, "pass") | judged


def test_where_all_have_a_time_nothing_is_said_of_others(tmp_path: Path) -> None:
    told = {'time = "rfc3339"': 'time = "rfc3339"\nundated = "last"'}
    run = run_profile(profile_file(tmp_path, ORDER, **told), Notes().app)
    assert {f.case: str(f.verdict) for f in run.findings.values()}["undated"] == "not applicable"
