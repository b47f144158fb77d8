"""Hostile servers whose strings are meant for whoever shows them: a browser, a terminal, a CI log, XML, a shell."""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable
from typing import Any

from conformance.proof.hostile import Asked, each_list, each_task, everywhere, hostile
from conformance.proof.rawserver import Answer, reply

# What the suite must still recognise for these strings to get anywhere.
KEPT = (
    "TASK_STATE_",
    "ROLE_",
    "http://",
    "https://",
    "JSONRPC",
    "HTTP+JSON",
    "2.0",
    "1.0",
    "type.googleapis",
)
KEPT_MEMBERS = ("id", "contextId", "timestamp", "nextPageToken", "taskId", "reason", "domain")

HTML = (
    "</script></pre></textarea></style></title><script>window.pwned=1</script><img src=x onerror=window.pwned=2>"
    "<svg onload=window.pwned=3><a href='javascript:window.pwned=4'>x</a>\" onmouseover=\"window.pwned=5\" '--><!--"
    "<iframe srcdoc='<script>parent.pwned=6</script>'></iframe><style>@import 'http://127.0.0.1:9/x'</style>"
    "<base href='http://127.0.0.1:9/'><meta http-equiv=refresh content='0;url=http://127.0.0.1:9/'>"
)
TERMINAL = "\x1b]0;owned\x07\x1b[2J\x1b[31mred\x1b[0m\x1b]8;;http://evil.example\x07link\x1b]8;;\x07\x9b31m\x90q\x9c\r\nline"
COMMANDS = (
    "\n::error file=app.py,line=1::owned\n::set-output name=x::y\n::add-mask::x\n::stop-commands::z\n"
    "##vso[task.setvariable variable=x]y\n##[error]owned\n##teamcity[buildStatus text='owned']\n::add-path::/tmp"
)
BIDI = "\u202etxet\u2066 desrever\u2069\u200b\u200d\ufeff\u2028\u2029\U000e0041\u061c"
CONTROLS = "".join(map(chr, [*range(32), 127, *range(128, 160)])) + "\ufffe\uffff\ufdd0"
MARKUP = (
    "[bold red]x[/] [link=http://evil.example]y[/link] :skull: {{ 7*7 }} {% raw %} ${7*7} %s %(x)s {0} {x!r}"
)
XML = "]]></failure></testcase><testcase name='owned'/><![CDATA[ <!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>&y;"
SHELL = "'; touch owned; ' \"; touch owned; \" $(touch owned) `touch owned` \n touch owned \\' ! @/etc/passwd"


def adding(poison: str) -> Callable[[Any], Any]:
    """Return the change that puts `poison` behind every string."""
    return lambda value: value + poison if isinstance(value, str) and not value.startswith(KEPT) else value


def poisoned(ask: Asked, poison: str) -> bytes:
    """Return the right answer with `poison` behind every string but those that would end the run early."""
    right = ask.right()
    value = right.json
    kept = _kept(value)
    changed = everywhere(value, lambda text: text if text in kept else adding(poison)(text))
    return right.holding(changed).bytes()


def _kept(value: Any) -> set[Any]:
    """Return the ids, tokens and timestamps in `value`: with those changed every task would be lost."""
    found: set[Any] = set()
    if isinstance(value, list):
        return found.union(*map(_kept, value))
    if isinstance(value, dict):
        found = {value[name] for name in KEPT_MEMBERS if isinstance(value.get(name), str)}
        return found.union(*map(_kept, value.values()))
    return found


def _in_answers(
    ask: Asked, change: Callable[[bytes], bytes], content_type: str = "application/json"
) -> bytes:
    """Return the right answer with its body changed, the card as it is."""
    right = ask.right()
    if ask.is_card or not right.body:
        return right.bytes()
    return reply(change(right.body), right.status, content_type=content_type)


@hostile("HTML and script follow every string, in the card too.")
def html_in_strings(ask: Asked) -> Answer:
    return poisoned(ask, HTML)


