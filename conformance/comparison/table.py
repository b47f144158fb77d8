"""The comparison itself: sides, columns, rows, cells, and which rows differ. How it is written does not belong here."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from conformance.comparison.behaviours import Seen, seen
from conformance.comparison.normal import Normaliser
from conformance.core.verdicts import RANK, SPEAKING, Verdict, worst

WEIGHTY: Final = frozenset({Verdict.ERROR, Verdict.FAIL, Verdict.WARN})
"""Verdicts of cases whose words count when cells are compared, not the verdict alone."""
NOWHERE: Final = "-"
Finding = Mapping[str, Any]


def slug(text: str) -> str:
    """Return `text` as a part of a link: letters, digits, dots and dashes."""
    return re.sub(r"[^A-Za-z0-9.]+", "-", text).strip("-.")[:60] or "x"


def spans(interface: str) -> bool:
    """Tell whether a finding's interface is none of the card's: it spans them, or applies to none."""
    return interface in (NOWHERE, "all") or interface.startswith("all/")


@dataclass(eq=False)
class Side:
    """One target: its report under the name it goes by here. `key` is the name as links hold it."""

    name: str
    report: Mapping[str, Any]
    key: str = ""
    laid: dict[str, tuple[Sequence[str], Sequence[str]]] = field(default_factory=dict, init=False, repr=False)
    """Answers by exchange, laid out in lines and normalised: each takes a while, and is shown many times."""

    @property
    def target(self) -> Mapping[str, Any]:
        """The target as the report has it."""
        return self.report["targets"][0]  # type: ignore[no-any-return] # the schema says that it is an object

    @property
    def version(self) -> str:
        """The version of the implementation, as its card says; empty without a card."""
        card = self.target["card"]
        return str(card["version"]) if card else ""

    @cached_property
    def normal(self) -> Normaliser:
        """What takes ids, tokens and times out of this report's texts."""
        return Normaliser(self.report)

    @cached_property
    def interfaces(self) -> Sequence[str]:
        """The keys of the tested interfaces; of all where none was tested."""
        entries = self.target["interfaces"]
        tested = [entry["key"] for entry in entries if entry["tested"]]
        return tested or [entry["key"] for entry in entries] or [NOWHERE]

    @cached_property
    def findings(self) -> Mapping[str, Mapping[str, Sequence[Finding]]]:
        """The findings by requirement and interface, the worst first."""
        found: dict[str, dict[str, list[Finding]]] = {}
        for finding in self.report["findings"]:
            found.setdefault(finding["requirement"], {}).setdefault(finding["interface"], []).append(finding)
        for places in found.values():
            for findings in places.values():
                findings.sort(key=lambda finding: SPEAKING[Verdict(finding["verdict"])])
        return found


@dataclass(frozen=True, eq=False)
class Cell:
    """What one side shows in one row, on one interface or (`interfaces` has several) on all of them.

    `same` is what cells are compared by; None where the side has nothing to show.
    """

    side: Side
    interface: str
    interfaces: Sequence[str]
    findings: Sequence[Finding] = ()
    values: Sequence[str] = ()
    same: Hashable = None

    @property
    def key(self) -> str:
        """The cell's part of a link: target/interface."""
        return f"{self.side.key}/{self.interface}"

    @property
    def verdict(self) -> Verdict | None:
        """The worst verdict of the cases; None where there are none."""
        return worst(Verdict(entry["verdict"]) for entry in self.findings) if self.findings else None


