"""What is wrong with a profile's data: all of it at once, each by its dotted key, with the nearest right name.

The schema says what a file may hold; here its errors are put into words. What no schema can say is in `rules`.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from conformance.core.errors import UsageError
from conformance.core.hostile import for_terminal
from conformance.core.schemas import directory
from conformance.profiles.mistake import Mistake, dotted, nearest, shown
from conformance.profiles.rules import broken

if TYPE_CHECKING:
    from jsonschema import ValidationError

MOST = 20
"""Mistakes that are told at once."""
PARAMETER = 'name, or a table such as { name = "limit", in = "query" }'
PLACE = 'JSON pointer, or { header = "X-Total-Count" }'
PLAIN = {
    "type": "is {shown}, and must be {kinds}",
    "minLength": "is empty",
    "minItems": "is empty",
    "minimum": "is {shown}, and must be at least {rule}",
    "maximum": "is {shown}, and must be at most {rule}",
    "uniqueItems": "names something twice: {shown}",
}
"""What a keyword of the schema means."""
BEGINNING = re.compile(r"[.\[]")
KINDS = {"object": "a table", "array": "a list", "string": "text", "integer": "a whole number"}
KINDS |= {"boolean": "true or false"}
PATTERNS = {
    "!#$%&": "{} is no name of a header",
    " -~": "{} can't be sent in a header: plain characters only",
    "^/[^?#": "{} is no path: it begins with a slash, and holds no ?, # or space",
    "~": '{} is no JSON pointer: "" or steps that begin with a slash, such as "/data/0"',
    "A-Za-z_": "{} is no name of a variable: letters, digits and underscores",
    "a-z0-9": "{} may hold small letters, digits and hyphens only",
}
"""What a pattern of the schema means, by a part of it that no pattern before has."""


def refuse(data: Mapping[str, Any], place: str) -> None:
    """Raise UsageError with every mistake in the data of the profile at `place`."""
    found = mistakes(data)
    if not found:
        return
    more = [f"and {len(found) - MOST} more"] if len(found) > MOST else []
    count = "a mistake" if len(found) == 1 else f"{len(found)} mistakes"
    raise UsageError(
        f"The profile {for_terminal(place, 200)} has {count}:", details=[*map(str, found[:MOST]), *more]
    )


def mistakes(data: Mapping[str, Any]) -> list[Mistake]:
    """Return everything that is wrong with a profile's data, table by table."""
    errors = sorted(
        _validator().iter_errors(data), key=lambda error: [str(step) for step in error.absolute_path]
    )
    found = [mistake for error in errors for mistake in _worded(error)]
    # What rests on the shape of the file can only be judged where the shape is right.
    return found or sorted(broken(data), key=lambda mistake: BEGINNING.split(mistake.key)[0])


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
        for name in sorted(value.keys() - known.keys()):
            yield Mistake(dotted([*error.absolute_path, name]), f"there is no such key{nearest(name, known)}")
    elif error.validator == "required" and error.message.startswith(tuple(f"{name!r} is" for name in rule)):
        name = next(name for name in rule if error.message.startswith(f"{name!r} is"))
        yield Mistake(dotted([*error.absolute_path, name]), "is missing")
    else:
        yield Mistake(key, _sentence(error, value, rule))


def _sentence(error: ValidationError, value: Any, rule: Any) -> str:
    if error.validator in {"enum", "const"}:
        choices = rule if error.validator == "enum" else [rule]
        said = " or ".join(json.dumps(choice) for choice in choices)
        return f"is {shown(value)}, and must be {said}{nearest(value, choices)}"
    if error.validator == "pattern":
        meant = next((text for part, text in PATTERNS.items() if part in str(rule)), "{} does not fit")
        return meant.format(shown(value))
    if error.validator == "oneOf":
        return f"must be a {PLACE if error.absolute_path[0] == 'answer' else PARAMETER}"
    words = PLAIN.get(str(error.validator))
    kinds = _kinds(rule) if error.validator == "type" else ""
    return words.format(shown=shown(value), rule=rule, kinds=kinds) if words else error.message


def _kinds(rule: str | Sequence[str]) -> str:
    names = [rule] if isinstance(rule, str) else rule
    return " or ".join(KINDS.get(name, f"a {name}") for name in names)
