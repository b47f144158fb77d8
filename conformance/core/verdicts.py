"""Levels of clauses, verdicts of findings, and how verdicts combine."""

from __future__ import annotations

import enum
from collections.abc import Iterable


class Level(enum.StrEnum):
    """How strongly a clause binds a server (RFC 2119 words; NOTE only records behaviour)."""

    MUST = "MUST"
    SHOULD = "SHOULD"
    NOTE = "NOTE"


class Verdict(enum.StrEnum):
    """What a finding says. The order of the members is from worst to best."""

    ERROR = "error"
    FAIL = "fail"
    BLOCKED = "blocked"
    INCONCLUSIVE = "inconclusive"
    WARN = "warn"
    NOT_TESTED = "not tested"
    NOTE = "note"
    PASS = "pass"  # noqa: S105 - the verdict, not a password
    NOT_APPLICABLE = "not applicable"


RANK = {verdict: rank for rank, verdict in enumerate(Verdict)}
SPEAKING = RANK | {Verdict.PASS: RANK[Verdict.NOTE], Verdict.NOTE: RANK[Verdict.PASS]}
"""Which case speaks for a requirement, least first: where one holds and others only record something, it holds."""
BROKEN = {Level.MUST: Verdict.FAIL, Level.SHOULD: Verdict.WARN, Level.NOTE: Verdict.NOTE}
"""The verdict that a clause of each level gets when it does not hold."""


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the one of `verdicts` that speaks for all of them; no verdict at all is NOT_APPLICABLE."""
    return min(verdicts, key=SPEAKING.__getitem__, default=Verdict.NOT_APPLICABLE)
