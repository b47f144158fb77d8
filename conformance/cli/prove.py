"""`task-conformance prove`: faults and variants under the whole suite, the matrix, and one fault's report."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from conformance.cli.output import say
from conformance.cli.run import publish
from conformance.proof.hostile import behaviours
from conformance.proof.prove import Proof, prove
from conformance.proof.registry import faults, named, variants
from conformance.proof.serving import repeatable
from conformance.proof.trial import demo_options, run_rules
from conformance.reference import MAIN_TOKEN, OTHER_TOKEN
from conformance.report.matrix import headline, matrix_lines, render_matrix
from conformance.report.write import write_whole
from conformance.session.recording import written

PAGE = Path("reports") / "proof"
SERVED = "http://127.0.0.1:8000"
"""Where `serve` listens unless told otherwise."""


def prove_command(names: Sequence[str], folder: Path | None) -> int:
    """Run the trials, print them, write the page; 1 on a miss. UsageError for a name that there is not."""
    named(*names)
    proof = _shown(names)
    gaps = (f"no fault breaks {name}" for name in proof.uncovered)
    say("".join(f"{line}\n" for line in (*matrix_lines(proof.trials), *gaps)))
    page = (folder or PAGE) / "proof.html"
    write_whole(page, render_matrix(proof))
    say(f"\n{headline(proof)}\n{page}\n")
    return 0 if proof.holds else 1


def _shown(names: Sequence[str]) -> Proof:
    if not sys.stderr.isatty():
        return prove(names)
    with Progress(console=Console(stderr=True), transient=True) as bars:
        bar = bars.add_task("trials", total=None)
        return prove(names, progress=lambda done, total: bars.update(bar, completed=done, total=total))


def fault_command(name: str, folder: Path | None) -> int:
    """Write and print the report that a user of a server with this fault or variant would get."""
    [entry] = named(name)
    options = demo_options(SERVED, report=folder or PAGE / name)
    run = run_rules(repeatable(entry), options=options, tenants=entry.tenants)
    code = publish(written(run), options)
    say(
        "\nTo try its curl lines:\n"
        f"  task-conformance serve --fault {name}\n"
        f"  export AUTHORIZATION={MAIN_TOKEN} OTHER_AUTHORIZATION={OTHER_TOKEN}\n"
    )
    return code


def list_command() -> int:
    """Print every fault, variant and hostile behaviour: name, what it breaks, its sentence."""
    told = {
        "faults": [(one.name, f"{one.requirement}/{one.clause}", one.sentence) for one in faults()],
        "variants": [(one.name, ", ".join(one.warns), one.sentence) for one in variants()],
        "hostile behaviours": [(one.name, "", one.sentence) for one in behaviours()],
    }
    say("\n".join(_listed(kind, rows) for kind, rows in told.items()))
    return 0


def _listed(kind: str, rows: Sequence[tuple[str, str, str]]) -> str:
    widths = [max(len(row[column]) for row in rows) + 2 for column in (0, 1)]
    lines = [f"{name:<{widths[0]}}{breaks:<{widths[1]}}{sentence}\n" for name, breaks, sentence in rows]
    return f"{len(rows)} {kind}\n" + "".join(lines)
