"""What a profile says, in sentences: how an API is spoken, what is judged how firmly and why, and what is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from conformance.catalogue.common import load_common
from conformance.catalogue.explain import folded
from conformance.catalogue.model import Catalogue, Requirement
from conformance.catalogue.promised import catalogue_of, filled
from conformance.catalogue.sentences import last, listed, sign, words_of
from conformance.core.verdicts import Level
from conformance.probe.pagers import COUNTED
from conformance.profiles.profile import Operation, Pager, Profile
from conformance.profiles.rules import lacking

STRENGTHS = ("must", "documented", "inferred", "unspecified")
HEADINGS = {
    Level.MUST: "Must hold: what breaks it fails",
    Level.SHOULD: "Documented: what differs is warned of",
    Level.NOTE: "Only recorded: nothing that comes is held against the server",
}
WAYS = {
    "token": "{token} of one answer is {page_token} of the next request",
    "last-id": "the id of the last {item} is {page_token} of the next request",
    "page": "{page} is counted up from {first}",
    "offset": "{offset} is the number of {items} that came before",
    "next-url": "{url} of one answer is the next request's url, as long as that is of the same origin",
    "link": "the Link header's rel=\"next\" is the next request's url, as long as that is of the same origin",
}


def counted(profile: Profile) -> str:
    """Return how many promises there are of each strength, "13 must, 2 documented"."""
    counts = Counter(promise.strength for promise in profile.promises.values())
    return listed(f"{counts[name]} {name}" for name in STRENGTHS if counts[name])


def described(profile: Profile, width: int = 80) -> Iterator[str]:
    """Yield lines of at most `width` columns that tell all that a profile says."""
    catalogue = catalogue_of(profile)
    yield f"{profile.title} ({profile.name})"
    yield from folded(f"{profile.specification}. {profile.documentation}", width, indent="  ")
    yield from ("", "How it is asked")
    for sentence in spoken(profile):
        yield from folded(sentence, width, indent="  ", hanging="    ")
    for level, heading in HEADINGS.items():
        found = [requirement for requirement in catalogue if requirement.level is level]
        if found:
            yield from ("", heading)
        for requirement in found:
            yield from judged(requirement, profile, catalogue, width)
    if not profile.catalogue:
        yield from left_out(profile, width)


def spoken(profile: Profile) -> Iterator[str]:
    """Yield sentences about requests and pages."""
    words = words_of(profile)
    for key, what in (
        ("list", f"{profile.items_name} are listed"),
        ("get", f"one {profile.item_name} is read"),
    ):
        if key in profile.operations:
            yield f"{what[:1].upper()}{what[1:]} with {_request(profile.operations[key])}."
    if "get" not in profile.operations:
        yield f"No {profile.item_name} can be read by itself."
    auth = profile.auth
    yield f'A bearer token goes into {auth.header}, as "{f"{auth.scheme} …".strip()}".'
    for name, value in profile.headers.items():
        yield f"Each request has {name}: {value}."
    for name, one in profile.variables.items():
        default = f" (else {one.default})" if one.default is not None else ""
        hidden = " It is kept out of reports." if one.secret else ""
        yield f"--var {name}=…{default}: {one.description}{hidden}"
    if not profile.pagers:
        yield "Nothing is said of pages: only the first one is read."
    for pager in profile.pagers:
        yield _way(pager, profile, words)


def _request(operation: Operation) -> str:
    named = [
        f"{param.name}{'' if param.place == 'query' else f' in the {param.place}'}"
        for param in operation.params.values()
    ]
    return f"{operation.method} {operation.path}{f', which takes {listed(named)}' if named else ''}"


def _way(pager: Pager, profile: Profile, words: Mapping[str, str]) -> str:
    places = {
        "token": last(profile.answer.get("next_token", "")),
        "url": last(profile.answer.get("next_url", "")),
        "first": str(pager.first),
    }
    way = filled(WAYS[pager.style], {**words, **places})
    ends = " or ".join(sign(name, profile) for name in pager.ends)
    unsaid = "; how the end is told is not documented"
    if pager.style in COUNTED:
        unsaid += ": an empty page, the last one once more and a refusal behind it are taken for it"
    end = f"; the end is documented: {ends}" if ends else unsaid
    return f"From page to page by {pager.style}: {way}{end}."


def judged(requirement: Requirement, profile: Profile, catalogue: Catalogue, width: int) -> Iterator[str]:
    """Yield what is said of one requirement: its sentence, how firmly it is promised, and where."""
    yield f"  {requirement.id}"
    yield from folded(requirement.statement, width, indent="      ")
    for clause in requirement.clauses:
        if clause.level is not requirement.level:
            yield from folded(f"{clause.level}: {clause.text}", width, indent="      ", hanging="        ")
    yield from (f"      {line}" for line in _why(requirement, profile))
    before = [name for name in requirement.after if name in catalogue]
    if before:
        yield from folded(f"judged after {listed(before)}", width, indent="      ", hanging="        ")


def _why(requirement: Requirement, profile: Profile) -> Iterator[str]:
    """Yield the strength and the source, with what weakens it; of a filter that has its own, those."""
    if requirement.id not in profile.promises:
        yield "; ".join(section.label for section in requirement.sections)
        return
    promise, row = profile.promises[requirement.id], load_common().rows[requirement.id]
    weak = [
        f"but {table}.field_strength is {strength}"
        for table in row.rests
        if (strength := getattr(getattr(profile, table), "field_strength", ""))
        and STRENGTHS.index(strength) > STRENGTHS.index(promise.strength)
    ]
    yield ", ".join([promise.strength, *weak, *filter(None, [promise.source])])
    if row.group == "filter":
        for one in profile.filters:
            if one.strength:
                yield ", ".join([f"{one.param}: {one.strength}", *filter(None, [one.source])])


def left_out(profile: Profile, width: int) -> Iterator[str]:
    """Yield what the common catalogue has and this profile does not promise, and why it is not judged."""
    facts, ids, free = dict[str, dict[str, None]](), dict[str, list[str]](), list[str]()
    for row in load_common().rows.values():
        if row.id in profile.promises:
            continue
        if missing := lacking(row, profile.data):
            ids.setdefault(row.group, []).append(row.id)
            facts.setdefault(row.group, {}).update(dict.fromkeys(missing))
        else:
            free.append(row.id)
    if ids or free:
        yield from ("", "Not judged")
    for group, names in ids.items():
        told = f"{listed(names)}: the profile says nothing of {listed(facts[group])}"
        yield from folded(told, width, indent="  ", hanging="    ")
    if free:
        told = f"{listed(free)}: not promised, though the profile says all that it would take"
        yield from folded(told, width, indent="  ", hanging="    ")
