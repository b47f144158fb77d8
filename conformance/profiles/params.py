"""What is wrong with the parameters of a profile's operations: their names, and where they go in a request.

What goes beyond parameters is `rules`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from conformance.core.pointers import places
from conformance.core.redact import CREDENTIAL_HEADERS
from conformance.profiles.mistake import Mistake, dotted, nearest, shown

HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
PARAMETERS = {"list": ("page_size", "page_token", "page", "offset", "window"), "get": ("id", "window")}
"""The neutral names of the parameters that checks of any API use."""
BAD_STEP = re.compile(r"~(?![01])|/(?=/|$)")
"""What no pointer to a parameter holds: a lone tilde, or a step without a name."""
OF_HTTP = frozenset({"connection", "content-length", "host", "transfer-encoding"})


def broken_parameters(data: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yield parameters by names that no check knows, and those that a request can't carry."""
    auth = data.get("auth", {}).get("header", "Authorization").lower()
    for key, operation in data["operations"].items():
        yield from _twice(key, operation)
        if key not in PARAMETERS:
            yield Mistake(f"operations.{key}", "is A2A's alone: nothing is created or sent here")
            continue
        for name, place in operation.get("params", {}).items():
            path = dotted(["operations", key, "params", name])
            if name not in PARAMETERS[key]:
                known = ", ".join(PARAMETERS[key])
                yield Mistake(path, f"there is no such parameter ({known}){nearest(name, PARAMETERS[key])}")
            kind = place.get("in") if isinstance(place, Mapping) else "query"
            if kind == "body" and operation.get("method", "GET") == "GET":
                yield Mistake(path, f'a GET has no body: operations.{key}.method = "POST", or in = "query"')
            if kind == "header" and not HEADER.fullmatch(place["name"]):
                yield Mistake(path, f"{shown(place['name'])} is no name of a header")
            elif kind == "header" and (wrong := taken(place["name"], auth)):
                yield Mistake(path, wrong)


def _twice(key: str, operation: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yield parameters that would take the place of another, or one within the other."""
    taken: dict[str, tuple[str, ...]] = {}
    for name, given in operation.get("params", {}).items():
        if name not in PARAMETERS.get(key, ()):
            continue
        place = given if isinstance(given, Mapping) else {"name": given}
        kind, path = place.get("in", "query"), dotted(["operations", key, "params", name])
        if kind == "body" and place["name"].startswith("/") and BAD_STEP.search(place["name"]):
            yield Mistake(path, f"{shown(place['name'])} is no JSON pointer")
            continue
        wire = place["name"].lower() if kind == "header" else place["name"]
        steps = (kind, *(places(wire) if kind == "body" else [wire]))
        for other, there in taken.items():
            if steps[: len(there)] == there or there[: len(steps)] == steps:
                yield Mistake(path, f"{shown(place['name'])} is where {other} goes")
        taken[name] = steps


def taken(name: str, auth: str) -> str:
    """Return what is wrong with a header that is to hold a parameter or a version, empty where nothing is."""
    if name.lower() in CREDENTIAL_HEADERS | {auth}:
        return f"{shown(name)} is where the credential goes"
    return f"{shown(name)} is set by the suite itself" if name.lower() in OF_HTTP else ""
