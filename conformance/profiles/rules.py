"""What no schema can say of a profile's file: names that belong together, facts that promises rest on.

The file's shape is right where these are asked.
"""

from __future__ import annotations

import functools
import math
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from conformance.core.hostile import for_terminal
from conformance.core.redact import CREDENTIAL_HEADERS
from conformance.profiles.mistake import Mistake, dotted, has, nearest, shown
from conformance.profiles.params import BAD_STEP, HEADER, OF_HTTP, PARAMETERS, broken_parameters, taken

if TYPE_CHECKING:
    from conformance.catalogue.common import Row

OWN = frozenset({"id"})
"""Names in a path that the suite fills in."""
IN_PATH = frozenset({"id", "+id"})
"""How they are written there: with a plus their slashes stay slashes (RFC 6570's reserved expansion)."""
NAMED = re.compile(r"\{([^{}]*)\}")
CREDENTIAL = re.compile(
    r"(^|[-_])((api|access|secret|subscription)[-_]?key|secret|password|authorization"
    r"|(auth|access|private|job|session|security|service|user|vault)[-_]?token)$",
    re.IGNORECASE,
)
"""Headers that are credentials by their names, such as X-Pinecone-Api-Key; X-Atlassian-Token, a constant, is none."""
OF_A2A = ("jsonrpc", "http+json", "grpc")
NEEDED = {
    "token": ("answer.next_token", "operations.list.params.page_token"),
    "last-id": ("operations.list.params.page_token",),
    "page": ("operations.list.params.page",),
    "offset": ("operations.list.params.offset",),
    "next-url": ("answer.next_url",),
    "link": (),
}
"""Keys that a style of paging can't do without."""
SIGNS = {
    "has-more-false": ("answer.more",),
    "token-null": ("answer.next_token|answer.next_url",),
    "token-absent": ("answer.next_token|answer.next_url",),
    "token-empty": ("answer.next_token|answer.next_url",),
    "page-at-pages": ("answer.pages",),
    "offset-at-total": ("answer.total",),
}
"""Keys that a sign of the end is read from."""
FIRM = frozenset({"must", "documented"})


