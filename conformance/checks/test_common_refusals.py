"""Refusals with the statuses, codes and envelopes that a profile names."""

from __future__ import annotations

from conformance.bindings.answer import Answer
from conformance.checks._promises import refused_as
from conformance.checks._tasks import sample
from conformance.core.missing import MISSING
from conformance.judging import ask, expect, inconclusive, not_applicable, promise, varied
from conformance.judging.needs import A_TASK
from conformance.judging.refusals import controlled
from conformance.probe.questions import Question, get_task, list_tasks
from conformance.probe.store import Store
from conformance.probe.unknown import unknown_id
from conformance.profiles import Profile

MADE_UP = "conformance-made-up"


@promise("notfound.envelope")
@ask(lambda store: get_task(unknown_id(store)))
def test_not_found_says_so_where_it_should(answer: Answer) -> None:
    """A message, and where the profile names codes one of them."""
    profile, refusals = answer.profile, answer.profile.errors["not_found"]
    if answer.refusal is None:
        raise inconclusive(f"The unknown id is not refused ({answer}).")
    if profile.error_message:
        message = answer.refusal.message
        said = isinstance(message, str) and bool(message)
        wanted = f"a message at {' or '.join(profile.error_message)}"
        expect(said, wanted, MISSING if message is None else message, marks=answer.mark_whole())
    if profile.error_code and refusals.codes:
        code = answer.refusal.code
        wanted = f"the code {' or '.join(map(str, refusals.codes))}"
        expect(code in refusals.codes, wanted, MISSING if code is None else code, marks=answer.mark_whole())


@promise("notfound.malformed-id")
@ask(lambda store: get_task(store.profile.errors["malformed_id"].id))
def test_a_malformed_id_is_refused_as_named(answer: Answer) -> None:
    """Such an id can't be anybody's."""
    refused_as(answer, answer.profile.errors["malformed_id"])


def unfit(profile: Profile) -> list[str]:
    """Return parameters of which it is known what they can't take."""
    sized = ["page_size"] if "page_size" in profile.operations["list"].params else []
    return [*sized, *(one.name for one in profile.filters if one.invalid is not None)]


def with_unfit(store: Store, parameter: str) -> Question:
    """Ask with a value that a parameter can't take."""
    known = {one.name: one.invalid for one in store.profile.filters}
    return list_tasks(**{parameter: known.get(parameter, "abc")})


@promise("error.invalid-parameter")
@varied("parameter", unfit)
@ask(with_unfit, control=lambda store: list_tasks())
def test_an_unfit_value_is_refused_as_named(answer: Answer, control: Answer) -> None:
    """On the ground that the same without it is accepted."""
    controlled(control)
    refused_as(answer, answer.profile.errors["invalid"])


@promise("error.bad-token")
@ask(lambda store: list_tasks(page_token=MADE_UP), control=lambda store: list_tasks())
def test_a_made_up_token_is_refused_as_named(answer: Answer, control: Answer) -> None:
    """Nobody has ever been given it."""
    controlled(control)
    refused_as(answer, answer.profile.errors["bad_token"])


def anonymous(store: Store, operation: str) -> Question:
    """Ask without a credential for what is there."""
    known = sample(store, 2)
    return (get_task(known[0]) if operation == "get" and known else list_tasks()).by("anonymous")


@promise("error.unauthenticated")
@varied("operation", lambda profile: [name for name in ("get", "list") if name in profile.operations])
@ask(anonymous, needs=A_TASK)
def test_nobody_is_let_in_unknown(answer: Answer, store: Store) -> None:
    """Judged where a credential was given for everything else."""
    if not store.facts.get("secured"):
        raise not_applicable("No credential was given, and none was asked for.")
    refused_as(answer, answer.profile.errors["unauthenticated"])
