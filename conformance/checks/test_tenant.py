"""Tenants: an interface's own works where its binding puts it; what others give is recorded."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

import pytest

from conformance.bindings.answer import Answer
from conformance.checks._mistakes import OTHER_TENANT, known
from conformance.judging import as_json, ask, expect, inconclusive, needing, not_applicable, note, requirement
from conformance.judging.refusals import ABOUT_CREDENTIALS, judgeable
from conformance.probe.questions import list_tasks
from conformance.probe.store import Store

OPERATIONS = pytest.mark.parametrize("operation", ["get", "list"])
A_TASK_TO_READ = needing("a task", lambda store: store.ids)


@requirement("tenant.path")
@ask(lambda store: list_tasks())
def test_the_tenant_works_in_the_path(answer: Answer, store: Store) -> None:
    """As its first part: /{tenant}/tasks."""
    _works(answer, store, own=1)


@requirement("tenant.param")
@ask(lambda store: list_tasks())
def test_the_tenant_works_as_a_parameter(answer: Answer, store: Store) -> None:
    """Under the name tenant."""
    _works(answer, store, own=0)


def _works(answer: Answer, store: Store, *, own: int) -> None:
    """Expect an answer; `own` is how often the suite itself puts the tenant into the path."""
    tenant = str(store.facts["tenant"])
    if answer.status in ABOUT_CREDENTIALS and not answer.accepted:
        raise inconclusive(f"The credential is not accepted ({answer}).")
    parts = [unquote(part) for part in urlsplit(answer.exchange.sent.request.url).path.split("/")]
    if not answer.accepted and parts.count(tenant) > own:
        raise not_applicable("The tenant stands in the interface's url already.")
    expect(judgeable(answer).accepted, f"tenant {as_json(tenant)} works", answer, marks=answer.mark())


@requirement("tenant.wrong")
@OPERATIONS
@ask(lambda store, operation: known(store, operation).spoken(tenant=OTHER_TENANT), needs=A_TASK_TO_READ)
def test_what_another_tenant_gives_is_recorded(answer: Answer, store: Store) -> None:
    """A tenant that the card does not declare."""
    if not answer.accepted:
        came: object = answer
    elif answer.question.operation == "get":
        came = f"task {as_json(answer.task.id)}"
    else:
        ids = set(store.by_id)
        same = sum(isinstance(task.id, str) and task.id in ids for task in answer.tasks)
        came = f"{len(answer.tasks)} tasks, {same} of them those of tenant {as_json(store.facts['tenant'])}"
    note(f"tenant {as_json(OTHER_TENANT)}", came)
