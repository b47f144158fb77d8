"""GetTask (§3.1.3), ids in paths, and what principals and tenants see of each other (§13.1)."""

from __future__ import annotations

import httpx
import pytest

from conformance.reference import OTHER_TOKEN
from conformance.reference.data.demo import ODD_CONTEXTS, ODD_IDS
from tests.reference.asking import Asker


def test_the_list_and_get_tell_the_same(asker: Asker) -> None:
    for task in asker.list(includeArtifacts=True).result["tasks"]:
        artifacts = task.pop("artifacts")
        assert asker.get(task["id"]).result == task | ({"artifacts": artifacts} if artifacts else {})


@pytest.mark.parametrize("task_id", ODD_IDS)
def test_odd_ids(asker: Asker, task_id: str) -> None:
    assert asker.get(task_id).result["id"] == task_id


@pytest.mark.parametrize("context", ODD_CONTEXTS)
def test_odd_contexts(asker: Asker, context: str) -> None:
    assert asker.list(contextId=context).result["totalSize"] == 3


def test_unreserved_characters_may_be_encoded(demo: httpx.Client) -> None:
    asker = Asker(demo, "http+json")
    task_id = asker.list(pageSize=1).result["tasks"][0]["id"]
    encoded = "".join(f"%{ord(letter):02x}" for letter in task_id)
    assert asker.http("GET", f"/tasks/{encoded}").result["id"] == task_id


@pytest.mark.parametrize("length", [0, 1, "2", 3.0, 100])
def test_history_length(asker: Asker, length: object) -> None:
    task_id = asker.list(contextId="history", pageSize=1).result["tasks"][0]["id"]
    assert len(asker.get(task_id, historyLength=length).result.get("history", ())) == min(
        int(float(str(length))), 6
    )


@pytest.mark.parametrize("length", [-1, "abc", 1.5, 2**40])
def test_bad_history_length(asker: Asker, length: object) -> None:
    task_id = asker.list(pageSize=1).result["tasks"][0]["id"]
    assert asker.get(task_id, historyLength=length).fields == ["historyLength"]


@pytest.mark.parametrize(
    "task_id",
    [
        "00000000-0000-4000-8000-000000000000",
        "x",
        "x" * 2048,
        "../x",
        "..%2Fx",
        "é\n",
        "\0",
        "a/b",
        "x:cancel",
        "tasks",
    ],
)
def test_unknown_ids(asker: Asker, task_id: str) -> None:
    answer = asker.get(task_id)
    assert answer.code == (-32001 if asker.binding == "jsonrpc" else 404)
    info = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "domain": "a2a-protocol.org"}
    assert answer.details == [info | {"reason": "TASK_NOT_FOUND"}]


@pytest.mark.parametrize("task_id", ["", None, 5, ["x"]])
def test_no_usable_id(demo: httpx.Client, task_id: object) -> None:
    assert Asker(demo, "jsonrpc").get(task_id).fields == ["id"]


def test_an_empty_or_broken_id_in_the_path(demo: httpx.Client) -> None:
    assert [Asker(demo, "http+json").http("GET", f"/tasks/{raw}").fields for raw in ("", "%FF")] == [
        ["id"]
    ] * 2


def test_principals_and_tenants_see_only_their_own(demo: httpx.Client, binding: str) -> None:
    views = [
        Asker(demo, binding, **who)
        for who in ({}, {"token": OTHER_TOKEN}, {"tenant": "acme"}, {"token": OTHER_TOKEN, "tenant": "acme"})
    ]
    seen = [set(view.ids(pageSize=100)) for view in views]
    assert [len(ids) for ids in seen] == [134, 16, 134, 16]
    assert len(set().union(*seen)) == 300
    unknown = views[0].get("no-such-task")
    for ids in seen[1:]:
        hidden = views[0].get(min(ids))
        assert (hidden.error, hidden.response.status_code) == (unknown.error, unknown.response.status_code)
    context = views[1].list(pageSize=1).result["tasks"][0]["contextId"]
    assert views[0].list(contextId=context).result["totalSize"] == 0


def test_an_undeclared_tenant(demo: httpx.Client, binding: str) -> None:
    for answer in (
        Asker(demo, binding, tenant="nobody").list(),
        Asker(demo, binding, tenant="nobody").get("x"),
    ):
        assert answer.fields == ["tenant"]
