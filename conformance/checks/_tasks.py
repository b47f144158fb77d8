"""Which tasks of the store the checks look at. What is judged of them is each check's own."""

from __future__ import annotations

import re
from collections.abc import Iterable

from conformance.bindings.answer import Answer
from conformance.probe.store import Store

PLAIN = re.compile(r"[A-Za-z0-9._~-]*[A-Za-z0-9][A-Za-z0-9._~-]*")
"""Ids that stand for themselves in a path (RFC 3986 §2.3); what needs encoding is get.path-encoding's."""


def is_plain(task_id: object) -> bool:
    """Whether an id can stand in a path as it is."""
    return isinstance(task_id, str) and PLAIN.fullmatch(task_id) is not None


def plain(ids: Iterable[str]) -> list[str]:
    """Return the ids that can stand in a path as they are, or all of them where none can."""
    listed = list(dict.fromkeys(ids))
    return [task_id for task_id in listed if is_plain(task_id)] or listed


def sample(store: Store, count: int = 6) -> list[str]:
    """Return a few ids to read: some of the list, and some that the survey has read and found rich."""
    half = count // 2
    rich = plain(store.read)
    return list(dict.fromkeys([*rich[:half], *plain(store.ids)[:half], *rich]))[:count]


def terminal(store: Store, count: int = 3) -> list[str]:
    """Return ids of listed tasks in a terminal state, those that were read already first."""
    listed = plain(
        task.id for task in store.tasks if isinstance(task.id, str) and task.id and task.is_terminal
    )
    return sorted(listed, key=lambda task_id: task_id not in store.read)[:count]


def unmoved(answers: Iterable[Answer], store: Store) -> list[Answer]:
    """Return the answers to questions about tasks that did not move during the run."""
    return [answer for answer in answers if answer.question.params.get("id") not in store.moved]
