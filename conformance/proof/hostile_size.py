"""Hostile servers that send too much, too slowly, too deep, or without an end."""

from __future__ import annotations

import gzip
import itertools
import json
import zlib
from collections.abc import Iterator
from typing import Any

from conformance.proof.hostile import MEBIBYTE, Asked, each_list, each_task, hostile, tasks_in
from conformance.proof.rawserver import CLOSE, Answer, Piece, reply

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


@hostile("It takes requests and never answers one, but for the card.", "--timeout", "0.5")
def never_answers(ask: Asked) -> Answer:
    return ask.right().bytes() if ask.is_card else [600.0]


@hostile("Its bodies never end.")
def never_ends(ask: Asked) -> Answer:
    return ask.right().bytes() if ask.is_card else itertools.chain([HEAD + b"\r\n["], _forever(b"1," * 32768))


@hostile("Its bodies never end, in chunks of one byte.", "--timeout", "0.5")
def endless_chunks(ask: Asked) -> Answer:
    return ask.right().bytes() if ask.is_card else itertools.chain([CHUNKED], _forever(b"1\r\n \r\n" * 4096))


@hostile("Its headers never end.")
def endless_headers(ask: Asked) -> Answer:
    lines = b"X-Again: and again\r\n" * 1024
    return ask.right().bytes() if ask.is_card else itertools.chain([HEAD], _forever(lines))


@hostile("It sends one interim answer after the other, and never the real one.", "--timeout", "0.5")
def interim_flood(ask: Asked) -> Answer:
    return (
        ask.right().bytes()
        if ask.is_card
        else _forever(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 64)
    )


@hostile("It sends a byte of the body each second.", "--max-requests", "20")
def drips_body(ask: Asked) -> Answer:
    if ask.is_card:
        return ask.right().bytes()
    return _dripping(ask.right().bytes(), start=150)


@hostile("It sends a byte of the headers each second.", "--max-requests", "20")
def drips_headers(ask: Asked) -> Answer:
    return ask.right().bytes() if ask.is_card else _dripping(ask.right().bytes(), start=20)


@hostile("It sends a byte of the card each second.")
def drips_card(ask: Asked) -> Answer:
    return _dripping(ask.right().bytes(), start=150)


@hostile("Its bodies expand a thousandfold, by gzip.")
def gzip_bomb(ask: Asked) -> Answer:
    if ask.is_card:
        return ask.right().bytes()
    return reply(_bomb(ask, 31), content_encoding="gzip", content_type="application/json")


@hostile("Its bodies expand a thousandfold, by deflate, the card too.")
def deflate_bomb(ask: Asked) -> Answer:
    return reply(_bomb(ask, 15), content_encoding="deflate", content_type="application/json")


@hostile("Its bodies are packed by gzip four times over.")
def gzip_layers(ask: Asked) -> Answer:
    packed = ask.right().body
    for _ in range(4):
        packed = gzip.compress(packed)
    coding = ", ".join(["gzip"] * 4)
    return ask.right().bytes() if ask.is_card else reply(packed, content_encoding=coding)


@hostile("It says gzip and sends something else.")
def gzip_garbage(ask: Asked) -> Answer:
    return ask.right().bytes() if ask.is_card else ask.right().bytes(content_encoding="gzip")


@hostile("Its card is 50 MB.")
def card_of_50_mb(ask: Asked) -> Answer:
    card = ask.right().json | {"description": ""}
    start, end = json.dumps(card).encode().split(b'"description": ""')
    long = [b"x" * MEBIBYTE] * 50
    return [HEAD + b"\r\n", start + b'"description": "', *long, b'"', end, CLOSE]


@hostile("Each answer is right, but for 50 MB of white space before it.")
def answers_of_50_mb(ask: Asked) -> Answer:
    if ask.is_card:
        return ask.right().bytes()
    return [HEAD + b"\r\n", *[b" " * MEBIBYTE] * 50, ask.right().body, CLOSE]


