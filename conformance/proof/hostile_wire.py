"""Hostile servers that break HTTP itself: framing, connections, status lines, headers."""

# ruff: noqa: ARG001 - every behaviour takes what was asked, also where it does not matter

from __future__ import annotations

from collections.abc import Callable

from conformance.proof.hostile import SECRET, Asked, Reply, hostile
from conformance.proof.rawserver import CLOSE, RESET, Answer, Piece, reply


@hostile("Content-Length is shorter than the body.")
def length_too_short(ask: Asked) -> Answer:
    return _with_length(ask, lambda length: str(max(length - 7, 0)))


@hostile("Content-Length is longer than the body, and the connection ends.")
def length_too_long(ask: Asked) -> Answer:
    return _with_length(ask, lambda length: str(length + 7), CLOSE)


@hostile("Content-Length is negative.")
def length_negative(ask: Asked) -> Answer:
    return _with_length(ask, lambda _: "-1", CLOSE)


@hostile("Content-Length is a number of forty digits.")
def length_of_forty_digits(ask: Asked) -> Answer:
    return _with_length(ask, lambda _: "9" * 40, CLOSE)


@hostile("Content-Length is no number.")
def length_no_number(ask: Asked) -> Answer:
    return _with_length(ask, lambda _: "0x10, ten", CLOSE)


@hostile("There are two Content-Lengths that differ.")
def two_lengths(ask: Asked) -> Answer:
    return _with_length(ask, lambda length: f"{length}\r\nContent-Length: 1")


@hostile("There is a Content-Length and chunks as well.")
def length_and_chunks(ask: Asked) -> Answer:
    return _with_length(ask, lambda length: f"{length}\r\nTransfer-Encoding: chunked", CLOSE)


@hostile("Its chunks are garbage.")
def garbage_chunks(ask: Asked) -> Answer:
    right = ask.right()
    if ask.is_card:
        return right.bytes()
    return [
        _head("200 OK", "Transfer-Encoding: chunked"),
        b"zz;\x00\r\n" + right.body + b"\r\n-5\r\n\r\n",
        CLOSE,
    ]


@hostile("A chunk says that it is of 2^64 bytes.")
def chunk_of_2_64_bytes(ask: Asked) -> Answer:
    right = ask.right()
    if ask.is_card:
        return right.bytes()
    return [_head("200 OK", "Transfer-Encoding: chunked"), b"10000000000000000\r\n" + right.body, CLOSE]


@hostile("The trailers after its chunks claim another status, type and cookie.")
def hostile_trailers(ask: Asked) -> Answer:
    right = ask.right()
    if ask.is_card:
        return right.bytes()
    chunk = f"{len(right.body):x}\r\n".encode() + right.body + b"\r\n0\r\n"
    return [
        _head("200 OK", "Transfer-Encoding: chunked", "Content-Type: application/json"),
        chunk + b"Content-Length: 0\r\nSet-Cookie: a=b\r\nAuthorization: x\r\nLocation: http://x/\r\n\r\n",
    ]


@hostile("It resets the connection as soon as a request is there.")
def resets_at_once(ask: Asked) -> Answer:
    return ask.right().bytes() if ask.is_card else [RESET]


