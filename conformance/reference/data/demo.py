"""The demo data: whatever a requirement needs to be conclusive, for the main principal of each tenant.

A task without a status timestamp breaks a SHOULD (order.dated), so the main principal has none here; the other
principal has, and `records_with_undated` gives some to both.
"""

from __future__ import annotations

from collections.abc import Iterator

from conformance.reference.data.build import ALICE, BOB, Maker
from conformance.reference.errors import JSON
from conformance.reference.store import Record

TENANT = "acme"
STATES = (
    "COMPLETED",
    "WORKING",
    "FAILED",
    "SUBMITTED",
    "CANCELED",
    "INPUT_REQUIRED",
    "REJECTED",
    "AUTH_REQUIRED",
)
ODD_IDS = (
    "reports/2026/Q3",
    "run 7 of 9",
    "100%",
    "one+one",
    "café-日本",
    "urn:task:42",
    "a=b&c=d",
    "what?#why",
    "%41%2F",
    "semi;colon,comma",
    "tilde~dot.dash-under_score",
    "quote'\"<b>",
)
ODD_CONTEXTS = ("a+b/c=d&e%f", "zürich-東京", "with space and %2B", "100%25")
ANYTHING: JSON = {
    "ticket": "T-1",
    "": "an empty name",
    "nested": {"list": [1, -2.5, 1e21, None, True, {"@type": "mine"}], "snake_case": {"a_b": 1}},
    "ünïcode": "\u2028 and \U0001f642",
    "null": None,
}

# Written so that their order as text is not their order in time.
PRECISION = (
    "2026-08-20T12:00:05Z",
    "2026-08-20T12:00:05.5Z",
    "2026-08-20T12:00:05.25Z",
    "2026-08-20T12:00:05.250001Z",
    "2026-08-20T12:00:05.250000001Z",
    "2026-08-20T12:00:05.125000Z",
    "2026-08-20T12:00:06Z",
    "2026-08-20T12:00:06.000000001Z",
    "2026-08-20T12:00:06.001Z",
    "2026-08-20T12:00:05.999999999Z",
    "2026-08-20T12:00:04.75Z",
    "2026-08-20T12:00:05.000000Z",
)
SIX = (
    "2026-09-10T10:00:00.250Z",
    "2026-09-10T10:00:00.25Z",
    "2026-09-10T10:00:00.250000000Z",
    "2026-09-10T10:00:00.250Z",
    "2026-09-10T10:00:00Z",
    "2026-09-10T10:00:00.9Z",
)
ARTIFACT_TURN = (0, 2, 1, 0, 3)


def records() -> Iterator[Record]:
    """Return every task of the demo."""
    for tenant in ("", TENANT):
        yield from main(Maker(tenant, ALICE))
        yield from other(Maker(tenant, BOB))


def records_with_undated() -> Iterator[Record]:
    """Return the demo's tasks and a few without a timestamp for the main principal too."""
    yield from records()
    for tenant in ("", TENANT):
        yield from undated(Maker(tenant, ALICE))


def main(maker: Maker) -> Iterator[Record]:
    """Return the main principal's 134 tasks."""
    for index, stamp in enumerate(SIX):
        state, artifacts = ("COMPLETED", "FAILED")[index // 4], index % 3
        yield maker.task(f"six {index}", stamp, context="six", state=state, messages=3, artifacts=artifacts)
    for index, stamp in enumerate(PRECISION):
        yield maker.task(f"precision {index}", stamp, context="precision", messages=1 + index % 2)
    for index in range(11):
        yield maker.task(f"tie {index}", "2026-07-01T00:00:00.000Z", context="ties", messages=index % 3)
    for index in range(7):
        yield maker.task(
            f"history {index}",
            f"2026-09-01T08:{index:02}:00.500Z",
            context="history",
            messages=index,
            artifacts=1,
        )
    for index, task_id in enumerate(ODD_IDS):
        yield maker.task(
            f"odd {index}",
            f"2026-06-{index + 1:02}T10:00:00.{index:03}Z",
            context="odd-ids",
            task_id=f"{maker.tenant}:{task_id}" if maker.tenant else task_id,
            metadata=ANYTHING,
        )
    for index, name in enumerate(ODD_CONTEXTS * 3):
        yield maker.task(f"context {index}", f"2026-05-{index + 1:02}T10:00:00.000001Z", context=name)
    yield from every_state(maker)
    for index in range(50):
        stamp = f"2026-{1 + index // 14:02}-{1 + 2 * (index % 14):02}T06:30:{index:02}.{index * 20:03}Z"
        yield maker.task(
            f"bulk {index}", stamp, context=f"bulk-{index % 3}", artifacts=ARTIFACT_TURN[index % 5]
        )


def every_state(maker: Maker) -> Iterator[Record]:
    """Return three tasks in each state, with status messages."""
    for index in range(24):
        state = STATES[index % 8]
        yield maker.task(
            f"state {index}",
            f"2026-08-0{1 + index // 8}T0{index % 8}:00:00.{index:03}Z",
            context=f"states-{index // 8}",
            state=state,
            messages=2 + index % 5,
            artifacts=ARTIFACT_TURN[index % 5] if state in ("COMPLETED", "FAILED", "CANCELED") else 0,
            says=f"{state.replace('_', ' ').capitalize()} since this morning" if index < 16 else "",
            metadata={"index": index} if index % 3 == 0 else None,
        )


def other(maker: Maker) -> Iterator[Record]:
    """Return the other principal's tasks, in contexts of their own."""
    for index in range(12):
        yield maker.task(
            f"private {index}",
            f"2026-09-{1 + index:02}T12:00:00.125Z",
            context=f"private-{index % 3}",
            state=STATES[index % 8],
            messages=3,
            artifacts=2 if index % 2 == 0 else 0,
            metadata={"owner": BOB},
        )
    yield from undated(maker)


def undated(maker: Maker) -> Iterator[Record]:
    for index in range(4):
        yield maker.task(f"undated {index}", None, context="undated", state=STATES[index], messages=2)
