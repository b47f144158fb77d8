"""The words and numbers of sentences, as the profile has them: "at most 50 tasks", "pageSize 2", "totalSize"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from conformance.catalogue.sentences import last
from conformance.probe.store import LARGE
from conformance.profiles import Profile


def largest(profile: Profile) -> int:
    """Return the largest page size that may be asked for."""
    return int(profile.page_size.get("maximum") or LARGE)


def smallest(profile: Profile) -> int:
    """Return the smallest page size that may be asked for."""
    return int(profile.page_size.get("minimum") or 1)


def usual(profile: Profile) -> int:
    """Return how many items a page holds at most when no size is asked for."""
    return int(profile.page_size.get("default") or largest(profile))


def limits(profile: Profile) -> list[int]:
    """Return page sizes that may be asked for, among them the bounds and the default."""
    sizes = {smallest(profile), 2, 7, usual(profile), largest(profile)}
    return sorted(size for size in sizes if smallest(profile) <= size <= largest(profile))


def param(profile: Profile, name: str, operation: str = "list") -> str:
    """Return what a parameter is called on the wire, `name` itself where the API has none."""
    found = profile.operations[operation].params.get(name, name)
    return str(getattr(found, "name", found))


def place(profile: Profile, name: str) -> str:
    """Return what a place of an answer is called there: the last step of its pointer, or its header."""
    return last(profile.answer.get(name, name))


def is_a2a(profile: Profile) -> bool:
    """Whether the API is A2A, whose rules go further than a profile's promises."""
    return profile.catalogue == "a2a"


def of_a2a(cases: Sequence[str]) -> Callable[[Profile], Sequence[str]]:
    """Return what gives `cases` for A2A and none for other APIs, which do not promise as much."""
    return lambda profile: cases if is_a2a(profile) else ()
