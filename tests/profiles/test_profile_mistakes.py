"""What is wrong with a profile is told by its dotted key and with the nearest right name, all of it at once."""

from __future__ import annotations

import copy
import json
import tomllib
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

A2A = (resources.files("conformance.profiles") / "a2a.toml").read_text("utf-8")


def told(text: str) -> list[str]:
    """Return what is wrong with a profile, a line each."""
    return [str(mistake) for mistake in mistakes(tomllib.loads(text))]


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


OF_MEANING = [
    (
        'invalid = "no-such-state"',
        'invalid = "no-such-state"\nin = "body"',
        ['filters[0].in: a GET has no body: operations.list.method = "POST", or in = "query"'],
    ),
    (
        'param = "state"',
        'param = "api-key"\nin = "header"',
        ['filters[0].param: "api-key" is where the credential goes'],
    ),
    (
        'param = "state"',
        'param = "no header"\nin = "header"',
        ['filters[0].param: "no header" is no name of a header'],
    ),
    (
        '\nname = "notes"',
        '\nname = "a2a"',
        ["name: is A2A's own: a report of this name is judged as one of an A2A agent"],
    ),
    (
        'page = "page",',
        'page = "cursor",',
        ['operations.list.params.page: "cursor" is where page_token goes'],
    ),
    (
        'page = "page",',
        'page = { name = "api-key", in = "header" },',
        ['operations.list.params.page: "api-key" is where the credential goes'],
    ),
    (
        'page = "page",',
        'page = { name = "Content-Length", in = "header" },',
        ['operations.list.params.page: "Content-Length" is set by the suite itself'],
    ),
    ('header = "Api-Key"', 'header = "Host"', ['auth.header: "Host" is set by the suite itself']),
    (
        'header = "X-Notes-Version"',
        'header = "Authorization"',
        ['version.header: "Authorization" is where the credential goes'],
    ),
    (
        'documentation = "https://notes.example/docs"',
        'documentation = "https://[notes"',
        ['documentation: "https://[notes" is no url'],
    ),
    (
        'source = "https://notes.example/docs#limit"',
        'source = "https://[notes"',
        ['promises."size.default".source: "https://[notes" is no url'],
    ),
    ('invalid = "no-such-state"', "invalid = nan", ["filters[0].invalid: NaN is no number that JSON has"]),
    (
        '"size.limit" = {',
        '"size.limits" = {',
        ['promises."size.limits": there is no such requirement; did you mean size.limit?'],
    ),
    (
        "default = 10\n",
        "",
        ['promises."size.default": needs page_size.default, which the file does not say'],
    ),
    (
        'window_count = "/steps_total"',
        "",
        ['promises."window.count": needs item.window_count, which the file does not say'],
    ),
    (
        'params = { window = "steps" }',
        "",
        [
            f'promises."window.{name}": needs operations.get.params.window or operations.list.params.window, '
            "which the file does not say"
            for name in ("at-most", "end", "zero", "unset", "count")
        ],
    ),
    (
        'operator = "at-or-after"',
        'operator = "equals"',
        ['promises."filter.bounds": needs filters with a bound as operator, such as "at-least", which'],
    ),
    (
        'path = "/v1/{project}/notes"\n',
        'path = "/v1/{projekt}/notes"\n',
        [
            "operations.list.path: {projekt} is no variable; did you mean project? ([variables.projekt] makes it"
        ],
    ),
    (
        'path = "/v1/{project}/notes/{id}"',
        'path = "/v1/{project}/notes"',
        ["operations.get.path: holds no {id}, and no parameter id does either"],
    ),
    (
        "[variables.project]",
        '[variables.other]\ndescription = "Nothing."\n[variables.project]',
        ["variables.other: is named by no path and no header"],
    ),
    (
        "[variables.project]",
        '[variables.project]\nsecret = true\ndefault = "x"',
        ["variables.project.default: stands in a file for all to read; a secret has none"],
    ),
    (
        "[variables.project]",
        '[variables.id]\ndescription = "Nothing."\n[variables.project]',
        ["variables.id: is what the suite itself fills in"],
    ),
    (
        "[headers]",
        '[headers]\nApi-Key = "Key s3cret"',
        ["headers.Api-Key: is a credential, which no profile holds: --header or --bearer-env gives it"],
    ),
    ("[headers]", '[headers]\nCookie = "a=b"', ["headers.Cookie: is a credential"]),
    ("[headers]", '[headers]\nHost = "x"', ["headers.Host: is set by the suite itself"]),
    ("next_token = ", "next_url = ", ["pager[0].style: token needs answer.next_token"]),
    (
        'page_token = "cursor", ',
        "",
        [
            "pager[0].style: token needs operations.list.params.page_token",
            'promises."error.bad-token": needs operations.list.params.page_token',
        ],
    ),
    ('more = "/more"', "", ["pager[0].ends: has-more-false needs answer.more"]),
    ('style = "offset"', 'style = "token"', ["pager[1].style: token is the style of another pager"]),
    (
        'ends = ["offset-at-total"]',
        'ends = ["page-at-pages"]',
        ["pager[1].ends: page-at-pages needs answer.pages"],
    ),
    ("minimum = 1\n", "minimum = 30\n", ["page_size.minimum: is above page_size.maximum"]),
    ("default = 10\n", "default = 30\n", ["page_size.default: is not between page_size.minimum and"]),
    (
        'page_size = "limit", page_token = "cursor", page',
        'page_sise = "limit", page_size = "limit", page_token = "cursor", page',
        ["operations.list.params.page_sise: there is no such parameter (page_size, page_token, page, offset"],
    ),
    (
        'page = "page",',
        'page = { name = "/page", in = "body" },',
        ['operations.list.params.page: a GET has no body: operations.list.method = "POST", or in = "query"'],
    ),
    (
        'page = "page",',
        'page = { name = "/page", in = "header" },',
        ['operations.list.params.page: "/page" is no name of a header'],
    ),
    (
        "[answer]",
        '[operations.send]\npath = "/x"\n[answer]',
        ["operations.send: is A2A's alone: nothing is created or sent here"],
    ),
    ('name = "pinned"', 'name = "state"', ['filters[1].name: "state" is the name of another filter']),
    (
        'name = "pinned"',
        'name = "offset"',
        ['filters[1].name: "offset" is a parameter\'s name, operations.list.params.offset'],
    ),
    ('kind = "time"', "", ['filters[2].kind: must be "time" or "number" where the operator is a bound']),
    ("statuses = [422]", "rpc = -32602", ["errors.invalid.statuses: is missing"]),
    (
        'code = ["/error/code"]',
        "",
        [
            "errors.not_found.codes: needs errors.code, the pointers to where a code stands",
            "errors.version.codes: needs errors.code",
        ],
    ),
    ('id = "%%%"', "", ["errors.malformed_id.id: is missing: an id that is malformed"]),
    ('item_name = "note" ', 'binding = "jsonrpc"', ['binding: "jsonrpc" is what a binding of A2A is called']),
    (
        'title = "Notes"',
        'title = "No\\u001b[31mtes"',
        ['title: "No\\u001b[31mtes" holds a character that can\'t'],
    ),
    ('title = "Notes"', 'title = "No\\ntes"', ["title:"]),
    ('title = "Notes"', 'title = "::error::Notes"', ["title:"]),
]


