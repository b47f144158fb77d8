"""ListTasks: paging, order, filters, totals, artifacts (§3.1.4)."""

from __future__ import annotations

import collections

import pytest

from conformance.reference import timestamps
from tests.reference.asking import Asker, invalid

FIRST = "2026-09-10T10:00:00.250Z"


def instants(asker: Asker, **params: object) -> list[int]:
    return [
        timestamps.parse(task["status"]["timestamp"])
        for page in asker.walk(pageSize=100, **params)
        for task in page["tasks"]
    ]


@pytest.mark.parametrize(
    ("asked", "limit"),
    [(None, 50), (1, 1), (7, 7), ("7", 7), (7.0, 7), (100, 100), (101, 100), (2**31 - 1, 100)],
)
def test_page_size(asker: Asker, asked: object, limit: int) -> None:
    page = asker.list(pageSize=asked).result
    assert len(page["tasks"]) == page["pageSize"] == limit


@pytest.mark.parametrize("size", [1, 3, 7, 50, 100])
def test_every_walk_gives_the_same_in_the_same_order(asker: Asker, size: int) -> None:
    pages = list(asker.walk(pageSize=size))
    walked = [task["id"] for page in pages for task in page["tasks"]]
    assert walked == asker.ids(pageSize=100)
    assert len(set(walked)) == len(walked) == 134
    assert {page["totalSize"] for page in pages} == {134}
    assert all(len(page["tasks"]) == size for page in pages[:-1])


def test_page_sizes_may_change_between_pages(asker: Asker) -> None:
    token, walked = "", []
    for size in [1, 40, 2, 100]:
        page = asker.list(pageSize=size, pageToken=token).result
        walked += [task["id"] for task in page["tasks"]]
        token = page["nextPageToken"]
    assert token == ""
    assert walked == asker.ids(pageSize=100)


def test_the_last_full_page_has_no_token(asker: Asker) -> None:
    assert [len(page["tasks"]) for page in asker.walk(contextId="six", pageSize=3)] == [3, 3]


def test_newest_first(asker: Asker) -> None:
    for context in ("", "precision", "six"):
        found = instants(asker, contextId=context)
        assert found == sorted(found, reverse=True)


def test_undated_tasks_come_last(other: Asker) -> None:
    stamps = [task["status"].get("timestamp") for page in other.walk(pageSize=3) for task in page["tasks"]]
    assert stamps.count(None) == 4
    assert stamps[-4:] == [None] * 4


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("pageSize", 0),
        ("pageSize", -1),
        ("pageSize", 1.5),
        ("pageSize", "abc"),
        ("pageSize", True),
        ("pageSize", 2**40),
        ("pageSize", "1e999999999"),
        ("historyLength", -1),
        ("historyLength", "abc"),
        ("historyLength", 2**40),
        ("pageToken", "garbage"),
        ("pageToken", "'; DROP TABLE tasks --"),
        ("pageToken", "../\0é"),
        ("pageToken", "A" * 4096),
        ("status", "TASK_STATE_RUNNING"),
        ("status", "completed"),
        ("includeArtifacts", "abc"),
        ("includeArtifacts", 2),
        ("statusTimestampAfter", "banana"),
        ("statusTimestampAfter", "2026-01-01"),
        ("statusTimestampAfter", "1767225600"),
        ("statusTimestampAfter", "2026-02-30T00:00:00Z"),
        ("statusTimestampAfter", "2026-01-01T00:00:00"),
        ("tenant", "nobody"),
    ],
)
def test_bad_parameters_are_refused_by_name(asker: Asker, name: str, value: object) -> None:
    answer = asker.list(**{name: value})
    assert answer.code == invalid(asker.binding)
    assert answer.fields == [name]


@pytest.mark.parametrize("name", ["pageSize", "contextId", "pageToken", "status", "includeArtifacts"])
def test_null_and_empty_values_are_unset(asker: Asker, name: str) -> None:
    value = None if asker.binding == "jsonrpc" else ""
    assert asker.list(**{name: value}).result["totalSize"] == 134


