"""JSON pointers (RFC 6901) into raw JSON, where a missing place is a value and not an exception."""

from __future__ import annotations

import functools
from typing import Any

from jsonpointer import JsonPointer

from conformance.core.missing import MISSING

compiled = functools.lru_cache(maxsize=512)(JsonPointer)


def at(document: Any, pointer: str) -> Any:
    """Return what stands at `pointer` in `document`, MISSING where nothing does."""
    return compiled(pointer).resolve(document, MISSING)


def escape(name: str) -> str:
    """Return a member's name as one reference token of a pointer."""
    return name.replace("~", "~0").replace("/", "~1")
