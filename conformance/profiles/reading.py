"""Profile files, read into records. What is wrong with a file is `mistakes`' to find."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

from conformance.core.errors import UsageError
from conformance.core.redact import SHORTEST
from conformance.profiles.files import parsed
from conformance.profiles.mistakes import refuse
from conformance.profiles.profile import (
    Auth,
    Filter,
    Omission,
    Operation,
    Order,
    Pager,
    Param,
    Profile,
    Promise,
    Refusals,
    Variable,
    Version,
    Window,
)

VARIABLE = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")
OWN = frozenset({"id"})
"""Variables that the suite fills in."""


def load_profile(name: str, variables: Mapping[str, str] | None = None) -> Profile:
    """Return the profile called `name`, one that comes with the suite or a file, with its variables filled in.

    Raises UsageError: no such profile, a file that can't be read or is malformed, a variable missing, unknown or
    unfit.
    """
    described = described_profile(name)
    given = variables or {}
    if unknown := sorted(given.keys() - described.variables.keys()):
        known = ", ".join(described.variables) or "none"
        raise UsageError(
            f"The profile {described.name} has no variable {unknown[0]!r}.", hint=f"It has: {known}."
        )
    values = {key: given.get(key) or variable.default for key, variable in described.variables.items()}
    if missing := [key for key, value in values.items() if value is None]:
        first = described.variables[missing[0]]
        more = f" ({', '.join(missing[1:])} too)" if missing[1:] else ""
        hint = f"--var {missing[0]}=… gives it: {first.description}"
        raise UsageError(f"The profile {described.name} needs the variable {missing[0]!r}{more}.", hint=hint)
    for key, value in values.items():
        _refuse_odd(key, str(value), described)
    return recorded_profile(described.data, {key: str(value) for key, value in values.items()})


def _refuse_odd(name: str, value: str, described: Profile) -> None:
    """Raise UsageError for a value that no request can carry."""
    if value in {".", ".."}:
        raise UsageError(f"--var {name} is {value!r}, which leads to another path.")
    if described.variables[name].secret and len(value) < SHORTEST:
        raise UsageError(
            f"--var {name} is a secret of fewer than {SHORTEST} characters, which no report can hide."
        )
    in_header = any(f"{{{name}}}" in header for header in described.headers.values())
    if not value.isprintable() or (in_header and not value.isascii()):
        where = "a header" if in_header else "a url"
        raise UsageError(f"--var {name} holds a character that {where} can't hold.")


@functools.cache
def described_profile(name: str) -> Profile:
    """Return the profile called `name` with its variables left open. Raises UsageError."""
    data, place = parsed(name)
    refuse(data, place)
    return recorded_profile(data)


def recorded_profile(data: Mapping[str, Any], variables: Mapping[str, str] | None = None) -> Profile:
    """Return the profile of a file's data, which is taken to be right; variables without a value are left open."""
    given = variables or {}

    def filled(text: str) -> str:
        return VARIABLE.sub(lambda m: m[0] if m[1] in OWN else given.get(m[1], m[0]), text)

    def routed(path: str) -> str:
        # A value is one step of a path, whatever it holds.
        return VARIABLE.sub(lambda m: quote(given[m[1]], safe="") if m[1] in given else m[0], path)

    errors = data.get("errors", {})
    return Profile(
        name=data["name"],
        title=data["title"],
        specification=data["specification"],
        documentation=data.get("documentation", ""),
        item_name=data.get("item_name", "task"),
        items_name=data.get("items_name", "tasks"),
        binding=data.get("binding", "http"),
        catalogue=data.get("catalogue", ""),
        variables={key: Variable(**value) for key, value in data.get("variables", {}).items()},
        auth=Auth(**data.get("auth", {})),
        headers={key: filled(value) for key, value in data.get("headers", {}).items()},
        operations={key: _operation(value, routed) for key, value in data["operations"].items()},
        answer=data.get("answer", {}),
        get_root=data.get("get_answer", {}).get("root", ""),
        item=data["item"],
        pagers=tuple(_record(Pager, one) for one in data.get("pager", [])),
        page_size=data.get("page_size", {}),
        order=_record(Order, data.get("order", {})),
        window=_record(Window, data.get("window", {})),
        omission=_record(Omission, data.get("omission", {})),
        filters=tuple(_filter(one) for one in data.get("filters", [])),
        error_code=tuple(errors.get("code", ())),
        error_message=tuple(errors.get("message", ())),
        errors={key: _record(Refusals, one) for key, one in errors.items() if isinstance(one, dict)},
        version=_record(Version, data.get("version", {})),
        states=data.get("states", {}),
        roles=data.get("roles", {}),
        promises={key: Promise(key, **one) for key, one in data.get("promises", {}).items()},
        data=data,
    )


def _operation(data: Mapping[str, Any], routed: Callable[[str], str]) -> Operation:
    params = {key: _param(value) for key, value in data.get("params", {}).items()}
    return Operation(data.get("method", "GET"), routed(data["path"]), params, data.get("rpc", ""))


def _param(value: str | Mapping[str, str]) -> Param:
    return Param(value) if isinstance(value, str) else Param(value["name"], value.get("in", "query"))


def _filter(data: Mapping[str, Any]) -> Filter:
    return Filter(**{"place" if key == "in" else key: value for key, value in data.items()})


def _record(kind: Callable[..., Any], data: Mapping[str, Any]) -> Any:
    """Return a record of `data`; what is a list in a file is a tuple in a record."""
    return kind(**{key: tuple(value) if isinstance(value, list) else value for key, value in data.items()})
