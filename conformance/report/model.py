"""What a report says, arranged for reading: rows, tallies, reasons, recorded behaviours.

Pure functions from the report's dict; markup and evidence (bodies, curl lines) do not belong here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from conformance.core.verdicts import SPEAKING, Level, Verdict, worst
from conformance.report.load import spans
from conformance.report.words import interface_name, said, silent

LEVEL_RANK: Final = {level: rank for rank, level in enumerate(Level)}
UNRESOLVED: Final = (Verdict.ERROR, Verdict.BLOCKED, Verdict.INCONCLUSIVE, Verdict.NOT_TESTED)


def level_of(text: str) -> Level:
    """Return the level that a clause counts as: MUST* is a MUST."""
    return Level(text.removesuffix("*"))


@dataclass(frozen=True)
class Row:
    """One requirement on one interface, with its findings, the worst first."""

    requirement: Mapping[str, Any]
    interface: str
    findings: Sequence[Mapping[str, Any]]

    @property
    def anchor(self) -> str:
        """The fragment that leads to the row: size.default/jsonrpc."""
        return f"{self.requirement['id']}/{self.interface}"

    @cached_property
    def verdict(self) -> Verdict:
        """The worst verdict of the cases."""
        return worst(Verdict(finding["verdict"]) for finding in self.findings)

    @property
    def level(self) -> Level:
        """The level of the clause that decided; the requirement's own where none did."""
        return level_of(self.findings[0]["level"])

    @property
    def sentence(self) -> str:
        """What the deciding case says; where it has no words, what it holds to."""
        first = self.findings[0]
        return (
            str(self.requirement["statement"]) if silent(first) and not first["observations"] else said(first)
        )

    @property
    def deciding(self) -> int:
        """How many cases have the row's verdict."""
        return sum(finding["verdict"] == self.verdict for finding in self.findings)


@dataclass
class State:
    """How one requirement stands: by interface, over all of them, and why it was not judged where it was not."""

    rows: dict[str, Row] = field(default_factory=dict)
    spanning: list[Row] = field(default_factory=list)
    _reasons: dict[str, list[str]] = field(default_factory=dict)

    @property
    def reasons(self) -> Sequence[tuple[str, Sequence[str]]]:
        """Each reason with the interfaces that it holds for."""
        return list(self._reasons.items())

    def add(self, row: Row) -> None:
        """Take in one row of the requirement."""
        if spans(row.interface):
            self.spanning.append(row)
        else:
            self.rows[row.interface] = row
        if row.findings[0]["reason"]:
            self._reasons.setdefault(row.findings[0]["reason"], []).append(interface_name(row.interface))


