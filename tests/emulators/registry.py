"""The named faults and variants of the emulators, each a class of rules with one sentence.

`faults_<name>.py` and `variants_<name>.py` beside this module hold them.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests import emulators
from tests.emulators.parts import Rules

Decorator = Callable[[type[Rules]], type[Rules]]

_faults: dict[tuple[str, str], Fault] = {}
_variants: dict[tuple[str, str], Variant] = {}


@dataclass(frozen=True)
class Fault:
    """A server that breaks one requirement of the common catalogue; `also`: those that can't but break with it."""

    name: str
    requirement: str
    sentence: str
    rules: type[Rules]
    also: Sequence[str] = ()


@dataclass(frozen=True)
class Variant:
    """A server that does what its documentation leaves open; `warns`: where the documentation shows something else."""

    name: str
    sentence: str
    rules: type[Rules]
    warns: Sequence[str] = ()


def fault(requirement: str, sentence: str, *, also: Sequence[str] = ()) -> Decorator:
    """Register a class of rules as a fault; ValueError when its name is taken."""

    def register(rules: type[Rules]) -> type[Rules]:
        _faults[_key(rules)] = Fault(_key(rules)[1], requirement, sentence, rules, tuple(also))
        return rules

    return register


def variant(sentence: str, *, warns: Sequence[str] = ()) -> Decorator:
    """Register a class of rules as a variant; ValueError when its name is taken."""

    def register(rules: type[Rules]) -> type[Rules]:
        _variants[_key(rules)] = Variant(_key(rules)[1], sentence, rules, tuple(warns))
        return rules

    return register


def faults(api: str) -> list[Fault]:
    """Return the faults of one API."""
    _load()
    return [found for (home, _), found in _faults.items() if home == api]


def variants(api: str) -> list[Variant]:
    """Return the variants of one API."""
    _load()
    return [found for (home, _), found in _variants.items() if home == api]


@functools.cache
def _load() -> None:
    for name in sorted(module.name for module in pkgutil.iter_modules(emulators.__path__)):
        if name.startswith(("faults_", "variants_")):
            importlib.import_module(f"{emulators.__name__}.{name}")


def _key(rules: type[Rules]) -> tuple[str, str]:
    """Return the API and the class's name in kebab case."""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", rules.__name__).lower()
    key = rules.api, name
    if key in _faults or key in _variants:
        raise ValueError(f"{rules.__module__}: {rules.api} has a fault or variant called {name} already")
    return key
