"""What every scripted agent promises, over each binding that it serves: its lines are carried out, and read back raw.

How an SDK answers is not judged. A test module has a `running` fixture and a subclass of Promises.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from typing import Any, ClassVar

import httpx
import pytest

from tests.agents.start import CARD, Running, ToolMissing, agent, skip_or_fail

SCRIPTS = [
    # (line, state, texts of the history after the user's message, artifacts)
    ("#conformance", "COMPLETED", 0, 0),
    ("#conformance state=submitted", "SUBMITTED", 0, 0),
    ("#conformance state=working artifacts=1", "WORKING", 0, 1),
    ("#conformance state=failed", "FAILED", 0, 0),
    ("#conformance state=canceled", "CANCELED", 0, 0),
    ("#conformance state=rejected", "REJECTED", 0, 0),
    ("#conformance state=auth-required", "AUTH_REQUIRED", 0, 0),
    ("#conformance state=input-required messages=2", "INPUT_REQUIRED", 1, 0),
    ("#conformance messages=3 artifacts=2", "COMPLETED", 2, 2),
    ("#conformance then=working,failed hold=50ms", "FAILED", 0, 0),
    ("#conformance timestamp=2026-01-01T00:00:00.123456789Z", "COMPLETED", 0, 0),
    ("#conformance hold=50ms messages=5", "COMPLETED", 4, 0),
]
REFUSED = [
    ("#conformance state=done", '"state" has no value "done"'),
    ("#conformance colour=red", 'unknown key "colour"'),
    ("#conformance state=failed state=failed", '"state" is there twice'),
    ("#conformance messages", '"messages" has no value'),
    ("#conformance messages=51", '"messages" has no value "51"'),
    ("#conformance hold=11s", '"hold" has no value "11s"'),
    ("#conformance timestamp=2026-01-01T00:00:00+01:00", '"timestamp" has no value'),
    ("#conformance then=completed,working", "terminal"),
]
Answer = dict[str, Any]


def started(language: str, *, store: str) -> Iterator[Running]:
    """Yield the agent of `language` from within a fixture; skip by name where a tool is missing."""
    try:
        with agent(language, store=store) as one:
            yield one
    except ToolMissing as missing:
        skip_or_fail(missing)


class Speaker:
    """Raw requests to one agent over one binding."""

    def __init__(self, url: str, binding: str) -> None:
        self.http = httpx.Client(trust_env=False, timeout=20, headers={"A2A-Version": "1.0"})
        interfaces = self.http.get(url + CARD).json()["supportedInterfaces"]
        (self.url,) = [one["url"] for one in interfaces if one["protocolBinding"] == binding]
        self.rpc = binding == "JSONRPC"

    def call(self, method: str, params: Answer, path: str) -> Answer:
        if self.rpc:
            body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            answer: Answer = self.http.post(self.url, json=body).json()["result"]
        elif method == "SendMessage":
            answer = self.http.post(self.url + path, json=params).raise_for_status().json()
        else:
            answer = self.http.get(self.url + path, params=params).raise_for_status().json()
        return answer

    def send(self, text: str, context: str, task: str = "", *, wait: bool = True) -> Answer:
        message = {"messageId": str(uuid.uuid4()), "role": "ROLE_USER", "parts": [{"text": text}]}
        message |= {"taskId": task} if task else {"contextId": context}
        params = {"message": message, "configuration": {"returnImmediately": not wait}}
        task_answer: Answer = self.call("SendMessage", params, "/message:send")["task"]
        return task_answer

    def get(self, task: str) -> Answer:
        params = {"id": task} if self.rpc else {}
        return self.call("GetTask", params, f"/tasks/{task}")

    def tasks(self, context: str) -> list[Answer]:
        params = {"contextId": context, "pageSize": 100, "includeArtifacts": True}
        if not self.rpc:
            params["includeArtifacts"] = "true"
        listed: list[Answer] = self.call("ListTasks", params, "/tasks")["tasks"]
        return listed


def state(task: Answer) -> str:
    return str(task["status"]["state"]).removeprefix("TASK_STATE_")


def texts(task: Answer) -> list[str]:
    return [message["parts"][0]["text"] for message in task.get("history", [])]


def artifacts(task: Answer) -> list[tuple[str, str, str]]:
    return [(one["artifactId"], one["name"], one["parts"][0]["text"]) for one in task.get("artifacts", [])]


class Promises:
    """The tests that hold for every agent."""

    can_drop_the_users_message: ClassVar[bool] = True
    """Whether the SDK lets an agent store a task without the message that created it."""

    @pytest.fixture(params=["JSONRPC", "HTTP+JSON"])
    def speaker(self, running: Running, request: pytest.FixtureRequest) -> Iterator[Speaker]:
        one = Speaker(running.url, request.param)
        yield one
        one.http.close()

    @pytest.fixture
    def context(self) -> str:
        return str(uuid.uuid4())

    def test_a_dozen_scripts_are_carried_out(self, speaker: Speaker, context: str) -> None:
        sent = {}
        for line, *_ in SCRIPTS:
            task = speaker.send(f"hello\n{line}", context)
            sent[task["id"]] = line
        assert len(sent) == len(SCRIPTS)
        expected = {line: (name, messages, made) for line, name, messages, made in SCRIPTS}
        listed = {task["id"]: task for task in speaker.tasks(context)}
        assert listed.keys() == sent.keys()
        for task_id, line in sent.items():
            name, messages, made = expected[line]
            for task in (speaker.get(task_id), listed[task_id]):
                assert state(task) == name, line
                assert texts(task) == [f"hello\n{line}", *(f"message {n}" for n in range(2, messages + 2))]
                assert artifacts(task) == [
                    (f"artifact-{n}", f"artifact-{n}", f"content of artifact {n}") for n in range(1, made + 1)
                ]
                assert "message" not in task["status"]

    def test_the_timestamp_is_kept_to_the_nanosecond(self, speaker: Speaker, context: str) -> None:
        task = speaker.send("#conformance state=failed timestamp=2026-01-01T00:00:00.123456789Z", context)
        assert speaker.get(task["id"])["status"]["timestamp"] == "2026-01-01T00:00:00.123456789Z"

    def test_a_history_can_be_empty(self, speaker: Speaker, context: str) -> None:
        line = "#conformance messages=0"
        expected = [] if self.can_drop_the_users_message else [line]
        assert texts(speaker.get(speaker.send(line, context)["id"])) == expected

    def test_a_message_without_a_line_makes_a_task(self, speaker: Speaker, context: str) -> None:
        task = speaker.get(speaker.send("hello #conformance state=failed", context)["id"])
        assert state(task) == "COMPLETED"

    @pytest.mark.parametrize(("line", "reason"), REFUSED)
    def test_a_wrong_line_is_rejected(self, speaker: Speaker, context: str, line: str, reason: str) -> None:
        task = speaker.get(speaker.send(line, context)["id"])
        assert state(task) == "REJECTED"
        assert reason in task["status"]["message"]["parts"][0]["text"]

    def test_a_follow_up_carries_its_own_line(self, speaker: Speaker, context: str) -> None:
        task = speaker.send("one\n#conformance state=input-required messages=2 artifacts=1", context)
        before = speaker.get(task["id"])["status"]
        speaker.send("two", context, task["id"])
        told_again = speaker.get(task["id"])
        assert told_again["status"] == before
        assert texts(told_again)[1:] == ["message 2", "two"]
        speaker.send("three\n#conformance messages=3 artifacts=1", context, task["id"])
        ended = speaker.get(task["id"])
        assert state(ended) == "COMPLETED"
        assert texts(ended)[3:] == ["three\n#conformance messages=3 artifacts=1", "message 5", "message 6"]
        assert [name for name, *_ in artifacts(ended)] == ["artifact-1", "artifact-2"]

    def test_artifacts_are_added_after_the_end(self, speaker: Speaker, context: str) -> None:
        task = speaker.send("#conformance artifacts=1 artifact-update=2", context)
        now = until(speaker, task["id"], lambda one: len(artifacts(one)) == 3)
        assert [name for name, *_ in artifacts(now)] == ["artifact-1", "artifact-2", "artifact-3"]
        assert now["status"] == task["status"]

    def test_who_does_not_wait_is_answered_at_once(self, speaker: Speaker, context: str) -> None:
        task = speaker.send("#conformance then=working,completed hold=200ms", context, wait=False)
        assert state(task) in ("SUBMITTED", "WORKING")
        assert state(until(speaker, task["id"], lambda one: state(one) == "COMPLETED")) == "COMPLETED"


def until(speaker: Speaker, task: str, wanted: Any, seconds: float = 5.0) -> Answer:
    """Return the task once it is as `wanted`, or as it is after `seconds`."""
    end = time.monotonic() + seconds
    while not wanted(now := speaker.get(task)) and time.monotonic() < end:
        time.sleep(0.02)
    return now
