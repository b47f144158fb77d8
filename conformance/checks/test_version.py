"""A2A-Version: what is refused, how the header is read, what its absence means."""

from __future__ import annotations

import pytest

from conformance.bindings.answer import Answer
from conformance.checks._mistakes import known
from conformance.judging import ask, expect, needing, note, refused_well, requirement
from conformance.judging.refusals import controlled, is_coded, is_rpc, is_typed, judgeable, named, reasons
from conformance.probe.questions import Question
from conformance.probe.store import Store

OPERATIONS = pytest.mark.parametrize("operation", ["get", "list"])
UNSUPPORTED = "9.9"
A_TASK_TO_READ = needing("a task", lambda store: store.ids)


def _in_version(store: Store, operation: str, version: str | None) -> Question:
    return known(store, operation).with_headers(A2A_Version=version)


@requirement("version.unsupported")
@OPERATIONS
@ask(lambda store, operation: _in_version(store, operation, UNSUPPORTED), control=known, needs=A_TASK_TO_READ)
def test_an_unknown_version_is_refused(answer: Answer, control: Answer) -> None:
    """-32009 or 400; on HTTP the reason in the body is what tells it from other bad requests."""
    wanted = answer.profile.errors["version"]
    if refused_well(answer, control, f"A2A-Version {UNSUPPORTED}"):
        expect(is_coded(answer, wanted), named(answer, wanted), answer, marks=answer.mark())
        if not is_rpc(answer) and is_typed(answer):
            found = [reason for reason, _ in reasons(answer)]
            expected = f"an ErrorInfo with reason {wanted.reason}"
            came = found or "no ErrorInfo"
            expect(wanted.reason in found, expected, came, clause="http-body", marks=answer.mark())


@requirement("version.minor")
@OPERATIONS
@ask(
    lambda store, operation: _in_version(store, operation, f"1.{store.facts['highest_minor'] + 1}"),
    control=known,
    needs=A_TASK_TO_READ,
)
def test_a_minor_version_that_is_not_offered_is_refused(answer: Answer, control: Answer) -> None:
    """Major and minor must match one that the card lists (§3.6.2)."""
    refused_well(answer, control, f"A2A-Version {answer.question.headers['A2A-Version']}")


@requirement("version.header-case")
@OPERATIONS
@ask(
    lambda store, operation: known(store, operation).with_headers(a2a_version=store.facts["version"]),
    wrong=lambda store, operation: known(store, operation).with_headers(a2a_version=UNSUPPORTED),
    control=known,
    needs=A_TASK_TO_READ,
)
def test_the_headers_name_has_no_case(answer: Answer, wrong: Answer, control: Answer) -> None:
    """In lower case the right version is accepted and the wrong one refused."""
    controlled(control)
    named_right = f"a2a-version: {answer.question.headers['a2a-version']} is accepted"
    expect(judgeable(answer).accepted, named_right, answer, marks=answer.mark())
    refused_well(wrong, control, f"a2a-version: {UNSUPPORTED}")


@requirement("version.patch")
@OPERATIONS
@ask(
    lambda store, operation: _in_version(store, operation, f"{store.facts['version']}.7"),
    needs=A_TASK_TO_READ,
)
def test_what_a_patch_number_does_is_recorded(answer: Answer) -> None:
    """Patch numbers should not be named at all (§3.6)."""
    note(f"A2A-Version {answer.question.headers['A2A-Version']}", answer)


@requirement("version.absent")
@OPERATIONS
@ask(lambda store, operation: _in_version(store, operation, None), control=known, needs=A_TASK_TO_READ)
def test_no_version_is_not_read_as_1_0(answer: Answer, control: Answer, store: Store) -> None:
    """It means 0.3, which an agent that does not offer it should not answer as if it were 1.0."""
    controlled(control)
    note("without A2A-Version", judgeable(answer))
    if not store.facts["offers_old"]:
        expect(
            not answer.accepted,
            "refused, as it means version 0.3",
            "answered as 1.0",
            clause="answered-as-1-0",
            marks=answer.mark(),
        )


@requirement("version.query")
@OPERATIONS
@ask(
    lambda store, operation: _in_version(store, operation, None).with_extra(
        **{"A2A-Version": store.facts["version"]}
    ),
    absent=lambda store, operation: _in_version(store, operation, None),
    needs=A_TASK_TO_READ,
)
def test_what_a_version_as_a_parameter_does_is_recorded(answer: Answer, absent: Answer) -> None:
    """§3.6.1 allows it, §11.2 speaks of the header only."""
    if absent.accepted:
        note("A2A-Version as a parameter", "not needed: without any version it is accepted too")
    else:
        note("A2A-Version as a parameter", answer)
