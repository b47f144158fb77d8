"""Tries the mutants of one session, in forks of a process that has loaded all else.

`python -m tests.mutation.warm SESSION` in a copy of the tree; SESSION.json beside it says of what and how many. A
mutant's source goes into no file. Only recordings that come by its statement are tried, those that told a mutant before
first: a killed mutant costs little.
"""

from __future__ import annotations

import ast
import difflib
import gc
import gzip
import hashlib
import importlib
import importlib.abc
import importlib.util
import json
import math
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkItem, WorkResult

from tests.mutation.lines import MET, marked, statement

HARNESS = "tests.mutation.recordings"
TIMEOUT = 60
"""Seconds for a mutant to judge one recording; one that never ends is told apart by that."""
UNMET = "no recording comes by it"
Entry = dict[str, Any]
Source = str | ast.Module


def chosen(items: Iterable[WorkItem], share: float, seed: int) -> list[WorkItem]:
    """Return that share of the mutants, at least one; the same for a seed, and a larger share holds a smaller one."""

    def drawn(item: WorkItem) -> str:
        it = item.mutations[0]
        where = f"{seed} {it.module_path} {it.operator_name} {it.start_pos} {it.end_pos} {it.occurrence}"
        return hashlib.sha256(where.encode()).hexdigest()

    ordered = sorted(items, key=drawn)
    return ordered[: max(1, math.ceil(share * len(ordered)))]


def run_session(session: Path) -> None:
    """Try what is left of a session's mutants; RuntimeError where even the unmutated module can't be judged."""
    told = json.loads(session.with_suffix(".json").read_text())
    module, entries = Path(told["module"]), told["recordings"]
    for entry in entries:
        entry["text"] = gzip.decompress(Path(entry["path"]).read_bytes())
    stale, source = dependents(module), module.read_text()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    kept = session.parent / f"unmutated-{told['mark']}.json"
    if not kept.exists():
        kept.write_text(json.dumps(_unmutated(entries, told["modules"])))
    for entry, (outcome, met) in zip(entries, json.loads(kept.read_text()), strict=True):
        entry |= {"outcome": outcome, "met": frozenset(met[str(module)])}
    with use_db(str(session), WorkDB.Mode.open) as database:
        results = dict(database.results)
        worth = [item for item in database.work_items if not _spared(results.get(item.job_id))]
        for item in chosen(worth, told["share"], told["seed"]):
            if item.job_id not in results:
                database.set_result(item.job_id, _tried(item.mutations[0], source, stale, entries))


def _spared(result: WorkResult | None) -> bool:
    return result is not None and result.worker_outcome is WorkerOutcome.SKIPPED


def _tried(mutation: MutationSpec, source: str, stale: Sequence[str], entries: list[Entry]) -> WorkResult:
    """Return what became of one mutant, and move the recording that told it to the front."""
    operator = get_operator(mutation.operator_name)(**mutation.operator_args)
    mutated = mutate_code(source, operator, mutation.occurrence)
    if mutated is None:
        return WorkResult(WorkerOutcome.NO_TEST)
    line = statement(source, *mutation.start_pos)
    able = [entry for entry in entries if line is None or line in entry["met"]]
    told = _forked(lambda: _first_difference(able), {mutation.module_path: mutated}, stale) if able else UNMET
    if isinstance(told, int):
        entries.remove(able[told])
        entries.insert(0, able[told])
        told = able[told]["name"]
    survived = told in {None, UNMET}
    outcome = TestOutcome.SURVIVED if survived else TestOutcome.KILLED
    diff = difflib.unified_diff(source.splitlines(), mutated.splitlines(), lineterm="", n=2)
    return WorkResult(WorkerOutcome.NORMAL, str(told), outcome, "\n".join(diff))


def _first_difference(entries: Sequence[Entry]) -> int | None:
    return next((index for index, entry in enumerate(entries) if _outcome(entry) != entry["outcome"]), None)


def _outcome(entry: Entry) -> object:
    """Return what the harness makes of a recording; where that takes too long the process ends."""
    signal.alarm(TIMEOUT)
    return importlib.import_module(HARNESS).judged(json.loads(entry["text"]), entry["by"])


def _unmutated(entries: Sequence[Entry], modules: Sequence[str]) -> list[object]:
    """Return for each recording its outcome, and for each module the statements that it comes by."""
    sources = {Path(name): marked(Path(name).read_text()) for name in modules}
    all_of_it = [name for name in sys.modules if name.startswith("conformance.") or name == HARNESS]

    def all_outcomes() -> list[object]:
        met = {name: vars(importlib.import_module(dotted(Path(name))))[MET] for name in modules}
        found: list[object] = []
        for entry in entries:
            outcome = _outcome(entry)
            found.append([outcome, {name: sorted(lines) for name, lines in met.items()}])
            for lines in met.values():
                lines.clear()
        return found

    found = _forked(all_outcomes, sources, all_of_it)
    if isinstance(found, list):
        return found
    raise RuntimeError(f"recordings can't be judged unmutated: {found}")


class InPlace(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds modules, and gives them other sources than their files'."""

    def __init__(self, sources: Mapping[Path, Source]) -> None:
        self.sources = {dotted(path): (path, source) for path, source in sources.items()}

    def find_spec(self, fullname: str, path: object, target: ModuleType | None = None) -> Any:
        return importlib.util.spec_from_loader(fullname, self) if fullname in self.sources else None

    def exec_module(self, module: ModuleType) -> None:
        path, source = self.sources[module.__name__]
        module.__file__ = str(path)
        vars(module)[MET] = set()
        exec(compile(source, path, "exec", dont_inherit=True), vars(module))


def _forked(work: Callable[[], object], sources: Mapping[Path, Source], stale: Sequence[str]) -> object:
    """Return what `work` returns in a fork where modules have other sources, or a text about how it ended without."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        signal.alarm(TIMEOUT)
        with os.fdopen(writer, "wb") as stream:
            pickle.dump(_answer(work, sources, stale), stream)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        said = stream.read()
    _, status = os.waitpid(child, 0)
    return pickle.loads(said) if status == 0 else f"ended by {signal.Signals(status & 127).name}"


def _answer(work: Callable[[], object], sources: Mapping[Path, Source], stale: Sequence[str]) -> object:
    try:
        for name in stale:
            package, _, own = name.rpartition(".")
            if package in sys.modules:
                vars(sys.modules[package]).pop(own, None)
            sys.modules.pop(name, None)
        sys.meta_path.insert(0, InPlace(sources))
        return work()
    except BaseException as error:
        return "".join(traceback.format_exception_only(error)).strip()


def dotted(module: Path) -> str:
    """Return a file's name as a module."""
    return ".".join(module.with_suffix("").parts)


def dependents(module: Path) -> list[str]:
    """Load the harness and all that it judges with; return what must be loaded anew when `module` changes."""
    names = ["conformance.bindings.jsonrpc", "conformance.bindings.http_json", dotted(module)]
    names += [f"conformance.checks.{path.stem}" for path in Path("conformance/checks").glob("*.py")]
    for name in (HARNESS, *names):
        importlib.import_module(name)
    imports = {
        name: set(_imported(Path(loaded.__file__)))
        for name, loaded in sys.modules.items()
        if name.startswith(("conformance", "tests")) and loaded.__file__
    }
    found = [dotted(module)]
    for name in found:
        found += [other for other, needs in imports.items() if name in needs and other not in found]
    return found


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


if __name__ == "__main__":
    run_session(Path(sys.argv[1]))
