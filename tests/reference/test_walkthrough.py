"""The worked example, over the wire."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from conformance.reference import create_app, running
from tests.reference.asking import BINDINGS, Asker

CANCELED = "f22ed7af-848d-4f4d-8cd1-3204d1e1bbaf"
FAILED = "8ae21dcb-7449-4d90-82a6-ac01b20fd782"
REVIEW = "e5c95b09-6d4b-4b3b-8693-91e81472d12f"


@pytest.fixture(scope="module")
def server() -> Iterator[httpx.Client]:
    with running(create_app("walkthrough")) as base, httpx.Client(base_url=base, trust_env=False) as client:
        yield client


@pytest.mark.parametrize("binding", BINDINGS)
def test_the_walkthrough(server: httpx.Client, binding: str) -> None:
    runner, reviewer = Asker(server, binding), Asker(server, binding, tenant="reviewer")
    card = server.get("/.well-known/agent-card.json").json()
    assert card["name"] == "test-runner"
    assert [entry.get("tenant") for entry in card["supportedInterfaces"]] == [
        None,
        None,
        "reviewer",
        "reviewer",
    ]

    first = runner.list(pageSize=2, historyLength=0).result
    assert [(task["id"], task["status"]) for task in first["tasks"]] == [
        (CANCELED, {"state": "TASK_STATE_CANCELED", "timestamp": "2026-10-06T09:00:03.750Z"}),
        (FAILED, {"state": "TASK_STATE_FAILED", "timestamp": "2026-10-06T09:00:03.000Z"}),
    ]
    assert all("history" not in task and "artifacts" not in task for task in first["tasks"])
    assert first["totalSize"] == 5
    assert first["pageSize"] == 2
    assert first["nextPageToken"]

    second = runner.list(pageSize=2, historyLength=0, pageToken=first["nextPageToken"]).result
    assert [task["id"][:8] for task in second["tasks"]] == ["728ba084", "d0c28826"]
    for task in second["tasks"]:
        assert task["status"]["state"] == "TASK_STATE_COMPLETED"
        assert "artifacts" not in task
        stored = runner.get(task["id"]).result["artifacts"]
        assert [artifact["name"] for artifact in stored] == ["log", "summary"]

    last = runner.list(pageSize=2, historyLength=0, pageToken=second["nextPageToken"]).result
    assert (len(last["tasks"]), last["nextPageToken"], last["totalSize"]) == (1, "", 5)

    third = runner.list(status="TASK_STATE_CANCELED").result
    assert [task["id"] for task in third["tasks"]] == [CANCELED]
    assert (third["pageSize"], third["nextPageToken"], third["totalSize"]) == (50, "", 1)

    review = reviewer.get(REVIEW, historyLength=1).result
    texts = [part["text"] for message in review["history"] for part in message["parts"]]
    assert texts == ["Comparing the diff against main"]
    assert review["status"]["message"]["parts"] == [{"text": "2 findings"}]
    assert len(reviewer.get(REVIEW).result["history"]) == 3
    assert runner.get(REVIEW).error is not None
