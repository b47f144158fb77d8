"""Visibility: what one principal sees of another's tasks, and what those see who have no credential."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from conformance.bindings.answer import Answer
from conformance.bindings.reading import Kind
from conformance.checks._mistakes import known
from conformance.judging import (
    ask,
    doubt,
    expect,
    inconclusive,
    needing,
    not_applicable,
    requirement,
)
from conformance.judging.needs import A_TASK, OTHERS_TASK
from conformance.judging.refusals import ABOUT_CREDENTIALS, controlled, is_own_fault, is_rpc, judgeable
from conformance.judging.sent import task_or_end
from conformance.probe.principals import ForeignPage, ForeignToken, WatchAnothersTask, Watched
from conformance.probe.questions import list_tasks
from conformance.probe.sending import scribe
from conformance.probe.store import Store

TWO_OF_OTHERS = needing(
    "at least 2 tasks of the other principal", lambda s: s.other and len(s.other.ids) >= 2
)
OTHERS_CONTEXT = needing(
    "a task of the other principal with a contextId", lambda s: s.other and _their_context(s)
)
SECURED = pytest.mark.parametrize("operation", ["get", "list"])


def _their_context(store: Store) -> str | None:
    contexts = store.other.contexts if store.other else {}
    return next((name for name in contexts if name not in store.contexts), next(iter(contexts), None))


def _their_filters(store: Store, *names: str) -> dict[str, Any]:
    """Return filters that all let the newest task of one context of the other principal through."""
    inside = store.other.contexts.get(str(_their_context(store)), []) if store.other else []
    newest = max(inside, key=lambda task: task.instant or 0, default=None)
    if newest is None:
        return {}
    state = newest.state if newest.state in store.profile.known_states else None
    moment = newest.timestamp if newest.instant is not None else None
    found = {"context": newest.context, "status": state, "after": moment}
    return {name: found[name] for name in names if found[name] is not None}


def _theirs(store: Store) -> set[str]:
    return set(store.other.ids) if store.other else set()


def _none_of_theirs(answer: Answer, store: Store) -> None:
    """Expect that a page, or a refusal, shows no task of the other principal."""
    if not judgeable(answer).accepted:
        if answer.refused:
            expect(True, "nothing of the other principal")
            return
        raise inconclusive(f"There is no answer to look into ({answer}).")
    theirs = _theirs(store)
    found = [i for i, task in enumerate(answer.tasks) if isinstance(task.id, str) and task.id in theirs]
    came = f"{len(found)} of the other principal's tasks"
    expect(
        not found, "none of the other principal's tasks", came, marks=[answer.mark_item(i) for i in found[:3]]
    )


@requirement("scope.list")
@pytest.mark.parametrize("asked", ["unset", "whole", "context", "status", "every filter"])
@ask(
    lambda store, asked: {
        "unset": list_tasks(),
        "whole": list_tasks(**store.wide),
        "context": list_tasks(context=_their_context(store)),
        "status": list_tasks(**_their_filters(store, "status"), page_size=100),
        "every filter": list_tasks(
            **_their_filters(store, "context", "status", "after"), page_size=100, artifacts=True, window=1
        ),
    }[asked],
    needs=(OTHERS_TASK, OTHERS_CONTEXT),
)
def test_nobody_elses_tasks_are_listed(answer: Answer, store: Store, asked: str) -> None:
    """With no filter, and with filters that let a task of theirs through: each may forget whose list it is."""
    _none_of_theirs(answer, store)
    if asked == "whole":
        seen = sorted(_theirs(store) & {task.id for task in store.tasks if isinstance(task.id, str)})
        expect(not seen, "none of the other principal's tasks, on any page", f"{len(seen)} of them")


@requirement("scope.total")
@pytest.mark.parametrize("asked", ["unset", "context"])
@ask(
    lambda store, asked: {
        who: list_tasks(**({"context": _their_context(store)} if asked == "context" else {})).by(who)
        for who in ("main", "other")
    },
    needs=(OTHERS_TASK, OTHERS_CONTEXT),
)
def test_nobody_elses_tasks_are_counted(answer: Mapping[str, Any], store: Store, asked: str) -> None:
    """Both principals being told one total, larger than what this one sees, is a count of everybody's tasks."""
    mine, theirs = answer["main"].read("total"), answer["other"].read("total")
    if not isinstance(mine, int) or not isinstance(theirs, int):
        raise inconclusive("The answers have no totalSize to compare.")
    if not store.complete or not store.quiet or (store.other and not store.other.quiet):
        raise inconclusive("Tasks came, went or changed during the run, or not all were seen.")
    context = _their_context(store) if asked == "context" else None
    seen = len(store.contexts.get(context, ())) if context else len(store.tasks)
    # A filtered list may be counted unfiltered, as the specification's example is.
    unfiltered = bool(context) and mine == store.total
    expect(
        unfiltered or mine <= seen or mine != theirs,
        f"a totalSize without the other principal's tasks: {seen}",
        f"totalSize {mine}, the same for both principals",
        marks=answer["main"].mark("/totalSize"),
    )


