"""The emulator of Rightbrain against what is documented of it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from conformance.reference.running import running
from tests.emulators import parts, rightbrain
from tests.emulators.asking import BEARER, ask, cursor_walk

LIST = rightbrain.RUNS.format(**rightbrain.VARIABLES)
RULES = rightbrain.Rules()


def listed(**query: Any) -> list[dict[str, Any]]:
    """Return every run that a query finds."""
    return [run for page in cursor_walk(RULES, LIST, **query) for run in page["results"]]


ALL = listed()


@pytest.mark.parametrize(("query", "limit"), [({}, 100), *(({"page_limit": n}, n) for n in (1, 7, 100))])
def test_page_limit(query: dict[str, int], limit: int) -> None:
    body = ask(RULES, LIST, query).json()
    assert list(body) == ["results", "pagination"]
    assert len(body["results"]) == body["pagination"]["page_limit"] == limit
    assert body["pagination"]["has_next"] is True


@pytest.mark.parametrize("given", ["0", "-1", "101", "abc", "", "1.5"])
def test_page_limit_out_of_range(given: str) -> None:
    response = ask(RULES, LIST, {"page_limit": given})
    assert response.status_code == 422
    assert set(response.json()["detail"][0]) == {"loc", "msg", "type"}


@pytest.mark.parametrize("size", [1, 9, 50, 67])
def test_every_walk_meets_the_same(size: int) -> None:
    pages = list(cursor_walk(RULES, LIST, page_limit=size))
    assert [run for page in pages for run in page["results"]] == ALL
    assert pages[-1]["pagination"]["next_cursor"] is None
    assert pages[-1]["results"]


def test_newest_first_and_some_of_the_same_instant() -> None:
    times = [run["created"] for run in ALL]
    assert times == sorted(times, reverse=True)
    assert len(ALL) == 134 == len({run["id"] for run in ALL}) > len(set(times))


def test_bounds_are_inclusive() -> None:
    bound = ALL[40]["created"]
    before, after = listed(created_before=bound), listed(created_after=bound)
    assert [run["id"] for run in ALL if run["created"] <= bound] == [run["id"] for run in before]
    assert [run["id"] for run in ALL if run["created"] >= bound] == [run["id"] for run in after]
    assert listed(created_before=bound[:-1]) == before
    assert {run["duration_ms"] for run in listed(min_duration_ms=367)} == {367, 407}


@pytest.mark.parametrize("name", [*rightbrain.FLAGS, *rightbrain.TEXTS])
def test_filters_select(name: str) -> None:
    values = {run[name] for run in ALL}
    assert len(values) > 1
    for value in values:
        given = str(value).lower() if isinstance(value, bool) else value
        assert listed(**{name: given}) == [run for run in ALL if run[name] == value]


@pytest.mark.parametrize("query", [{"created_after": "noon"}, {"is_error": "maybe"}, {"cursor": "made up"}])
def test_other_bad_parameters(query: dict[str, str]) -> None:
    assert ask(RULES, LIST, query).status_code == 422


def test_one_run_is_as_listed() -> None:
    for run in ALL[:3]:
        assert ask(RULES, f"{LIST}/{run['id']}").json() == run


@pytest.mark.parametrize(
    ("path", "headers", "status", "envelope"),
    [
        (f"{LIST}/{parts.identifier('run', 5000)}", BEARER, 404, "detail"),
        (f"{LIST}/%25%25%25", BEARER, 400, "detail"),
        (LIST.replace(rightbrain.ORG, rightbrain.PROJECT), BEARER, 404, "detail"),
        (LIST, {}, 401, "error"),
        (LIST, {"Authorization": "Bearer other"}, 401, "error"),
    ],
)
def test_refusals(path: str, headers: dict[str, str], status: int, envelope: str) -> None:
    response = ask(RULES, path, headers=headers)
    assert response.status_code == status
    assert list(response.json()) == [envelope]


def test_it_serves_on_a_port() -> None:
    with running(parts.create_app(RULES)) as url:
        assert httpx.get(url + LIST, headers=BEARER, trust_env=False).status_code == 200
