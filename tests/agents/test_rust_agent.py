"""The Rust SDK's scripted agent does what its lines say."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import pytest

from tests.agents.seeding import Promises, Speaker, artifacts, started, state, texts, until
from tests.agents.start import HERE, Running, locked

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    yield from started("rust", store="memory")


class TestRustAgent(Promises):
    """What every agent promises, and what is special about this one."""

    def test_a_task_that_stays_open_takes_follow_ups(self, speaker: Speaker, context: str) -> None:
        task = speaker.send("#conformance then=working,submitted hold=50ms messages=2", context)
        assert (state(task), len(texts(task))) == ("SUBMITTED", 2)
        speaker.send("no line", context, task["id"])
        task = speaker.send("#conformance state=working messages=2", context, task["id"])
        assert (state(task), len(texts(task))) == ("WORKING", 5)

    def test_late_artifacts_stop_at_a_follow_up(self, speaker: Speaker, context: str) -> None:
        task = speaker.send("#conformance state=input-required artifact-update=50 hold=100ms", context)
        until(speaker, task["id"], lambda one: len(artifacts(one)) == 1)
        ended = speaker.send("#conformance state=failed", context, task["id"])
        until(speaker, task["id"], lambda one: len(artifacts(one)) > len(artifacts(ended)), seconds=0.4)
        assert speaker.get(task["id"]) == ended

    def test_no_script_goes_on_after_the_end(self, speaker: Speaker, context: str) -> None:
        task = speaker.send("#conformance then=failed,completed", context)
        assert state(task) == "REJECTED"
        assert "terminal" in task["status"]["message"]["parts"][0]["text"]


def test_every_crate_is_pinned_and_locked() -> None:
    wanted = tomllib.loads((HERE / "rust" / "Cargo.toml").read_text())["dependencies"]
    versions = locked(HERE / "rust" / "Cargo.lock")
    for name, how in wanted.items():
        package, version = (name, how) if isinstance(how, str) else (how.get("package", name), how["version"])
        assert version == f"={versions[package]}"
    assert versions["a2a-server-lf"] == "0.5.3"
