"""Taking out of a text what is another in every run: ids, page tokens, times, the run's nonce, free ports.

What remains is what two runs against an unchanged server have in common, and what two servers are compared by.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import unquote

from conformance.core.jsontext import Unreadable, parse

ID: Final = "<id>"
TOKEN: Final = "<token>"  # noqa: S105 - what stands for a page token
TIME: Final = "<time>"
NONCE: Final = "<nonce>"
PORT: Final = "<port>"
SHORTEST: Final = 6
"""Shorter ids and tokens stay: taking "3" out would tear up every text."""
ID_NAMES: Final = frozenset({"id", "taskId", "contextId", "messageId", "artifactId"})
TOKEN_NAMES: Final = frozenset({"nextPageToken", "pageToken"})
LONGEST: Final = 20_000
"""Characters of one text that are looked at; the rest is cut off."""

_MADE: Final = re.compile(
    r"(?P<time>\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)?"
    r"|\b[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:?\d\d)?"
    # Milliseconds, microseconds or nanoseconds since 1970, of the years 2020 to 2033.
    r"|(?<![0-9.])1[6-9]\d{11}(?:\d{3}){0,2}(?![0-9.])"
    r"|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT)"
    r"|(?P<id>(?<![0-9A-Za-z])[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b|\b[0-9a-fA-F]{32}\b)"
    r"|(?P<host>(?:127\.0\.0\.1|localhost|\[::1\])):\d{1,5}\b"
)
_RUN: Final = re.compile(r"[A-Za-z0-9_\-+/=.~%]{6,}+(?P<cut>…?)")
_UNKNOWN: Final = "00000000-0000-4000-8000-000000000000"
"""The id that no task has: the suite's own, the same in every run."""


class Normaliser:
    """Replaces in texts of one report what that report's exchanges show to be an id or a page token.

    Ids are the strings under `id`, `taskId`, `contextId`, `messageId` and `artifactId` that hold a digit; tokens
    those under `nextPageToken` and `pageToken`, or where the report's profile has them; both from six characters on.
    UUIDs, RFC 3339 and HTTP times, and ports of the loopback are known by their form.
    """

    def __init__(self, report: Mapping[str, Any]) -> None:
        known: dict[str, str] = {}
        tokens = TOKEN_NAMES | _last(report, "answer", "next_token")
        ids = ID_NAMES | _last(report, "item", "id", "window_id", "context")
        for exchange in report["exchanges"].values():
            for part in (exchange["request"], exchange["response"]):
                for name, value in _named(part, ids | tokens):
                    if name in tokens:
                        known[value] = TOKEN
                    elif any(char.isdigit() for char in value):
                        known.setdefault(value, ID)
        known.pop(_UNKNOWN, None)
        self._known = known
        self._sorted = sorted(known)
        self._odd = _alternatives(value for value in known if not _RUN.fullmatch(value))
        self._nonce = str(report["options"].get("nonce") or "")
        self.text = functools.lru_cache(maxsize=50_000)(self._text)
        """Return a text without what changes from run to run."""

    def _text(self, text: str) -> str:
        text = text[:LONGEST]
        if self._odd:
            text = self._odd.sub(lambda found: self._known[found[0]], text)
        text = _RUN.sub(self._run, text)
        text = _MADE.sub(_made, text)
        return text.replace(self._nonce, NONCE) if len(self._nonce) >= SHORTEST else text

    def _run(self, found: re.Match[str]) -> str:
        text, cut = found[0].removesuffix("…"), found["cut"]
        if text in self._known:
            return self._known[text]
        if cut:
            return self._begun(text) or found[0]
        bare = text.rstrip(".=")
        plain = unquote(text) if "%" in text else text
        if plain in self._known:
            return self._known[plain]
        if bare in self._known:
            return self._known[bare] + text[len(bare) :]
        return self._parts(text)

    def _parts(self, text: str) -> str:
        """Return a path or a query with what is known in it replaced; a token may hold / and = itself."""
        for place, char in enumerate(text):
            if char not in "/=":
                continue
            rest = text[place + 1 :]
            for end in range(len(rest), SHORTEST - 1, -1):
                if (end == len(rest) or rest[end] in "/=") and unquote(rest[:end]) in self._known:
                    found = self._known[unquote(rest[:end])]
                    return self._part(text[:place]) + char + found + self._parts(rest[end:])
        return self._part(text)

    def _part(self, text: str) -> str:
        known = self._known.get(unquote(text), text) if len(text) >= SHORTEST else text
        return known if known != text or not set("/=") & set(text) else self._joined(text)

    def _joined(self, text: str) -> str:
        parts = re.split(r"([/=])", text)
        return "".join(
            self._known.get(unquote(part), part) if len(part) >= SHORTEST else part for part in parts
        )

    def _begun(self, text: str) -> str:
        """Return what stands for a known value of which only the start was written."""
        place = bisect_left(self._sorted, text)
        if place < len(self._sorted) and self._sorted[place].startswith(text):
            return self._known[self._sorted[place]]
        return ""


def _made(found: re.Match[str]) -> str:
    if found["time"]:
        return TIME
    if found["id"]:
        return found[0] if found[0] == _UNKNOWN else ID
    return f"{found['host']}:{PORT}"


def _alternatives(values: Iterator[str]) -> re.Pattern[str] | None:
    longest = sorted(values, key=len, reverse=True)[:1000]
    return re.compile("|".join(map(re.escape, longest))) if longest else None


def _last(report: Mapping[str, Any], table: str, *keys: str) -> frozenset[str]:
    """Return the names of the members to which pointers of the report's profile lead."""
    places = (report.get("profile") or {}).get(table)
    if not isinstance(places, Mapping):
        return frozenset()
    found = (places.get(key) for key in keys)
    return frozenset(place.rpartition("/")[2] for place in found if isinstance(place, str) and place)


def _named(part: Mapping[str, Any] | None, names: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield the ids and tokens of a body with the name of their member."""
    if part is None or part["encoding"] != "utf-8" or not part["body"]:
        return
    try:
        waiting: list[Any] = [parse(part["body"].encode("utf-8", "replace")).value]
    except Unreadable:
        return
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            for name, entry in value.items():
                if isinstance(entry, dict | list):
                    waiting.append(entry)
                elif isinstance(entry, str) and len(entry) >= SHORTEST and name in names:
                    yield name, entry