@hostile("HTML and script are the ids, context ids, states, timestamps and page tokens.")
def html_in_ids(ask: Asked) -> Answer:
    def change(task: dict[str, Any]) -> None:
        task["id"], task["contextId"] = f"{HTML}{task['id']}", HTML
        task["status"] = {"state": HTML, "timestamp": HTML}

    def page(result: dict[str, Any]) -> None:
        for task in result["tasks"]:
            change(task)
        result["nextPageToken"] = HTML

    return each_list(ask, page) if ask.is_list else each_task(ask, change)


@hostile("HTML and script are the names of members.")
def html_in_member_names(ask: Asked) -> Answer:
    return each_task(ask, lambda task: task.update({HTML: {HTML: [HTML]}, "__proto__": {"pwned": 1}}))


@hostile("HTML and script are in headers, and the content type says HTML.")
def html_in_headers(ask: Asked) -> Answer:
    right = ask.right()
    if ask.is_card:
        return right.bytes()
    hidden = HTML.replace("\n", " ")
    return reply(right.body, right.status, content_type=f"text/html; x={hidden}", server=hidden, via=hidden)


@hostile("HTML and script come in place of every answer but the card, with status 200.")
def html_instead(ask: Asked) -> Answer:
    return ask.right().bytes() if ask.is_card else reply(f"<!doctype html>{HTML}", content_type="text/html")


@hostile("HTML and script are the messages of every error, which is every answer.")
def html_in_errors(ask: Asked) -> Answer:
    if ask.is_card:
        return ask.right().bytes()
    return _error(ask, HTML)


@hostile("Terminal escape sequences follow every string, in the card too.")
def terminal_sequences(ask: Asked) -> Answer:
    return poisoned(ask, TERMINAL)


@hostile("Terminal escape sequences are in the errors that stand for every answer.")
def terminal_sequences_in_errors(ask: Asked) -> Answer:
    return ask.right().bytes() if ask.is_card else _error(ask, TERMINAL)


@hostile("Workflow commands of CI servers follow every string, on lines of their own.")
def workflow_commands(ask: Asked) -> Answer:
    return poisoned(ask, COMMANDS)


@hostile("Workflow commands of CI servers are in the errors that stand for every answer.")
def workflow_commands_in_errors(ask: Asked) -> Answer:
    return ask.right().bytes() if ask.is_card else _error(ask, COMMANDS)


@hostile("Workflow commands of CI servers are the card's name, version, bindings and tenants.")
def workflow_commands_in_the_card(ask: Asked) -> Answer:
    right = ask.right()
    if not ask.is_card:
        return right.bytes()
    card = right.json | {"name": COMMANDS, "version": COMMANDS, "provider": {"organization": COMMANDS}}
    for interface in card["supportedInterfaces"][2:]:
        interface |= {"protocolBinding": COMMANDS, "tenant": COMMANDS, "protocolVersion": COMMANDS}
    return right.holding(card).bytes()


@hostile("Control characters and NUL follow every string.")
def control_characters(ask: Asked) -> Answer:
    return poisoned(ask, CONTROLS)


@hostile("Raw control characters and NUL stand in its strings, which JSON forbids.")
def raw_control_characters(ask: Asked) -> Answer:
    return _in_answers(ask, lambda body: body.replace(b'"id":"', b'"id":"\x00\x01\x1b[2J\x7f\n'))


@hostile("Overrides of the writing direction and invisible characters follow every string.")
def bidi_overrides(ask: Asked) -> Answer:
    return poisoned(ask, BIDI)


@hostile("Halves of surrogate pairs follow every string.")
def lone_surrogates(ask: Asked) -> Answer:
    return poisoned(ask, "\ud800x\udfff\udbff")


@hostile("Halves of surrogate pairs are in ids, tokens and member names.")
def lone_surrogates_in_ids(ask: Asked) -> Answer:
    def page(result: dict[str, Any]) -> None:
        for task in result["tasks"]:
            task |= {"id": f"\ud800{task['id']}", "contextId": "\udfff", "\ud800": 1}
        result["nextPageToken"] = "\udc00"

    return each_list(ask, page)


@hostile("Markup and format strings of templates, consoles and loggers follow every string.")
def markup_of_templates(ask: Asked) -> Answer:
    return poisoned(ask, MARKUP)


