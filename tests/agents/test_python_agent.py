"""The Python SDK's scripted agent does what its lines say, on both stores; and how agents are started and ended."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.agents.seeding import Promises, started
from tests.agents.start import Running, StartError, ToolMissing, agent, skip_or_fail

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=["memory", "sqlite"])
def running(request: pytest.FixtureRequest) -> Iterator[Running]:
    yield from started("python", store=request.param)


class TestPythonAgent(Promises):
    """What every agent promises."""


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
    with pytest.raises(pytest.skip.Exception, match="npm is not installed"):
        skip_or_fail(ToolMissing("npm"))
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="npm is not installed"):
        skip_or_fail(ToolMissing("npm"))
    with pytest.raises(pytest.skip.Exception, match="go is not installed"):
        skip_or_fail(ToolMissing("go"))
