"""A catalogue made of what a profile promises: rows of the common catalogue, in the profile's words and strengths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from conformance.catalogue.common import Part, Row, load_common
from conformance.catalogue.loading import load_catalogue
from conformance.catalogue.model import STRENGTH, Catalogue, Clause, Group, Requirement, Section
from conformance.catalogue.sentences import words_of
from conformance.core.verdicts import Level
from conformance.profiles.profile import Filter, Profile, Promise

LEVELS = {"must": Level.MUST, "documented": Level.SHOULD}
"""What each strength is; whatever is weaker only records."""
BINDING = "REST"
"""The binding of every API that is no A2A."""


def catalogue_of(profile: Profile) -> Catalogue:
    """Return the catalogue of an API: A2A's own, or the rows of the common one that the profile promises."""
    if profile.catalogue == "a2a":
        return load_catalogue()
    common = load_common()
    rows = [row for row in common.rows.values() if row.id in profile.promises]
    words = words_of(profile)
    requirements = {row.id: _requirement(row, profile, words) for row in rows}
    judges = {f"common:{row.id}": row.id for row in rows} | {
        row.judged_by: row.id for row in rows if row.judged_by
    }
    named = {row.group for row in rows}
    groups = tuple(Group(g.key, filled(g.title, words)) for g in common.groups if g.key in named)
    return Catalogue(profile.title, profile.specification, groups, requirements, judges)


def _requirement(row: Row, profile: Profile, words: dict[str, str]) -> Requirement:
    promise = profile.promises[row.id]
    level = max((_level(promise.strength), *_rests(row, profile)), key=STRENGTH.__getitem__)
    statement = promise.text or filled(row.statement, words)
    clauses = [
        _clause(part, level, statement if part.key == "main" else filled(part.text, words))
        for part in row.parts
    ]
    if row.group == "filter":
        clauses += _own(profile)
    return Requirement(
        id=row.id,
        group=row.group,
        statement=statement,
        clauses=tuple(clauses),
        sections=tuple(_sections(promise, profile)),
        never=filled(row.never, words),
        needs=filled(row.needs, words),
        bindings=(BINDING,),
        operations=tuple(name for name in row.operations if _offers(row, profile, name)),
        after=tuple(name for name in row.after if name in profile.promises),
        observed=all(clause.level is Level.NOTE for clause in clauses),
    )


def _offers(row: Row, profile: Profile, operation: str) -> bool:
    """Whether an operation is there, and takes a window where that is what the row is about."""
    found = profile.operations.get(operation)
    return found is not None and (row.group != "window" or "window" in found.params)


def _level(strength: str) -> Level:
    return LEVELS.get(strength, Level.NOTE)


def _rests(row: Row, profile: Profile) -> Iterator[Level]:
    """Yield the levels of the tables of the profile that a row rests on, where they are named."""
    for table in row.rests:
        strength = getattr(getattr(profile, table), "field_strength", "")
        if strength:
            yield _level(strength)


def _clause(part: Part, level: Level, text: str) -> Clause:
    own = part.level or level
    return Clause(part.key, max(own, level, key=STRENGTH.__getitem__), False, text)


def _own(profile: Profile) -> Iterator[Clause]:
    """Yield a clause for each filter that is promised otherwise than the rest."""
    for one in profile.filters:
        if one.strength:
            yield Clause(filter_clause(one), _level(one.strength), False, f"The same of {one.param}.")


def filter_clause(one: Filter) -> str:
    """Return the clause by which a filter is judged: its own where it has a strength of its own."""
    slug = re.sub(r"[^a-z0-9]+", "-", one.name.lower()).strip("-")
    return f"filter-{slug}" if one.strength else "main"


def _sections(promise: Promise, profile: Profile) -> Iterator[Section]:
    """Yield the promise's source, or else the profile's documentation."""
    source = promise.source or profile.documentation
    if not source:
        return
    parts = urlsplit(source)
    if parts.scheme not in {"http", "https"}:
        yield Section(source, source, "")
        return
    last = parts.path.rstrip("/").rpartition("/")[2]
    label = f"{last or parts.netloc}{'#' if parts.fragment else ''}{parts.fragment}"
    yield Section(label, profile.specification, source)


def filled(text: str, words: dict[str, str]) -> str:
    """Return a text with its {places} filled in."""
    return text.format_map(words)
