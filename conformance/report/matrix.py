"""The page of `prove`: which fault turned which requirement red, and what no fault has broken yet."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Final

from conformance import __version__
from conformance.catalogue import load_catalogue
from conformance.core.verdicts import Verdict, worst
from conformance.proof.prove import Proof
from conformance.proof.trial import Trial
from conformance.report.page import render_page
from conformance.report.words import SIGNS, plural

SHOWN: Final = frozenset({Verdict.FAIL, Verdict.WARN, Verdict.BLOCKED, Verdict.ERROR})
AMISS: Final = "Came out otherwise than they must"


def headline(proof: Proof) -> str:
    """Return the proof in one sentence."""
    kinds = [sum(trial.kind == kind for trial in proof.trials) for kind in ("fault", "variant")]
    tried = f"{plural(kinds[0], 'fault')} and {plural(kinds[1], 'variant')}"
    if proof.holds:
        return f"{tried}: each fault is caught by what it breaks and by nothing else, no variant is."
    missed = f"{len(proof.missed)} did not come out as they must"
    open_ = f"{plural(len(proof.uncovered), 'clause')} without a fault" if proof.uncovered else ""
    return f"{tried}: {', '.join(part for part in (missed if proof.missed else '', open_) if part)}."


def render_matrix(proof: Proof) -> str:
    """Return the page of a proof."""
    catalogue = load_catalogue()
    faults = [trial for trial in proof.trials if trial.kind == "fault"]
    columns = [name for name in catalogue.requirements if any(_cell(trial, name) for trial in faults)]
    titles = {group.key: group.title for group in catalogue.groups}
    firsts = {
        name for name, before in zip(columns, ["", *columns], strict=False) if _group(name) != _group(before)
    }
    return render_page(
        "matrix.html",
        sheets=("matrix.css",),
        version=__version__,
        headline=headline(proof),
        verdict=Verdict.PASS if proof.holds else Verdict.FAIL,
        proof=proof,
        amiss=AMISS,
        faults=sorted(faults, key=lambda trial: not trial.wrong),
        variants=sorted(
            (one for one in proof.trials if one.kind == "variant"), key=lambda trial: not trial.wrong
        ),
        columns=[(name, name.partition(".")[2], name in firsts) for name in columns],
        bands=[(key, titles[key], len(list(names))) for key, names in itertools.groupby(columns, _group)],
        rows=[
            (
                title,
                [
                    (
                        trial,
                        [
                            (name, _cell(trial, name), name in trial.expected, name in firsts)
                            for name in columns
                        ],
                    )
                    for trial in trials
                ],
            )
            for title, trials in _banded(faults, titles).items()
        ],
    )


def _banded(faults: Sequence[Trial], titles: Mapping[str, str]) -> dict[str, list[Trial]]:
    """Return the faults by what stands over them: those that went wrong first, then by the group that they break."""
    found: dict[str, list[Trial]] = {title: [] for title in (AMISS, *titles.values())}
    for trial in faults:
        broken = titles.get(_group(next(iter(trial.expected), "")), AMISS)
        found[AMISS if trial.wrong else broken].append(trial)
    return {title: trials for title, trials in found.items() if trials}


def _group(requirement: str) -> str:
    return requirement.partition(".")[0]


def _cell(trial: Trial, requirement: str) -> Verdict | None:
    """Return the worst that a requirement was in a trial, where that is worth a sign."""
    verdict = worst(found for (name, _), found in trial.verdicts.items() if name == requirement)
    return verdict if verdict in SHOWN else None


def matrix_lines(trials: Sequence[Trial]) -> list[str]:
    """Return the trials for a terminal, a line each, those that went wrong with why."""
    lines = []
    for trial in trials:
        sign = SIGNS[Verdict.FAIL if trial.wrong else Verdict.PASS].symbol
        came = ", ".join(f"{name} {verdict}" for name, verdict in sorted(trial.reds.items())) or "no red"
        lines.append(f"{sign} {trial.kind} {trial.name}: {came}")
        lines += [f"    {reason}" for reason in trial.wrong]
    return lines
