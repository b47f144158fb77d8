"""The worked example: the agent `test-runner` with five tasks, and the reviewer's task.

One endpoint serves two agents: the test runner is the default, the reviewer is a tenant (proto
AgentInterface.tenant), and both do their work for the main principal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conformance.reference.data.build import ALICE, Maker
from conformance.reference.errors import JSON
from conformance.reference.store import Record

AGENT = "test-runner"
TENANT = "reviewer"
CONTEXT = "fe5ee20d-53ba-42f9-b2c5-0e4a3c1c6f5e"

RUNS = (
    ("f22ed7af-848d-4f4d-8cd1-3204d1e1bbaf", "CANCELED", "09:00:03.750", "Run the end-to-end tests"),
    ("8ae21dcb-7449-4d90-82a6-ac01b20fd782", "FAILED", "09:00:03.000", "Run the integration tests"),
    ("728ba084-2c0e-4d0b-9b0c-5a1f7f3f9f6e", "COMPLETED", "09:00:02.250", "Run the unit tests"),
    ("d0c28826-91d7-4a35-8f57-6d2f0a4be1c3", "COMPLETED", "09:00:01.500", "Run the linter"),
    ("3b1f6c52-6f0d-4c7e-a0a4-9e5d8b7c2f10", "COMPLETED", "09:00:00.750", "Run the type checker"),
)
REVIEW = "e5c95b09-6d4b-4b3b-8693-91e81472d12f"
REVIEW_CONTEXT = "8c7a0e64-03d5-4a3c-a8b1-2f9d64c1e7b9"


def records() -> Iterator[Record]:
    """Return the six tasks."""
    for task_id, state, clock, wish in RUNS:
        made = log_and_summary(wish) if state == "COMPLETED" else ()
        history = ((True, wish), (False, "Starting the run"))
        yield task(
            Maker("", ALICE), task_id, CONTEXT, state=state, clock=clock, history=history, artifacts=made
        )
    review = (
        (True, "Review the change on the branch page-tokens"),
        (False, "Reading the description"),
        (False, "Comparing the diff against main"),
    )
    yield task(
        Maker(TENANT, ALICE),
        REVIEW,
        REVIEW_CONTEXT,
        state="COMPLETED",
        clock="09:00:05.250",
        history=review,
        says="2 findings",
    )


def task(
    maker: Maker,
    task_id: str,
    context: str,
    *,
    state: str,
    clock: str,
    history: Sequence[tuple[bool, str]],
    artifacts: Sequence[JSON] = (),
    says: str = "",
) -> Record:
    """Return a task of 6 October 2026; in `history`, True marks the user's messages."""
    return Record(
        tenant=maker.tenant,
        principal=maker.principal,
        id=task_id,
        context=context,
        state=f"TASK_STATE_{state}",
        stamp=f"2026-10-06T{clock}Z",
        message=maker.message("status", says, context, task_id, user=False) if says else None,
        history=[maker.message(text, text, context, task_id, user=user) for user, text in history],
        artifacts=artifacts,
    )


def log_and_summary(wish: str) -> list[JSON]:
    return [
        {"artifactId": "log", "name": "log", "parts": [{"text": f"$ {wish.lower()}\nok\n"}]},
        {
            "artifactId": "summary",
            "name": "summary",
            "parts": [{"data": {"failed": 0, "skipped": None}, "mediaType": "application/json"}],
        },
    ]
