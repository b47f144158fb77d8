"""How a check says which requirement it judges and what it asks."""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, TypeVar

import pytest

from conformance.judging.needs import Need
from conformance.probe.store import Store
from conformance.profiles import Profile, load_profile

Asks = Mapping[str, Callable[..., Any]]
VARIED = "conformance_varied"
Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True, eq=False)
class Asking:
    """What a check asks: by argument name, a function of the store and the case's parameters.

    `writes`: it creates tasks, and goes last. `across`: asked at every interface; the argument is then a mapping from
    interface key to what was asked there.
    """

    asks: Asks
    needs: tuple[Need, ...]
    writes: bool = False
    across: bool = False

    def questions(self, store: Store, params: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is asked in one case: questions, scenarios, or lists and mappings of them."""
        return {name: _call(function, store, params) for name, function in self.asks.items()}

    def unmet(self, store: Store) -> str:
        """Return the first need that the store does not meet, empty when it meets all."""
        return next((need.said(store) for need in self.needs if not need.met(store)), "")


@dataclass(frozen=True, eq=False)
class Check:
    """A check function with the requirement that it judges: A2A's, or a `common` one that profiles may promise."""

    requirement: str
    function: Callable[..., None]
    asking: Asking
    common: bool = False

    @property
    def key(self) -> str:
        """What catalogues find it by: the requirement, with `common:` before a common one."""
        return f"common:{self.requirement}" if self.common else self.requirement

    @property
    def name(self) -> str:
        """The function's name."""
        return self.function.__name__

    def judge(self, answers: Mapping[str, Any], store: Store, params: Mapping[str, Any]) -> None:
        """Call the check with those of its arguments that it takes."""
        known = {**params, **answers, "store": store}
        wanted = inspect.signature(self.function).parameters
        self.function(**{name: known[name] for name in wanted})

    def cases(self, profile: Profile | None = None) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the id and the parameters of each parametrisation under `profile`, A2A's by default.

        Ids are those that pytest would make.
        """
        profile = profile or load_profile("a2a")
        choices = [_choices(told(mark, profile)) for mark in _parametrised(self.function)]
        for combination in itertools.product(*choices):
            ids = "-".join(case_id for case_id, _ in reversed(combination))
            yield ids, {name: value for _, values in combination for name, value in values.items()}


def ask(
    answer: Callable[..., Any] | None = None,
    /,
    *,
    needs: Need | Sequence[Need] = (),
    writes: bool = False,
    across: bool = False,
    **asks: Callable[..., Any],
) -> Callable[[Function], Function]:
    """Declare what a check asks; a function given by position becomes the argument `answer`.

    Each function takes the store, and those parameters of the case that it names.
    """
    wanted = ({"answer": answer} if answer else {}) | asks
    needed = (needs,) if isinstance(needs, Need) else tuple(needs)

    def decorate(function: Function) -> Function:
        function.asking = Asking(wanted, needed, writes, across)  # type: ignore[attr-defined]  # read by `requirement`
        return function

    return decorate


def varied(names: str, choices: Callable[[Profile], Any]) -> pytest.MarkDecorator:
    """Parametrise a check by what the profile says, as pytest.mark.parametrize does by a fixed list.

    `choices` gives the values, or a mapping of ids to them.
    """
    return pytest.mark.conformance_varied(names, choices)


def promise(requirement_id: str) -> Callable[[Function], Callable[..., None]]:
    """Make a function the check of a requirement of the common catalogue, which profiles may promise."""
    return requirement(requirement_id, common=True)


def requirement(requirement_id: str, *, common: bool = False) -> Callable[[Function], Callable[..., None]]:
    """Make a function the check of a requirement; the outermost decorator.

    What pytest collects takes a fixture `case` and the parametrised arguments; the check's own arguments come from
    the answers.
    """

    def decorate(function: Function) -> Callable[..., None]:
        asking: Asking = getattr(function, "asking", Asking({}, ()))
        check = Check(requirement_id, function, asking, common)
        names = [name for mark in _parametrised(function) for name in _names(mark)]

        @functools.wraps(function)
        def collected(case: Any, **params: Any) -> None:
            case.run(check, params)

        del collected.__wrapped__  # pytest would read the signature of the check itself
        order = [inspect.Parameter(n, inspect.Parameter.POSITIONAL_OR_KEYWORD) for n in ("case", *names)]
        collected.__signature__ = inspect.Signature(order)  # type: ignore[attr-defined]  # as inspect reads it
        collected.check = check  # type: ignore[attr-defined]  # found by `checks_of`
        marked: Callable[..., None] = pytest.mark.conformance_requirement(requirement_id)(collected)
        return marked

    return decorate


def checks_of(module: ModuleType) -> list[Check]:
    """Return the checks that a module defines, in their order."""
    return [
        found for value in vars(module).values() if isinstance(found := getattr(value, "check", None), Check)
    ]


def _call(function: Callable[..., Any], store: Store, params: Mapping[str, Any]) -> Any:
    _, *wanted = inspect.signature(function).parameters.values()
    needed = (one.name for one in wanted if one.default is inspect.Parameter.empty or one.name in params)
    return function(store, **{name: params[name] for name in needed})


def told(mark: pytest.Mark, profile: Profile) -> pytest.Mark:
    """Return a parametrisation as pytest knows it; one of `varied` with what `profile` makes of it."""
    if mark.name != VARIED:
        return mark
    names, choices = mark.args
    found = choices(profile)
    if isinstance(found, Mapping):
        return pytest.mark.parametrize(names, list(found.values()), ids=list(found)).mark
    return pytest.mark.parametrize(names, list(found)).mark


def _parametrised(function: Callable[..., Any]) -> list[pytest.Mark]:
    marks: list[pytest.Mark] = getattr(function, "pytestmark", [])
    return [mark for mark in marks if mark.name in {"parametrize", VARIED}]


def _names(mark: pytest.Mark) -> list[str]:
    names = mark.args[0]
    return [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)


def _choices(mark: pytest.Mark) -> list[tuple[str, dict[str, Any]]]:
    names, ids = _names(mark), mark.kwargs.get("ids")
    found = []
    for index, given in enumerate(mark.args[1]):
        values = given if len(names) > 1 else (given,)
        if isinstance(ids, (list, tuple)):
            label = str(ids[index])
        else:
            label = "-".join(str(ids(v) if ids else v) for v in values)
        found.append((label, dict(zip(names, values, strict=True))))
    return found
