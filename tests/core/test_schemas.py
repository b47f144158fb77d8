"""Each rule of the schemas, with what keeps it and what breaks it."""

from __future__ import annotations

import jsonschema
import pytest

from conformance.core.schemas import SchemaProblem, nulls, problems, validator
from tests.helpers.schema_examples import (
    GOOD,
    MESSAGE,
    MISSING,
    NAMES,
    REFUSAL,
    changed,
)


@pytest.mark.parametrize("name", NAMES)
def test_each_schema_is_one_and_has_a_good_example(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(validator(name).schema)
    assert problems(name, GOOD[name]) == []
    assert nulls(name, GOOD[name]) == []


@pytest.mark.parametrize(
    ("name", "pointer", "new"),
    [
        ("task", "/contextId", MISSING),
        ("task", "/contextId", ""),
        ("task", "/contextId", None),
        ("task", "/status/message", None),
        ("task", "/status/timestamp", None),
        ("task", "/status/timestamp", "yesterday"),
        ("task", "/artifacts", None),
        ("task", "/artifacts", []),
        ("task", "/history", None),
        ("task", "/metadata", None),
        ("task", "/kind", "task"),
        ("task", "/metadata", {"context_id": {"state": 1}}),
        ("message", "/extensions", ["https://example.org/e"]),
        ("message", "/referenceTaskIds", []),
        ("message", "/taskId", None),
        ("message", "/unknown_member", 1),
        ("artifact", "/name", None),
        ("part", "/raw", None),
        ("part", "/data", None),
        ("part", "/mediaType", "text/plain"),
        ("part", "/text", ""),
        ("list-tasks-response", "/tasks", MISSING),
        ("list-tasks-response", "/tasks", None),
        ("list-tasks-response", "/nextPageToken", MISSING),
        ("list-tasks-response", "/nextPageToken", None),
        ("list-tasks-response", "/pageSize", MISSING),
        ("list-tasks-response", "/pageSize", 50.0),
        ("list-tasks-response", "/totalSize", MISSING),
        ("jsonrpc-response", "/id", None),
        ("jsonrpc-response", "/result", None),
        ("error-jsonrpc", "/data", MISSING),
        ("error-jsonrpc", "/data", []),
        ("error-jsonrpc", "/code", 418),
        ("error-http", "/error/details", MISSING),
        ("error-http", "/error/code", MISSING),
        ("error-http", "/error/status", MISSING),
    ],
)
def test_what_a_server_may_do(name: str, pointer: str, new: object) -> None:
    assert problems(name, changed(GOOD[name], pointer, new)) == []


@pytest.mark.parametrize(
    "part",
    [
        {"data": None},
        {"data": {"text": None, "media_type": 1}},
        {"data": False},
        {"text": None, "raw": None, "url": None, "data": None},
        {"raw": ""},
        {"raw": "aGk="},
        {"raw": "_-8"},
        {"url": "https://example.org/x", "filename": "x", "text": None},
    ],
)
def test_parts_with_one_content(part: object) -> None:
    assert problems("part", part) == []


@pytest.mark.parametrize(
    ("name", "pointer", "new", "at", "message"),
    [
        ("task", "/id", MISSING, "", "`id` is missing, a Task must have it"),
        ("task", "/id", "", "/id", "`id` is an empty string, it must be set (§5.7)"),
        ("task", "/id", 7, "/id", "`id` is the number 7, it must be a string"),
        ("task", "/id", None, "/id", "`id` is null, it must be a string"),
        ("task", "/status", MISSING, "", "`status` is missing, a Task must have it"),
        ("task", "/status", "TASK_STATE_WORKING", "/status", "`status` is a string, it must be an object"),
        ("task", "/status/state", MISSING, "/status", "`state` is missing, a TaskStatus must have it"),
        (
            "task",
            "/status/state",
            "completed",
            "/status/state",
            '`state` is "completed", not one of the names of TaskState (§5.5)',
        ),
        (
            "task",
            "/status/state",
            3,
            "/status/state",
            "`state` is 3, not one of the names of TaskState (§5.5)",
        ),
        (
            "task",
            "/status/state",
            "TASK_STATE_UNSPECIFIED",
            "/status/state",
            '`state` is "TASK_STATE_UNSPECIFIED", it must be set (§5.7)',
        ),
        ("task", "/status/message", "hi", "/status/message", "`message` is a string, it must be an object"),
        (
            "task",
            "/status/timestamp",
            1,
            "/status/timestamp",
            "`timestamp` is the number 1, it must be a string",
        ),
        (
            "task",
            "/context_id",
            "c",
            "/context_id",
            "`context_id` is not camelCase: the member is `contextId` (§5.5)",
        ),
        ("task", "/history", {}, "/history", "`history` is an object, it must be an array"),
        ("task", "/history/0", None, "/history/0", "`history[0]` is null, it must be an object"),
        (
            "task",
            "/history/0/parts/0/text",
            1,
            "/history/0/parts/0/text",
            "`text` is the number 1, it must be a string",
        ),
        ("task", "/metadata", [], "/metadata", "`metadata` is an array, it must be an object"),
        ("message", "/messageId", MISSING, "", "`messageId` is missing, a Message must have it"),
        (
            "message",
            "/role",
            "agent",
            "/role",
            '`role` is "agent", not one of the names of Role (§5.5)',
        ),
        (
            "message",
            "/role",
            "ROLE_UNSPECIFIED",
            "/role",
            '`role` is "ROLE_UNSPECIFIED", it must be set (§5.7)',
        ),
        ("message", "/parts", [], "/parts", "`parts` is empty, it must hold at least one element (§5.7)"),
        ("message", "/parts", None, "/parts", "`parts` is null, it must be an array"),
        (
            "message",
            "/extensions",
            [1],
            "/extensions/0",
            "`extensions[0]` is the number 1, it must be a string",
        ),
        ("artifact", "/artifactId", MISSING, "", "`artifactId` is missing, an Artifact must have it"),
        ("artifact", "/parts", [], "/parts", "`parts` is empty, it must hold at least one element (§5.7)"),
        ("part", "/text", MISSING, "", "a Part has exactly one of text, raw, url, data; here is none"),
        ("part", "/text", None, "", "a Part has exactly one of text, raw, url, data; here is none"),
        ("part", "/url", "u", "", "a Part has exactly one of text, raw, url, data; here are text and url"),
        ("part", "/data", 0, "", "a Part has exactly one of text, raw, url, data; here are text and data"),
        (
            "part",
            "/media_type",
            "x",
            "/media_type",
            "`media_type` is not camelCase: the member is `mediaType` (§5.5)",
        ),
        ("list-tasks-response", "/tasks", {}, "/tasks", "`tasks` is an object, it must be an array"),
        ("list-tasks-response", "/tasks/0", "t1", "/tasks/0", "`Task` is a string, it must be an object"),
        (
            "list-tasks-response",
            "/pageSize",
            "50",
            "/pageSize",
            "`pageSize` is a string, it must be an integer",
        ),
        (
            "list-tasks-response",
            "/pageSize",
            True,
            "/pageSize",
            "`pageSize` is a boolean, it must be an integer",
        ),
        (
            "list-tasks-response",
            "/totalSize",
            1.5,
            "/totalSize",
            "`totalSize` is the number 1.5, it must be an integer",
        ),
        (
            "list-tasks-response",
            "/nextPageToken",
            2,
            "/nextPageToken",
            "`nextPageToken` is the number 2, it must be a string",
        ),
        (
            "list-tasks-response",
            "/total_size",
            1,
            "/total_size",
            "`total_size` is not camelCase: the member is `totalSize` (§5.5)",
        ),
        ("jsonrpc-response", "/jsonrpc", 2.0, "/jsonrpc", '`jsonrpc` is 2.0, it must be "2.0"'),
        ("jsonrpc-response", "/id", MISSING, "", "`id` is missing, a JSON-RPC response must have it"),
        ("jsonrpc-response", "/id", [], "/id", "`id` is an array, it must be a string or a number"),
        (
            "jsonrpc-response",
            "/result",
            MISSING,
            "",
            "a JSON-RPC response has exactly one of result, error; here is none",
        ),
        ("error-jsonrpc", "/code", "-32001", "/code", "`code` is a string, it must be an integer"),
        ("error-jsonrpc", "/message", MISSING, "", "`message` is missing, a JSON-RPC error must have it"),
        ("error-jsonrpc", "/data", {}, "/data", "`data` is an object, it must be an array"),
        ("error-jsonrpc", "/data/0", "x", "/data/0", "`data[0]` is a string, it must be an object"),
        (
            "error-jsonrpc",
            "/data/0/@type",
            MISSING,
            "/data/0",
            "`@type` is missing, an error detail must have it",
        ),
        ("error-http", "/error", MISSING, "", "`error` is missing, an HTTP error body must have it"),
        ("error-http", "/error/message", None, "/error/message", "`message` is null, it must be a string"),
        ("error-http", "/error/details", {}, "/error/details", "`details` is an object, it must be an array"),
        ("error-details", "/0/@type", 1, "/0/@type", "`@type` is the number 1, it must be a string"),
    ],
)
def test_each_fault_is_one_problem(name: str, pointer: str, new: object, at: str, message: str) -> None:
    assert problems(name, changed(GOOD[name], pointer, new)) == [SchemaProblem(at, message)]


def test_result_beside_error_is_a_fault_even_if_null() -> None:
    (problem,) = problems("jsonrpc-response", {**REFUSAL, "result": None})
    assert problem.message.endswith("result and error")
    assert problems("jsonrpc-response", REFUSAL) == []


def test_a_snake_case_name_of_a_required_member_is_one_problem() -> None:
    snake = {"message_id": "m", **{name: value for name, value in MESSAGE.items() if name != "messageId"}}
    assert [problem.pointer for problem in problems("message", snake)] == ["/message_id"]


def test_a_part_of_an_older_version_is_told_so() -> None:
    part = {"kind": "file", "file": {"fileWithBytes": "aGk="}}
    (problem,) = problems("part", part)
    assert problem.message.endswith("here is none, and `kind` is of A2A 0.3")


@pytest.mark.parametrize("raw", ["not base64!", "a b", "====", "aGk=\n\n", "é"])
def test_raw_is_base64(raw: str) -> None:
    assert problems("part", {"raw": raw}) == [SchemaProblem("/raw", "`raw` is not base64")]


def test_what_we_redacted_is_not_the_servers_fault() -> None:
    assert problems("part", {"raw": "[redacted:KEY]"}) == []
