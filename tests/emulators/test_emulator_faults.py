"""Every fault and variant is another server on the wire, and names what there is."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

import anyio
import httpx
import pytest

from tests.emulators import link_header, openai_list, parts, pinecone, rightbrain
from tests.emulators.asking import BEARER, HOST
from tests.emulators.registry import Fault, Variant, faults, variants

RUNS = rightbrain.RUNS.format(**rightbrain.VARIABLES)
CURSOR = rightbrain.Rules().cursor(rightbrain.runs(134)[129])
TIMES = [f"{name}={parts.zoned(parts.made(100))}" for name in rightbrain.TIMES]
SESSION = f"session_id={parts.identifier('session', 0)}"
CONTEXT = f"context={parts.identifier('context', 0)}"
TASK = f"/api/tasks/{parts.identifier('task', 8)}"
BATCHES = openai_list.batches(123)


def under(path: str, *rests: str) -> list[str]:
    return [path + rest for rest in rests]


WANTED: Mapping[str, Sequence[str]] = {
    "rightbrain": [
        *under(f"{RUNS}?page_limit=", "5", "1", "100", "150", "0", "-1", "abc"),
        *under(f"{RUNS}?", "", "status=running", "status=none", "is_error=false", "min_duration_ms=87"),
        *under(f"{RUNS}?", *TIMES, f"{SESSION}&page_limit=2", f"{SESSION}&page_limit=3"),
        *under(f"{RUNS}?cursor=", "none", "1"),
        *under(f"{RUNS}?cursor={CURSOR}", "", "&page_limit=1", "&page_limit=2", "&status=running"),
        *under(f"{RUNS}/", parts.identifier("run", 8), parts.identifier("run", -1), "none"),
    ],
    "pinecone": [
        *under(f"/api/tasks?{CONTEXT}&", "limit=3", "limit=2&page=2"),
        *under("/api/tasks?limit=", "5", "7", "30", "1", "1000", "1001", "1002", "0", "-1", "abc"),
        *under("/api/tasks?", "", "page=2", "page=0", "page=40", "offset=60", "offset=4&page=2"),
        *under("/api/tasks?", "state=running", "workflow=search", "q=no such thing"),
        *under(TASK, "", "?steps_limit=0", "?steps_limit=2", "?steps_limit=50", "?steps_limit=-1"),
        *under("/api/tasks/", "none", "%25%25%25"),
    ],
    "openai-list": [
        *under("/v1/batches?limit=", "5", "20", "100", "101", "0", "abc"),
        *under("/v1/batches?", "", "after=none", f"after={BATCHES[0].id}", f"after={BATCHES[3].id}"),
        *under("/v1/batches/", "none", BATCHES[3].id),
    ],
    "link-header": [
        *under("/jobs?", "", "per_page=5", "per_page=2", "per_page=100", "per_page=101", "per_page=0"),
        *under("/jobs?", "state=open", "state=open&page=2", "page=5"),
        *under("/jobs/", "none", "5001"),
    ],
}
CLEAN = {module.Rules.api: module.Rules for module in (rightbrain, pinecone, openai_list, link_header)}
EVERY = [entry for api in WANTED for entry in (*faults(api), *variants(api))]


def seen(rules: parts.Rules) -> list[Any]:
    """Return what the server says to those requests, to two of them again, to a stranger, and to other versions."""
    paths = WANTED[rules.api]
    headers = [
        {},
        {"Authorization": ""},
        *({pinecone.VERSION: name} for name in ("2026-07", "unstable", "1999-01")),
    ]

    async def ask() -> list[Any]:
        transport = httpx.ASGITransport(parts.create_app(rules))
        async with httpx.AsyncClient(transport=transport, base_url=HOST, headers=BEARER) as client:
            found = [await client.get(path) for path in paths]
            found += [
                await client.get(path, headers=more) for path in (paths[0], paths[3]) for more in headers
            ]
        return [(one.status_code, dict(one.headers), one.text) for one in found]

    return anyio.run(ask)


@functools.cache
def clean(api: str) -> list[Any]:
    return seen(CLEAN[api]())


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: f"{entry.rules.api}-{entry.name}")
def test_each_is_another_server(entry: Fault | Variant) -> None:
    different = seen(entry.rules()) != clean(entry.rules.api)
    assert different
    assert entry.sentence.endswith(".")


@pytest.mark.parametrize("api", WANTED)
def test_a_clean_server_says_the_same_again(api: str) -> None:
    same = seen(CLEAN[api]()) == clean(api)
    assert same


def test_there_are_enough() -> None:
    counts = {api: (len(faults(api)), len(variants(api))) for api in WANTED}
    assert min(counts["rightbrain"] + counts["pinecone"]) >= 15
    assert min(counts["openai-list"] + counts["link-header"]) >= 6


def test_faults_break_requirements_that_there_are() -> None:
    folder = resources.files("conformance.catalogue") / "common"
    known = {
        f"{file.name.removesuffix('.toml')}.{row}"
        for file in folder.iterdir()
        if file.name.endswith(".toml")
        for row in tomllib.loads(file.read_text("utf-8"))
    }
    named = {name for api in WANTED for fault in faults(api) for name in (fault.requirement, *fault.also)}
    assert named <= known
