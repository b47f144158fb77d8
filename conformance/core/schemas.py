"""Holding JSON values to the schemas in `schemas/a2a`, with problems worded for the author of a server.

What is free inside a task (metadata, data), and what has a requirement of its own, is said by the schemas. Which
requirement a problem belongs to does not belong here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from conformance.core.hostile import for_terminal
from conformance.core.jsontext import OddNumber, encode

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

LIST: Final = "list-tasks-response"
REMEMBERED: Final = 5_000

_KINDS: Final = {dict: "an object", list: "an array", str: "a string", bool: "a boolean", type(None): "null"}


@dataclass(frozen=True, slots=True)
class SchemaProblem:
    """One thing wrong with a value: where (RFC 6901), and what in a sentence that is safe to print."""

    pointer: str
    message: str

    def below(self, prefix: str) -> SchemaProblem:
        """Return the same problem of a value that stands at `prefix` in a larger one."""
        return SchemaProblem(prefix + self.pointer, self.message)


def directory() -> Traversable:
    """Return where the schemas are: in the installed package, or beside it in a checkout."""
    package = resources.files("conformance")
    inside = package / "schemas"
    return inside if inside.is_dir() else Path(str(package)).parent / "schemas"


@cache
def validator(name: str, *, nulls_allowed: bool = True) -> Validator:
    """Return the validator of `schemas/a2a/<name>.json`; references are found among these files, never fetched.

    With `nulls_allowed=False` no optional member may be null. Raises KeyError for a name that is no schema.
    """
    # 40 ms to import, and most commands judge nothing.
    from jsonschema import Draft202012Validator  # noqa: PLC0415
    from referencing import Registry  # noqa: PLC0415
    from referencing.jsonschema import DRAFT202012  # noqa: PLC0415

    files = _files() if nulls_allowed else {file: _without_null(schema) for file, schema in _files().items()}
    registry = Registry().with_resources(
        (file, DRAFT202012.create_resource(schema)) for file, schema in files.items()
    )
    return Draft202012Validator(files[f"{name}.json"], registry=registry)


@cache
def _files() -> dict[str, Any]:
    entries = (directory() / "a2a").iterdir()
    return {
        entry.name: json.loads(entry.read_text("utf-8")) for entry in entries if entry.name.endswith(".json")
    }


def _without_null(schema: Any) -> Any:
    """Take null out of every list of types; `"type": "null"` alone stands in conditions and stays."""
    if isinstance(schema, list):
        return [_without_null(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: [kind for kind in item if kind != "null"]
        if name == "type" and isinstance(item, list)
        else _without_null(item)
        for name, item in schema.items()
    }


def problems(name: str, value: object, limit: int = 5) -> list[SchemaProblem]:
    """Return at most `limit` things that the schema `name` has against `value`.

    A value that was judged before is not judged again, nor is a task that was on another page.
    """
    if name == LIST and isinstance(value, dict) and isinstance(value.get("tasks"), list):
        return list(islice(_page(value), limit))
    return list(_remembered(name, value)[:limit])


def nulls(name: str, value: Any, limit: int = 50) -> list[str]:
    """Return pointers to the optional members of `value` that are null where they should be left out."""
    errors = validator(name, nulls_allowed=False).iter_errors(value)
    found = (
        _pointer(error.absolute_path)
        for error in errors
        if error.validator == "type" and error.instance is None
    )
    wrong = {_pointer(error.absolute_path) for error in validator(name).iter_errors(value)}
    return list(islice((pointer for pointer in found if pointer not in wrong), limit))


def _page(value: dict[str, Any]) -> Iterator[SchemaProblem]:
    yield from _remembered(LIST, {**value, "tasks": []})
    for index, task in enumerate(value["tasks"]):
        for problem in _remembered("task", task):
            yield problem.below(f"/tasks/{index}")


_memory: dict[bytes, tuple[SchemaProblem, ...]] = {}


def _remembered(name: str, value: object) -> tuple[SchemaProblem, ...]:
    key = hashlib.sha256(name.encode() + b"\0" + encode(value)).digest()
    if key not in _memory:
        if len(_memory) >= REMEMBERED:
            _memory.clear()
        _memory[key] = tuple(islice(_judge(name, value), 20))
    return _memory[key]


def _judge(name: str, value: Any) -> Iterator[SchemaProblem]:
    for error in validator(name).iter_errors(value):
        fault = _Fault.of(error)
        message = fault.message()
        if message:
            yield SchemaProblem(_pointer(fault.path), for_terminal(message, 300))


def _pointer(path: Sequence[str | int]) -> str:
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in path)


@dataclass(frozen=True, slots=True)
class _Fault:
    """A schema error as far as the wording needs it."""

    path: tuple[str | int, ...]
    keyword: str
    rule: Any
    title: str
    value: Any
    text: str

    @classmethod
    def of(cls, error: ValidationError) -> _Fault:
        title = error.schema.get("title", "") if isinstance(error.schema, dict) else ""
        path = tuple(error.absolute_path)
        return cls(
            path, str(error.validator), error.validator_value, str(title), error.instance, error.message
        )

    @property
    def member(self) -> str:
        """The name of the member, with its index where it is an element."""
        if not self.path:
            return self.title or "the value"
        last = self.path[-1]
        return f"{self.path[-2]}[{last}]" if isinstance(last, int) and len(self.path) > 1 else str(last)

    def message(self) -> str:
        """Say in our words what is wrong; empty where another error says the same, or the fault is ours."""
        if isinstance(self.value, str) and "[redacted" in self.value:
            return ""
        if self.keyword in _SPECIAL:
            return _SPECIAL[self.keyword](self)
        return f"`{self.member}` {_PLAIN[self.keyword]}"


def _missing(fault: _Fault) -> str:
    name = next(name for name in fault.rule if fault.text.startswith(repr(name)))
    if _snake(name) != name and _snake(name) in fault.value:
        return ""
    return f"`{name}` is missing, {_a(fault.title)} must have it"


def _wrong_type(fault: _Fault) -> str:
    kinds = [fault.rule] if isinstance(fault.rule, str) else fault.rule
    wanted = " or ".join(_a(kind) for kind in kinds if kind != "null")
    return f"`{fault.member}` is {_kind(fault.value)}, it must be {wanted}"


def _wrong_name(fault: _Fault) -> str:
    start = f"`{fault.member}` is {_shown(fault.value)}"
    if str(fault.value).endswith("_UNSPECIFIED"):
        return f"{start}, it must be set (§5.7)"
    return f"{start}, not one of the names of {fault.title} (§5.5)"


def _not_one(fault: _Fault) -> str:
    if not isinstance(fault.value, dict):
        return ""
    names = list(dict.fromkeys(name for branch in fault.rule for name in branch["required"]))
    null_is_absent = any("properties" in branch for branch in fault.rule)
    there = [name for name in names if name in fault.value]
    if null_is_absent:
        there = [name for name in there if fault.value[name] is not None]
    start = f"{_a(fault.title)} has exactly one of {', '.join(names)}"
    if there:
        return f"{start}; here are {' and '.join(there)}"
    return f"{start}; here is none{', and `kind` is of A2A 0.3' if 'kind' in fault.value else ''}"


def _not_camel(fault: _Fault) -> str:
    return f"`{fault.member}` is not camelCase: the member is `{_camel(fault.member)}` (§5.5)"


def _other_constant(fault: _Fault) -> str:
    return f"`{fault.member}` is {_shown(fault.value)}, it must be {_shown(fault.rule)}"


_PLAIN: Final = {
    "minItems": "is empty, it must hold at least one element (§5.7)",
    "minLength": "is an empty string, it must be set (§5.7)",
    "pattern": "is not base64",
}
_SPECIAL: Final[dict[str, Callable[[_Fault], str]]] = {
    "required": _missing,
    "type": _wrong_type,
    "enum": _wrong_name,
    "const": _other_constant,
    "oneOf": _not_one,
    "not": _not_camel,
}


def _a(noun: str) -> str:
    return f"an {noun}" if noun[:1].lower() in "aeio" or noun.startswith("HTTP") else f"a {noun}"


def _kind(value: object) -> str:
    if isinstance(value, (int, float, OddNumber)) and not isinstance(value, bool):
        return f"the number {_shown(value)}"
    return _KINDS.get(type(value), "a value")


def _shown(value: object) -> str:
    text = value.text if isinstance(value, OddNumber) else encode(value).decode()
    return for_terminal(text, 60)


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _snake(name: str) -> str:
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in name)
