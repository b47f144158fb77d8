"""The checks of tasks that are not there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.reference import MAIN_TOKEN, Rules, create_app
from conformance.reference.data import DATASETS
from conformance.reference.data.build import BOB
from conformance.reference.errors import A2AError
from conformance.reference.queries import Caller
from tests.checks.harness import judged, run_on, verdicts

GROUP = "notfound"
HTML = [(b"content-type", b"text/html")]


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged(GROUP))
    assert set(found.values()) <= {"pass", "note"}
    assert found["notfound.hidden", "http+json"] == "pass"


def test_an_empty_store_leaves_everything_open() -> None:
    found = verdicts(judged(GROUP, dataset="empty", second=False, **{"create-tasks": False}))
    assert found.pop(("notfound.hidden", "jsonrpc")) == "not tested"
    assert found.pop(("notfound.hidden", "http+json")) == "not tested"
    assert set(found.values()) == {"inconclusive"}


@pytest.mark.parametrize(("status", "verdict"), [(429, "inconclusive"), (503, "inconclusive"), (403, "fail")])
def test_what_answers_for_a_hidden_task_only_is_told_from_throttling(status: int, verdict: str) -> None:
    """A 403 by something in front gives away that there is such a task, as one by the server would."""
    app = create_app("demo")
    theirs = {record.id for record in DATASETS["demo"].records() if record.principal == BOB}

    async def in_front(scope: Any, receive: Any, send: Any) -> None:
        mine = (b"authorization", f"Bearer {MAIN_TOKEN}".encode()) in scope.get("headers", [])
        if mine and scope["path"].rpartition("/")[2] in theirs:
            await send({"type": "http.response.start", "status": status, "headers": HTML})
            await send({"type": "http.response.body", "body": b"<h1>No</h1>"})
        else:
            await app(scope, receive, send)

    found = verdicts(run_on(in_front, "notfound.hidden").findings.values())
    assert found["notfound.hidden", "http+json"] == verdict
    assert found["notfound.hidden", "jsonrpc"] == "pass"


def test_what_an_unknown_id_is_told_too_gives_nothing_away() -> None:
    class SaysAllWentWell(Rules):
        def not_found(self, caller: Caller) -> A2AError:
            return replace(super().not_found(caller), message="Not found: artifact-1. All went well.")

    assert set(verdicts(judged("notfound.hidden", rules=SaysAllWentWell())).values()) == {"pass"}
