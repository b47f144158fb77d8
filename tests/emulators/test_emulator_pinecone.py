"""The emulator of Pinecone's tasks against what is documented of it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from conformance.reference.running import running
from tests.emulators import parts, pinecone
from tests.emulators.asking import BEARER, ask

LIST = "/api/tasks"
RULES = pinecone.Rules()
ALL = (
    ask(RULES, LIST, {"limit": 1000}).json()["items"]
    + ask(RULES, LIST, {"offset": 1000, "limit": 1000}).json()["items"]
)
LONG = parts.identifier("task", 8)


def listed(**query: Any) -> Any:
    return ask(RULES, LIST, query).json()


def test_a_page_by_default() -> None:
    body = listed()
    assert len(body.pop("items")) == 30
    assert body == {"total": 1100, "limit": 30, "offset": 0, "page": 1, "pages": 37}


def test_pages_and_offsets() -> None:
    assert listed(limit=7, page=3)["items"] == listed(limit=7, offset=14)["items"] == ALL[14:21]
    assert listed(limit=7, offset=1, page=5)["items"] == ALL[1:8]
    assert [len(listed(limit=100, page=page)["items"]) for page in (11, 12)] == [100, 0]
    assert len(listed(limit=1000)["items"]) == 1000
    assert len(listed(limit=1)["items"]) == 1


@pytest.mark.parametrize(
    "query", [{"limit": 0}, {"limit": -1}, {"limit": 1001}, {"limit": "abc"}, {"page": 0}, {"offset": -1}]
)
def test_out_of_range(query: dict[str, Any]) -> None:
    response = ask(RULES, LIST, query)
    assert response.status_code == 400
    assert list(response.json()) == ["message"]


def test_newest_first_and_some_of_the_same_instant() -> None:
    times = [task["created_at"] for task in ALL]
    assert times == sorted(times, reverse=True)
    assert len(ALL) == 1100 == len({task["id"] for task in ALL}) > len(set(times))


def test_steps_are_for_who_reads_a_task() -> None:
    assert all(task["steps"] == [] and "steps_total" not in task for task in ALL)


@pytest.mark.parametrize("limit", [None, 0, 1, 3, 8, 50])
def test_the_last_steps(limit: int | None) -> None:
    task = ask(RULES, f"{LIST}/{LONG}", {} if limit is None else {"steps_limit": limit}).json()
    everything = [f"step-{index}" for index in range(1, 9)]
    wanted = everything if limit is None else everything[max(0, 8 - limit) :]
    assert [step["step_id"] for step in task["steps"]] == wanted
    assert task["steps_total"] == 8


@pytest.mark.parametrize("given", ["-1", "abc", "1.5"])
def test_bad_steps_limit(given: str) -> None:
    assert ask(RULES, f"{LIST}/{LONG}", {"steps_limit": given}).status_code == 400


@pytest.mark.parametrize(("name", "member"), [("workflow",) * 2, ("state",) * 2, ("context", "context_id")])
def test_filters_select(name: str, member: str) -> None:
    values = {task[member] for task in ALL}
    assert len(values) > 3
    for value in values:
        found = listed(**{name: value, "limit": 1000})
        same = [task for task in ALL if task[member] == value]
        assert found["total"] == len(same)
        assert found["items"] == same[:1000]


def test_free_text() -> None:
    assert [task["id"] for task in listed(q="question 1099")["items"]] == [parts.identifier("task", 1099)]


@pytest.mark.parametrize(("asked", "named"), [(None, "2026-07"), ("2026-07",) * 2, ("unstable",) * 2])
def test_versions(asked: str | None, named: str) -> None:
    response = ask(RULES, LIST, headers={**BEARER, **({pinecone.VERSION: asked} if asked else {})})
    assert response.status_code == 200
    assert response.headers["X-Pinecone-Api-Version"] == named


def test_versions_that_there_are_not() -> None:
    response = ask(RULES, LIST, headers={**BEARER, pinecone.VERSION: "1999-01"})
    assert response.status_code == 400
    assert response.json()["code"] == "unsupported_api_version"


@pytest.mark.parametrize("task_id", ["none", "%25%25%25", "a%2Fb"])
def test_not_found(task_id: str) -> None:
    response = ask(RULES, f"{LIST}/{task_id}")
    assert response.status_code == 404
    assert isinstance(response.json()["message"], str)


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer other"}, {"Authorization": parts.TOKEN}])
@pytest.mark.parametrize("path", [LIST, f"{LIST}/{LONG}"])
def test_credentials(path: str, headers: dict[str, str]) -> None:
    assert ask(RULES, path, headers=headers).status_code == 401


def test_it_serves_on_a_port() -> None:
    with running(parts.create_app(RULES)) as url:
        assert httpx.get(url + LIST, headers=BEARER, trust_env=False).status_code == 200