@hostile("Each answer carries three megabytes that nobody asked for.")
def answers_of_3_mb(ask: Asked) -> Answer:
    return each_task(
        ask, lambda task: task.setdefault("metadata", {}).update(padding="x" * (3 * MEBIBYTE // 50))
    )


@hostile("Its pages hold 100,000 tasks.")
def pages_of_100_000_tasks(ask: Asked) -> Answer:
    if "page" not in ask.memory:
        ask.memory["page"] = [
            {"id": f"t{i}", "contextId": "c", "status": {"state": "TASK_STATE_COMPLETED"}}
            for i in range(100_000)
        ]
    if not ask.is_list:
        return ask.right().bytes()
    page = ask.memory["page"]
    return ask.result({"tasks": page, "nextPageToken": "", "totalSize": len(page), "pageSize": 50}).bytes()


@hostile("Its pages are as dense as is still read: 50,000 objects of two members.")
def pages_as_dense_as_can_be(ask: Asked) -> Answer:
    if "dense" not in ask.memory:
        ask.memory["dense"] = [{"a": number, "b": ""} for number in range(50_000)]
    return each_list(ask, lambda result: result.update(padding=ask.memory["dense"]))


@hostile("Its answers hold three megabytes of messages, each as usual, more than anybody reads.")
def messages_of_3_mb(ask: Asked) -> Answer:
    def change(task: dict[str, Any]) -> None:
        task["history"] = [
            {
                "messageId": f"message-{number}-of-{task.get('id')}",
                "role": "ROLE_AGENT",
                "parts": [{"text": f"Step {number}: what an agent says at length, and says again. " * 2}],
            }
            for number in range(11_000 // most)
        ]

    most = len(tasks_in(ask.right().json)) or 1
    return each_task(ask, change)


@hostile(
    "Its answers are two megabytes of text in which, for one character, each takes four bytes in memory."
)
def wide_text(ask: Asked) -> Answer:
    right = ask.right()
    if not isinstance(right.json, dict) or ask.is_card:
        return right.bytes()
    whole = right.holding(right.json | {"padding": "WIDE"}).bytes().partition(b"\r\n\r\n")[2]
    wide = b"x" * (2 * MEBIBYTE - 100_000) + "\U0001f600".encode()
    return reply(whole.replace(b"WIDE", wide), content_type="application/json")


@hostile("Its pages hold a million empty lists.")
def pages_of_empty_lists(ask: Asked) -> Answer:
    if ask.is_card:
        return ask.right().bytes()
    return _as_result(ask, b"[" + b"[]," * 1_000_000 + b"[]]")


@hostile("Its tasks nest 100,000 levels deep.")
def nests_100_000_deep(ask: Asked) -> Answer:
    return ask.right().bytes() if ask.is_card else _as_result(ask, b"[" * 100_000 + b"]" * 100_000)


@hostile("Its tasks nest 190 levels deep, which is still read.")
def nests_190_deep(ask: Asked) -> Answer:
    deep: Any = "bottom"
    for _ in range(92):
        deep = {"x": [deep]}
    return each_task(ask, lambda task: task.update(metadata=deep, history=deep, artifacts=[deep]))


@hostile("Its numbers have 100,000 digits.")
def numbers_of_100_000_digits(ask: Asked) -> Answer:
    def change(result: dict[str, Any]) -> None:
        result["totalSize"] = result["pageSize"] = "NUMBER"

    whole = each_list(ask, change).partition(b"\r\n\r\n")[2].replace(b'"NUMBER"', b"9" * 100_000)
    return reply(whole, content_type="application/json")


@hostile("Its page tokens never end, and each page has new tasks.")
def tokens_never_end(ask: Asked) -> Answer:
    def change(result: dict[str, Any]) -> None:
        result["nextPageToken"] = f"more-{ask.number}"
        for place, task in enumerate(result["tasks"]):
            task["id"] = f"task-{ask.number}-{place}"

    return each_list(ask, change)


@hostile("Its page tokens lead from one to the other and back.")
def tokens_cycle(ask: Asked) -> Answer:
    if b"token-one" in ask.request:
        return _paged(ask, "token-two")
    return _paged(ask, "token-one")


@hostile("Its page tokens weigh 10 MB.")
def tokens_of_10_mb(ask: Asked) -> Answer:
    return _paged(ask, "t" * (10 * MEBIBYTE))


@hostile("Its page tokens weigh 60 KB, which no url carries.")
def tokens_of_60_kb(ask: Asked) -> Answer:
    return _paged(ask, f"{ask.number}" + "t" * 60_000)


@hostile("Its ids weigh 64 KB.")
def ids_of_64_kb(ask: Asked) -> Answer:
    return each_task(ask, lambda task: task.update(id=str(task["id"]) + "i" * 65536))


@hostile("Its error messages weigh a megabyte.")
def errors_of_1_mb(ask: Asked) -> Answer:
    right = ask.right()
    value = right.json
    if isinstance(value, dict) and isinstance(value.get("error"), dict):
        value["error"]["message"] = "m" * MEBIBYTE
    return right.holding(value).bytes()


@hostile("Its answers have 10,000 headers.")
def headers_10_000(ask: Asked) -> Answer:
    if ask.is_card:
        return ask.right().bytes()
    return ask.right().bytes(**{f"x_{number}": "value" for number in range(10_000)})


@hostile("Its answers have 2,000 headers, which is still read.")
def headers_2_000(ask: Asked) -> Answer:
    return ask.right().bytes(**{f"x_{number}": "value" for number in range(2_000)})


@hostile("Its objects have 30,000 members.")
def members_30_000(ask: Asked) -> Answer:
    def change(task: dict[str, Any]) -> None:
        task.update({f"member-{number}": number for number in range(30_000)})

    right = ask.right()
    value = right.json
    for task in tasks_in(value)[:1]:
        change(task)
    return right.holding(value).bytes()


def _forever(piece: bytes) -> Iterator[Piece]:
    while True:
        yield piece


def _dripping(answer: bytes, start: int) -> Iterator[Piece]:
    yield answer[:start]
    for place in range(start, len(answer)):
        yield 0.7
        yield answer[place : place + 1]


def _bomb(ask: Asked, bits: int) -> bytes:
    key = f"bomb {bits}"
    if key not in ask.memory:
        packer = zlib.compressobj(9, zlib.DEFLATED, bits)
        parts = [packer.compress(b'{"jsonrpc": "2.0", "tasks": [], "x": "')]
        parts += [packer.compress(b"x" * MEBIBYTE) for _ in range(200)]
        ask.memory[key] = b"".join([*parts, packer.flush()])
    return bytes(ask.memory[key])


def _as_result(ask: Asked, value: bytes) -> bytes:
    """Return an answer whose result is `value`, which is not made by a writer of JSON."""
    body = b'{"jsonrpc": "2.0", "id": "1", "result": ' + value + b"}" if ask.is_rpc else value
    return reply(body, content_type="application/json")


def _paged(ask: Asked, token: str) -> bytes:
    return each_list(ask, lambda result: result.update(nextPageToken=token))