@requirement("scope.token")
@ask(lambda store: ForeignToken(), needs=TWO_OF_OTHERS)
def test_a_foreign_token_opens_nothing(answer: ForeignPage, store: Store) -> None:
    """A refusal, an empty page or the own tasks: all conform."""
    if answer.answer is None:
        raise inconclusive(f"The other principal's list gives no token ({answer.theirs}).")
    _none_of_theirs(answer.answer, store)


@requirement("scope.while-working")
@ask(
    lambda store: WatchAnothersTask(scribe(store, "watched")),
    needs=OTHERS_TASK,
    writes=True,
)
def test_a_task_being_worked_on_is_hidden(answer: Watched, store: Store) -> None:
    """From GetTask, from the newest tasks, and from its context."""
    task = task_or_end(answer.sent)
    if answer.read is None or answer.after is None:
        raise inconclusive("The task came without an id.")
    read = judgeable(answer.read)
    expect(not read.accepted, f"task {task.id} is not found", f"task {task.id}", marks=read.mark())
    for page in answer.lists:
        listed = judgeable(page).accepted and task.id in [shown.id for shown in page.tasks]
        expect(not listed, f"a list without task {task.id}", "a list with it", marks=page.mark())
    if not answer.after.accepted or answer.after.task.is_terminal:
        too_quick = "The agent had finished the task before everything was asked"
        if not store.facts.get("scripted"):
            raise not_applicable(f"{too_quick}: it takes no time that another could look in.")
        doubt(f"{too_quick}; an agent that takes its time is needed.")


@requirement("scope.unauthenticated")
@SECURED
@pytest.mark.parametrize("credential", ["anonymous", "wrong"])
@ask(
    lambda store, operation, credential: known(store, operation).by(credential),
    control=known,
    needs=A_TASK,
)
def test_without_a_credential_nothing_is_answered(answer: Answer, control: Answer, store: Store) -> None:
    """The card asks for one, so none and a wrong one are refused."""
    controlled(control)
    if answer.kind in {Kind.THROTTLED, Kind.UNREADABLE} or (
        answer.kind is Kind.FAULT and not is_own_fault(answer)
    ):
        raise inconclusive(f"There is neither an answer nor a refusal ({answer}).")
    if answer.accepted and store.facts.get("certificate"):
        raise inconclusive("The client certificate is a credential that this request carried too.")
    refused = answer.kind in {Kind.REFUSED, Kind.GATEWAY}
    came = "answered as if it had one" if answer.accepted else answer
    expect(refused, "a refusal", came, marks=answer.mark("status"))
    if answer.refused:
        fitting = answer.status in ABOUT_CREDENTIALS or (is_rpc(answer) and answer.refusal is not None)
        expect(fitting, "HTTP 401 or 403", answer, clause="kind", marks=answer.mark("status"))


@requirement("scope.challenge")
@SECURED
@ask(lambda store, operation: known(store, operation).by("anonymous"), control=known, needs=A_TASK)
def test_the_refusal_names_the_scheme(answer: Answer, control: Answer) -> None:
    """WWW-Authenticate on 401 (RFC 9110 §11.6.1)."""
    controlled(control)
    if answer.status != 401 or answer.kind is Kind.GATEWAY:
        raise not_applicable(f"Refused without HTTP 401, or by something in front ({answer}).")
    challenge = " ".join(answer.headers("WWW-Authenticate")).strip()
    expect(
        challenge,
        "a WWW-Authenticate header",
        challenge or "none",
        marks=answer.mark("header:WWW-Authenticate"),
    )
