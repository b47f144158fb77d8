"""Task not found: its code, its details, odd ids, and tasks of somebody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from conformance.bindings.answer import Answer
from conformance.bindings.reading import Kind
from conformance.checks._tasks import sample
from conformance.core.missing import MISSING
from conformance.judging import (
    as_json,
    ask,
    expect,
    inconclusive,
    needing,
    not_applicable,
    note,
    refused_well,
    requirement,
)
from conformance.judging.needs import A_TASK, OTHERS_TASK
from conformance.judging.refusals import (
    code_of,
    controlled,
    is_coded,
    is_own_fault,
    is_rpc,
    judgeable,
    named,
    reasons,
)
from conformance.probe.questions import Question, get_task
from conformance.probe.store import Store
from conformance.probe.unknown import can_exist, unknown_id

DOMAIN = "a2a-protocol.org"
ODD_IDS = {
    "text": "conformance-no-such-task",
    "2 KB": "0123456789abcdef" * 128,
    "path": "../x",
    "non-ASCII": "läßt-日本-no-such-task",
    "percent": "no%2Dsuch%2Dtask",
}
NO_IDS: dict[str, Any] = {"empty": "", "missing": ..., "null": None, "number": 5, "object": {"id": "x"}}


def known_task(store: Store) -> Question:
    """Ask for a task that exists: the control of what is refused."""
    return get_task(sample(store, 2)[0])


@requirement("notfound.code")
@ask(lambda store: get_task(unknown_id(store)), control=known_task, needs=A_TASK)
def test_an_unknown_id_is_not_found(answer: Answer, control: Answer) -> None:
    """-32001 or 404, and no task."""
    controlled(control)
    wanted_id = answer.question.params["id"]
    item = answer.profile.item_name
    if judgeable(answer).accepted and answer.task.id == wanted_id and can_exist(wanted_id):
        raise inconclusive(f"A {item} has the id that was made up.")
    wanted = named(answer, answer.profile.errors["not_found"])
    came: object = answer
    if answer.accepted:
        shown = f"no {item}'s id" if answer.task.id is MISSING else f"{item} {as_json(answer.task.id)}"
        came = f"HTTP {answer.status}, {shown}"
    expect(is_coded(answer, answer.profile.errors["not_found"]), wanted, came, marks=answer.mark())


@requirement("notfound.error-info")
@ask(lambda store: get_task(unknown_id(store)), needs=A_TASK)
def test_not_found_has_its_error_info(answer: Answer) -> None:
    """A google.rpc.ErrorInfo with reason and domain among the details."""
    if not answer.refused:
        raise inconclusive(f"The unknown id is not refused ({answer}).")
    wanted = answer.profile.errors["not_found"].reason
    clause = "jsonrpc" if is_rpc(answer) else "main"
    came = reasons(answer) or "no ErrorInfo"
    expect(
        (wanted, DOMAIN) in reasons(answer),
        f"an ErrorInfo with reason {wanted}, domain {DOMAIN}",
        came,
        clause=clause,
        marks=answer.mark("/data" if is_rpc(answer) else "/error/details"),
    )


@requirement("notfound.malformed-id")
@pytest.mark.parametrize("odd", ODD_IDS)
@ask(lambda store, odd: get_task(ODD_IDS[odd]), control=known_task, needs=A_TASK)
def test_an_odd_id_is_not_found_or_invalid(answer: Answer, control: Answer) -> None:
    """No fault of the server, and no other resource; what cleans paths or limits them may refuse too."""
    controlled(control)
    if answer.kind is Kind.GATEWAY:
        note("refused by", answer.trouble)
    elif answer.kind is Kind.UNREADABLE:
        raise inconclusive(f"What came is not of this protocol ({answer.trouble}).")
    else:
        judgeable(answer)
    came = f"accepted: {as_json(answer.body)}" if answer.accepted else answer
    mark = answer.mark("status" if is_own_fault(answer) else "")
    expect(
        not answer.accepted and not is_own_fault(answer), "a refusal: not found or invalid", came, marks=mark
    )


@requirement("notfound.empty-id")
@pytest.mark.parametrize("given", NO_IDS)
@ask(
    lambda store, given: get_task("").but(id=NO_IDS[given]) if store.facts["binding"] == "jsonrpc" else None,
    control=known_task,
    needs=A_TASK,
)
def test_what_is_no_id_is_refused(answer: Answer | None, control: Answer, given: str) -> None:
    """Empty, missing and of another type."""
    if answer is None:
        raise not_applicable("The id stands in the path on HTTP, where it is always there and a text.")
    refused_well(answer, control, f"an id that is {given}")


@requirement("notfound.empty-id")
@ask(lambda store: get_task("") if store.facts["binding"] == "http+json" else None)
def test_what_a_trailing_slash_gives_is_recorded(answer: Answer | None) -> None:
    """Routing is the server's business."""
    if answer is None:
        raise not_applicable("Only HTTP has paths.")
    listed = isinstance(answer.document, dict) and "tasks" in answer.document
    note("/tasks/", "lists" if answer.accepted and listed else answer)


