"""SendMessage and CancelTask: scripts, follow-ups, waiting, validation."""

from __future__ import annotations

import time
from typing import Any

import httpx
import pytest

from conformance.reference import OTHER_TOKEN
from tests.reference.asking import Asker, invalid


def texts(task: dict[str, Any]) -> list[str]:
    return [message["parts"][0]["text"] for message in task.get("history", ())]


def settle(asker: Asker, task_id: str, state: str) -> dict[str, Any]:
    """Poll a task until it is in a state."""
    for _ in range(200):
        task: dict[str, Any] = asker.get(task_id).result
        if task["status"]["state"] == f"TASK_STATE_{state}":
            return task
        time.sleep(0.01)
    raise AssertionError(f"never {state}: {task}")


def test_any_text_makes_a_task(writer: Asker) -> None:
    task = writer.send("Hello").result["task"]
    assert task["status"]["state"] == "TASK_STATE_COMPLETED"
    assert len(task["artifacts"]) == 1
    assert {message["taskId"] for message in task["history"]} == {task["id"]}
    assert {message["contextId"] for message in task["history"]} == {task["contextId"]}
    assert writer.get(task["id"]).result == task
    assert writer.list(contextId=task["contextId"]).result["totalSize"] == 1


def test_a_script(writer: Asker) -> None:
    line = "#conformance messages=3 artifacts=2 timestamp=2026-01-01T00:00:00.5Z state=input-required"
    task = writer.send(f"Please:\n{line}", contextId="mine").result["task"]
    assert task["contextId"] == "mine"
    assert task["status"] == {"state": "TASK_STATE_INPUT_REQUIRED", "timestamp": "2026-01-01T00:00:00.5Z"}
    assert texts(task)[1:] == ["message 2", "message 3"]
    assert [artifact["artifactId"] for artifact in task["artifacts"]] == ["artifact-1", "artifact-2"]
    assert task["artifacts"][1]["parts"] == [{"text": "content of artifact 2"}]


def test_no_messages_at_all(writer: Asker) -> None:
    assert "history" not in writer.send("#conformance messages=0").result["task"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("#conformance state=done", '"state" has no value "done"'),
        ("#conformance colour=red", 'unknown key "colour"'),
        ("#conformance messages=51", '"messages" has no value "51"'),
        ("#conformance hold=11s", '"hold" has no value "11s"'),
    ],
)
def test_bad_lines_are_rejected(writer: Asker, line: str, why: str) -> None:
    status = writer.send(line).result["task"]["status"]
    assert (status["state"], status["message"]["parts"]) == ("TASK_STATE_REJECTED", [{"text": why}])


def test_holding_and_returning_at_once(writer: Asker) -> None:
    quick = writer.send("#conformance hold=80ms", configuration={"returnImmediately": True}).result["task"]
    assert quick["status"]["state"] == "TASK_STATE_SUBMITTED"
    settle(writer, quick["id"], "WORKING")
    settle(writer, quick["id"], "COMPLETED")
    begun = time.monotonic()
    slow = writer.send("#conformance then=working,failed hold=80ms").result["task"]
    assert slow["status"]["state"] == "TASK_STATE_FAILED"
    assert time.monotonic() - begun >= 0.08


def test_artifacts_that_come_afterwards(writer: Asker) -> None:
    task = writer.send("#conformance artifacts=1 artifact-update=2 hold=20ms").result["task"]
    for _ in range(200):
        later = writer.get(task["id"]).result
        if len(later["artifacts"]) == 3:
            break
        time.sleep(0.01)
    assert [artifact["artifactId"] for artifact in later["artifacts"]] == [
        "artifact-1",
        "artifact-2",
        "artifact-3",
    ]
    assert later["status"] == task["status"]


def test_a_state_that_never_ends_does_not_block(writer: Asker) -> None:
    assert writer.send("#conformance state=working").result["task"]["status"]["state"] == "TASK_STATE_WORKING"


def test_what_changed_last_stands_first(writer: Asker) -> None:
    ids = [writer.send("#conformance state=input-required").result["task"]["id"] for _ in range(3)]
    assert writer.ids() == ids[::-1]
    writer.send("#conformance", taskId=ids[0])
    assert writer.ids() == [ids[0], ids[2], ids[1]]


