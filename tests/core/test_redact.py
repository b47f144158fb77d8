"""No secret survives, in any writing that a server may echo it in, and nothing else is touched."""

from __future__ import annotations

import base64
import html
import json
import time
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.core.redact import Redactor, placeholder

fixed = settings(derandomize=True, database=None, deadline=None)
alphabet = st.characters(codec="utf-8", exclude_characters="[]")
secrets = st.text(alphabet, min_size=4, max_size=40) | st.text("aB0 /\\\"'&<%+:=é\n", min_size=4, max_size=12)

WRITINGS: dict[str, Callable[[str], str]] = {
    "raw": str,
    "percent": lambda value: quote(value, safe=""),
    "percent, slashes kept": quote,
    "form": quote_plus,
    "percent, lower hex": lambda value: "".join(f"%{byte:02x}" for byte in value.encode()),
    "percent twice": lambda value: quote(quote(value, safe="")),
    "JSON": lambda value: json.dumps(value)[1:-1],
    "JSON, not ASCII": lambda value: json.dumps(value, ensure_ascii=False)[1:-1],
    "JSON, upper hex": lambda value: "".join(
        f"\\u{value.encode('utf-16-be').hex()[i : i + 4].upper()}"
        for i in range(0, len(value.encode("utf-16-be")) * 2, 4)
    ),
    "JSON, slashes escaped": lambda value: json.dumps(value)[1:-1].replace("/", "\\/"),
    "JSON in JSON": lambda value: json.dumps(json.dumps(value)),
    "HTML": html.escape,
    "Basic": lambda value: base64.b64encode(f"user:{value}".encode()).decode(),
    "Basic, longer name": lambda value: base64.b64encode(f"users:{value}".encode()).decode(),
    "Basic, name first": lambda value: base64.b64encode(f"{value}:x".encode()).decode(),
    "base64url": lambda value: base64.urlsafe_b64encode(f"é:{value}".encode()).decode().rstrip("="),
    "base64 in a query": lambda value: quote(base64.b64encode(f"u:{value}".encode()).decode(), safe=""),
    "base64 in JSON": lambda value: base64.b64encode(f"us:{value}".encode()).decode().replace("/", "\\/"),
}


@pytest.mark.parametrize("writing", WRITINGS.values(), ids=WRITINGS)
@fixed
@given(secrets, st.text(alphabet), st.text(alphabet))
def test_no_writing_of_a_secret_survives(
    writing: Callable[[str], str], secret: str, before: str, after: str
) -> None:
    redactor = Redactor({"KEY": secret})
    clean = redactor.text(before + writing(secret) + after)
    for form in WRITINGS.values():
        assert form(secret) not in clean
    assert redactor.text(clean) == clean
    assert redactor.bytes((before + writing(secret) + after).encode()).decode() == clean


@fixed
@given(st.binary())
def test_bytes_without_the_secret_stay_as_they_are(data: bytes) -> None:
    assert Redactor({"KEY": "correct horse"}).bytes(data) == data


@fixed
@given(st.text())
def test_text_without_the_secret_stays_as_it_is(text: str) -> None:
    assert Redactor({"KEY": "correct horse"}).text(text) == text


def test_the_placeholder_names_the_secret_and_stands_in_its_place() -> None:
    redactor = Redactor({"TOKEN": "tok-123456", "my key": "k3y-abcdef"})
    assert redactor.text("a tok-123456 b k3y-abcdef c") == "a [redacted:TOKEN] b [redacted:my_key] c"
    assert redactor.bytes(b"\xfftok-123456\xfe") == b"\xff[redacted:TOKEN]\xfe"


def test_a_longer_secret_goes_before_one_inside_it() -> None:
    redactor = Redactor({"SHORT": "abcd", "LONG": "abcdefgh"})
    assert redactor.text("abcdefgh abcd") == "[redacted:LONG] [redacted:SHORT]"


