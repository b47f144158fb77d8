"""One thing wrong with a profile's file, and the words for it: dotted keys, the nearest right name.

What is wrong is found by `mistakes` and `rules`.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.core.hostile import for_terminal

BARE = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing wrong: the dotted key at fault, and what to do about it."""

    key: str
    text: str

    def __str__(self) -> str:
        return for_terminal(f"{self.key or 'the file'}: {self.text}", 400)


def dotted(path: Collection[str | int]) -> str:
    """Return a path into a file as people write it: promises."size.default".strength, filters[2].pointer."""
    found = ""
    for step in path:
        if isinstance(step, int):
            found += f"[{step}]"
        else:
            name = step if BARE.fullmatch(step) else json.dumps(step, ensure_ascii=False)
            found += f".{name}" if found else name
    return found


def nearest(name: object, known: Collection[Any]) -> str:
    """Return "; did you mean …?" where something known is near, else the empty text."""
    near = difflib.get_close_matches(str(name), [str(one) for one in known], 1)
    return f"; did you mean {near[0]}?" if near else ""


def shown(value: object) -> str:
    """Return a value of a file as JSON, cut short where it is long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:60]}…"


def has(data: Mapping[str, Any], key: str) -> bool:
    """Whether a file's data holds something at one of some dotted keys, "a.b|c".

    Of a key in a list of tables, "pager.ends", one table that has it is enough.
    """
    return any(_has(data, one.split(".")) for one in key.split("|"))


def _has(data: Any, steps: Sequence[str]) -> bool:
    for place, step in enumerate(steps):
        if isinstance(data, list):
            return any(_has(one, steps[place:]) for one in data)
        if not isinstance(data, Mapping) or step not in data:
            return False
        data = data[step]
    return data not in ({}, [])
