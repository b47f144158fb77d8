"""The emulators of a list by last id and of a list by Link header."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from conformance.reference.running import running
from tests.emulators import link_header, openai_list, parts
from tests.emulators.asking import BEARER, HOST, ask

LIST = "/v1/batches"
BATCHES = openai_list.Rules()
JOBS = link_header.Rules()


def walk_by_last_id(**query: Any) -> Iterator[dict[str, Any]]:
    after: dict[str, str] = {}
    while True:
        body = ask(BATCHES, LIST, {**query, **after}).json()
        yield body
        if not body["has_more"]:
            return
        after = {"after": body["last_id"]}


def walk_by_link(path: str) -> Iterator[httpx.Response]:
    following: str | None = path
    while following:
        response = ask(JOBS, following)
        yield response
        found = re.search('<([^>]+)>; rel="next"', response.headers.get("link", ""))
        following = found and found[1]


@pytest.mark.parametrize("size", [1, 6, 41, 100])
def test_a_walk_by_last_id(size: int) -> None:
    pages = list(walk_by_last_id(limit=size))
    batches = [batch for page in pages for batch in page["data"]]
    times = [batch["created_at"] for batch in batches]
    assert len({batch["id"] for batch in batches}) == len(batches) == 123
    assert times == sorted(times, reverse=True)
    assert all(isinstance(at, int) for at in times)
    assert len(pages) == -(-123 // size)


def test_a_page_of_a_list() -> None:
    body = ask(BATCHES, LIST).json()
    assert body["object"] == "list"
    assert len(body["data"]) == 20
    assert (body["first_id"], body["last_id"]) == (body["data"][0]["id"], body["data"][-1]["id"])
    assert ask(BATCHES, f"{LIST}/{body['first_id']}").json() == body["data"][0]


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        (f"{LIST}/batch_none", BEARER, 404),
        (f"{LIST}?limit=101", BEARER, 400),
        (f"{LIST}?limit=0", BEARER, 400),
        (f"{LIST}?after=batch_none", BEARER, 400),
        (LIST, {}, 401),
    ],
)
def test_refusals_of_a_list(path: str, headers: dict[str, str], status: int) -> None:
    response = ask(BATCHES, path, headers=headers)
    assert response.status_code == status
    assert set(response.json()["error"]) == {"message", "type", "param", "code"}


@pytest.mark.parametrize("size", [1, 19, 30, 100])
def test_a_walk_by_link(size: int) -> None:
    pages = list(walk_by_link(f"/jobs?per_page={size}"))
    jobs = [job for page in pages for job in page.json()]
    times = [job["created_at"] for job in jobs]
    assert len({job["id"] for job in jobs}) == len(jobs) == 133
    assert times == sorted(times, reverse=True)
    assert len(pages) == -(-133 // size)


def test_links() -> None:
    first = ask(JOBS, "/jobs", {"state": "closed"})
    assert len(first.json()) == 30
    assert first.headers["link"] == (
        f'<{HOST}/jobs?state=closed&per_page=30&page=2>; rel="next", '
        f'<{HOST}/jobs?state=closed&per_page=30&page=3>; rel="last"'
    )
    assert {job["state"] for page in walk_by_link("/jobs?state=closed") for job in page.json()} == {"closed"}


@pytest.mark.parametrize(("given", "size"), [(101, 100), (0, 30), ("abc", 30)])
def test_sizes_out_of_range(given: object, size: int) -> None:
    assert len(ask(JOBS, "/jobs", {"per_page": given}).json()) == size


def test_one_job() -> None:
    job = ask(JOBS, "/jobs").json()[0]
    assert ask(JOBS, f"/jobs/{job['id']}").json() == job
    missing = ask(JOBS, "/jobs/1")
    assert (missing.status_code, missing.json()) == (404, {"message": "Not Found"})
    assert ask(JOBS, "/jobs", headers={}).status_code == 401


@pytest.mark.parametrize(("rules", "path"), [(BATCHES, LIST), (JOBS, "/jobs")])
def test_they_serve_on_a_port(rules: parts.Rules, path: str) -> None:
    with running(parts.create_app(rules)) as url:
        response = httpx.get(url + path, headers=BEARER, trust_env=False)
    assert response.status_code == 200
    assert url in response.headers.get("link", url)
