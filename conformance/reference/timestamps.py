"""RFC 3339 timestamps as integers of nanoseconds, exactly (§5.6.1).

Nothing here rounds or goes through floats, and nothing rewrites a timestamp's text.
"""

from __future__ import annotations

import datetime as dt
import re

PATTERN = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)", re.ASCII)
EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
SECOND = 10**9
MILLISECOND = 10**6


def parse(text: str) -> int:
    """Return nanoseconds since the epoch; ValueError for anything but RFC 3339 with T and a zone."""
    match = PATTERN.fullmatch(text)
    if match is None:
        raise ValueError("no RFC 3339 timestamp such as 2026-01-31T09:00:00.5Z")
    *calendar, fraction, zone = match.groups()
    moment = dt.datetime(*map(int, calendar), tzinfo=dt.UTC)  # type: ignore[misc, arg-type]  # six integers, as the pattern says
    seconds = (moment - EPOCH) // dt.timedelta(seconds=1) - offset(zone)
    return seconds * SECOND + int((fraction or "").ljust(9, "0"))


def offset(zone: str) -> int:
    """Return the seconds that `zone`, "Z" or "+02:00", is ahead of UTC; ValueError past 23:59."""
    if zone == "Z":
        return 0
    hours, minutes = int(zone[1:3]), int(zone[4:6])
    if hours > 23 or minutes > 59:
        raise ValueError(f"no such offset: {zone}")
    return (hours * 3600 + minutes * 60) * (-1 if zone[0] == "-" else 1)


def text(nanoseconds: int) -> str:
    """Return the wire form of a whole number of milliseconds, with three digits (§5.6.1 SHOULD)."""
    seconds, rest = divmod(nanoseconds, SECOND)
    moment = EPOCH + dt.timedelta(seconds=seconds)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{rest // MILLISECOND:03d}Z"
