"""The named faults and variants, each a class of rules with one sentence about what it does.

`faults_<group>.py` and `variants_<group>.py` beside this module hold them, in the order in which they are listed.
"""

from __future__ import annotations

import difflib
import functools
import importlib
import pkgutil
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from conformance import proof
from conformance.catalogue import load_catalogue
from conformance.core.errors import UsageError
from conformance.core.verdicts import Level
from conformance.reference import Rules

BOTH = ("jsonrpc", "http+json")
Decorator = Callable[[type[Rules]], type[Rules]]

_faults: dict[str, Fault] = {}
_variants: dict[str, Variant] = {}


@dataclass(frozen=True)
class Fault:
    """A server that breaks one clause of one requirement, on `bindings` only.

    `also`: requirements that can't but go red or yellow with it.
    """

    name: str
    requirement: str
    sentence: str
    rules: type[Rules]
    bindings: Sequence[str] = BOTH
    clause: str = "main"
    also: Sequence[str] = ()

    @property
    def level(self) -> Level:
        """The level of the clause that it breaks."""
        return load_catalogue()[self.requirement].clause(self.clause).level

    @property
    def tenants(self) -> bool:
        """Whether it needs a server that has interfaces with a tenant."""
        return any(key.endswith("/acme") for key in self.bindings)


@dataclass(frozen=True)
class Variant:
    """A server that does something allowed; `warns`: the requirements whose SHOULD it goes against."""

    name: str
    sentence: str
    rules: type[Rules]
    warns: Sequence[str] = ()
    tenants: bool = False


def fault(
    requirement: str,
    sentence: str,
    *,
    bindings: Sequence[str] = BOTH,
    clause: str = "main",
    also: Sequence[str] = (),
) -> Decorator:
    """Register a class of rules as a fault; ValueError when its name is taken."""

    def register(rules: type[Rules]) -> type[Rules]:
        name = _name(rules)
        _unique(name, rules)
        _faults[name] = Fault(name, requirement, sentence, rules, tuple(bindings), clause, tuple(also))
        return rules

    return register


def variant(sentence: str, *, warns: Sequence[str] = ()) -> Decorator:
    """Register a class of rules as a variant; ValueError when its name is taken."""

    def register(rules: type[Rules]) -> type[Rules]:
        name = _name(rules)
        _unique(name, rules)
        _variants[name] = Variant(name, sentence, rules, tuple(warns))
        return rules

    return register


def faults(*groups: str) -> list[Fault]:
    """Return every fault, or those of the requirements of `groups`."""
    _load()
    return [found for found in _faults.values() if not groups or _group(found.requirement) in groups]


def variants(*groups: str) -> list[Variant]:
    """Return every variant, or those that `variants_<group>.py` of `groups` define."""
    _load()
    homes = {f"{proof.__name__}.variants_{group}" for group in groups}
    return [found for found in _variants.values() if not homes or found.rules.__module__ in homes]


def named(*names: str) -> list[Fault | Variant]:
    """Return the faults and variants of these names; UsageError, with the nearest right ones, for one that is none."""
    entries: list[Fault | Variant] = [*faults(), *variants()]
    known = {entry.name: entry for entry in entries}
    for name in names:
        if name not in known:
            near = " or ".join(difflib.get_close_matches(name, known, n=3))
            hint = f"Did you mean {near}?" if near else "`task-conformance prove --list` shows them."
            raise UsageError(f"There is no fault or variant {name!r}.", hint=hint)
    return [known[name] for name in names]


@functools.cache
def _load() -> None:
    names = sorted(module.name for module in pkgutil.iter_modules(proof.__path__))
    for name in names:
        if name.startswith(("faults_", "variants_")):
            importlib.import_module(f"{proof.__name__}.{name}")


def _group(requirement: str) -> str:
    return requirement.partition(".")[0]


def _name(rules: type[Rules]) -> str:
    """Return the class's name in kebab case."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", rules.__name__).lower()


def _unique(name: str, rules: type[Rules]) -> None:
    if name in _faults or name in _variants:
        raise ValueError(f"{rules.__module__}: there is a fault or variant called {name} already")