@dataclass(frozen=True, eq=False)
class Row:
    """A requirement, or with a `name` one of its recorded behaviours, over all columns."""

    requirement: Mapping[str, Any]
    anchor: str
    cells: Sequence[Cell]
    name: str = ""

    @cached_property
    def differs(self) -> bool:
        """Whether two targets differ on an interface that both have; if none is shared, whether any two cells do."""
        return any(self.other(cell) is not None for cell in self.cells)

    def other(self, cell: Cell) -> Cell | None:
        """Return the first cell that `cell` differs from and can be held against, None where there is none."""
        rivals = [rival for rival in self.cells if self._comparable(cell, rival)]
        return next((rival for rival in rivals if rival.same != cell.same), None)

    def twin(self, cell: Cell) -> Cell | None:
        """Return the first cell before `cell`, of another target on the same interfaces, that shows the same."""
        for rival in self.cells:
            if rival is cell:
                return None
            if rival.side is not cell.side and rival.interface == cell.interface and rival.same == cell.same:
                return rival
        return None

    def _comparable(self, cell: Cell, rival: Cell) -> bool:
        if rival.side is cell.side:
            return False
        return not self._shared or bool(set(cell.interfaces) & set(rival.interfaces))

    @cached_property
    def _shared(self) -> bool:
        held: dict[str, Side] = {}
        return any(
            held.setdefault(key, cell.side) is not cell.side for cell in self.cells for key in cell.interfaces
        )

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of the row."""
        return worst(cell.verdict for cell in self.cells if cell.verdict is not None)


@dataclass(frozen=True, eq=False)
class Comparison:
    """Several reports put side by side."""

    sides: Sequence[Side]
    groups: Sequence[Mapping[str, Any]] = field(default=())
    rows: Sequence[Row] = ()
    behaviours: Sequence[Row] = ()

    @property
    def promises(self) -> Sequence[str]:
        """What the targets are held to: more than one where editions of an API stand side by side."""
        catalogues = [side.report["catalogue"] for side in self.sides]
        return list(dict.fromkeys(f"{one['title']} ({one['specification']})" for one in catalogues))

    @property
    def columns(self) -> Sequence[tuple[Side, str]]:
        """The columns: target and interface."""
        return [(side, interface) for side in self.sides for interface in side.interfaces]


def compared(named: Sequence[tuple[str, Mapping[str, Any]]]) -> Comparison:
    """Put reports side by side in the order given; each has passed load.check_report. Names are made distinct."""
    sides = _sides(named)
    groups, requirements = _catalogue(side.report["catalogue"] for side in sides)
    rows = [
        Row(requirement, requirement["id"], [cell for side in sides for cell in _cells(side, requirement)])
        for requirement in requirements
        if any(requirement["id"] in side.findings for side in sides)
    ]
    return Comparison(sides, groups, rows, list(_behaviours(sides, requirements)))


def _sides(named: Sequence[tuple[str, Mapping[str, Any]]]) -> Sequence[Side]:
    sides: list[Side] = []
    for name, report in named:
        names, keys = {side.name for side in sides}, {side.key for side in sides}
        shown = next(text for text in _numbered(name, " ") if text not in names)
        key = next(text for text in _numbered(slug(shown), "-") if text not in keys)
        sides.append(Side(shown, report, key))
    return sides


def _numbered(text: str, between: str) -> Iterator[str]:
    yield text
    number = 2
    while True:
        yield f"{text}{between}{number}"
        number += 1


def _catalogue(
    catalogues: Iterable[Mapping[str, Any]],
) -> tuple[Sequence[Mapping[str, Any]], Sequence[Mapping[str, Any]]]:
    """Return the groups and requirements of all catalogues; where two versions have one, the first says what it is."""
    groups: dict[str, Mapping[str, Any]] = {}
    requirements: dict[str, Mapping[str, Any]] = {}
    for catalogue in catalogues:
        for group in catalogue["groups"]:
            groups.setdefault(group["key"], group)
        for requirement in catalogue["requirements"]:
            requirements.setdefault(requirement["id"], requirement)
    places = {key: place for place, key in enumerate(groups)}
    return list(groups.values()), sorted(
        requirements.values(), key=lambda requirement: places[requirement["group"]]
    )


def _cells(side: Side, requirement: Mapping[str, Any]) -> Sequence[Cell]:
    """Return the cells of a side: one for each interface, or one over all of them where only such findings are."""
    found = side.findings.get(requirement["id"], {})
    spanning = {key: findings for key, findings in found.items() if spans(key)}
    own = {key: findings for key, findings in found.items() if key in side.interfaces and key not in spanning}
    if spanning and not own:
        key = next(iter(spanning))
        return [_judged(side, key, side.interfaces, [f for findings in spanning.values() for f in findings])]
    across = [finding for findings in spanning.values() for finding in findings]
    return [_judged(side, key, [key], [*own.get(key, ()), *across]) for key in side.interfaces]


def _judged(side: Side, key: str, interfaces: Sequence[str], findings: Sequence[Finding]) -> Cell:
    ordered = sorted(findings, key=lambda finding: RANK[Verdict(finding["verdict"])])
    same = tuple(sorted(_weighed(side, finding) for finding in ordered))
    return Cell(side, key, interfaces, ordered, same=same or None)


def _weighed(side: Side, finding: Finding) -> tuple[str, ...]:
    if finding["verdict"] not in WEIGHTY:
        return side.normal.text(finding["case"]), finding["verdict"]
    came = side.normal.text(finding["came"])
    return side.normal.text(finding["case"]), finding["verdict"], finding["clause"], came


def _behaviours(sides: Sequence[Side], requirements: Sequence[Mapping[str, Any]]) -> Iterator[Row]:
    """Yield a row for each behaviour that a side recorded, in the order of the catalogue."""
    found: dict[tuple[str, str, str], dict[tuple[str, str], list[Seen]]] = {}
    for side in sides:
        for entry in seen(side.report):
            name = side.normal.text(entry.name)
            places = found.setdefault((entry.requirement, entry.kind, name), {})
            places.setdefault((side.key, entry.interface), []).append(entry)
    taken: set[str] = set()
    for requirement in requirements:
        for (owner, _, name), places in found.items():
            if owner == requirement["id"]:
                start = f"seen/{owner}/{slug(name)}"
                anchor = next(text for text in _numbered(start, "-") if text not in taken)
                taken.add(anchor)
                cells = [cell for side in sides for cell in _recorded(side, places)]
                yield Row(requirement, anchor, cells, name)


def _recorded(side: Side, places: Mapping[tuple[str, str], Sequence[Seen]]) -> Sequence[Cell]:
    across = [
        entry for (key, on), found in places.items() if key == side.key and spans(on) for entry in found
    ]
    if across and not any((side.key, on) in places for on in side.interfaces):
        return [_shown(side, across[0].interface, side.interfaces, across)]
    return [_shown(side, on, [on], [*places.get((side.key, on), ()), *across]) for on in side.interfaces]


def _shown(side: Side, key: str, interfaces: Sequence[str], entries: Sequence[Seen]) -> Cell:
    values = list(dict.fromkeys(entry.value for entry in entries))
    findings = list({id(entry.finding): entry.finding for entry in entries}.values())
    same = tuple(sorted({side.normal.text(value) for value in values}))
    return Cell(side, key, interfaces, findings, values, same or None)
