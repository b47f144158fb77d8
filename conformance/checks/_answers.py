"""Answers of many kinds, for what every answer must keep: whole pages, small ones, empty ones, refusals.

Others ask these questions too.
"""

from __future__ import annotations

from conformance.checks._lists import empty_list
from conformance.checks._tasks import sample
from conformance.probe.questions import Question, get_task, list_tasks
from conformance.probe.store import Store
from conformance.probe.unknown import unknown_id


def good(store: Store, operation: str) -> list[Question]:
    """Ask what is to be accepted."""
    if operation == "get":
        return [get_task(task_id) for task_id in sample(store)]
    return [list_tasks(), list_tasks(**store.wide), list_tasks(page_size=1), list_tasks(window=0)]


MADE_UP = "conformance-made-up-token"
"""A page token that no server gave."""


def bad(store: Store, operation: str) -> list[Question]:
    """Ask what is to be refused."""
    return [get_task(unknown_id(store))] if operation == "get" else [list_tasks(page_size="abc")]


def every(store: Store, operation: str) -> list[Question]:
    """Ask both, and for a list in which nothing is."""
    empty = [] if operation == "get" else [empty_list(store)]
    return [*good(store, operation), *empty, *bad(store, operation)]