def test_the_credential_inside_a_header_value_is_a_secret_too() -> None:
    basic = "Basic " + base64.b64encode(b"ada:lovelace").decode()
    redactor = Redactor({"A": "Bearer abc.def", "B": basic})
    assert redactor.text("token=abc.def") == "token=[redacted:A]"
    assert redactor.text("your password lovelace is weak") == "your password [redacted:B] is weak"
    assert redactor.headers([("Authorization", basic)]) == [("Authorization", "[redacted:B]")]


def test_json_values_are_redacted_in_names_too() -> None:
    value = {"secret1": ["x secret1", 1, None, {"a": "secret1"}]}
    mark = placeholder("K")
    assert Redactor({"K": "secret1"}).value(value) == {mark: [f"x {mark}", 1, None, {"a": mark}]}


@pytest.mark.parametrize("secret", ["", "1", "abc"])
def test_a_very_short_secret_is_hidden_in_its_header_and_tears_up_no_text(secret: str) -> None:
    redactor = Redactor({"K": secret})
    assert redactor.text('{"pageSize":10,"a":"abc"}') == '{"pageSize":10,"a":"abc"}'
    assert redactor.headers([("X-Api-Key", secret or "x")]) == [("X-Api-Key", "[redacted:x-api-key]")]


@pytest.mark.parametrize("secret", ["redacted", "[redacted:KEY]", "dact", "****", ":KEY"])
def test_the_placeholder_never_holds_the_secret(secret: str) -> None:
    redactor = Redactor({"KEY": secret})
    clean = redactor.text(f"a {secret} b")
    assert secret not in clean
    assert redactor.text(clean) == clean


@pytest.mark.parametrize(
    ("name", "value", "clean"),
    [
        ("Authorization", "Bearer unknown", "Bearer [redacted:authorization]"),
        ("authorization", "Bearer tok-123456", "Bearer [redacted:TOKEN]"),
        ("PROXY-AUTHORIZATION", "Basic eDp5", "Basic [redacted:proxy-authorization]"),
        ("Authorization", "raw", "[redacted:authorization]"),
        ("Cookie", "a=b; c=d", "[redacted:cookie]"),
        ("Set-Cookie", "sid=1; HttpOnly", "[redacted:set-cookie]"),
        ("X-Api-Key", "tok-123456", "[redacted:TOKEN]"),
        ("X-Mine", "anything", "[redacted:x-mine]"),
        ("WWW-Authenticate", 'Bearer realm="x"', 'Bearer realm="x"'),
        ("X-Echo", "you sent tok-123456", "you sent [redacted:TOKEN]"),
        ("Authorization", "", ""),
    ],
)
def test_headers(name: str, value: str, clean: str) -> None:
    redactor = Redactor({"TOKEN": "tok-123456"}, headers=["x-mine"])
    assert redactor.headers([(name, value)]) == [(name, clean)]
    assert redactor.headers([(name, clean)]) == [(name, clean)]


@pytest.mark.parametrize("filler", ["\\", "%25", "a", "%", "&#0", "[", "\\u005c", "s3cr\\\\", "QUJD"])
def test_hostile_texts_take_linear_time(filler: str) -> None:
    redactor = Redactor({"K": "s3cr\\\\\\\\3t\\x", "L": "aaaaaaaaaaaaab", "M": "\\\\\\\\"})
    start = time.perf_counter()
    redactor.text(filler * (200_000 // len(filler)))
    assert time.perf_counter() - start < 2


def test_no_secrets_no_work() -> None:
    assert Redactor({}).text("a") == "a"
    assert Redactor({}).bytes(b"\xff") == b"\xff"


@pytest.mark.parametrize("form", ["&#{0};", "&#x{0:x};", "%{0:02X}", "\\u{0:04x}"])
def test_letters_that_need_no_escape_are_found_escaped(form: str) -> None:
    told = "".join(form.format(ord(char)) for char in "abcdef123")
    assert Redactor({"T": "abcdef123"}).text(f"x {told} y") == "x [redacted:T] y"
