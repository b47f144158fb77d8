"""Hostile servers whose values have other types, or other magnitudes, than any client expects."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

from conformance.proof.hostile import Asked, each_list, each_task, everywhere, hostile
from conformance.proof.rawserver import Answer, reply

ODD: tuple[Any, ...] = (
    None,
    0,
    -1,
    1.5,
    10**30,
    1e308,
    True,
    "",
    "x",
    [],
    [[]],
    {},
    {"x": None},
    [None],
    ["x", 1],
)
STAMPS = (
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:60Z",
    "0000-00-00T00:00:00Z",
    "2026-01-01T00:00:00.999999999999999999Z",
    "2026-01-01T00:00:00+99:99",
    "-1",
    "1e999",
    "२०२६-०१-०१T००:००:००Z",
    "",
    "2026-06-30T23:59:60Z",
)


@hostile("Its ids are numbers.")
def ids_are_numbers(ask: Asked) -> Answer:
    return each_list(ask, lambda result: _ids(result, lambda place: place))


@hostile("Its ids are objects and lists.")
def ids_are_objects(ask: Asked) -> Answer:
    return each_list(ask, lambda result: _ids(result, lambda place: {"id": place} if place % 2 else [place]))


@hostile("Its ids are empty.")
def ids_are_empty(ask: Asked) -> Answer:
    return each_list(ask, lambda result: _ids(result, lambda _: ""))


@hostile("Its tasks are an object.")
def tasks_are_an_object(ask: Asked) -> Answer:
    return each_list(ask, lambda result: result.update(tasks={t["id"]: t for t in result["tasks"]}))


@hostile("Its tasks are a string.")
def tasks_are_a_string(ask: Asked) -> Answer:
    return each_list(ask, lambda result: result.update(tasks=str(result["tasks"])))


@hostile("Among its tasks are null, numbers, strings and lists.")
def tasks_of_all_types(ask: Asked) -> Answer:
    return each_list(ask, lambda result: result.update(tasks=[*ODD, *result["tasks"], *ODD]))


@hostile("Status, history, artifacts and the rest of a task are of a type that changes from task to task.")
def members_of_all_types(ask: Asked) -> Answer:
    turn = itertools.count(ask.number)

    def change(task: dict[str, Any]) -> None:
        for name in ("contextId", "status", "history", "artifacts", "metadata"):
            task[name] = ODD[next(turn) % len(ODD)]

    return each_task(ask, change)


@hostile("Inside status, messages and artifacts the types change from task to task.")
def inner_members_of_all_types(ask: Asked) -> Answer:
    turn = itertools.count(ask.number)

    def change(task: dict[str, Any]) -> None:
        for name in ("state", "timestamp", "message"):
            task["status"][name] = ODD[next(turn) % len(ODD)]
        for name in ("history", "artifacts"):
            odd = ODD[next(turn) % len(ODD)]
            whole = {"messageId": odd, "artifactId": odd, "role": odd, "parts": odd, "taskId": odd}
            task[name] = [odd, whole, {"parts": [odd, {"text": odd}, {"data": odd}], "messageId": "m"}]

    return each_task(ask, change)


@hostile("Everything in an answer that is no object is null.")
def everything_is_null(ask: Asked) -> Answer:
    return _changed(ask, lambda _: None)


@hostile("Everything in an answer that is no object is an object.")
def everything_is_an_object(ask: Asked) -> Answer:
    return _changed(ask, lambda value: {"value": value})


@hostile("Strings are numbers and numbers are strings.")
def strings_are_numbers(ask: Asked) -> Answer:
    return _changed(ask, lambda value: len(value) if isinstance(value, str) else str(value))


@hostile("totalSize, pageSize and nextPageToken are of a type that changes from answer to answer.")
def totals_of_all_types(ask: Asked) -> Answer:
    odd = ODD[ask.number % len(ODD)]
    return each_list(ask, lambda result: result.update(totalSize=odd, pageSize=odd, nextPageToken=odd))


@hostile("totalSize and pageSize are huge or negative.")
def totals_are_absurd(ask: Asked) -> Answer:
    absurd = (10**250, -(10**250), 2**63, -1, 1e308)[ask.number % 5]
    return each_list(ask, lambda result: result.update(totalSize=absurd, pageSize=absurd))


@hostile("Its timestamps are at the ends of time, beyond them, or none.")
def timestamps_beyond_time(ask: Asked) -> Answer:
    turn = itertools.count()
    return each_task(ask, lambda task: task["status"].update(timestamp=STAMPS[next(turn) % len(STAMPS)]))


@hostile("Its timestamps are numbers, of seconds, milliseconds and more digits than a float holds.")
def timestamps_are_numbers(ask: Asked) -> Answer:
    turn = itertools.count()
    stamps = (0, -1, 1.7e9, 1.7e12, 10**200, True)
    return each_task(ask, lambda task: task["status"].update(timestamp=stamps[next(turn) % len(stamps)]))


@hostile("All of its tasks have the same id.")
def one_id_for_all(ask: Asked) -> Answer:
    return each_list(ask, lambda result: _ids(result, lambda _: "the-same"))


@hostile("Every JSON-RPC answer is for another request.")
def answers_for_another_request(ask: Asked) -> Answer:
    return _envelope(ask, lambda value: value | {"id": f"another-{ask.number}"})


@hostile("The ids and versions of JSON-RPC answers have other types.")
def envelopes_of_other_types(ask: Asked) -> Answer:
    odd = ODD[ask.number % len(ODD)]
    return _envelope(ask, lambda value: value | {"id": odd, "jsonrpc": odd})


@hostile("JSON-RPC answers hold a result and an error.")
def result_and_error(ask: Asked) -> Answer:
    both = {"result": {"tasks": []}, "error": {"code": -32602, "message": "no"}}
    return _envelope(ask, lambda value: both | value)


@hostile("The members of its errors have other types.")
def error_members_of_all_types(ask: Asked) -> Answer:
    def change(value: Any) -> Any:
        odd = ODD[ask.number % len(ODD)]
        if not isinstance(value, dict) or "error" not in value:
            return value
        names = ("code", "message", "data", "status", "details")
        return value | {"error": dict.fromkeys(names, odd)}

    return _envelope(ask, change, rpc_only=False)


@hostile("The details of its errors have other types.")
def error_details_of_all_types(ask: Asked) -> Answer:
    def change(value: Any) -> Any:
        if not isinstance(value, dict) or not isinstance(value.get("error"), dict):
            return value
        kinds = {"@type": "type.googleapis.com/google.rpc.ErrorInfo"}
        details = [kinds | dict.fromkeys(("reason", "domain", "metadata"), odd) for odd in ODD]
        details += [{"@type": odd} for odd in ODD]
        return value | {"error": value["error"] | {"data": [*ODD, *details], "details": [*ODD, *details]}}

    return _envelope(ask, change, rpc_only=False)


@hostile("Its errors are strings, lists and numbers.")
def errors_of_all_types(ask: Asked) -> Answer:
    odd = ODD[ask.number % len(ODD)]
    return _envelope(ask, lambda value: value | {"error": odd} if "error" in value else value, rpc_only=False)


@hostile("All of its errors are errors, of any code there is.")
def errors_of_all_codes(ask: Asked) -> Answer:
    codes = (0, 1, -1, 32001, -32700, -32603, -32601, -32099, 2**31, 4.5, -32001)
    error = {"code": codes[ask.number % len(codes)], "message": "m"}
    return _envelope(ask, lambda value: value | {"error": error})


@hostile("Its answers are scalars and lists.")
def answers_are_scalars(ask: Asked) -> Answer:
    if ask.is_card:
        return ask.right().bytes()
    return reply(json.dumps(ODD[ask.number % len(ODD)]), content_type="application/json")


@hostile("Its results are scalars and lists.")
def results_are_scalars(ask: Asked) -> Answer:
    return ask.right().bytes() if ask.is_card else ask.result(ODD[ask.number % len(ODD)]).bytes()


@hostile("Each answer is another's: lists for GetTask and tasks for ListTasks.")
def answers_swapped(ask: Asked) -> Answer:
    memory = ask.memory
    right = ask.right()
    if ask.is_card or right.status != 200 or b'"error"' in right.body[:80]:
        return right.bytes()
    kept = memory.get("get" if ask.is_list else "list", right)
    memory["list" if ask.is_list else "get"] = right
    return bytes(kept.bytes())


def _ids(result: dict[str, Any], make: Callable[[int], Any]) -> None:
    for place, task in enumerate(result["tasks"]):
        task["id"] = make(place)


def _changed(ask: Asked, change: Callable[[Any], Any]) -> bytes:
    """Return the right answer with `change` made to all values in result or error; envelope and card stay."""
    right = ask.right()
    if ask.is_card:
        return right.bytes()
    value = right.json
    for name in ("result", "error") if ask.is_rpc else ():
        if name in value:
            value[name] = everywhere(value[name], change)
    return right.holding(value if ask.is_rpc else everywhere(value, change)).bytes()


def _envelope(ask: Asked, change: Callable[[Any], Any], *, rpc_only: bool = True) -> bytes:
    right = ask.right()
    if ask.is_card or (rpc_only and not ask.is_rpc) or not right.body:
        return right.bytes()
    value = right.json
    return right.holding([change(one) for one in value] if isinstance(value, list) else change(value)).bytes()
