"""JSON in and out, strictly: what can't be answered safely is not read (RFC 8259).

No protocol knowledge here.
"""

from __future__ import annotations

import json
import math

from conformance.reference.errors import bad_json

DEEPEST = 100


def read(body: bytes) -> object:
    """Return the one JSON value in `body`, or raise the −32700 error.

    Refused besides bad syntax: no UTF-8, a BOM, NaN and Infinity (also as 1e999), lone surrogates, more than
    100 levels, integers of thousands of digits.
    """
    try:
        value = json.loads(body.decode("utf-8"), parse_constant=no_constant, parse_float=finite)
        if b"\\u" in body:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except RecursionError:
        raise bad_json("nested too deeply") from None
    except ValueError as error:
        raise bad_json(str(error)[:200]) from None
    if too_deep(value):
        raise bad_json("nested too deeply")
    return value


def no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    return value


def too_deep(value: object) -> bool:
    """Say whether `value` has more than DEEPEST levels, without recursing."""
    level: list[object] = [value]
    for _ in range(DEEPEST):
        level = [
            child
            for item in level
            if isinstance(item, dict | list)
            for child in (item.values() if isinstance(item, dict) else item)
        ]
        if not level:
            return False
    return True


def write(value: object) -> bytes:
    """Return `value` as UTF-8 with no spaces."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8")
