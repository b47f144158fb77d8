"""The proof: every fault and variant under the whole suite, several processes at once, and what the lot shows."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

from conformance.catalogue import load_catalogue
from conformance.core.verdicts import Level
from conformance.proof.registry import faults, variants
from conformance.proof.trial import Trial, trial_named
from conformance.session.direct import all_checks

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Proof:
    """All trials, in the order of the registry, and the clauses that no fault breaks."""

    trials: Sequence[Trial]
    uncovered: Sequence[str]

    @property
    def missed(self) -> list[Trial]:
        """The trials that did not come out as they must."""
        return [trial for trial in self.trials if trial.wrong]

    @property
    def holds(self) -> bool:
        """Whether every trial came out as it must, and every clause that can fail has a fault."""
        return not self.missed and not self.uncovered


def uncovered() -> list[str]:
    """Return the MUST and SHOULD clauses, as requirement/clause, that no fault breaks; gRPC's come with gRPC."""
    broken = {(fault.requirement, fault.clause) for fault in faults()}
    return [
        f"{requirement.id}/{clause.key}"
        for requirement in load_catalogue()
        if requirement.bindings != ("grpc",)
        for clause in requirement.clauses
        if clause.level is not Level.NOTE
        and clause.key != "grpc"
        and (requirement.id, clause.key) not in broken
    ]


def prove(names: Sequence[str] = (), *, progress: Progress | None = None) -> Proof:
    """Run the faults and variants named, all of them by default."""
    entries = [("fault", fault.name) for fault in faults()] + [
        ("variant", variant.name) for variant in variants()
    ]
    chosen = [entry for entry in entries if not names or entry[1] in names]
    found: dict[tuple[str, str], Trial] = {}
    for done, (entry, trial) in enumerate(_trials(chosen), start=1):
        found[entry] = trial
        if progress is not None:
            progress(done, len(chosen))
    return Proof([found[entry] for entry in chosen], [] if names else uncovered())


def _trials(entries: Sequence[tuple[str, str]]) -> Iterator[tuple[tuple[str, str], Trial]]:
    """Yield each trial as it ends. Fresh processes: a fork of one with threads may hang.

    One more than there are processors: a third of a trial is waiting.
    """
    if len(entries) < 3:
        yield from ((entry, trial_named(*entry)) for entry in entries)
        return
    workers, fresh = (os.cpu_count() or 1) + 1, multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=fresh, initializer=spare_collections) as pool:
        waiting = {pool.submit(trial_named, *entry): entry for entry in entries}
        for future in as_completed(waiting):
            yield waiting[future], future.result()


def spare_collections() -> None:
    """Have the garbage collector leave alone what stays for good, and come by less often: a quarter of the time."""
    all_checks()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
