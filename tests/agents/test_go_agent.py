"""The Go SDK's scripted agent does what its lines say."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.agents.seeding import Promises, Speaker, started, state, texts
from tests.agents.start import HERE, Running

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    yield from started("go", store="memory")


class TestGoAgent(Promises):
    """What every agent promises, and what is special about this one."""

    def test_a_task_that_stays_open_is_answered_as_its_script_leaves_it(
        self, speaker: Speaker, context: str
    ) -> None:
        task = speaker.send("#conformance then=working,submitted hold=50ms messages=2", context)
        assert (state(task), len(texts(task))) == ("SUBMITTED", 2)
        task = speaker.send("#conformance state=input-required", context)
        task = speaker.send("#conformance state=working messages=2", context, task["id"])
        assert (state(task), len(texts(task))) == ("WORKING", 3)

    def test_no_script_goes_on_after_waiting_for_input(self, speaker: Speaker, context: str) -> None:
        task = speaker.send("#conformance then=input-required,completed", context)
        assert state(task) == "REJECTED"
        assert "input-required" in task["status"]["message"]["parts"][0]["text"]


def test_every_module_is_pinned_and_summed() -> None:
    required = re.findall(r"(\S+\.\S+/\S+) (v\S+)", (HERE / "go" / "go.mod").read_text())
    sums = (HERE / "go" / "go.sum").read_text()
    assert ("github.com/a2aproject/a2a-go/v2", "v2.4.0") in required
    assert all(f"{module} {version} h1:" in sums for module, version in required)
