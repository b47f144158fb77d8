"""Reads the catalogue's TOML files into records, and says which file and key is wrong.

Every fault found here is ours (SuiteError): the files are part of the package, nobody else writes them.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from conformance.catalogue.model import Catalogue, Clause, Group, Requirement, Section
from conformance.core.errors import SuiteError
from conformance.core.verdicts import Level

HERE = Path(__file__).parent
LEVELS = {"MUST": Level.MUST, "MUST*": Level.MUST, "SHOULD": Level.SHOULD, "NOTE": Level.NOTE}
BINDINGS = ("jsonrpc", "http+json", "grpc")
OPERATIONS = ("get", "list", "send")
PERMISSIONS = ("create", "second-credential")
APPLIES = ("", "tenant", "no-tenant", "several-bindings", "secured")
KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
TEXTS = ("never", "needs", "permission", "applies", "ruling", "spec_note")
LISTS = ("sections", "bindings", "operations", "after")
KNOWN = frozenset((*TEXTS, *LISTS, "statement", "level", "clauses"))


@functools.cache
def load_catalogue(folder: Path = HERE) -> Catalogue:
    """Return the catalogue in `folder`, ours by default; SuiteError names the file and key at fault."""
    index = read(folder / "index.toml")
    sections = read_sections(folder / "sections.toml")
    groups: list[Group] = []
    requirements: dict[str, Requirement] = {}
    for key in index["groups"]:
        path = folder / f"{key}.toml"
        rows = read(path)
        groups.append(Group(key, required(rows.pop("title", None), path, "title")))
        for name, row in rows.items():
            requirements[f"{key}.{name}"] = Row(path, key, name, row).requirement(sections)
    for requirement in requirements.values():
        unknown = [name for name in requirement.after if name not in requirements]
        if unknown:
            raise fault(folder / f"{requirement.group}.toml", f"{requirement.id}.after", f"unknown {unknown}")
    return Catalogue(index["title"], index["specification"], tuple(groups), MappingProxyType(requirements))


def read(path: Path) -> dict[str, Any]:
    """Parse one TOML file."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SuiteError(f"The catalogue's {path.name} can't be read: {error}.") from error


def read_sections(path: Path) -> dict[str, Section]:
    """Read the sections that requirements may refer to, by the name they use for it."""
    found: dict[str, Section] = {}
    for name, entry in read(path).items():
        if not isinstance(entry, dict) or entry.keys() != {"title", "url"}:
            raise fault(path, name, "must hold title and url")
        found[name] = Section(label_of(name), *(required(entry[key], path, name) for key in ("title", "url")))
    return found


def label_of(name: str) -> str:
    """Turn a section's name into what people read: "§3.1.4", "proto Task.id", "RFC 3986 §2.1"."""
    return re.sub(r"(^| )(\d+(\.\d+)*)$", r"\1§\2", name.replace("proto:", "proto "))


class Row:
    """One table of a group's file on its way to a requirement."""

    def __init__(self, path: Path, group: str, name: str, row: object) -> None:
        self.path, self.group, self.name = path, group, name
        if not isinstance(row, dict):
            raise self.fault("", "must be a table")
        self.row: Mapping[str, Any] = row
        if not row.keys() <= KNOWN:
            raise self.fault("", f"holds unknown keys {sorted(row.keys() - KNOWN)}")
        if not KEY.fullmatch(name):
            raise self.fault("", "is no kebab-case name")

    def fault(self, key: str, what: str) -> SuiteError:
        """Return the error for `key` of this row."""
        return fault(self.path, f"{self.name}.{key}".rstrip("."), what)

    def requirement(self, sections: Mapping[str, Section]) -> Requirement:
        """Build the requirement."""
        permission = self.text("permission")
        self.allowed("permission", tuple(permission.split()), PERMISSIONS)
        self.allowed("applies", (self.text("applies"),), APPLIES)
        return Requirement(
            id=f"{self.group}.{self.name}",
            group=self.group,
            statement=required(self.row.get("statement"), self.path, f"{self.name}.statement"),
            clauses=self.clauses(),
            sections=tuple(
                sections[name] for name in self.allowed("sections", self.names("sections"), tuple(sections))
            ),
            never=self.text("never"),
            needs=self.text("needs"),
            bindings=self.allowed("bindings", self.names("bindings") or BINDINGS, BINDINGS),
            operations=self.allowed("operations", self.names("operations"), OPERATIONS),
            after=self.names("after"),
            permission=permission,
            applies=self.text("applies"),
            ruling=self.text("ruling"),
            spec_note=self.text("spec_note"),
        )

    def clauses(self) -> tuple[Clause, ...]:
        """Return the clauses; a `level` in their place stands for one that says what the statement says."""
        rows = self.row.get("clauses")
        if ("level" in self.row) == (rows is not None):
            raise self.fault("clauses", "must stand there, or level in its place")
        if rows is None:
            rows = [{"key": "main", "level": self.row["level"], "text": self.row.get("statement")}]
        found: dict[str, Clause] = {}
        for row in rows:
            if not isinstance(row, dict) or row.keys() != {"key", "level", "text"}:
                raise self.fault("clauses", "must hold key, level and text each")
            key, level = row["key"], row["level"]
            if not isinstance(key, str) or not KEY.fullmatch(key) or key in found:
                raise self.fault("clauses", f"has an odd or repeated key {key!r}")
            if level not in LEVELS:
                raise self.fault(f"clauses.{key}", f"has the unknown level {level!r}")
            words = required(row["text"], self.path, f"{self.name}.clauses.{key}")
            found[key] = Clause(key, LEVELS[level], level == "MUST*", words)
        if "main" not in found:
            raise self.fault("clauses", "lack main")
        return tuple(found.values())

    def text(self, key: str) -> str:
        """Return an optional text."""
        value = self.row.get(key, "")
        if not isinstance(value, str):
            raise self.fault(key, "must be text")
        return value

    def names(self, key: str) -> tuple[str, ...]:
        """Return an optional list of names."""
        value = self.row.get(key, [])
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            raise self.fault(key, "must be a list of names")
        return tuple(value)

    def allowed(self, key: str, names: tuple[str, ...], among: tuple[str, ...]) -> tuple[str, ...]:
        """Return `names` if each is one of `among`."""
        unknown = [name for name in names if name not in among]
        if unknown:
            raise self.fault(key, f"holds unknown {unknown}")
        return names


def required(value: object, path: Path, key: str) -> str:
    """Return a text that must be there."""
    if not isinstance(value, str) or not value:
        raise fault(path, key, "must be text")
    return value


def fault(path: Path, key: str, what: str) -> SuiteError:
    """Return the error for one key of one file."""
    return SuiteError(f"The catalogue's {path.name} is malformed: {key} {what}.")
