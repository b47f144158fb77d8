"""What the findings come to: the verdict of the whole, the exit code, and what to do next."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from conformance.catalogue import Catalogue
from conformance.core.verdicts import Level, Verdict, worst
from conformance.judging.finding import Finding

USAGE, SUITE, FAILED, OPEN, FINE = 2, 4, 1, 3, 0
USUAL: Final = 5
"""Tasks that --create-tasks makes first, unless --create-count says otherwise."""
SAID: Final = 3
"""Reasons that the advice names."""
MANY: Final = re.compile(r"The store lacks (at least|more than) (\d+) visible tasks")


def by_requirement(findings: Iterable[Finding]) -> dict[tuple[str, str], Verdict]:
    """Return the verdict of each requirement at each interface: the worst of its cases."""
    found: dict[tuple[str, str], list[Verdict]] = {}
    for finding in findings:
        found.setdefault((finding.requirement, finding.interface), []).append(finding.verdict)
    return {key: worst(verdicts) for key, verdicts in found.items()}


def exit_code(
    findings: Collection[Finding],
    catalogue: Catalogue,
    *,
    strict: bool = False,
    require: Collection[str] = (),
) -> int:
    """Return the exit code of a run: 4, 1, 3 or 0, the first that applies.

    `strict` makes a broken SHOULD fail; `require` names groups of which no MUST may be left untested.
    """
    failing = {Verdict.FAIL, Verdict.WARN} if strict else {Verdict.FAIL}
    if any(finding.verdict is Verdict.ERROR for finding in findings):
        return SUITE
    if any(finding.verdict in failing for finding in findings):
        return FAILED
    if undecided(findings, catalogue, require):
        return OPEN
    return FINE


def undecided(findings: Iterable[Finding], catalogue: Catalogue, require: Collection[str]) -> list[Finding]:
    """Return the findings that leave a MUST undecided: inconclusive ones, and untested ones of required groups."""
    found = []
    for finding in findings:
        requirement = catalogue[finding.requirement]
        open_ = finding.verdict in {Verdict.INCONCLUSIVE, Verdict.BLOCKED} or (
            finding.verdict is Verdict.NOT_TESTED and requirement.group in require
        )
        if open_ and requirement.level is Level.MUST:
            found.append(finding)
    return found


def summary(
    findings: Collection[Finding],
    catalogue: Catalogue,
    code: int,
    *,
    require: Collection[str],
    create: int | None,
) -> dict[str, Any]:
    """Return the counts, verdict and advice as report.json holds them; requirement × interface is counted."""
    verdicts = by_requirement(findings)
    musts = {key: v for key, v in verdicts.items() if catalogue[key[0]].level is Level.MUST}
    words = {SUITE: "error", FAILED: "fail", OPEN: "inconclusive", FINE: "pass"}
    return {
        "verdict": words[code],
        "exit": code,
        "requirements": _counted(verdicts),
        "must": _counted(musts),
        "advice": advice(findings, catalogue, code, require=require, create=create),
    }


def _counted(verdicts: Mapping[Any, Verdict]) -> dict[str, int]:
    return {str(verdict): count for verdict, count in Counter(verdicts.values()).most_common()}


def advice(
    findings: Collection[Finding],
    catalogue: Catalogue,
    code: int,
    *,
    require: Collection[str],
    create: int | None,
) -> str:
    """Return one line on what to do next, empty when nothing is to be done.

    `create`: how many tasks the suite made first, 0 where it was not allowed to, None where no API is known that does.
    """
    if code == SUITE:
        return "The suite itself broke in places; please report it with report.json."
    if code != OPEN:
        return ""
    open_ = undecided(findings, catalogue, require)
    lacking = Counter(finding.reason for finding in open_ if finding.reason)
    named = [reason for reason, _ in lacking.most_common(SAID)]
    if left := len(lacking) - len(named):
        named.append(
            f"There {'is 1 more reason' if left == 1 else f'are {left} more reasons'} in the report."
        )
    if help_ := "" if create is None else _creating(lacking, create):
        named.append(help_)
    count = len({finding.requirement for finding in open_})
    musts = "MUST requirement" if count == 1 else "MUST requirements"
    return f"{count} {musts} could not be judged. {' '.join(named)}"


def _creating(reasons: Iterable[str], create: int) -> str:
    """Say which permission would help: one that makes as many tasks as the largest list that was missed holds."""
    found = [match for reason in reasons if (match := MANY.match(reason))]
    wanted = max(
        (int(number) + (word == "more than") for word, number in (m.groups() for m in found)), default=0
    )
    if not create and wanted <= USUAL:
        return "--create-tasks lets the suite make tasks of its own."
    allowed = "" if create else "--create-tasks "
    return (
        f"{allowed}--create-count {wanted} lets the suite make as many as that takes."
        if wanted > create
        else ""
    )
