"""A finding: what one case of one requirement came to at one interface."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from conformance.bindings.answer import Mark, NotAccepted
from conformance.bindings.reading import Kind
from conformance.catalogue.model import Requirement
from conformance.core.verdicts import BROKEN, RANK, Level, Verdict
from conformance.judging.ledger import Broken, Ledger, NotJudged, opened
from conformance.judging.refusals import is_own_fault

HOLDS = "holds"
"""What is recorded of a promise that is too weak to be held against a server, where it is kept."""


@dataclass(frozen=True)
class Finding:
    """See the schema of report.json for the members."""

    requirement: str
    interface: str
    case: str
    check: str
    verdict: Verdict
    clause: str = "main"
    level: Level = Level.MUST
    expected: str = ""
    came: str = ""
    reason: str = ""
    exchanges: Sequence[str] = ()
    marks: Sequence[Mark] = ()
    observations: Sequence[tuple[str, str]] = ()
    timeline: Sequence[Mapping[str, Any]] = ()
    also: Sequence[Broken] = field(default=())

    def public(self) -> dict[str, Any]:
        """Return the finding as report.json holds it."""
        found = asdict(self)
        found["verdict"], found["level"] = str(self.verdict), str(self.level)
        found["observations"] = [{"name": name, "value": value} for name, value in self.observations]
        found["exchanges"] = list(self.exchanges)
        found["marks"] = [asdict(mark) for mark in self.marks]
        found["timeline"] = list(self.timeline)
        found["also"] = [{"clause": b.clause, "expected": b.expected, "came": b.came} for b in self.also]
        return found


def concluded(requirement: Requirement, blank: Finding, judge: Callable[[], None]) -> Finding:
    """Run `judge` and return `blank` filled in with what it came to.

    An exception in a check is our fault and costs this one case: ERROR.
    """
    with opened() as ledger:
        try:
            judge()
        except NotJudged as ended:
            verdict = Verdict.INCONCLUSIVE if ended.applicable else Verdict.NOT_APPLICABLE
            return _filled(requirement, replace(blank, verdict=verdict, reason=str(ended)), ledger)
        except NotAccepted as missing:
            return _filled(requirement, _unanswered(requirement, blank, missing, ledger), ledger)
        except Exception as error:
            place = f"{type(error).__name__}: {error}"
            return replace(
                blank, verdict=Verdict.ERROR, reason=f"The check itself broke ({place}). Please report it."
            )
        return _filled(requirement, replace(blank, verdict=Verdict.PASS), ledger)


def _unanswered(requirement: Requirement, blank: Finding, missing: NotAccepted, ledger: Ledger) -> Finding:
    """A valid request whose answer a check had to read was not accepted: that itself breaks the main clause."""
    answer = missing.answer
    if answer.kind is Kind.THROTTLED:
        return replace(
            blank, verdict=Verdict.INCONCLUSIVE, reason=f"The server was throttling ({answer.trouble})."
        )
    if answer.status in {401, 403}:
        reason = f"The credential is not good for this request ({answer})."
        return replace(blank, verdict=Verdict.INCONCLUSIVE, reason=reason)
    if answer.kind is Kind.GATEWAY:
        reason = f"Something in front of the server answered ({answer.trouble})."
        return replace(blank, verdict=Verdict.INCONCLUSIVE, reason=reason)
    if answer.kind is Kind.FAULT and not is_own_fault(answer):
        reason = f"No answer that can be judged came ({answer.trouble})."
        return replace(blank, verdict=Verdict.INCONCLUSIVE, reason=reason)
    key = requirement.clauses[0].key
    ledger.broken.append(Broken(key, "this valid request is answered", str(answer), (answer.mark(),)))
    return replace(blank, verdict=Verdict.PASS)


def _filled(requirement: Requirement, finding: Finding, ledger: Ledger) -> Finding:
    """Return the finding with the worst broken clause, the others beside it, and all that was recorded."""
    finding = replace(
        finding, observations=tuple(ledger.said), timeline=tuple(ledger.timeline), marks=ledger.marks
    )
    if requirement.observed:
        return _observed(requirement, finding, ledger)
    ranked = sorted(ledger.broken, key=lambda b: RANK[BROKEN[requirement.clause(b.clause).level]])
    if ranked and RANK[BROKEN[requirement.clause(ranked[0].clause).level]] < RANK[finding.verdict]:
        first = ranked[0]
        level = requirement.clause(first.clause).level
        finding = replace(
            finding,
            verdict=BROKEN[level],
            clause=first.clause,
            level=level,
            expected=first.expected,
            came=first.came,
            marks=(*first.marks, *ledger.marks),
            also=_otherwise(ranked),
        )
    if ledger.doubts and RANK[Verdict.INCONCLUSIVE] < RANK[finding.verdict]:
        return replace(finding, verdict=Verdict.INCONCLUSIVE, reason=" ".join(dict.fromkeys(ledger.doubts)))
    if finding.verdict is Verdict.PASS and not ledger.held:
        return _nothing_held(finding, ledger)
    return finding


def _otherwise(ranked: Sequence[Broken]) -> tuple[Broken, ...]:
    """Return what was broken beside the first, what several answers showed alike once."""
    said = {(b.clause, b.expected, b.came): b for b in reversed(ranked)}
    return tuple(b for b in ranked[1:] if said[b.clause, b.expected, b.came] is b)


def _observed(requirement: Requirement, finding: Finding, ledger: Ledger) -> Finding:
    """What is promised too weakly to be held against a server is a recorded behaviour, whichever way it is."""
    if finding.verdict is not Verdict.PASS:
        return finding
    came = [b.came for b in ledger.broken] or ([HOLDS] if ledger.held else [])
    seen = [(_subject(requirement), value) for value in dict.fromkeys(came)]
    if not seen and ledger.doubts:
        return replace(finding, verdict=Verdict.INCONCLUSIVE, reason=" ".join(dict.fromkeys(ledger.doubts)))
    observations = (*finding.observations, *seen)
    if not observations:
        return _nothing_held(finding, ledger)
    marks = (*(mark for b in ledger.broken for mark in b.marks), *finding.marks)
    level = requirement.clauses[0].level
    return replace(finding, verdict=Verdict.NOTE, observations=observations, marks=marks, level=level)


def unmet(requirement: Requirement, finding: Finding) -> bool:
    """Whether what is required did not hold, be that a failure, a warning or only a record."""
    if requirement.observed:
        return any(name == _subject(requirement) and value != HOLDS for name, value in finding.observations)
    return finding.verdict in {Verdict.FAIL, Verdict.WARN}


def _subject(requirement: Requirement) -> str:
    """Return what a promise is about, as the name of what is recorded of it."""
    return requirement.statement.removesuffix(".")


def _nothing_held(finding: Finding, ledger: Ledger) -> Finding:
    """A case in which nothing was expected is no pass: it recorded something, or it met nothing to judge."""
    if ledger.said:
        return replace(finding, verdict=Verdict.NOTE)
    return replace(finding, verdict=Verdict.INCONCLUSIVE, reason="The answers held nothing to judge.")
