"""What a check is made of: what it asks, what it needs, what it expects, and the finding that comes of it.

The rules of the specification belong to `checks`, the requests to `probe`; pytest to `session`.
"""

from conformance.judging.asking import Check, ask, checks_of, promise, requirement, varied
from conformance.judging.ledger import (
    NotJudged,
    as_json,
    broken,
    doubt,
    expect,
    inconclusive,
    not_applicable,
    note,
    picture,
    point_at,
    refused_well,
    served,
)
from conformance.judging.needs import Need, at_least, needing

__all__ = [
    "Check",
    "Need",
    "NotJudged",
    "as_json",
    "ask",
    "at_least",
    "broken",
    "checks_of",
    "doubt",
    "expect",
    "inconclusive",
    "needing",
    "not_applicable",
    "note",
    "picture",
    "point_at",
    "promise",
    "refused_well",
    "requirement",
    "served",
    "varied",
]