def _theirs(store: Store) -> str | None:
    """Return the task of the other principal that shows most, not one that this principal lists as well."""
    other = store.other
    if other is None:
        return None
    rich = [*other.by_artifacts, *other.by_messages, *other.ids]
    return next((task_id for task_id in rich if task_id not in store.by_id), rich[0] if rich else None)


def _secrets(store: Store, task_id: str) -> set[str]:
    """Return texts that only one who sees that task can know, its id apart."""
    found: set[str] = set()
    for view in store.other.views(task_id) if store.other else ():
        found |= {value for value in _texts(view.raw) if len(value) >= 8 and value != task_id}
    return found


def _texts(value: Any, name: str = "") -> Iterator[str]:
    """Yield the ids and the people's texts in a task, not the protocol's own words."""
    if isinstance(value, dict):
        for key, member in value.items():
            yield from _texts(member, str(key))
    elif isinstance(value, list):
        for member in value:
            yield from _texts(member, name)
    elif isinstance(value, str) and (name.endswith("Id") or name in {"text", "url", "raw", "name"}):
        yield value


@requirement("notfound.hidden")
@ask(
    lambda store: get_task(_theirs(store)),
    unknown=lambda store: get_task(unknown_id(store)),
    control=known_task,
    needs=(A_TASK, OTHERS_TASK, needing("a task of the other principal with an id", _theirs)),
)
def test_a_task_of_somebody_else_looks_unknown(
    answer: Answer, unknown: Answer, control: Answer, store: Store
) -> None:
    """Nothing tells it from an id that no task has; what the answer to such an id says too gives nothing away."""
    controlled(control)
    if not unknown.refused:
        raise inconclusive(f"An unknown id is not refused ({unknown}).")
    if answer.kind is Kind.THROTTLED or (answer.kind is Kind.FAULT and not is_own_fault(answer)):
        judgeable(answer)
    if answer.accepted:
        expect(
            False, "not found", f"the other principal's task {as_json(answer.task.id)}", marks=answer.mark()
        )
        return
    expect(_face(answer) == _face(unknown), f"as an unknown id: {unknown}", answer, marks=answer.mark())
    body, told = _body(answer), _body(unknown)
    secrets = map(str.encode, _secrets(store, answer.question.params["id"]))
    shown = [text.decode() for text in secrets if text in body and text not in told]
    expect(not shown, "nothing of the task", f"it tells {sorted(shown)[:2]}", marks=answer.mark())
    same = _members(answer) == _members(unknown)
    came = f"members {_members(answer)}"
    expect(same, f"members {_members(unknown)}", came, clause="same-members", marks=answer.mark())


@requirement("notfound.hidden")
@pytest.mark.parametrize("given", ["historyLength"])
@ask(
    lambda store: get_task(_theirs(store), window=1),
    control=known_task,
    needs=(A_TASK, OTHERS_TASK, needing("a task of the other principal with an id", _theirs)),
)
def test_no_parameter_shows_a_task_of_somebody_else(answer: Answer, control: Answer) -> None:
    """Other parameters may take another way through the server, which has to ask whose task it is as well."""
    controlled(control)
    came = f"the other principal's task {as_json(answer.task.id)}" if answer.accepted else answer
    expect(not judgeable(answer).accepted, "not found", came, marks=answer.mark())


def _body(answer: Answer) -> bytes:
    response = answer.exchange.sent.response
    return response.body if response else b""


def _face(answer: Answer) -> tuple[Any, ...]:
    return answer.status, repr(code_of(answer)), sorted(reasons(answer))


def _members(answer: Answer) -> list[str]:
    error = answer.refusal.error if answer.refusal else MISSING
    return sorted(error) if isinstance(error, dict) else []
