"""The common catalogue: what any task API may promise, before a profile says what one does promise.

Statements hold {places} that a profile's words fill; `promised` makes a catalogue of them.
"""

from __future__ import annotations

import difflib
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from conformance.catalogue.loading import HERE, fault, read, required
from conformance.catalogue.model import Group
from conformance.core.verdicts import Level

FOLDER = HERE / "common"
TEXTS = ("never", "needs", "judged_by")
LISTS = ("facts", "rests", "operations", "after")
KNOWN = frozenset((*TEXTS, *LISTS, "statement", "clauses"))


@dataclass(frozen=True, slots=True)
class Part:
    """One clause of a row; without a `level` of its own it has that of the promise, with one never more than it."""

    key: str
    text: str
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that an API may promise.

    `facts` are keys of the profile's file, dotted, that it rests on; `a|b` is satisfied by either. `rests` names tables
    of the profile whose `field_strength` weakens it. `judged_by` is an A2A requirement whose checks judge it too; empty
    where it has checks of its own.
    """

    id: str
    group: str
    statement: str
    parts: tuple[Part, ...]
    facts: tuple[str, ...] = ()
    rests: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    never: str = ""
    needs: str = ""
    judged_by: str = ""


@dataclass(frozen=True, slots=True)
class Common:
    """The common catalogue: groups, and rows by id, in the order in which people should read them."""

    groups: tuple[Group, ...]
    rows: Mapping[str, Row]

    def nearest(self, requirement: str) -> str | None:
        """Return the id that a mistyped one was probably meant to be."""
        return next(iter(difflib.get_close_matches(requirement, self.rows, n=1)), None)


@functools.cache
def load_common(folder: Path = FOLDER) -> Common:
    """Return the common catalogue; SuiteError names the file and key at fault."""
    groups: list[Group] = []
    rows: dict[str, Row] = {}
    for key in read(folder / "index.toml")["groups"]:
        path = folder / f"{key}.toml"
        entries = read(path)
        groups.append(Group(key, required(entries.pop("title", None), path, "title")))
        for name, entry in entries.items():
            rows[f"{key}.{name}"] = _row(path, key, name, entry)
    for row in rows.values():
        if unknown := [name for name in row.after if name not in rows]:
            raise fault(folder / f"{row.group}.toml", f"{row.id}.after", f"unknown {unknown}")
    return Common(tuple(groups), MappingProxyType(rows))


def _row(path: Path, group: str, name: str, entry: Any) -> Row:
    if not isinstance(entry, dict) or not entry.keys() <= KNOWN:
        raise fault(path, name, "must be a table of known keys")
    statement = required(entry.get("statement"), path, f"{name}.statement")
    lists = {key: tuple(entry.get(key, ())) for key in LISTS}
    texts = {key: str(entry.get(key, "")) for key in TEXTS}
    given = entry.get("clauses", [{"key": "main", "text": statement}])
    parts = tuple(_part(path, name, clause) for clause in given)
    return Row(f"{group}.{name}", group, statement, parts, **lists, **texts)  # type: ignore[arg-type]  # the names tell


def _part(path: Path, name: str, clause: Mapping[str, str]) -> Part:
    try:
        return Part(clause["key"], clause["text"], Level(clause["level"]) if "level" in clause else None)
    except (KeyError, ValueError) as error:
        raise fault(path, f"{name}.clauses", f"holds {error}") from error
