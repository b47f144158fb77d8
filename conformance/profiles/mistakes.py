"""What is wrong with a profile's data: all of it at once, each by its dotted key, with the nearest right name.

The schema says what a file may hold; here its errors are put into words, and what no schema can say is added.
"""

from __future__ import annotations

import difflib
import functools
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from conformance.core.errors import UsageError
from conformance.core.hostile import for_terminal
from conformance.core.schemas import directory

if TYPE_CHECKING:
    from jsonschema import ValidationError

MOST = 20
"""Mistakes that are told at once."""
PARAMETER = 'name, or a table such as { name = "limit", in = "query" }'
OWN = frozenset({"id"})
NAMED = re.compile(r"\{([^{}]*)\}")
NEEDED = {
    "token": (("answer.next_token", "operations.list.params.page_token")),
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


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing wrong: the dotted key at fault, and what to do about it."""

    key: str
    text: str

    def __str__(self) -> str:
        return for_terminal(f"{self.key or 'the file'}: {self.text}", 400)


def refuse(data: Mapping[str, Any], place: str) -> None:
    """Raise UsageError with every mistake in the data of the profile at `place`."""
    found = mistakes(data)
    if not found:
        return
    shown = "".join(f"\n  {mistake}" for mistake in found[:MOST])
    more = f"\n  and {len(found) - MOST} more" if len(found) > MOST else ""
    count = "a mistake" if len(found) == 1 else f"{len(found)} mistakes"
    raise UsageError(f"The profile {for_terminal(place, 200)} has {count}:{shown}{more}")


def mistakes(data: Mapping[str, Any]) -> list[Mistake]:
    """Return everything that is wrong with a profile's data, in the order of the keys."""
    errors = sorted(
        _validator().iter_errors(data), key=lambda error: [str(step) for step in error.absolute_path]
    )
    found = [mistake for error in errors for mistake in _worded(error)]
    # What rests on the shape of the file can only be judged where the shape is right.
    return found or [*_places(data), *_paging(data), *_filters(data), *_promises(data)]


@functools.cache
def _validator() -> Any:
    # 40 ms to import, and most commands read no profile of a user's.
    from jsonschema import Draft202012Validator  # noqa: PLC0415

    schema = json.loads((directory() / "profile.schema.json").read_text("utf-8"))
    return Draft202012Validator(schema)


def _worded(error: ValidationError) -> Iterator[Mistake]:
    """Yield what a schema's error means to the author of a file."""
    key = dotted(error.absolute_path)
    value: Any = error.instance
    rule: Any = error.validator_value
    if error.validator == "additionalProperties" and isinstance(error.schema, dict):
        known = error.schema.get("properties", {})
        for name in value.keys() - known.keys():
            yield Mistake(dotted([*error.absolute_path, name]), f"there is no such key{nearest(name, known)}")
    elif error.validator == "required":
        for name in [name for name in rule if name not in value]:
            yield Mistake(dotted([*error.absolute_path, name]), "is missing")
    elif error.validator in {"enum", "const"}:
        choices = rule if error.validator == "enum" else [rule]
        said = " or ".join(json.dumps(choice) for choice in choices)
        yield Mistake(key, f"is {_shown(value)}, and must be {said}{nearest(value, choices)}")
    elif error.validator == "pattern" and "~" in str(rule):
        yield Mistake(
            key, f'{_shown(value)} is no JSON pointer: "" or steps that begin with a slash, such as "/data/0"'
        )
    elif error.validator == "pattern":
        yield Mistake(key, f"{_shown(value)} does not fit {rule}")
    elif error.validator == "type":
        yield Mistake(key, f"is {_shown(value)}, and must be {_kinds(rule)}")
    elif error.validator == "oneOf":
        place = key.startswith("answer.")
        table = 'JSON pointer, or { header = "X-Total-Count" }' if place else PARAMETER
        yield Mistake(key, f"must be a {table}")
    else:
        yield Mistake(key, error.message)


def dotted(path: Collection[str | int]) -> str:
    """Return a path into a file as people write it: promises."size.default".strength, filters[2].pointer."""
    found = ""
    for step in path:
        if isinstance(step, int):
            found += f"[{step}]"
        else:
            name = step if re.fullmatch(r"[A-Za-z0-9_-]+", step) else json.dumps(step, ensure_ascii=False)
            found += f".{name}" if found else name
    return found


def nearest(name: object, known: Collection[Any]) -> str:
    """Return "; did you mean …?" where something known is near, else the empty text."""
    near = difflib.get_close_matches(str(name), [str(one) for one in known], 1)
    return f"; did you mean {near[0]}?" if near else ""


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _kinds(rule: str | Sequence[str]) -> str:
    words = {"object": "a table", "array": "a list", "string": "text", "integer": "a whole number"}
    names = [rule] if isinstance(rule, str) else rule
    return " or ".join(words.get(name, f"a {name}") for name in names)


def has(data: Mapping[str, Any], key: str) -> bool:
    """Whether a file's data holds something at one of some dotted keys, "a.b|c"."""
    return any(_has(data, one.split(".")) for one in key.split("|"))


def _has(data: Any, steps: Sequence[str]) -> bool:
    for step in steps:
        if not isinstance(data, Mapping) or step not in data:
            return False
        data = data[step]
    return data not in ({}, [])


def _places(data: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yield the names in paths and headers that nothing gives a value to, and variables that nothing names."""
    variables, used = data.get("variables", {}), set[str]()
    texts = {f"operations.{key}.path": value["path"] for key, value in data["operations"].items()}
    texts |= {f"headers.{key}": value for key, value in data.get("headers", {}).items()}
    for key, text in texts.items():
        for name in NAMED.findall(text):
            used.add(name)
            own = key == "operations.get.path" and name in OWN
            if not own and name not in variables:
                yield Mistake(
                    key,
                    f"{{{name}}} is no variable{nearest(name, variables)} ([variables.{name}] makes it one)",
                )
    get = data["operations"].get("get")
    if get and "{id}" not in get["path"] and "id" not in get.get("params", {}):
        yield Mistake("operations.get.path", "holds no {id}, and no parameter id does either")
    for name in variables:
        if name not in used:
            yield Mistake(f"variables.{name}", "is named by no path and no header")


def _paging(data: Mapping[str, Any]) -> Iterator[Mistake]:
    for index, pager in enumerate(data.get("pager", [])):
        for key in NEEDED[pager["style"]]:
            if not has(data, key):
                yield Mistake(f"pager[{index}].style", f"{pager['style']} needs {key}")
        for sign in pager.get("ends", []):
            for key in SIGNS.get(sign, ()):
                if not has(data, key):
                    yield Mistake(f"pager[{index}].ends", f"{sign} needs {key.replace('|', ' or ')}")
    sizes = data.get("page_size", {})
    if sizes.get("minimum", 0) > sizes.get("maximum", 2**62):
        yield Mistake("page_size.minimum", "is above page_size.maximum")


def _filters(data: Mapping[str, Any]) -> Iterator[Mistake]:
    seen: set[str] = set()
    for index, one in enumerate(data.get("filters", [])):
        if one["name"] in seen:
            yield Mistake(f"filters[{index}].name", f"{_shown(one['name'])} is the name of another filter")
        seen.add(one["name"])
        if one.get("operator", "equals") != "equals" and one.get("kind", "text") not in {"time", "number"}:
            yield Mistake(
                f"filters[{index}].kind", 'must be "time" or "number" where the operator is a bound'
            )


def _promises(data: Mapping[str, Any]) -> Iterator[Mistake]:
    # The catalogue imports profiles: what it knows is only looked up here.
    from conformance.catalogue.common import load_common  # noqa: PLC0415

    rows = load_common().rows
    promises = data.get("promises", {})
    if "catalogue" not in data and not promises:
        yield Mistake(
            "promises", 'is missing: without one nothing is judged, such as [promises."size.limit"]'
        )
    for name in promises:
        key = dotted(["promises", name])
        if name not in rows:
            yield Mistake(key, f"there is no such requirement{nearest(name, rows)}")
            continue
        for fact in rows[name].facts:
            if not has(data, fact) and not _paged(data, fact):
                yield Mistake(key, f"needs {fact.replace('|', ' or ')}, which the file does not say")


def _paged(data: Mapping[str, Any], fact: str) -> bool:
    """Whether a fact about pagers is one of some pager's: pagers are a list."""
    table, _, name = fact.partition(".")
    return table == "pager" and any(name in pager for pager in data.get("pager", []))