@hostile("What ends an XML section or names an entity follows every string.")
def xml_in_strings(ask: Asked) -> Answer:
    return poisoned(ask, XML)


@hostile("What a shell would run is in every id, context and page token.")
def shell_in_ids(ask: Asked) -> Answer:
    def page(result: dict[str, Any]) -> None:
        for task in result["tasks"]:
            task |= {"id": f"{SHELL}{task['id']}", "contextId": SHELL}
        result["nextPageToken"] = SHELL

    return each_list(ask, page)


@hostile("Its ids are paths, urls, queries and line breaks.")
def ids_that_are_paths(ask: Asked) -> Answer:
    forms = (
        "../../x",
        "//evil.example/",
        "?a=b",
        "#x",
        "%2e%2e%2f",
        "\r\nX-Injected: 1\r\n\r\n",
        "..",
        ".",
        " ",
        "\\",
    )

    def page(result: dict[str, Any]) -> None:
        for place, task in enumerate(result["tasks"]):
            task["id"] = forms[place % len(forms)] + "/.." * (place // len(forms))
        result["nextPageToken"] = "a&pageSize=1#\r\nX-Injected: 1"

    return each_list(ask, page)


@hostile("Its bodies are invalid UTF-8.")
def invalid_utf8(ask: Asked) -> Answer:
    return _in_answers(ask, lambda body: body.replace(b'"id":"', b'"id":"\xff\xfe\xc0\xaf\xed\xa0\x80'))


@hostile("Its bodies start with a byte order mark, the card too.")
def byte_order_mark(ask: Asked) -> Answer:
    right = ask.right()
    return reply(codecs.BOM_UTF8 + right.body, right.status, content_type="application/json")


@hostile("Its bodies are UTF-16.")
def utf_16(ask: Asked) -> Answer:
    return _in_answers(ask, lambda body: body.decode().encode("utf-16"), "application/json; charset=utf-16")


@hostile("Its bodies are UTF-7 by their charset, which an old browser would read as script.")
def utf_7(ask: Asked) -> Answer:
    poison = b"+ADw-script+AD4-window.pwned=1+ADw-/script+AD4-"
    return _in_answers(
        ask, lambda body: body.replace(b'"id":"', b'"id":"' + poison), "text/html; charset=utf-7"
    )


@hostile("Its numbers are NaN, Infinity and 1e999.")
def not_numbers(ask: Asked) -> Answer:
    def change(body: bytes) -> bytes:
        body = body.replace(b'"tasks":', b'"totalSize":NaN,"pageSize":-Infinity,"odd":[1e999,NaN],"tasks":')
        return body.replace(b'"status":{', b'"metadata":{"a":NaN,"b":-1e999},"status":{')

    return _in_answers(ask, change)


@hostile("Its bodies hold a second value, a comment and a comma too many.")
def not_quite_json(ask: Asked) -> Answer:
    endings = (b' {"jsonrpc": "2.0"}', b" // a comment", b",", b"\x00", b"}", b"\xef\xbb\xbf")
    return _in_answers(ask, lambda body: body + endings[ask.number % len(endings)])


@hostile("Every member of its objects is there twice.")
def members_twice(ask: Asked) -> Answer:
    return _in_answers(ask, lambda body: json.dumps(_twice(json.loads(body))).replace("~", "").encode())


def _twice(value: Any) -> Any:
    if isinstance(value, list):
        return [_twice(item) for item in value]
    if isinstance(value, dict):
        return {key: _twice(item) for name, item in value.items() for key in (f"~{name}", name)}
    return value


def _error(ask: Asked, text: str) -> bytes:
    details = [
        {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            "reason": text,
            "domain": text,
            "metadata": {text: text},
        }
    ]
    if ask.is_rpc:
        error: dict[str, Any] = {"code": -32001, "message": text, "data": details}
        body = {"jsonrpc": "2.0", "id": ask.rpc_id, "error": error}
        return reply(json.dumps(body), content_type="application/json")
    error = {"code": 404, "status": text, "message": text, "details": details}
    return reply(json.dumps({"error": error}), 404, content_type="application/json")