@pytest.mark.parametrize(("old", "new", "lines"), OF_MEANING)
def test_meanings(old: str, new: str, lines: list[str]) -> None:
    found = told(changed(old, new))
    assert len(found) == len(lines)
    for line, start in zip(found, lines, strict=True):
        assert line.startswith(start)


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


IN_BODY = """
[operations.list]
method = "POST"
path = "/notes/search"
params = {{ page_size = {{ name = "{one}", in = "body" }}, page = {{ name = "{other}", in = "body" }} }}
"""


@pytest.mark.parametrize(
    ("one", "other", "line"),
    [
        ("limit", "page", ""),
        ("/page/limit", "page.number", ""),
        ("/page/limit", "/page", 'page: "/page" is where page_size goes'),
        ("page", "page.number", 'page: "page.number" is where page_size goes'),
        ("/limit", "limit", 'page: "limit" is where page_size goes'),
        ("/limit/", "page", 'page_size: "/limit/" is no JSON pointer'),
        ("/", "page", 'page_size: "/" is no JSON pointer'),
        ("/a~2", "page", 'page_size: "/a~2" is no JSON pointer'),
    ],
)
def test_a_place_in_a_body_is_one_parameters_alone(one: str, other: str, line: str) -> None:
    head, _, rest = SHORT.partition("[operations.list]")
    _, _, rest = rest.partition("\n\n")
    rest = rest.replace('style = "token"', 'style = "page"')
    found = told(f"{head}{IN_BODY.format(one=one, other=other)}\n{rest}")
    assert found == ([f"operations.list.params.{line}"] if line else [])
