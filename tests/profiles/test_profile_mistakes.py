"""What is wrong with a profile is told by its dotted key and with the nearest right name, all of it at once."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from conformance.catalogue.promised import catalogue_of
from conformance.cli.profile_words import described
from conformance.core.errors import UsageError
from conformance.core.schemas import directory
from conformance.profiles import names, recorded_profile
from conformance.profiles.files import parsed
from conformance.profiles.mistakes import MOST, mistakes, refuse
from tests.profiles.document import SHORT, WHOLE, changed, data
from tests.profiles.telling import told

A2A = (resources.files("conformance.profiles") / "a2a.toml").read_text("utf-8")


def test_the_schema_is_one() -> None:
    schema = json.loads((directory() / "profile.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("text", [SHORT, WHOLE], ids=["short", "whole"])
def test_nothing_is_wrong_with_a_good_one(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize("name", names())
def test_nothing_is_wrong_with_those_of_the_suite(name: str) -> None:
    assert mistakes(parsed(name)[0]) == []


OF_SHAPE = [
    ('format = "task-conformance-profile/1"', 'format = "task-conformance-profile/2"', "format: is"),
    ('format = "task-conformance-profile/1"', "", "format: is missing"),
    ('title = "Notes"', "title = 7", "title: is 7, and must be text"),
    ('title = "Notes"', 'title = ""', "title: is empty"),
    ('\nname = "notes"', '\nname = "My Notes"', 'name: "My Notes" may hold small letters'),
    ("[get_answer]", "[get_anser]", "get_anser: there is no such key; did you mean get_answer?"),
    ('direction = "descending"', 'direction = "downwards"', 'order.direction: is "downwards", and must be'),
    (
        '"size.limit" = { strength = "must" }',
        '"size.limit" = { strength = "musst" }',
        'promises."size.limit".strength: is "musst", and must be "must" or "documented" or "inferred" or '
        '"unspecified"; did you mean must?',
    ),
    (
        '"size.limit" = { strength = "must" }',
        '"size.limit" = { strength = "must", strenght = "must" }',
        'promises."size.limit".strenght: there is no such key; did you mean strength?',
    ),
    (
        '"size.limit" = { strength = "must" }',
        '"size.limit" = "must"',
        'promises."size.limit": is "must", and',
    ),
    ('total = "/total"', 'total = "total"', 'answer.total: must be a JSON pointer, or { header = "X-Total'),
    ('items = "/notes"', 'items = "notes"', 'answer.items: "notes" is no JSON pointer'),
    ('items = "/notes"', 'items = "/not~es"', 'answer.items: "/not~es" is no JSON pointer'),
    ("members = [", 'members = ["steps", ', 'omission.members[0]: "steps" is no JSON pointer'),
    ('pointer = "/pinned"', 'pointer = "pinned"', 'filters[1].pointer: "pinned" is no JSON pointer'),
    ('pointer = "/pinned"', "", "filters[1].pointer: is missing"),
    ('style = "offset"', 'style = "offsets"', 'pager[1].style: is "offsets", and must be'),
    ('ends = ["offset-at-total"]', 'ends = ["at-total"]', 'pager[1].ends[0]: is "at-total", and must be'),
    ('ends = ["offset-at-total"]', 'ends = ["no-link", "no-link"]', "pager[1].ends: names something twice"),
    ('above = "clamp"', 'above = "clam"', 'page_size.above: is "clam", and must be'),
    ("maximum = 20", "maximum = 0", "page_size.maximum: is 0, and must be at least 1"),
    ("maximum = 20", "maximum = true", "page_size.maximum: is true, and must be a whole number"),
    ("statuses = [422]", "statuses = [42]", "errors.invalid.statuses[0]: is 42, and must be at least 300"),
    ("statuses = [422]", "statuses = []", "errors.invalid.statuses: is empty"),
    (
        'path = "/v1/{project}/notes"\n',
        'path = "v1/notes"\n',
        'operations.list.path: "v1/notes" is no path: it begins with a slash',
    ),
    (
        'path = "/v1/{project}/notes"\n',
        'path = "/v1/{project}/notes?all=1"\n',
        "operations.list.path:",
    ),
    (
        'page = "page",',
        'page = { name = "page", into = "query" },',
        "operations.list.params.page: must be a name",
    ),
    ("[variables.project]", "[variables.pro-ject]", 'variables: "pro-ject" is no name of a variable'),
    ('description = "The project whose notes are listed."', "", "variables.project.description: is missing"),
    ('X-Project = "{project}"', '"X Project" = "{project}"', 'headers: "X Project" is no name of a header'),
    ('X-Project = "{project}"', 'X-Project = "ü{project}"', "headers.X-Project:"),
    ('header = "X-Notes-Version"', 'header = "X-Notes-Version:"', "version.header:"),
]


@pytest.mark.parametrize(("old", "new", "line"), OF_SHAPE)
def test_shapes(old: str, new: str, line: str) -> None:
    [found] = told(changed(old, new))
    assert found.startswith(line)


def test_a_firm_promise_has_a_source() -> None:
    found = told(changed('documentation = "https://notes.example/docs"', "", SHORT))
    assert found == [
        f'promises."pages.{name}".source: is missing, and so is documentation: where is it must?'
        for name in ("walk-complete", "walk-ends")
    ]


def test_a_file_without_promises_is_of_no_use() -> None:
    text = SHORT[: SHORT.index("[promises]")]
    assert told(text) == [
        'promises: is missing: without one nothing is judged, such as [promises."size.limit"]'
    ]


def test_what_a2a_checks_read_has_to_be_there() -> None:
    text = changed('artifact_id = "/artifactId"\n', "", A2A)
    assert told(text) == ["item.artifact_id: is missing, and A2A's checks read it"]
    assert told(f'{A2A}\n[promises."size.limit"]\nstrength = "must"') == [
        "promises: is of no use: what A2A promises stands in its catalogue"
    ]


CLAMP = """
[page_size]
above = "clamp"
[[filters]]
name = "x"
param = "x"
pointer = "/x"
kind = "text"
[get_answer]
total = "/t"
"""


def test_all_mistakes_are_told_at_once_and_not_too_many() -> None:
    several = changed(
        "kind = ", "knd = ", changed("total = ", "totl = ", changed('"clamp"', '"x"', SHORT + CLAMP))
    )
    assert len(told(several)) == 3
    many = data() | {f"key{number}": 1 for number in range(MOST + 5)}
    with pytest.raises(UsageError) as caught:
        refuse(many, "mine.toml")
    assert caught.value.message == "The profile mine.toml has 25 mistakes:"
    assert len(caught.value.details) == MOST + 1
    assert caught.value.details[-1] == "and 5 more"


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of everything within a file's data."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, part in inner:
        yield (*path, step)
        yield from places(part, (*path, step))


PLACES = list(places(data()))
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 2**70),
    st.floats(allow_nan=True),
    st.text(max_size=8),
    st.sampled_from(["", "/", "/x", "{id}", "{nobody}", "\x1b[2J", "must", "equals", "\ud800"]),
    st.lists(st.one_of(st.text(max_size=3), st.integers()), max_size=3),
    st.dictionaries(st.text(max_size=4), st.one_of(st.text(max_size=3), st.integers()), max_size=3),
)


@settings(derandomize=True, database=None, max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PLACES), st.one_of(st.just("gone"), JUNK)), min_size=1, max_size=3))
def test_whatever_a_file_holds_is_told_or_can_be_used(changes: list[tuple[tuple[Any, ...], Any]]) -> None:
    found = copy.deepcopy(data())
    for path, value in changes:
        inside: Any = found
        for step in path[:-1]:
            inside = inside[step] if _has(inside, step) else {}
        if value == "gone" and _has(inside, path[-1]):
            del inside[path[-1]]
        elif _has(inside, path[-1]):
            inside[path[-1]] = value
    lines = [str(mistake) for mistake in mistakes(found)]
    assert all(line.isprintable() for line in lines)
    if not lines:
        profile = recorded_profile(found)
        assert len(catalogue_of(profile)) == len(profile.promises)
        assert all(line.isprintable() for line in described(profile))


def _has(inside: Any, step: Any) -> bool:
    if isinstance(inside, dict):
        return step in inside
    return isinstance(inside, list) and isinstance(step, int) and step < len(inside)
