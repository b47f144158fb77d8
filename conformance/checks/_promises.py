"""What the checks of the common catalogue share: refusals as the profile has them, policies, what a filter is about."""

from __future__ import annotations

from conformance.bindings.answer import Answer
from conformance.bindings.reading import Kind
from conformance.checks._words import largest, smallest, usual
from conformance.core.missing import MISSING
from conformance.judging import doubt, expect, note, refused_well
from conformance.judging.refusals import judgeable, named
from conformance.probe.store import Store
from conformance.profiles import Profile
from conformance.profiles.profile import Refusals


def refused_as(answer: Answer, refusals: Refusals) -> None:
    """Expect a refusal with one of the profile's statuses, and one of its codes where it names some."""
    fitting = not answer.accepted and answer.status in refusals.statuses
    if not fitting:
        judgeable(answer)
    wanted = named(answer, refusals)
    if expect(fitting, wanted, _came(answer), marks=answer.mark_whole()) and refusals.codes:
        code = answer.refusal.code if answer.refusal else None
        expected = f"the code {' or '.join(map(str, refusals.codes))}"
        expect(code in refusals.codes, expected, MISSING if code is None else code, marks=answer.mark_whole())


def out_of_bounds(policy: str, answer: Answer, control: Answer, store: Store, what: str, most: int) -> None:
    """Expect what the profile says of a page size that is out of bounds; `most` is what clamping makes of it.

    Where it says nothing, no more is expected than that no page exceeds the maximum.
    """
    profile, items = answer.profile, answer.profile.items_name
    if policy == "reject" or answer.kind in {Kind.THROTTLED, Kind.GATEWAY, Kind.FAULT}:
        refused_well(answer, control, what)
        return
    if policy not in LIMITS:
        note(what, f"{len(answer.tasks)} {items}" if answer.accepted else answer)
        if answer.accepted:
            within(answer, largest(profile), store)
        return
    if expect(answer.accepted, f"{what} {LIMITS[policy]}", answer, marks=answer.mark_whole()):
        within(answer, {"clamp": most, "default": usual(profile), "empty": 0}[policy], store)


LIMITS = {"clamp": "is brought into bounds", "default": "is read as unset", "empty": "gives an empty page"}
"""What a policy makes of a page size that it does not refuse, in words."""


def within(answer: Answer, most: int, store: Store) -> None:
    """Expect at most so many items, on the ground that there are more."""
    items = answer.profile.items_name
    if len(store.tasks) <= most:
        doubt(f"The store lacks more than {most} visible {items}.")
    came = f"{len(answer.tasks)} {items}"
    expect(len(answer.tasks) <= most, f"at most {most} {items}", came, marks=answer.mark_item(most))


def beyond(profile: Profile) -> list[int]:
    """Return page sizes above the maximum."""
    return [largest(profile) + 1, 10 * largest(profile), 2**31 - 1]


def below(profile: Profile) -> int:
    """Return what a page size below the minimum is brought up to."""
    return smallest(profile)


def _came(answer: Answer) -> object:
    if not answer.accepted:
        return answer
    if answer.question.operation == "list":
        return f"accepted: {len(answer.tasks)} {answer.profile.items_name}"
    if answer.task.id is MISSING:
        return f"HTTP {answer.status}, no {answer.profile.item_name}'s id"
    return f"accepted: {answer.profile.item_name} {answer.task.id}"
