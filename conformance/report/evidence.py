"""The evidence of a case, arranged for reading: curl line, answer, what is marked in it.

Which evidence is shown where, and its markup, does not belong here.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from conformance.core.curl import curl
from conformance.core.hostile import shorten
from conformance.report.bodies import Excerpt, excerpt

_PLACEHOLDER: Final = re.compile(r"\[redacted:([A-Za-z0-9_.-]+)\]")
MAX_URL: Final = 160
MAX_CURL: Final = 4000
"""Characters of a command that are shown, or more where a body may have more."""
MAX_HEADERS: Final = 100
"""Headers of one answer that are shown; report.json has them all."""
NOTABLE: Final = frozenset(
    {
        "a2a-extensions",
        "a2a-version",
        "allow",
        "content-encoding",
        "content-type",
        "location",
        "retry-after",
        "server",
        "via",
        "www-authenticate",
    }
)
"""Headers of an answer that are shown in a case; the rest stand with the whole exchange."""


WIRE: Final = frozenset({"request", "response"})


@dataclass(frozen=True, slots=True)
class Header:
    """A header of an answer; `value` None says that it was looked for and was not sent."""

    name: str
    value: str | None
    hit: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """One exchange, seen from one finding (with its marks) or on its own.

    `exchange` is what is said of it beside its request and response: a page holds many, and not their whole bodies.
    """

    key: str
    exchange: Mapping[str, Any]
    outline: str
    curl: str
    status: str
    status_hit: bool
    headers: Sequence[Header]
    body: Excerpt
    missing: Sequence[str]
    remarks: Sequence[str]


def evidence(
    key: str,
    exchange: Mapping[str, Any],
    pointers: Collection[str] = (),
    *,
    budget: int,
    notable: bool = False,
) -> Evidence:
    """Arrange the exchange `key` with about `budget` characters of its body, and of a long command.

    `pointers` are the pointers of a finding's marks; with `notable` only the headers of note come.
    """
    response = exchange["response"]
    names = [pointer.removeprefix("header:") for pointer in pointers if pointer.startswith("header:")]
    body, remarks = _body(response)
    if response and response["truncated"] and exchange["failure"]:
        remarks.append(f"This is not the whole body: {exchange['failure']['text']}.")
    command = curl_line(exchange["request"])
    if len(command) > max(budget, MAX_CURL):
        remarks.append(
            f"The command is cut, it has {len(command):,} characters: report.json has the request."
        )
        command = shorten(command, max(budget, MAX_CURL))
    marks = [pointer for pointer in pointers if pointer != "status" and not pointer.startswith("header:")]
    shown = excerpt(body, marks, budget=budget)
    return Evidence(
        key=key,
        exchange={name: value for name, value in exchange.items() if name not in WIRE},
        outline=outline(exchange),
        curl=command,
        status=_status(exchange),
        status_hit="status" in pointers,
        headers=_headers(response, names, notable=notable),
        body=shown,
        missing=shown.missing,
        remarks=remarks,
    )


def curl_line(request: Mapping[str, Any]) -> str:
    """Return the request as a command that can be pasted; secrets come out as $NAME."""
    body = _bytes(request["body"] or "", request["encoding"])
    headers = [(name, value) for name, value in request["headers"]]
    return curl(
        request["method"],
        request["url"],
        headers,
        _sent_body(request["method"], body),
        secrets=_secrets(headers),
    )


def _sent_body(method: str, body: bytes) -> bytes | None:
    return None if not body and method in ("GET", "HEAD") else body


def _secrets(headers: Sequence[tuple[str, str]]) -> Mapping[str, str]:
    """Return the placeholders of our credentials, by name.

    What a server or its card can set (a page token, an extension's name) must never become a variable of the
    reader's shell, so only headers that are ours alone are looked at.
    """
    own = (value for name, value in headers if not name.lower().startswith("a2a-"))
    return {found[1]: found[0] for value in own for found in _PLACEHOLDER.finditer(value)}


def outline(exchange: Mapping[str, Any]) -> str:
    """Return the exchange in a few words: POST https://agent.example/rpc → 200."""
    request, response = exchange["request"], exchange["response"]
    end = (
        str(response["status"])
        if response
        else exchange["failure"]["kind"]
        if exchange["failure"]
        else "no answer"
    )
    return f"{request['method']} {shorten(request['url'], MAX_URL)} → {end}"


def _status(exchange: Mapping[str, Any]) -> str:
    response, failure = exchange["response"], exchange["failure"]
    if response is None:
        return f"No answer: {failure['kind']}, {failure['text']}" if failure else "No answer"
    try:
        phrase = HTTPStatus(response["status"]).phrase
    except ValueError:
        phrase = ""
    ended = f", then {failure['kind']}: {failure['text']}" if failure else ""
    return f"{response['status']} {phrase}".strip() + ended


def _headers(response: Mapping[str, Any] | None, wanted: Sequence[str], *, notable: bool) -> Sequence[Header]:
    if response is None:
        return ()
    marked = {name.lower() for name in wanted}
    sent = [(name, value) for name, value in response["headers"]]
    present = {name.lower() for name, _ in sent}
    shown = [
        Header(name, value, name.lower() in marked)
        for name, value in sent
        if not notable or name.lower() in NOTABLE | marked
    ]
    if len(shown) > MAX_HEADERS:
        left = len(shown) - MAX_HEADERS
        shown = [*shown[:MAX_HEADERS], Header("…", f"{left:,} more, in report.json", False)]
    return shown + [Header(name, None, True) for name in wanted if name.lower() not in present]


def _body(response: Mapping[str, Any] | None) -> tuple[str, list[str]]:
    if response is None:
        return "", []
    remarks = []
    text = response["body"]
    if response["encoding"] == "base64":
        text = _bytes(text, "base64").decode("utf-8", "backslashreplace")
        remarks.append("The body is not clean UTF-8; bytes that are not are shown as \\xNN.")
    return text, remarks


def _bytes(text: str, encoding: str) -> bytes:
    if encoding == "utf-8":
        return text.encode("utf-8", "surrogatepass")
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        return text.encode()