def test_follow_ups(writer: Asker) -> None:
    task = writer.send("#conformance state=input-required artifacts=1 messages=2").result["task"]
    joined = writer.send("More", taskId=task["id"]).result["task"]
    assert joined["status"] == task["status"]
    assert texts(joined)[2:] == ["More"]
    ended = writer.send("#conformance messages=2 artifacts=1", taskId=task["id"], contextId=task["contextId"])
    assert texts(ended.result["task"])[3:] == ["#conformance messages=2 artifacts=1", "message 5"]
    assert len(ended.result["task"]["artifacts"]) == 2
    after = writer.send("Again", taskId=task["id"])
    assert (after.code, after.reason) == (
        -32004 if writer.binding == "jsonrpc" else 400,
        "UNSUPPORTED_OPERATION",
    )


def test_follow_ups_to_what_is_not_there(writer: Asker) -> None:
    stranger = Asker(writer.client, writer.binding, OTHER_TOKEN)
    task = writer.send("#conformance state=input-required").result["task"]
    assert writer.send("x", taskId="no-such").reason == "TASK_NOT_FOUND"
    assert stranger.send("x", taskId=task["id"]).reason == "TASK_NOT_FOUND"
    assert writer.send("x", taskId=task["id"], contextId="other").fields == ["message.contextId"]


@pytest.mark.parametrize(("length", "count"), [(0, 0), (1, 1), (2, 2), (9, 3)])
def test_history_length(writer: Asker, length: int, count: int) -> None:
    answer = writer.send("#conformance messages=3", configuration={"historyLength": length})
    assert (
        texts(answer.result["task"])[-2:] == ["message 2", "message 3"][-count:] * bool(count) or count == 3
    )
    assert len(answer.result["task"].get("history", ())) == count


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({}, "message"),
        ({"message": 5}, "message"),
        ({"message": {"role": "ROLE_USER", "parts": [{"text": "x"}]}}, "message.messageId"),
        ({"message": {"messageId": "m", "role": "ROLE_USER", "parts": []}}, "message.parts"),
        ({"message": {"messageId": "m", "role": "ROLE_USER", "parts": [{}]}}, "message.parts[0]"),
        (
            {"message": {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "x", "data": 1}]}},
            "message.parts[0]",
        ),
        (
            {"message": {"messageId": "m", "role": "ROLE_USER", "parts": [{"raw": "%"}]}},
            "message.parts[0].raw",
        ),
        ({"message": {"messageId": "m", "role": "user", "parts": [{"text": "x"}]}}, "message.role"),
    ],
)
def test_bad_messages_make_no_task(writer: Asker, params: dict[str, Any], field: str) -> None:
    answer = writer.send_params(params)
    assert answer.code == invalid(writer.binding)
    assert field in answer.fields
    assert writer.list().result["totalSize"] == 0


@pytest.mark.parametrize("length", [-1, "abc", 1.5, 2**40, True])
def test_a_bad_history_length_makes_no_task(writer: Asker, length: object) -> None:
    answer = writer.send("x", configuration={"historyLength": length})
    assert answer.fields == ["configuration.historyLength"]
    assert writer.list().result["totalSize"] == 0


def test_parts_are_kept(writer: Asker) -> None:
    parts = [{"data": None}, {"raw": "AA==", "filename": "f"}, {"url": "https://example.com"}, {"text": "t"}]
    message = {"messageId": "m", "role": "ROLE_USER", "parts": parts, "metadata": {"a": None}, "unknown": 1}
    (kept,) = writer.send_params({"message": message}).result["task"]["history"]
    assert (kept["parts"], kept["metadata"], "unknown" in kept) == (parts, {"a": None}, False)


def test_cancel(fresh: httpx.Client) -> None:
    asker = Asker(fresh, "jsonrpc")
    task_id = asker.send("#conformance hold=5s", configuration={"returnImmediately": True}).result["task"][
        "id"
    ]
    assert asker.rpc("CancelTask", {"id": task_id}).result["status"]["state"] == "TASK_STATE_CANCELED"
    over_http = Asker(fresh, "http+json").http("POST", f"/tasks/{task_id}:cancel")
    assert (over_http.code, over_http.reason) == (400, "TASK_NOT_CANCELABLE")


def test_work_in_progress_is_seen_by_its_owner_only(fresh: httpx.Client, binding: str) -> None:
    stranger = Asker(fresh, binding, OTHER_TOKEN)
    task = stranger.send("#conformance hold=5s", configuration={"returnImmediately": True}).result["task"]
    assert Asker(fresh, binding).list().result["totalSize"] == 0
    assert stranger.ids() == [task["id"]]