class View:
    """A report with its look-ups; made once for each rendering."""

    def __init__(self, report: Mapping[str, Any]) -> None:
        self.report = report
        self.catalogue: Mapping[str, Any] = report["catalogue"]
        self.requirements: Mapping[str, Mapping[str, Any]] = {
            requirement["id"]: requirement for requirement in self.catalogue["requirements"]
        }
        self.interfaces: Sequence[Mapping[str, Any]] = [
            interface for target in report["targets"] for interface in target["interfaces"]
        ]

    @cached_property
    def rows(self) -> Sequence[Row]:
        """Every requirement × interface that has a finding, in the order of catalogue and card."""
        found: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
        for finding in self.report["findings"]:
            found.setdefault((finding["requirement"], finding["interface"]), []).append(finding)
        places = {identifier: place for place, identifier in enumerate(self.requirements)}
        columns = {key: place for place, key in enumerate(self.columns)}
        return [
            Row(self.requirements[identifier], interface, sorted(found[identifier, interface], key=_weight))
            for identifier, interface in sorted(found, key=lambda key: (places[key[0]], columns[key[1]]))
        ]

    @cached_property
    def columns(self) -> Sequence[str]:
        """The interface keys that findings have: the card's, then those that span some, then `-`."""
        used = {finding["interface"] for finding in self.report["findings"]}
        keys = [interface["key"] for interface in self.interfaces]
        return [*keys, *sorted((used - set(keys)), key=lambda key: (key == "-", key))]

    @cached_property
    def _states(self) -> Mapping[str, State]:
        states: dict[str, State] = {}
        for row in self.rows:
            states.setdefault(row.requirement["id"], State()).add(row)
        return states

    def state(self, identifier: str) -> State:
        """Return how a requirement stands on each interface; an empty state when it has no finding."""
        return self._states.get(identifier, State())

    @cached_property
    def seen(self) -> Sequence[str]:
        """The columns in which something was recorded."""
        recorded = {finding["interface"] for finding in self.report["findings"] if finding["observations"]}
        return [key for key in self.columns if key in recorded]

    @property
    def unasked(self) -> int:
        """How many requirements of the catalogue have no finding."""
        return len(self.requirements) - len(self._states)

    def by_verdict(self) -> Sequence[tuple[Verdict, Sequence[Row]]]:
        """Return the rows under their verdicts, the worst first; verdicts without rows are left out."""
        sections: dict[Verdict, list[Row]] = {}
        for row in self.rows:
            sections.setdefault(row.verdict, []).append(row)
        return [(verdict, sections[verdict]) for verdict in Verdict if verdict in sections]

    def by_group(self) -> Sequence[tuple[Mapping[str, Any], Sequence[Row]]]:
        """Return the groups of the catalogue, each with its rows, in the catalogue's order."""
        rows: dict[str, list[Row]] = {}
        for row in self.rows:
            rows.setdefault(row.requirement["group"], []).append(row)
        return [(group, rows.get(group["key"], [])) for group in self.catalogue["groups"]]

    def by_level(self) -> Sequence[tuple[Level, Sequence[Row]]]:
        """Return the rows under the level of their requirement."""
        return [(level, [row for row in self.rows if _own_level(row) is level]) for level in Level]

    @cached_property
    def must(self) -> Counter[Verdict]:
        """How the MUST requirements came out, each by the worst of its interfaces."""
        found: dict[str, list[Verdict]] = {}
        for row in self.rows:
            if _own_level(row) is Level.MUST:
                found.setdefault(row.requirement["id"], []).append(row.verdict)
        return Counter(worst(verdicts) for verdicts in found.values())

    def reasons(self) -> Sequence[tuple[Verdict, Sequence[tuple[str, Sequence[Row]]]]]:
        """Return why something was not judged: verdict, then each reason with the rows that it holds up."""
        found: dict[Verdict, dict[str, list[Row]]] = {}
        for row in self.rows:
            if row.verdict in UNRESOLVED:
                found.setdefault(row.verdict, {}).setdefault(row.findings[0]["reason"], []).append(row)
        return [(verdict, list(found[verdict].items())) for verdict in UNRESOLVED if verdict in found]

    def behaviours(
        self,
    ) -> Sequence[tuple[Mapping[str, Any], Sequence[tuple[str, Mapping[str, Sequence[str]]]]]]:
        """Return the recorded behaviours: requirement, then name and, by interface, the distinct values."""
        found: dict[str, dict[str, dict[str, list[str]]]] = {}
        for row in self.rows:
            for finding in row.findings:
                for observation in finding["observations"]:
                    names = found.setdefault(row.requirement["id"], {})
                    values = names.setdefault(observation["name"], {}).setdefault(row.interface, [])
                    if observation["value"] not in values:
                        values.append(observation["value"])
        return [(self.requirements[identifier], list(names.items())) for identifier, names in found.items()]


def alike(rows: Iterable[Row]) -> Sequence[Sequence[Row]]:
    """Return the rows with those together that say the same of one requirement, on several interfaces."""
    found: dict[tuple[str, Level, str], list[Row]] = {}
    for row in rows:
        found.setdefault((row.requirement["id"], row.level, row.sentence), []).append(row)
    return list(found.values())


def tally(rows: Iterable[Row]) -> Counter[Verdict]:
    """Count rows by verdict."""
    return Counter(row.verdict for row in rows)


def _own_level(row: Row) -> Level:
    return level_of(row.requirement["level"])


def _weight(finding: Mapping[str, Any]) -> tuple[int, int]:
    return SPEAKING[Verdict(finding["verdict"])], LEVEL_RANK[level_of(finding["level"])]
