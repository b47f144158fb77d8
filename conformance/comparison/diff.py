"""What changed between two reports, or two comparisons, case by case; never by totals.

Every case is one requirement × interface × case, and is matched by these three; interfaces are matched by key.

- worse: the verdict moved towards fail: a case that was not red is warn, fail or error now, or its red deepened.
  Coming from inconclusive counts too: that the rule is broken was not known before, and is now.
- no longer shown: pass, note or red before; now inconclusive, blocked, not tested or not applicable. Nothing was
  shown to be broken: the store was emptier, a permission was left out, something else failed (and is listed as
  worse itself). That is no deterioration of the server as such, so it makes an exit of 1 with `strict` only, and
  only where a pass or note was lost.
- better: red before and less so now, or not shown before and pass or note now.
- appeared, vanished: there is no such case on the other side: another suite, another selection, an interface more
  or less. A red that appeared is no change for the worse either; with `strict` it counts, as does a lost pass.
- changed: between pass and note.

Findings of interface "-" (the requirement applies nowhere) are no cases. How this is printed is differing.py's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from conformance.comparison import data
from conformance.comparison.behaviours import seen
from conformance.comparison.normal import Normaliser
from conformance.comparison.table import NOWHERE
from conformance.core.verdicts import RANK, Verdict
from conformance.report.words import said, silent

RED: Final = {Verdict.WARN: 1, Verdict.FAIL: 2, Verdict.ERROR: 3}
SHOWN: Final = frozenset({Verdict.PASS, Verdict.NOTE})
KINDS: Final = ("worse", "no longer shown", "vanished", "appeared", "changed", "better")
"""The kinds of change, in the order in which they are told."""
Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Judged:
    """One case on one side."""

    verdict: Verdict
    said: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """One case that is not what it was; `old` or `new` is None where that side has no such case."""

    kind: str
    requirement: str
    interface: str
    case: str
    old: Judged | None
    new: Judged | None

    @property
    def strictly_worse(self) -> bool:
        """Whether `strict` counts the change as one for the worse."""
        if self.kind == "worse":
            return True
        lost = self.kind in ("no longer shown", "vanished") and self.old and self.old.verdict in SHOWN
        appeared = self.kind == "appeared" and self.new and self.new.verdict in RED
        return bool(lost or appeared)


@dataclass(frozen=True, slots=True)
class Moved:
    """A recorded behaviour whose values are others now; both normalised."""

    requirement: str
    interface: str
    name: str
    old: Sequence[str]
    new: Sequence[str]


@dataclass(frozen=True, slots=True)
class Difference:
    """All that changed; `remarks` say what bears on how far that can be trusted."""

    changes: Sequence[Change]
    behaviours: Sequence[Moved]
    remarks: Sequence[str] = field(default=())

    def of(self, kind: str) -> Sequence[Change]:
        """Return the changes of one kind."""
        return [change for change in self.changes if change.kind == kind]

    def got_worse(self, *, strict: bool = False) -> bool:
        """Whether anything got worse."""
        return any(change.strictly_worse if strict else change.kind == "worse" for change in self.changes)


def kind_of(old: Judged | None, new: Judged | None) -> str:
    """Return what kind of change it is from `old` to `new`, empty for none; see the module's text."""
    if old is None or new is None:
        return "appeared" if new else "vanished" if old else ""
    was, now = RED.get(old.verdict, 0), RED.get(new.verdict, 0)
    if was != now and now:
        return "worse" if now > was else "better"
    if old.verdict == new.verdict or now:
        return ""
    if new.verdict in SHOWN:
        return "changed" if old.verdict in SHOWN else "better"
    return "no longer shown" if old.verdict in SHOWN or was else ""


def difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> Difference:
    """Return what changed from `old` to `new`: two sound reports, or two sound comparisons."""
    return Difference(
        _changes(_judged(old), _judged(new)),
        _moved(_behaviours(old), _behaviours(new)),
        list(_remarks(old, new)),
    )


def _changes(old: Mapping[Key, Judged], new: Mapping[Key, Judged]) -> Sequence[Change]:
    keys = dict.fromkeys([*new, *old])
    found = [(kind_of(old.get(key), new.get(key)), key) for key in keys]
    changes = [Change(kind, *key, old.get(key), new.get(key)) for kind, key in found if kind]
    return sorted(changes, key=lambda change: (KINDS.index(change.kind), _depth(change)))


def _depth(change: Change) -> int:
    """Order changes of one kind by the worse of the two verdicts; else they stay in the order of the catalogue."""
    return min(RANK[entry.verdict] for entry in (change.old, change.new) if entry)


def _judged(side: Mapping[str, Any]) -> Mapping[Key, Judged]:
    """Return the cases of a report or a comparison; of two findings with one key the worse counts."""
    if side["format"] == data.FORMAT:
        return {
            key: Judged(Verdict(verdict), words)
            for key, (verdict, words) in data.verdicts_of(side).items()
            if not key[1].endswith(f"/{NOWHERE}")
        }
    places = {entry["id"]: place for place, entry in enumerate(side["catalogue"]["requirements"])}
    found: dict[Key, Judged] = {}
    for finding in sorted(side["findings"], key=lambda finding: places[finding["requirement"]]):
        key = (finding["requirement"], finding["interface"], finding["case"])
        verdict = Verdict(finding["verdict"])
        if finding["interface"] != NOWHERE and (key not in found or RANK[verdict] < RANK[found[key].verdict]):
            found[key] = Judged(verdict, "" if silent(finding) else said(finding))
    return found


def _behaviours(side: Mapping[str, Any]) -> Mapping[Key, Sequence[str]]:
    if side["format"] == data.FORMAT:
        return {
            (row["requirement"], column, row["name"]): values
            for row in side["behaviours"]
            for column, values in row["cells"].items()
        }
    normal = Normaliser(side).text
    found: dict[Key, set[str]] = {}
    for entry in seen(side):
        key = (entry.requirement, entry.interface, normal(entry.name))
        found.setdefault(key, set()).add(normal(entry.value))
    return {key: sorted(values) for key, values in found.items()}


def _moved(old: Mapping[Key, Sequence[str]], new: Mapping[Key, Sequence[str]]) -> Sequence[Moved]:
    return [Moved(*key, old[key], values) for key, values in new.items() if key in old and old[key] != values]


def _remarks(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterable[str]:
    for name, side in (("OLD", old), ("NEW", new)):
        sides = side["targets"] if side["format"] == data.FORMAT else [side]
        if not all(entry.get("complete") for entry in sides):
            yield f"{name} is incomplete: its run was cut short."
    promises = [f"{side['catalogue']['title']} ({side['catalogue']['specification']})" for side in (old, new)]
    if promises[0] != promises[1]:
        yield f"Held to other promises: OLD to {promises[0]}, NEW to {promises[1]}. Ids that both have may mean others."
    elif old.get("profile") != new.get("profile"):
        yield "The profile is not the same in both: a verdict may have moved because a promise did."
    versions = [side["suite"]["version"] for side in (old, new)]
    if versions[0] != versions[1]:
        yield (
            f"Judged by two versions of the suite, {versions[0]} and {versions[1]}: "
            "`task-conformance judge` judges an old report anew."
        )