@hostile("It resets the connection in the middle of the body.")
def resets_in_the_body(ask: Asked) -> Answer:
    whole = ask.right().bytes()
    return whole if ask.is_card else [whole[: len(whole) // 2], 0.05, RESET]


@hostile("It resets every third connection.")
def resets_now_and_then(ask: Asked) -> Answer:
    return [RESET] if ask.number % 3 == 0 else ask.right().bytes()


@hostile("It closes the connection without an answer.")
def closes_without_answer(ask: Asked) -> Answer:
    return ask.right().bytes() if ask.is_card else [CLOSE]


@hostile("It closes after each answer, which says that it keeps the connection.")
def closes_after_keep_alive(ask: Asked) -> Answer:
    return [ask.right().bytes(connection="keep-alive"), CLOSE]


@hostile("The first request on a connection is answered, the next never is.", "--timeout", "0.5")
def half_open(ask: Asked) -> Answer:
    return [ask.right().bytes(connection="keep-alive"), 600.0]


@hostile("It speaks HTTP/0.9: the body and nothing else.")
def http_0_9(ask: Asked) -> Answer:
    right = ask.right()
    return right.bytes() if ask.is_card else [right.body, CLOSE]


@hostile("It speaks HTTP/1.0 and ends bodies by ending the connection.")
def http_1_0(ask: Asked) -> Answer:
    right = ask.right()
    return [f"HTTP/1.0 {right.status} x\r\n".encode() + _lines(right) + b"\r\n" + right.body, CLOSE]


@hostile("It speaks HTTP/9.9.")
def http_9_9(ask: Asked) -> Answer:
    return ask.right().bytes() if ask.is_card else ask.right().bytes().replace(b"HTTP/1.1", b"HTTP/9.9", 1)


@hostile("It speaks SSH.")
def speaks_ssh(ask: Asked) -> Answer:
    return [b"SSH-2.0-OpenSSH_9.6\r\n", CLOSE]


@hostile("Its status is 999.")
def status_999(ask: Asked) -> Answer:
    return _with_status(ask, "999 Whatever")


@hostile("Its status is 000.")
def status_000(ask: Asked) -> Answer:
    return _with_status(ask, "000 Nothing")


@hostile("Its status is no number.")
def status_no_number(ask: Asked) -> Answer:
    return _with_status(ask, "2OO OK")


@hostile("Its reason phrase is escape sequences, a megabyte of them.")
def status_phrase_of_1_mb(ask: Asked) -> Answer:
    return _with_status(ask, "200 " + "\x1b[31m" * 200_000)


@hostile("It answers 101 and speaks something else from then on.")
def switches_protocols(ask: Asked) -> Answer:
    if ask.is_card:
        return ask.right().bytes()
    return [_head("101 Switching Protocols", "Connection: upgrade", "Upgrade: chat"), b"\x81\x05hello", CLOSE]


@hostile("It answers 204 with a body.")
def no_content_with_a_body(ask: Asked) -> Answer:
    return _with_status(ask, "204 No Content")


@hostile("Its headers hold line breaks, NUL, escape sequences and what would be further headers.")
def header_injection(ask: Asked) -> Answer:
    right = ask.right()
    if ask.is_card:
        return right.bytes()
    evil = (
        "X-Fold: a\r\n b\r\n\tc",
        "X-Nul: a\x00b",
        "X-Escape: \x1b[2J",
        "X-Bare: a\nSet-Cookie: b=c",
        ": none",
        "X",
    )
    kind = evil[ask.number % len(evil)]
    return [_head(f"{right.status} OK", kind, f"Content-Length: {len(right.body)}") + right.body]


@hostile("Its headers are bytes that are no text.")
def headers_of_bytes(ask: Asked) -> Answer:
    right = ask.right()
    if ask.is_card:
        return right.bytes()
    return [
        right.bytes().replace(
            b"\r\n", b"\r\nX-Bytes: \xff\xfe\xed\xa0\x80\x9b31m\r\nServer: \xe2\x80\xae\r\n", 1
        )
    ]


@hostile("A header weighs a megabyte.")
def header_of_1_mb(ask: Asked) -> Answer:
    return ask.right().bytes(x_long="" if ask.is_card else "h" * 2**20)


@hostile("Every answer sets cookies, for other paths and domains too.")
def cookies(ask: Asked) -> Answer:
    track = f"track-{ask.number}; Path=/; Max-Age=99999\r\nSet-Cookie: all={SECRET}; Domain=localhost"
    return ask.right().bytes(set_cookie=f"id={track}")


@hostile("A second answer, which nobody asked for, follows each.")
def two_answers(ask: Asked) -> Answer:
    extra = reply(
        b'{"jsonrpc": "2.0", "id": "1", "result": {"tasks": "smuggled"}}', content_type="application/json"
    )
    return [ask.right().bytes() + extra]


def _with_length(ask: Asked, change: Callable[[int], str], *after: Piece) -> Answer:
    right = ask.right()
    if ask.is_card:
        return right.bytes()
    length = change(len(right.body))
    return [_head(f"{right.status} OK", f"Content-Length: {length}") + right.body, *after]


def _with_status(ask: Asked, status: str) -> Answer:
    right = ask.right()
    return (
        right.bytes() if ask.is_card else [_head(status, f"Content-Length: {len(right.body)}") + right.body]
    )


def _head(status: str, *lines: str) -> bytes:
    return "".join(f"{line}\r\n" for line in (f"HTTP/1.1 {status}", *lines, "")).encode("latin-1")


def _lines(right: Reply) -> bytes:
    return "".join(f"{name}: {value}\r\n" for name, value in right.headers.items()).encode()
