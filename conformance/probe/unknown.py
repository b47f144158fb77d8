"""Ids that no task has, in the shape that a server's ids have: a server may refuse other shapes without looking."""

from __future__ import annotations

import hashlib
import os.path
import re

from conformance.probe.store import Store

UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"
"""No task's id; every interface is asked for it first."""
RANDOM_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
_UUID_MARKS = (14, 19)
"""Where a UUID says its version and variant."""
_CLASSES = ("0123456789", "abcdef", "ghjkmnpqrstvwxyz", "ABCDEF", "GHJKMNPQRSTVWXYZ")
_KEPT = 2
_LONG = 9


def unknown_id(store: Store) -> str:
    """Return an id shaped like those of `store`; the all but empty UUID where the store has random UUIDs or nothing."""
    ids = sorted((task_id for task_id in store.ids if task_id), key=lambda task_id: "/" in task_id)
    if not ids or any(RANDOM_UUID.fullmatch(task_id) for task_id in ids):
        return UNKNOWN_ID
    prefix = os.path.commonprefix(ids) if len(ids) > 1 else ""  # noqa: RUF071 - of text is what is meant
    kept = max(_KEPT, len(prefix))
    altered = _altered(ids[0], kept)
    # Of short ids most are taken; a number of so many digits still fits into 32 bits.
    return _altered((ids[0] * _LONG)[: max(_LONG, kept + 1)], kept) if altered in store.ids else altered


def can_exist(asked: str) -> bool:
    """Whether an id of that shape is so short that a task may have it after all."""
    return len(asked) < 12


def _altered(known: str, kept: int) -> str:
    """Return `known` with other letters and digits, each of its own kind, behind the first `kept`."""
    uuid = len(known) == 36 and known.count("-") == 4
    stream = hashlib.shake_256(known.encode("utf-8", "surrogatepass")).digest(len(known))
    pairs = enumerate(zip(known, stream, strict=True))
    return "".join(
        char if place < kept or (uuid and place in _UUID_MARKS) else _other(char, byte)
        for place, (char, byte) in pairs
    )


def _other(char: str, byte: int) -> str:
    kind = next((letters for letters in _CLASSES if char in letters), "")
    return kind[(kind.index(char) + 1 + byte % (len(kind) - 1)) % len(kind)] if kind else char
