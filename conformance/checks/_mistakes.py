"""Bad input, by kind: what several requirements ask the same of. How each must be answered is the checks' own.

The questions are those that the checks of each parameter ask too, so that they cost nothing here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from conformance.checks._history import subject
from conformance.checks._tasks import sample
from conformance.probe.questions import Question, get_task, list_tasks
from conformance.probe.store import Store

UNUSABLE: Mapping[str, Any] = {"'abc'": "abc", "1.5": 1.5, "true": True, "2^40": 2**40}
"""What is no int32, as people read it and as it is asked."""
LENGTHS: Mapping[str, Any] = {"-1": -1, **UNUSABLE}
LIST = '{"jsonrpc": "2.0", "id": "1", "method": "ListTasks", "params": {}'
"""A request that lacks its last brace."""
WHOLE = LIST + "}"
LONG_SIZE = '{"pageSize": ' + "1" * 5000 + "}"
UNKNOWN_METHOD = "ConformanceNoSuchMethod"
OTHER_TENANT = "conformance-no-such-tenant"

Made = Mapping[str, Question]


def known(store: Store, operation: str) -> Question:
    """Ask for something that is there: the same without a mistake."""
    return get_task(sample(store, 2)[0]) if operation == "get" else list_tasks()


def batch(store: Store) -> Question:
    """Ask for two lists in one request."""
    params = {"pageSize": 1} | ({"tenant": tenant} if (tenant := store.facts["tenant"]) else {})
    one = {"jsonrpc": "2.0", "method": "ListTasks", "params": params}
    return list_tasks().spoken(rpc_body=json.dumps([one | {"id": "1"}, one | {"id": "2"}]))


def notification() -> Question:
    """Ask for a list without an id."""
    return list_tasks(page_size=1).spoken(rpc_without=("id",))


def _page_size(_: Store) -> Made:
    sizes = {"0": 0, "-1": -1, "1000": 1000, "2147483647": 2**31 - 1, **UNUSABLE, "''": ""}
    return {f"pageSize {text}": list_tasks(page_size=value) for text, value in sizes.items()}


def _listed_history(_: Store) -> Made:
    return {f"historyLength {text}": list_tasks(window=value) for text, value in LENGTHS.items()}


def _read_history(store: Store) -> Made:
    task_id = subject(store) or sample(store, 2)[0]
    return {f"historyLength {text}": get_task(task_id, window=value) for text, value in LENGTHS.items()}


def _flag(_: Store) -> Made:
    flags = {"'abc'": "abc", "2": 2}
    return {
        f"includeArtifacts {text}": list_tasks(page_size=2, artifacts=value) for text, value in flags.items()
    }


def _status(store: Store) -> Made:
    states = {store.profile.states["unknown"]: store.profile.states["unknown"], "99": 99}
    return {f"status {text}": list_tasks(status=value, page_size=100) for text, value in states.items()}


def _timestamp(_: Store) -> Made:
    stamps = {"'banana'": "banana", "a date": "2026-01-31", "a year of 6 digits": "999999-01-01T00:00:00Z"}
    return {
        f"statusTimestampAfter {text}": list_tasks(after=value, page_size=2) for text, value in stamps.items()
    }


def _context(_: Store) -> Made:
    return {"contextId with NUL": list_tasks(context="no\0such")}


def _id(_: Store) -> Made:
    return {
        "an empty id": get_task(""),
        "a number as id": get_task(5),
        "an object as id": get_task({"id": "x"}),
        "no id": get_task("").but(id=...),
        "an id with NUL": get_task("no\0such"),
    }


def _path_id(_: Store) -> Made:
    return {"an id with NUL": get_task("no\0such")}


def _listed_version(store: Store) -> Made:
    asked = {**_versions(list_tasks(), store), "abc": list_tasks().with_headers(A2A_Version="abc")}
    return {f"A2A-Version {text}": question for text, question in asked.items()}


def _read_version(store: Store) -> Made:
    return {f"A2A-Version {text}": asked for text, asked in _versions(known(store, "get"), store).items()}


def _versions(question: Question, store: Store) -> Made:
    named = ["9.9", f"1.{store.facts['highest_minor'] + 1}"]
    return {"none": question.with_headers(A2A_Version=None)} | {
        version: question.with_headers(A2A_Version=version) for version in named
    }


def _body(_: Store) -> Made:
    return {
        "bad JSON": list_tasks().spoken(rpc_body=LIST),
        "3,000 brackets that are never closed": list_tasks().spoken(rpc_body="[" * 3000),
        "a pageSize of 5,000 digits": list_tasks().spoken(rpc_body=WHOLE.replace("{}", LONG_SIZE)),
        "no UTF-8": list_tasks().spoken(rpc_body=LIST.replace("{}", '{"contextId": "\udcff"}}')),
    }


def _envelope(store: Store) -> Made:
    return {
        "jsonrpc missing": list_tasks().spoken(rpc_without=("jsonrpc",)),
        "method missing": list_tasks().spoken(rpc_without=("method",)),
        "an unknown method": list_tasks().spoken(rpc_method=UNKNOWN_METHOD),
        "a number": list_tasks().spoken(rpc_body="5"),
        "a batch": batch(store),
        "no id": notification(),
    }


def _params(_: Store) -> Made:
    return {
        "params an array": list_tasks().spoken(rpc_params=["x"]),
        "params a text": list_tasks().spoken(rpc_params="x"),
    }


def _request(_: Store) -> Made:
    return {
        "pageSize twice": list_tasks(page_size=1).spoken(http_query="pageSize=1&pageSize=2"),
        "PUT /tasks": list_tasks().spoken(http_method="PUT"),
    }


def _tenant(store: Store) -> Made:
    if not store.facts["tenant"]:
        return {}
    return {"a tenant that is not declared": list_tasks().spoken(tenant=OTHER_TENANT)}


Makers = dict[tuple[str, str], Callable[[Store], Made]]
BOTH: Makers = {
    ("list", "pageSize"): _page_size,
    ("list", "historyLength"): _listed_history,
    ("list", "includeArtifacts"): _flag,
    ("list", "status"): _status,
    ("list", "statusTimestampAfter"): _timestamp,
    ("list", "contextId"): _context,
    ("list", "version"): _listed_version,
    ("list", "tenant"): _tenant,
    ("get", "historyLength"): _read_history,
    ("get", "version"): _read_version,
}
MAKERS: Mapping[str, Makers] = {
    "jsonrpc": BOTH
    | {
        ("get", "id"): _id,
        ("list", "body"): _body,
        ("list", "envelope"): _envelope,
        ("list", "params"): _params,
    },
    "http+json": BOTH | {("get", "id"): _path_id, ("list", "request"): _request},
}
KINDS = sorted({kind for makers in MAKERS.values() for kind in makers})
"""Operation and kind of every mistake on any binding."""


def mistakes(store: Store, operation: str, kind: str) -> Made:
    """Return questions with a mistake of one kind, by what is wrong; none where the binding can't express it."""
    make = MAKERS.get(store.facts["binding"], {}).get((operation, kind))
    return make(store) if make else {}
