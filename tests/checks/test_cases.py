"""What holds for all checks together."""

from __future__ import annotations

from collections import Counter

from conformance.session.direct import all_checks


def test_no_two_cases_of_a_requirement_share_a_name() -> None:
    """Findings go by requirement, interface and case: a second one of that name would replace the first."""
    names = Counter((check.requirement, case_id) for check in all_checks() for case_id, _ in check.cases())
    assert [name for name, count in names.items() if count > 1] == []
