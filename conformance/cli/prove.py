"""`task-conformance prove`: faults and variants under the whole suite, the matrix, and one fault's report."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from conformance.cli.output import say
from conformance.cli.run import publish
from conformance.core.errors import UsageError
from conformance.proof.prove import Proof, prove
from conformance.proof.registry import faults, variants
from conformance.proof.trial import demo_options, run_rules
from conformance.report.matrix import headline, matrix_lines, render_matrix
from conformance.report.write import write_whole
from conformance.session.recording import written

PAGE = Path("reports") / "proof"


def prove_command(names: Sequence[str], folder: Path | None) -> int:
    """Run the trials, print them, write the page; 1 on a miss. UsageError for a name that there is not."""
    for name in names:
        _known(name, [fault.name for fault in faults()] + [variant.name for variant in variants()])
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
    """Write and print the report that a user of a server with this fault would get."""
    known = {fault.name: fault for fault in faults()}
    _known(name, list(known))
    options = demo_options(report=folder or PAGE / name)
    return publish(written(run_rules(known[name].rules(), options=options)), options)


def _known(name: str, names: Sequence[str]) -> None:
    if name not in names:
        near = difflib.get_close_matches(name, names, n=1)
        hint = f"Did you mean {near[0]}?" if near else "`task-conformance prove` lists them."
        raise UsageError(f"There is no fault or variant {name!r}.", hint=hint)
