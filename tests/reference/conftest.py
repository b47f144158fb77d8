from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from conformance.reference import OTHER_TOKEN, create_app, running
from tests.reference.asking import BINDINGS, Asker


@pytest.fixture(scope="session")
def demo() -> Iterator[httpx.Client]:
    """A server with the demo data, which nobody changes."""
    with running(create_app("demo")) as base, httpx.Client(base_url=base, trust_env=False) as client:
        yield client


@pytest.fixture
def fresh() -> Iterator[httpx.Client]:
    """A server with no tasks, for one test."""
    with running(create_app("empty")) as base, httpx.Client(base_url=base, trust_env=False) as client:
        yield client


@pytest.fixture(params=BINDINGS)
def binding(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def asker(demo: httpx.Client, binding: str) -> Asker:
    return Asker(demo, binding)


@pytest.fixture
def other(demo: httpx.Client, binding: str) -> Asker:
    return Asker(demo, binding, OTHER_TOKEN)


@pytest.fixture
def writer(fresh: httpx.Client, binding: str) -> Asker:
    return Asker(fresh, binding)
