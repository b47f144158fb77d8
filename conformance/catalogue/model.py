"""The records that a catalogue consists of. Reading them from files is `loading`'s business."""

from __future__ import annotations

import difflib
import fnmatch
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from conformance.core.errors import UsageError
from conformance.core.verdicts import Level


@dataclass(frozen=True, slots=True)
class Section:
    """A place in a public specification; `label` is "§3.1.4", "proto Task.id" or "RFC 3986 §2.1"."""

    label: str
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement with one level; `indirect`: a MUST only through §3.3.2, "validate all input"."""

    key: str
    level: Level
    indirect: bool
    text: str


@dataclass(frozen=True, slots=True)
class Group:
    """Requirements about one thing; `key` is the first part of their ids."""

    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Requirement:
    """One normative statement.

    `permission` holds what the user must give, separated by spaces ("create", "second-credential");
    `applies` the kind of interface or target it is for ("", "tenant", "several-bindings", "secured").
    `after` names the requirements without which this one can't be judged. `ruling` says why it is weaker
    than the text looks, `spec_note` where the specification is at odds with itself. `observed`: a profile promises it
    so weakly that what a server does is only recorded.
    """

    id: str
    group: str
    statement: str
    clauses: tuple[Clause, ...]
    sections: tuple[Section, ...]
    never: str = ""
    needs: str = ""
    bindings: tuple[str, ...] = ("jsonrpc", "http+json", "grpc")
    operations: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    permission: str = ""
    applies: str = ""
    ruling: str = ""
    spec_note: str = ""
    observed: bool = False

    @property
    def level(self) -> Level:
        """The level of the strongest clause."""
        return min((clause.level for clause in self.clauses), key=STRENGTH.__getitem__)

    @property
    def permissions(self) -> tuple[str, ...]:
        """What the user must give, one by one."""
        return tuple(self.permission.split())

    def clause(self, key: str) -> Clause:
        """Return the clause named `key`; KeyError names the requirement and the keys there are."""
        for clause in self.clauses:
            if clause.key == key:
                return clause
        raise KeyError(f"{self.id} has no clause {key!r}, only {', '.join(c.key for c in self.clauses)}")


STRENGTH = {level: rank for rank, level in enumerate(Level)}


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All requirements, in the order in which people should read them.

    `judges` says which requirement the check of a name judges here; without it a check judges that of its own name.
    """

    title: str
    specification: str
    groups: tuple[Group, ...]
    requirements: Mapping[str, Requirement]
    judges: Mapping[str, str] | None = None

    def __getitem__(self, requirement_id: str) -> Requirement:
        return self.requirements[requirement_id]

    def __contains__(self, requirement_id: object) -> bool:
        return requirement_id in self.requirements

    def __iter__(self) -> Iterator[Requirement]:
        return iter(self.requirements.values())

    def __len__(self) -> int:
        return len(self.requirements)

    def judged(self, check: str) -> Requirement | None:
        """Return the requirement that the check of this key judges here, None where it judges none of these."""
        name = check if self.judges is None else self.judges.get(check, "")
        return self.requirements.get(name)

    def group(self, key: str) -> tuple[Requirement, ...]:
        """Return the requirements of one group."""
        return tuple(requirement for requirement in self if requirement.group == key)

    def match(self, glob: str) -> list[Requirement]:
        """Return the requirements whose id fits `glob` ("size.*"); a group's key stands for the group."""
        pattern = f"{glob}.*" if any(glob == group.key for group in self.groups) else glob
        return [requirement for requirement in self if fnmatch.fnmatchcase(requirement.id, pattern)]

    def refuse_unknown(self, globs: Iterable[str], groups: Iterable[str]) -> None:
        """Raise UsageError for a glob that fits no requirement, and for a group that there is not."""
        for glob in globs:
            if not self.match(glob):
                raise self.nothing_fits(glob)
        known = [group.key for group in self.groups]
        for name in groups:
            if name not in known:
                raise UsageError(
                    f"--require: there is no group {name!r}.", hint=f"Groups: {', '.join(known)}."
                )

    def nothing_fits(self, glob: str) -> UsageError:
        """Return the error for an id or glob that fits no requirement."""
        if any(glob == group.key for group in self.groups):
            return UsageError(
                f"{glob!r} is a group.", hint=f"`task-conformance list {glob}` shows what is in it."
            )
        near = self.nearest(glob)
        hint = f"Did you mean {near}?" if near else "`task-conformance list` shows them."
        return UsageError(f"No requirement fits {glob!r}.", hint=hint)

    def nearest(self, requirement_id: str) -> str | None:
        """Return the id that a mistyped one was probably meant to be."""
        found = difflib.get_close_matches(requirement_id, self.requirements, n=1)
        return found[0] if found else None

    def prerequisites(
        self, requirement_id: str, operation: str = "", *, held: Callable[[str], bool] = lambda _: False
    ) -> tuple[str, ...]:
        """Return everything that must hold before this can be judged, nearest first, through all levels.

        With `operation` only what bears on it: where both name operations and share some, a prerequisite
        that does not name this one is left out (a missing ListTasks says nothing of GetTask's history).
        Nothing behind a prerequisite that `held` is counted: what it rests on was good enough for it.
        """
        found: dict[str, None] = {}
        waiting = [requirement_id]
        for current in waiting:
            requirement = self.requirements[current]
            for name in requirement.after:
                if name not in found and bears_on(self.requirements[name], requirement, operation):
                    found[name] = None
                    if not held(name):
                        waiting.append(name)
        return tuple(found)


def bears_on(prerequisite: Requirement, requirement: Requirement, operation: str) -> bool:
    """Say whether a prerequisite counts for the case of `requirement` that is about `operation`."""
    shared = set(prerequisite.operations) & set(requirement.operations)
    return not operation or not shared or operation in prerequisite.operations
