"""The JavaScript SDK's scripted agent does what its lines say, on both stores."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import ClassVar

import pytest

from tests.agents.seeding import Promises, Speaker, artifacts, started, state, texts, until
from tests.agents.start import HERE, Running

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=["memory", "sqlite"])
def running(request: pytest.FixtureRequest) -> Iterator[Running]:
    yield from started("javascript", store=request.param)


class TestJavaScriptAgent(Promises):
    """What every agent promises, and what this one can do beyond."""

    can_drop_the_users_message: ClassVar[bool] = False

    def test_a_follow_up_takes_the_place_of_a_script_that_runs(self, speaker: Speaker, context: str) -> None:
        running = speaker.send("one\n#conformance state=failed hold=400ms artifacts=1", context, wait=False)
        speaker.send("two\n#conformance state=input-required artifacts=1", context, running["id"])
        speaker.send("three\n#conformance hold=600ms messages=2", context, running["id"])
        task = until(speaker, running["id"], lambda one: state(one) == "COMPLETED")
        assert state(task) == "COMPLETED"
        assert [text.split("\n")[0] for text in texts(task)] == ["one", "two", "three", "message 4"]
        assert [name for name, *_ in artifacts(task)] == ["artifact-1"]

    def test_the_timestamp_is_kept_as_it_was_written(self, speaker: Speaker, context: str) -> None:
        task = speaker.send("#conformance timestamp=2026-01-01T00:00:00.50Z", context)
        assert speaker.get(task["id"])["status"]["timestamp"] == "2026-01-01T00:00:00.50Z"


def test_the_lock_file_pins_all_and_names_no_other_registry() -> None:
    wanted = json.loads((HERE / "javascript" / "package.json").read_text())["dependencies"]
    locked = json.loads((HERE / "javascript" / "package-lock.json").read_text())["packages"]
    assert {name: locked[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    for package in locked.values():
        assert package.get("resolved", "https://registry.npmjs.org/").startswith(
            "https://registry.npmjs.org/"
        )