def test_every_mistake_is_named(asker: Asker) -> None:
    assert asker.list(pageSize="x", status="y", contextId="six").fields == ["status", "pageSize"]


def test_unknown_parameters_are_ignored(asker: Asker) -> None:
    assert asker.list(colour="red", limit=1).result["pageSize"] == 50


def test_tokens_are_for_their_query_and_unchanged(asker: Asker, other: Asker) -> None:
    token = asker.list(pageSize=2, contextId="six").result["nextPageToken"]
    assert asker.list(pageToken=token, contextId="six", includeArtifacts=True).error is None
    refused = [
        asker.list(pageToken=token),
        asker.list(pageToken=token, contextId="ties"),
        other.list(pageToken=token, contextId="six"),
        *(
            asker.list(pageToken=token[:i] + chr(ord(token[i]) ^ 1) + token[i + 1 :], contextId="six")
            for i in range(len(token))
        ),
    ]
    assert {answer.code for answer in refused} == {invalid(asker.binding)}


@pytest.mark.parametrize("length", [None, 0, 1, 2, 5, 2**31 - 1])
def test_history_length(asker: Asker, length: int | None) -> None:
    for index, task in enumerate(
        reversed(asker.list(contextId="history", historyLength=length).result["tasks"])
    ):
        texts = [message["parts"][0]["text"] for message in task.get("history", ())]
        everything = [f"message {number} of history {index}" for number in range(1, index + 1)]
        assert texts == (everything if length is None else everything[max(0, index - length) :])
        assert ("history" in task) == bool(texts)


def test_artifacts_only_when_asked_for(asker: Asker) -> None:
    for flag in (None, False):
        assert not any("artifacts" in task for task in asker.list(includeArtifacts=flag).result["tasks"])
    tasks = asker.list(includeArtifacts=True).result["tasks"]
    assert {len(task["artifacts"]) for task in tasks} == {0, 1, 2, 3}


def test_contexts(asker: Asker) -> None:
    everything = [task for page in asker.walk(pageSize=100) for task in page["tasks"]]
    for context, count in collections.Counter(task["contextId"] for task in everything).items():
        pages = list(asker.walk(contextId=context, pageSize=5))
        assert {task["contextId"] for page in pages for task in page["tasks"]} == {context}
        assert sum(len(page["tasks"]) for page in pages) == count == pages[0]["totalSize"]


def test_states(asker: Asker) -> None:
    everything = [task for page in asker.walk(pageSize=100) for task in page["tasks"]]
    counts = collections.Counter(task["status"]["state"] for task in everything)
    assert len(counts) == 8
    for state, count in counts.items():
        page = asker.list(status=state, pageSize=100).result
        assert {task["status"]["state"] for task in page["tasks"]} == {state}
        assert len(page["tasks"]) == min(count, 100)


def test_filters_combine(asker: Asker) -> None:
    page = asker.list(contextId="six", status="TASK_STATE_FAILED", statusTimestampAfter=FIRST).result
    assert (len(page["tasks"]), page["totalSize"]) == (1, 1)


def test_an_empty_result(asker: Asker) -> None:
    page = asker.list(contextId="nowhere").result
    assert page == {"tasks": [], "nextPageToken": "", "pageSize": 50, "totalSize": 0}


@pytest.mark.parametrize(
    ("bound", "count"),
    [
        (FIRST, 5),
        ("2026-09-10T10:00:00.25Z", 5),
        ("2026-09-10T12:00:00.250+02:00", 5),
        ("2026-09-10T10:00:00.250000001Z", 1),
        ("2026-09-10T10:00:00.249999999Z", 5),
        ("2026-09-10T10:00:00Z", 6),
        ("9999-12-31T23:59:59Z", 0),
        ("0001-01-01T00:00:00Z", 6),
    ],
)
def test_after_is_inclusive_and_exact(asker: Asker, bound: str, count: int) -> None:
    assert len(asker.list(contextId="six", statusTimestampAfter=bound).result["tasks"]) == count


def test_after_leaves_out_undated_tasks(other: Asker) -> None:
    assert other.list(statusTimestampAfter="0001-01-01T00:00:00Z").result["totalSize"] == 12
