"""Profiles of the right shape that can't be meant so: names that lead nowhere, numbers that contradict each other."""

from __future__ import annotations

from importlib import resources

import pytest

from tests.profiles.document import SHORT, changed
from tests.profiles.telling import told

A2A = (resources.files("conformance.profiles") / "a2a.toml").read_text("utf-8")


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
