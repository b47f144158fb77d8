"""The plan of a run: little is asked, nothing is created, and people can read it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from starlette.types import Message, Receive, Scope, Send

from conformance.reference import MAIN_TOKEN, create_app, running
from tests.cli.conftest import Command

pytestmark = pytest.mark.slow
MOST_LINES = 180


@contextmanager
def counted() -> Iterator[tuple[str, list[str]]]:
    """Serve the reference server and list the bodies that come."""
    app, bodies = create_app("demo", tenants=False), list[str]()

    async def seen(scope: Scope, receive: Receive, send: Send) -> None:
        async def reading() -> Message:
            message = await receive()
            bodies.append(message.get("body", b"").decode("utf-8", "replace"))
            return message

        await app(scope, reading, send)

    with running(seen) as url:
        yield url, bodies


def test_a_dry_run_creates_nothing_though_that_is_permitted(command: Command) -> None:
    with counted() as (url, bodies):
        done = command("run", url, "--bearer-env", "ALICE", "--create-tasks", "--dry-run", ALICE=MAIN_TOKEN)
    assert done.returncode == 0, done.stderr
    assert not [body for body in bodies if "SendMessage" in body or '"message"' in body]
    lines = done.stdout.splitlines()
    assert len(lines) < MOST_LINES
    assert "5 tasks would be created first, by SendMessage." in lines
    found = {line.split()[0]: line for line in lines if line.split()}
    assert found["size.default"].split()[1:] == ["MUST", "4", "cases", "ListTasks"]
    assert found["order.moves-up"].endswith("ListTasks, SendMessage")
    assert "nothing was created" in done.stdout


def test_a_dry_run_says_what_permissions_would_add(command: Command) -> None:
    with running(create_app("walkthrough", tenants=False)) as url:
        done = command("run", url, "--bearer-env", "ALICE", "--dry-run", ALICE=MAIN_TOKEN)
    assert done.returncode == 0, done.stderr
    left = done.stdout.partition("Not asked")[2]
    assert "--create-tasks" in left
    assert "history.send" in left
    assert "The store lacks at least 51 visible tasks." in left
