"""Findings go by requirement, interface and case: two checks of one requirement must not share a case id."""

from __future__ import annotations

from collections import Counter

from conformance.session.direct import all_checks


def test_no_two_cases_share_a_key() -> None:
    counted = Counter((check.requirement, case_id) for check in all_checks() for case_id, _ in check.cases())
    assert [key for key, count in counted.items() if count > 1] == []
