"""The profile file, read into records."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from conformance.core.errors import UsageError


@dataclass(frozen=True, slots=True)
class Operation:
    """How one operation is spoken: the JSON-RPC method, the HTTP verb and path, the parameters' names."""

    rpc: str
    method: str
    path: str
    params: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Refusals:
    """The codes of one kind of refusal: a JSON-RPC code, an HTTP status, an ErrorInfo reason."""

    rpc: int
    http: int
    reason: str


@dataclass(frozen=True, slots=True)
class Profile:
    """One task API: operations by neutral name, JSON pointers of answers and items, numbers, states."""

    name: str
    title: str
    specification: str
    operations: Mapping[str, Operation]
    answer: Mapping[str, str]
    item: Mapping[str, str]
    page_size: Mapping[str, int]
    states: Mapping[str, Any]
    roles: Mapping[str, str]
    errors: Mapping[str, Refusals]

    @property
    def terminal(self) -> frozenset[str]:
        """States that a task never leaves."""
        return frozenset(self.states["terminal"])

    @property
    def known_states(self) -> tuple[str, ...]:
        """Every state that a task can be in."""
        return (*self.states["open"], *self.states["interrupted"], *self.states["terminal"])


@functools.cache
def load_profile(name: str) -> Profile:
    """Return the profile that comes with the suite under `name`; raises UsageError when there is none."""
    file = resources.files("conformance.profiles") / f"{name}.toml"
    if not file.is_file():
        raise UsageError(f"There is no profile {name!r}.", hint="Known: a2a.")
    data = tomllib.loads(file.read_text("utf-8"))
    return Profile(
        name=data["name"],
        title=data["title"],
        specification=data["specification"],
        operations={key: Operation(**value) for key, value in data["operations"].items()},
        answer=data["answer"],
        item=data["item"],
        page_size=data["page_size"],
        states=data["states"],
        roles=data["roles"],
        errors={key: Refusals(**value) for key, value in data["errors"].items()},
    )
