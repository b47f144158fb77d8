"""The page of `prove`: which fault turned which requirement red, and what no fault has broken yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from conformance import __version__
from conformance.catalogue import load_catalogue
from conformance.core.verdicts import Verdict, worst
from conformance.proof.prove import Proof
from conformance.proof.trial import Trial
from conformance.report.page import render_page
from conformance.report.words import SIGNS, plural

SHOWN: Final = frozenset({Verdict.FAIL, Verdict.WARN, Verdict.BLOCKED, Verdict.ERROR})
STYLE: Final = """
.grid td,.grid th{padding:.1rem .3rem;border:1px solid var(--rule);text-align:center;font-size:.8rem}
.grid thead th{writing-mode:vertical-rl;transform:rotate(180deg);text-align:left;padding:.4rem .15rem}
.grid thead th,.grid th[scope=row]{font-family:var(--mono);white-space:nowrap}
.grid th[scope=row]{position:sticky;left:0;background:var(--paper);text-align:left}
.grid .meant{background:var(--panel);font-weight:700;box-shadow:inset 0 0 0 2px currentColor}
"""


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
    faults = [trial for trial in proof.trials if trial.kind == "fault"]
    columns = [name for name in load_catalogue().requirements if any(_cell(trial, name) for trial in faults)]
    return render_page(
        "matrix.html",
        style=STYLE,
        version=__version__,
        headline=headline(proof),
        verdict=Verdict.PASS if proof.holds else Verdict.FAIL,
        proof=proof,
        faults=faults,
        variants=[trial for trial in proof.trials if trial.kind == "variant"],
        columns=columns,
        rows=[
            (trial, [(name, _cell(trial, name), name in trial.expected) for name in columns])
            for trial in faults
        ],
    )


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