def broken(data: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yield everything that is wrong with data that the schema has nothing against."""
    yield from _texts(data, ())
    yield from _sources(data)
    yield from _places(data)
    yield from _headers(data)
    yield from _paging(data)
    yield from _sizes(data)
    if "catalogue" in data:
        yield from _a2a(data)
        return
    if data["name"] == "a2a":
        yield Mistake("name", "is A2A's own: a report of this name is judged as one of an A2A agent")
    if data.get("binding", "http").startswith(OF_A2A):
        yield Mistake("binding", f"{shown(data['binding'])} is what a binding of A2A is called")
    yield from broken_parameters(data)
    yield from _filters(data)
    yield from _refusals(data)
    yield from _promises(data)


def _texts(value: Any, path: tuple[str | int, ...]) -> Iterator[Mistake]:
    """Yield texts that a terminal or a CI log would take for more than text: they are shown on both."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if for_terminal(name, len(name)) != name:
                yield Mistake(dotted([*path, name]), "holds a character that can't be seen")
            yield from _texts(inner, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _texts(inner, (*path, index))
    elif isinstance(value, float) and not math.isfinite(value):
        yield Mistake(dotted(path), f"{shown(value)} is no number that JSON has")
    elif isinstance(value, str) and for_terminal(value, len(value)) != value:
        yield Mistake(dotted(path), f"{shown(value)} holds a character that can't be seen, or a line break")


def _sources(data: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yield what says where a promise stands, begins like a url and is none."""
    texts = {"documentation": data.get("documentation", "")}
    texts |= {f"filters[{i}].source": one.get("source", "") for i, one in enumerate(data.get("filters", []))}
    for name, promise in data.get("promises", {}).items():
        texts[dotted(["promises", name, "source"])] = promise.get("source", "")
    for key, text in texts.items():
        try:
            urlsplit(text)
        except ValueError:
            yield Mistake(key, f"{shown(text)} is no url")


def _places(data: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yield the names in paths and headers that nothing gives a value to, and variables that nothing names."""
    variables, used = data.get("variables", {}), set[str]()
    texts: dict[tuple[str, ...], str] = {
        ("operations", key, "path"): value["path"] for key, value in data["operations"].items()
    }
    texts |= {("headers", key): value for key, value in data.get("headers", {}).items()}
    for path, text in texts.items():
        for name in NAMED.findall(text):
            used.add(name)
            own = path == ("operations", "get", "path") and name in IN_PATH
            if not own and name not in variables:
                told = (
                    f"{{{name}}} is no variable{nearest(name, variables)} ([variables.{name}] makes it one)"
                )
                yield Mistake(dotted(path), told)
    get = data["operations"].get("get")
    if get and not IN_PATH & set(NAMED.findall(get["path"])) and "id" not in get.get("params", {}):
        yield Mistake("operations.get.path", "holds no {id}, and no parameter id does either")
    for name in variables:
        if name in OWN:
            yield Mistake(f"variables.{name}", "is what the suite itself fills in")
        elif name not in used:
            yield Mistake(f"variables.{name}", "is named by no path and no header")
    for name, one in variables.items():
        if one.get("secret") and "default" in one:
            yield Mistake(f"variables.{name}.default", "stands in a file for all to read; a secret has none")


def _headers(data: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yield headers that are not a profile's to send."""
    auth = data.get("auth", {}).get("header", "Authorization").lower()
    for name in data.get("headers", {}):
        if name.lower() in CREDENTIAL_HEADERS | {auth} or CREDENTIAL.search(name):
            told = "is a credential, which no profile holds: --header or --bearer-env gives it"
            yield Mistake(dotted(["headers", name]), told)
        elif name.lower() in OF_HTTP:
            yield Mistake(dotted(["headers", name]), "is set by the suite itself")
    if auth in OF_HTTP:
        yield Mistake("auth.header", f"{shown(data['auth']['header'])} is set by the suite itself")
    if wrong := taken(data.get("version", {}).get("header", ""), auth):
        yield Mistake("version.header", wrong)


def _paging(data: Mapping[str, Any]) -> Iterator[Mistake]:
    styles = Counter[str]()
    for index, pager in enumerate(data.get("pager", [])):
        style = pager["style"]
        styles[style] += 1
        if styles[style] > 1:
            yield Mistake(f"pager[{index}].style", f"{style} is the style of another pager")
        for key in NEEDED[style]:
            if not has(data, key):
                yield Mistake(f"pager[{index}].style", f"{style} needs {key}")
        for sign in pager.get("ends", []):
            for key in SIGNS.get(sign, ()):
                if not has(data, key):
                    yield Mistake(f"pager[{index}].ends", f"{sign} needs {key.replace('|', ' or ')}")


def _sizes(data: Mapping[str, Any]) -> Iterator[Mistake]:
    sizes = data.get("page_size", {})
    least, most = sizes.get("minimum", 0), sizes.get("maximum", 2**62)
    if least > most:
        yield Mistake("page_size.minimum", "is above page_size.maximum")
    elif not least <= sizes.get("default", least) <= most:
        yield Mistake("page_size.default", "is not between page_size.minimum and page_size.maximum")


def _filters(data: Mapping[str, Any]) -> Iterator[Mistake]:
    seen: set[str] = set()
    for index, one in enumerate(data.get("filters", [])):
        key, name = f"filters[{index}]", one["name"]
        if name in seen:
            yield Mistake(f"{key}.name", f"{shown(name)} is the name of another filter")
        if name in PARAMETERS["list"] or name in OWN:
            yield Mistake(
                f"{key}.name", f"{shown(name)} is a parameter's name, operations.list.params.{name}"
            )
        seen.add(name)
        yield from _placed(key, one, data)
        if one.get("operator", "equals") != "equals" and one.get("kind", "text") not in {"time", "number"}:
            yield Mistake(f"{key}.kind", 'must be "time" or "number" where the operator is a bound')


def _placed(key: str, one: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yield what is wrong with where a filter goes."""
    place, operation = one.get("in", "query"), data["operations"].get("list", {})
    if place == "body" and operation.get("method", "GET") == "GET":
        yield Mistake(f"{key}.in", 'a GET has no body: operations.list.method = "POST", or in = "query"')
    if place == "body" and one["param"].startswith("/") and BAD_STEP.search(one["param"]):
        yield Mistake(f"{key}.param", f"{shown(one['param'])} is no JSON pointer")
    if place == "header":
        auth = data.get("auth", {}).get("header", "Authorization").lower()
        fit = HEADER.fullmatch(one["param"])
        if wrong := taken(one["param"], auth) if fit else f"{shown(one['param'])} is no name of a header":
            yield Mistake(f"{key}.param", wrong)


def _refusals(data: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yield kinds of refusals that nothing is said of."""
    errors = data.get("errors", {})
    for name, refusals in errors.items():
        if isinstance(refusals, Mapping) and "statuses" not in refusals:
            yield Mistake(f"errors.{name}.statuses", "is missing")
        if isinstance(refusals, Mapping) and refusals.get("codes") and not errors.get("code"):
            yield Mistake(f"errors.{name}.codes", "needs errors.code, the pointers to where a code stands")
    if "malformed_id" in errors and not errors["malformed_id"].get("id"):
        yield Mistake("errors.malformed_id.id", "is missing: an id that is malformed")


def _promises(data: Mapping[str, Any]) -> Iterator[Mistake]:
    # The catalogue imports profiles: what it knows is only looked up here.
    from conformance.catalogue.common import load_common  # noqa: PLC0415

    rows, promises = load_common().rows, data.get("promises", {})
    if not promises:
        yield Mistake(
            "promises", 'is missing: without one nothing is judged, such as [promises."size.limit"]'
        )
    for name, promise in promises.items():
        key = dotted(["promises", name])
        if name not in rows:
            yield Mistake(key, f"there is no such requirement{nearest(name, rows)}")
            continue
        for fact in lacking(rows[name], data):
            yield Mistake(key, f"needs {fact}, which the file does not say")
        sourced = promise.get("source") or data.get("documentation")
        if promise["strength"] in FIRM and not sourced:
            told = f"is missing, and so is documentation: where is it {promise['strength']}?"
            yield Mistake(f"{key}.source", told)


def lacking(row: Row, data: Mapping[str, Any]) -> list[str]:
    """Return what a promise of `row` rests on and a file's data does not say: dotted keys, "a.b or c"."""
    windowed = ["operations.get.params.window|operations.list.params.window"] if row.group == "window" else []
    facts = [fact.replace("|", " or ") for fact in (*row.facts, *windowed) if not has(data, fact)]
    operators = {one.get("operator", "equals") for one in data.get("filters", [])}
    if row.id == "filter.selects" and operators and "equals" not in operators:
        facts.append('filters with operator = "equals"')
    if row.id == "filter.bounds" and operators == {"equals"}:
        facts.append('filters with a bound as operator, such as "at-least"')
    return facts


def _a2a(data: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yield what A2A's own checks read of a profile and do not find here."""
    if "promises" in data:
        yield Mistake("promises", "is of no use: what A2A promises stands in its catalogue")
    for key in _keys(_ours(), ()):
        if not has(data, key):
            yield Mistake(key, "is missing, and A2A's checks read it")


@functools.cache
def _ours() -> Mapping[str, Any]:
    text = (resources.files("conformance.profiles") / "a2a.toml").read_text("utf-8")
    return tomllib.loads(text)


def _keys(value: Any, path: tuple[str, ...]) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _keys(inner, (*path, name))
    else:
        yield ".".join(path)
