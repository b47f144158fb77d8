"""The Python SDK's scripted agent does what its lines say, on both stores.

How the SDK answers is not judged.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.agents.start import CARD, Running, StartError, ToolMissing, agent, skip_or_fail

pytestmark = pytest.mark.slow

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
    ("#conformance then=completed,working", "terminal"),
]
Answer = dict[str, Any]


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

    def send(self, text: str, context: str, task: str = "") -> Answer:
        message = {"messageId": str(uuid.uuid4()), "role": "ROLE_USER", "parts": [{"text": text}]}
        message |= {"taskId": task} if task else {"contextId": context}
        task_answer: Answer = self.call("SendMessage", {"message": message}, "/message:send")["task"]
        return task_answer

    def get(self, task: str) -> Answer:
        return self.call("GetTask", {"id": task}, f"/tasks/{task}")

    def tasks(self, context: str) -> list[Answer]:
        params = {"contextId": context, "pageSize": 100, "includeArtifacts": True}
        if not self.rpc:
            params["includeArtifacts"] = "true"
        listed: list[Answer] = self.call("ListTasks", params, "/tasks")["tasks"]
        return listed


@pytest.fixture(scope="module", params=["memory", "sqlite"])
def running(request: pytest.FixtureRequest) -> Iterator[Running]:
    try:
        with agent("python", store=request.param) as one:
            yield one
    except ToolMissing as missing:
        skip_or_fail(missing)


@pytest.fixture(params=["JSONRPC", "HTTP+JSON"])
def speaker(running: Running, request: pytest.FixtureRequest) -> Iterator[Speaker]:
    one = Speaker(running.url, request.param)
    yield one
    one.http.close()


@pytest.fixture
def context() -> str:
    return str(uuid.uuid4())


def state(task: Answer) -> str:
    return str(task["status"]["state"]).removeprefix("TASK_STATE_")


def texts(task: Answer) -> list[str]:
    return [message["parts"][0]["text"] for message in task.get("history", [])]


def artifacts(task: Answer) -> list[tuple[str, str, str]]:
    return [(one["artifactId"], one["name"], one["parts"][0]["text"]) for one in task.get("artifacts", [])]


def test_a_dozen_scripts_are_carried_out(speaker: Speaker, context: str) -> None:
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


def test_the_timestamp_is_kept_to_the_nanosecond(speaker: Speaker, context: str) -> None:
    task = speaker.send("#conformance state=failed timestamp=2026-01-01T00:00:00.123456789Z", context)
    assert speaker.get(task["id"])["status"]["timestamp"] == "2026-01-01T00:00:00.123456789Z"


def test_a_history_can_be_empty(speaker: Speaker, context: str) -> None:
    task = speaker.send("#conformance messages=0", context)
    assert texts(speaker.get(task["id"])) == []


@pytest.mark.parametrize(("line", "reason"), REFUSED)
def test_a_wrong_line_is_rejected(speaker: Speaker, context: str, line: str, reason: str) -> None:
    task = speaker.get(speaker.send(line, context)["id"])
    assert state(task) == "REJECTED"
    assert reason in task["status"]["message"]["parts"][0]["text"]


def test_a_follow_up_carries_its_own_line(speaker: Speaker, context: str) -> None:
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


def test_artifacts_are_added_after_the_end(speaker: Speaker, context: str) -> None:
    task = speaker.send("#conformance artifacts=1 artifact-update=2", context)
    for _ in range(100):
        now = speaker.get(task["id"])
        if len(artifacts(now)) == 3:
            break
    assert [name for name, *_ in artifacts(now)] == ["artifact-1", "artifact-2", "artifact-3"]
    assert now["status"] == task["status"]


def test_an_agent_that_does_not_come_up_is_told_with_its_log() -> None:
    try:
        with pytest.raises(StartError, match="invalid int value"), agent("python", port="x"):
            pass
    except ToolMissing as missing:
        skip_or_fail(missing)


def test_the_process_is_gone_afterwards() -> None:
    try:
        with agent("python") as one:
            pass
    except ToolMissing as missing:
        skip_or_fail(missing)
    with pytest.raises(httpx.ConnectError):
        httpx.get(one.url, trust_env=False)
    assert not one.log_path.exists()


def test_what_is_missing_skips_by_name_and_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="go is not installed"):
        skip_or_fail(ToolMissing("go"))
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="go is not installed"):
        skip_or_fail(ToolMissing("go"))
