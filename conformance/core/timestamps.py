"""RFC 3339 timestamps in exact nanoseconds, and what A2A (§5.6.1) has against a timestamp.

`whenever` knows the calendar and the offsets; the fraction is ours, exact in every version of it.
How timestamps order tasks does not belong here.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from whenever import Instant

SECOND: Final = 1_000_000_000
_DAY: Final = 86_400
_UNITS: Final = {"seconds": SECOND, "milliseconds": 1_000_000, "integer": SECOND}
_SORTED: Final = 64
"""Bytes of a text that count when it is sorted."""

_RFC3339: Final = re.compile(
    r"(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ](?P<minute>[0-9]{2}:[0-9]{2}):(?P<second>[0-9]{2})"
    r"(?:\.(?P<fraction>[0-9]{1,9}))?(?P<zone>[Zz]|[+-][0-9]{2}:[0-9]{2})"
)
_BASIC: Final = re.compile(r":[0-9.]+[+-][0-9]{4}$")
_LOOSE: Final = re.compile(
    r"(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})(?P<join>[Tt ]?)(?P<time>[0-9]{2}:[0-9]{2}:[0-9]{2})"
    r"(?P<fraction>\.[0-9]+)?(?P<zone>[Zz]|[+-][0-9]{2}:?[0-9]{2}|)"
)


def nanoseconds(text: str) -> int | None:
    """Return the nanoseconds since 1970 that an RFC 3339 text stands for, None where it is not one.

    Offsets, lower-case `t` and `z`, a space for `T` and up to nine fraction digits are understood, to order
    what a strict reading refuses. A leap second counts as the second before it.
    """
    match = _RFC3339.fullmatch(text)
    if match is None:
        return None
    leap = match["second"] == "60"
    second = "59" if leap else match["second"]
    try:
        instant = Instant.parse_iso(f"{match['date']}T{match['minute']}:{second}{match['zone'].upper()}")
    except ValueError:
        return None
    seconds = instant.timestamp()
    if leap and (seconds + 1) % _DAY:
        return None
    return seconds * SECOND + int((match["fraction"] or "").ljust(9, "0"))


def moment(value: object, form: str = "rfc3339") -> int | None:
    """Return where a time of an API stands among its others, in nanoseconds; None where it can't be read.

    `form` is rfc3339, naive (a zone may be missing, and counts as UTC then, or be written +0000), seconds or
    milliseconds since 1970, integer (any number that grows) or text (that sorts as it is).
    """
    if form == "text":
        return (
            int.from_bytes(value.encode()[:_SORTED].ljust(_SORTED, b"\0")) if isinstance(value, str) else None
        )
    if form in _UNITS:
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return int(Decimal(str(value)) * _UNITS[form]) if number else None
    if not isinstance(value, str):
        return None
    found = nanoseconds(value)
    if found is not None or form != "naive":
        return found
    return nanoseconds(f"{value[:-2]}:{value[-2:]}" if _BASIC.search(value) else f"{value}Z")


def problems(value: object) -> list[str]:
    """Return what §5.6.1 has against `value` as a timestamp; nothing for a good one.

    Good is a string: `YYYY-MM-DDThh:mm:ss`, a fraction of at most nine digits or none, `Z`; the day exists.
    """
    if not isinstance(value, str):
        return ["it is not a string"]
    match = _LOOSE.fullmatch(value)
    if match is None:
        return ["it is not an ISO 8601 date and time, YYYY-MM-DDThh:mm:ss.sssZ"]
    found = [text for wrong, text in _faults(match) if wrong]
    plain = f"{match['date']}T{match['time']}Z"
    if nanoseconds(plain) is None:
        found.append("no such date or time exists")
    return found


def _faults(match: re.Match[str]) -> list[tuple[bool, str]]:
    zone = match["zone"]
    return [
        (match["join"] != "T", "no capital T stands between date and time"),
        (len(match["fraction"] or "") > 10, "the fraction has more than nine digits"),
        (zone == "z", "the z is not a capital Z"),
        (zone == "", "the time zone is missing: UTC is written Z"),
        (zone[:1] in {"+", "-"}, f"it has the offset {zone}: UTC is written Z"),
    ]


def fraction_digits(text: str) -> int:
    """Return how many digits the fraction of a second has, 0 where there is none."""
    match = re.search(r"\.([0-9]+)", text)
    return len(match[1]) if match else 0


def render(ns: int, digits: int = 9) -> str:
    """Write nanoseconds since 1970 in UTC with `digits` (0 to 9) fraction digits, cut towards the past.

    Raises ValueError outside the years 1 to 9999.
    """
    seconds, rest = divmod(ns, SECOND)
    text = Instant.from_timestamp(seconds).format_iso().removesuffix("Z")
    fraction = f".{rest:09d}"[: digits + 1] if digits else ""
    return f"{text}{fraction}Z"


def shift(text: str, ns: int) -> str:
    """Return the moment `ns` nanoseconds after `text`, in UTC, exact, with at least the digits of `text`.

    Raises ValueError where `text` is no RFC 3339 timestamp or the result leaves the years 1 to 9999.
    """
    start = nanoseconds(text)
    if start is None:
        raise ValueError("not an RFC 3339 timestamp")
    moved = start + ns
    needed = len(f"{moved % SECOND:09d}".rstrip("0"))
    return render(moved, max(needed, fraction_digits(text)))
