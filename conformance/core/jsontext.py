"""Reading a JSON text that a hostile server wrote, and the canonical writing of a value.

What is wrong with a text is collected, not raised, as long as a value can be had: one fault must not hide the
others.
What a value means to A2A does not belong here.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final, NoReturn

MAX_DEPTH: Final = 200
MAX_VALUES: Final = 500_000
"""Values and members of one text; read, each takes some fifty times the two bytes that it can be written in."""
MAX_INTEGER_DIGITS: Final = 300

_SPACE: Final = " \t\n\r"
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\Z)', re.DOTALL)
_BRACKET: Final = re.compile(r"[][{}]")
_SURROGATE_ESCAPE: Final = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class Unreadable(Exception):  # noqa: N818 - a state of the text, read as one  # noqa: N818 - a state of the text, read as one
    """No value can be had from the text; the message says why, in words for the server's author."""

    @property
    def reason(self) -> str:
        """The message."""
        return str(self)


@dataclass(frozen=True, slots=True)
class Problem:
    """What RFC 8259 has against a text that could be read.

    `kind` is one of: bom, not-utf8, duplicate-member, nan, trailing, lone-surrogate, control-character.
    `text` says it in a sentence; it may quote the server and is not yet safe to print.
    """

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class OddNumber:
    """A number that Python's types can't hold (1e999, NaN, 5,000 digits), as it was written."""

    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """The first JSON value of a text and what is wrong with the text."""

    value: Any
    problems: tuple[Problem, ...] = ()


def parse(data: bytes) -> Document:
    """Read `data` as JSON (RFC 8259).

    Objects are dict (the last of duplicate members counts), numbers int, float or OddNumber.
    Raises Unreadable, and nothing else, whatever the bytes are.
    """
    problems: dict[str, Problem] = {}
    text = _decode(data, problems)
    if not text.strip(_SPACE):
        raise Unreadable("the body is empty")
    if _more_than(text, MAX_VALUES):
        raise Unreadable(f"more than {MAX_VALUES:,} values")
    if _deeper_than(text, MAX_DEPTH):
        raise Unreadable(f"nested deeper than {MAX_DEPTH}")
    value, end = _read(text, problems)
    if text[end:].strip(_SPACE):
        _note(problems, "trailing", f"something follows the JSON value, at character {end}")
    if _SURROGATE_ESCAPE.search(text):
        value = _without_surrogates(value, problems)
    return Document(value, tuple(problems.values()))


def encode(value: object) -> bytes:
    """Return the canonical bytes of a JSON value: sorted members, no spaces; 1, 1.0 and true differ.

    Lone surrogates come out escaped, so the bytes are always UTF-8. Raises TypeError for what is not JSON.
    """
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=_odd)
    return text.encode("utf-8", "backslashreplace")


def _odd(value: object) -> dict[str, str]:
    if isinstance(value, OddNumber):
        return {"\0number": value.text}
    raise TypeError(f"{type(value).__name__} is not a JSON value")


def _note(problems: dict[str, Problem], kind: str, text: str) -> None:
    """Keep the first problem of each kind: a hostile text could hold a million."""
    problems.setdefault(kind, Problem(kind, text))


def _decode(data: bytes, problems: dict[str, Problem]) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        _note(problems, "bom", "the text starts with a byte order mark")
        data = data[3:]
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        wrong = f"byte {error.start} is not UTF-8"
    guess = json.detect_encoding(data[:4])
    if guess != "utf-8":
        wrong = f"the text is {guess.upper()}, not UTF-8"
    _note(problems, "not-utf8", wrong)
    return data.decode(guess, "replace")


def _more_than(text: str, limit: int) -> bool:
    """Say whether there are more values than `limit`; every value but the first has a mark of its own before it."""
    if sum(map(text.count, ",:[{")) <= limit:
        return False
    plain = _STRING.sub("", text)
    return sum(map(plain.count, ",:[{")) > limit


def _deeper_than(text: str, limit: int) -> bool:
    if text.count("[") + text.count("{") <= limit:
        return False
    depth = 0
    for bracket in _BRACKET.findall(_STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > limit:
            return True
    return False


def _read(text: str, problems: dict[str, Problem]) -> tuple[Any, int]:
    start = len(text) - len(text.lstrip(_SPACE))
    try:
        return _decoder(problems, strict=True).raw_decode(text, start)
    except RecursionError:
        raise Unreadable(f"nested deeper than {MAX_DEPTH}") from None
    except json.JSONDecodeError as error:
        if not error.msg.startswith("Invalid control character"):
            _refuse(error)
        _note(problems, "control-character", f"a raw control character in a string, at character {error.pos}")
    try:
        return _decoder(problems, strict=False).raw_decode(text, start)
    except json.JSONDecodeError as error:
        _refuse(error)


def _refuse(error: json.JSONDecodeError) -> NoReturn:
    message = error.msg[:1].lower() + error.msg[1:]
    raise Unreadable(f"not JSON: {message}, line {error.lineno}, column {error.colno}") from None


def _decoder(problems: dict[str, Problem], *, strict: bool) -> json.JSONDecoder:
    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            twice, _ = Counter(name for name, _ in pairs).most_common(1)[0]
            _note(problems, "duplicate-member", f"an object has the member {_quoted(twice)} more than once")
        return found

    def constant(text: str) -> OddNumber:
        _note(problems, "nan", f"{text} is not a JSON number")
        return OddNumber(text)

    return json.JSONDecoder(
        object_pairs_hook=members,
        parse_int=_integer,
        parse_float=_fraction,
        parse_constant=constant,
        strict=strict,
    )


def _quoted(name: str) -> str:
    return json.dumps(name if len(name) <= 80 else name[:79] + "…", ensure_ascii=True)


def _integer(text: str) -> int | OddNumber:
    return int(text) if len(text) <= MAX_INTEGER_DIGITS else OddNumber(text)


def _fraction(text: str) -> float | OddNumber:
    number = float(text)
    return OddNumber(text) if number in (float("inf"), float("-inf")) else number


def _without_surrogates(value: Any, problems: dict[str, Problem]) -> Any:
    if isinstance(value, str):
        clean = _SURROGATE.sub("\ufffd", value)
        if clean != value:
            _note(problems, "lone-surrogate", "a string holds half of a surrogate pair (\\ud800 to \\udfff)")
        return clean
    if isinstance(value, list):
        return [_without_surrogates(item, problems) for item in value]
    if isinstance(value, dict):
        return {
            _without_surrogates(name, problems): _without_surrogates(item, problems)
            for name, item in value.items()
        }
    return value
