"""Requests over real sockets: what goes out, and what is said of whatever comes back."""

import gzip
import itertools
import zlib

import anyio
import httpx
import pytest

from conformance import __version__
from conformance.probe import transport
from conformance.probe.transport import KEPT, LARGE, ConnectionSettings, Transport, WireRequest
from tests.helpers.rawserver import CLOSE, RawServer, reply
from tests.helpers.sending import OK, send


@pytest.mark.parametrize(
    ("written", "wire"),
    [
        ("/tasks/..%2Fx", "/tasks/..%2Fx"),
        ("/%61/%2f/%2F", "/%61/%2f/%2F"),
        ("/tasks/../x/./y//z", "/tasks/../x/./y//z"),
        ("/a?filter={1}|[2]&b=%7e&c=a+b", "/a?filter={1}|[2]&b=%7e&c=a+b"),
        ("/a?", "/a?"),
        ("?x=/y", "/?x=/y"),
        ("", "/"),
        ("/a#fragment?no", "/a"),
        ("/a b/é", "/a%20b/%C3%A9"),
    ],
)
def test_path_and_query_go_out_as_written(written, wire):
    with RawServer(OK) as server:
        (sent,) = send(server.url, WireRequest("GET", server.url + written))
        assert sent.failure is None
        assert server.requests[0].split(b"\r\n")[0] == f"GET {wire} HTTP/1.1".encode()


def test_headers_keep_order_case_and_repeats_and_are_recorded_as_sent():
    headers = (("a2a-Version", "1.0"), ("A2A-VERSION", "1.1"), ("X-Text", "é"), ("user-agent", "mine"))
    with RawServer(OK) as server:
        (sent,) = send(server.url, WireRequest("POST", server.url + "/", headers, b"{}"))
        head, _, body = server.requests[0].partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")[1:]
    ours = [line for line in lines if line.lower().startswith(("a2a", "x-", "user"))]
    assert body == b"{}"
    assert [f"{name}: {value}" for name, value in sent.request.headers] == lines
    assert ours == ["a2a-Version: 1.0", "A2A-VERSION: 1.1", "X-Text: é", "user-agent: mine"]
    assert "Content-Length: 2" in lines
    assert sent.request.body == b"{}"


def test_it_says_who_it_is_and_wants_no_compression():
    with RawServer(OK) as server:
        (sent,) = send(server.url)
    assert ("User-Agent", f"task-conformance/{__version__}") in sent.request.headers
    assert ("Accept-Encoding", "identity") in sent.request.headers


def test_nothing_of_one_request_is_carried_into_the_next(monkeypatch, tmp_path):
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    with RawServer(reply(b"ok", set_cookie="session=main; Path=/")) as server:
        send(server.url, WireRequest("GET", server.url), WireRequest("GET", server.url))
        assert server.connections == 1
        assert len(server.requests) == 2
        assert b"cookie" not in server.requests[1].lower()
        assert b"authorization" not in b"".join(server.requests).lower()


def test_hostile_header_bytes_are_read():
    with RawServer(reply(b"ok", x_utf8="é") + b"") as server:
        (sent,) = send(server.url)
        assert sent.response.header("x-UTF8") == "é"
    with RawServer(b"HTTP/1.1 200 \xff\xfe\r\nX-Odd: \xff\xfe\r\nContent-Length: 0\r\n\r\n") as server:
        (sent,) = send(server.url)
        assert sent.response.header("x-odd") == "ÿþ"


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ([CLOSE], "dropped"),
        ([b"HTTP/1.1 200 OK\r\nContent-", CLOSE], "dropped"),
        ([reply(b"short", content_length="50"), CLOSE], "dropped"),
        ([b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n", CLOSE], "dropped"),
        ([b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", CLOSE], "protocol"),
        ([b"SSH-2.0-OpenSSH_9.6\r\n\r\n", CLOSE], "protocol"),
        ([reply(b"x", content_length="-1"), CLOSE], "protocol"),
        ([b"HTTP/1.1 200 OK\r\nX: " + b"a" * 300_000, CLOSE], "protocol"),
        ([b"HTTP/1.1 200 OK\r\nBad Name: x\r\n\r\n", CLOSE], "protocol"),
    ],
)
def test_what_is_no_whole_answer_is_a_failure_of_its_kind(answer, kind):
    with RawServer(answer) as server:
        (sent,) = send(server.url)
        assert sent.failure.kind == kind, sent.failure
        assert sent.failure.text


def test_a_broken_off_body_is_kept_as_far_as_it_came():
    with RawServer([reply(b"short", content_length="50"), CLOSE]) as server:
        (sent,) = send(server.url)
        assert (sent.response.status, sent.response.body, sent.response.truncated) == (200, b"short", True)


def test_a_content_length_in_characters_breaks_no_other_request():
    with RawServer(reply('{"text": "éééé"}', content_length="16")) as server:
        first, second = send(server.url, WireRequest("GET", server.url), WireRequest("GET", server.url))
    assert first.response.body == '{"text": "ééé'.encode()
    assert second.failure is None
    assert second.response == first.response


@pytest.mark.parametrize(
    "answer",
    [
        itertools.chain([reply(b"", content_length="9999")], *itertools.repeat([b"x", 0.02], 200)),
        itertools.chain.from_iterable(itertools.repeat([b"HTTP/1.1 100 Continue\r\n\r\n", 0.02], 200)),
        [5.0],
    ],
    ids=["body", "interim", "silent"],
)
def test_a_dripping_server_meets_the_deadline(answer):
    with RawServer(lambda _: answer) as server:
        (sent,) = send(server.url, timeout=0.3)
        assert sent.failure.kind == "timeout"
        assert 250 < sent.ms < 2000


def test_the_cap_ends_an_endless_body():
    chunk = b"%x\r\n%b\r\n" % (10_000, b"x" * 10_000)
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    with RawServer(lambda _: itertools.chain([head], itertools.repeat(chunk, 10_000))) as server:
        (sent,) = send(server.url, max_bytes=25_000)
        assert sent.failure.kind == "too-large"
        assert len(sent.response.body) == 25_000
        assert sent.response.truncated


def test_a_body_of_just_the_cap_is_whole():
    with RawServer(reply(b"x" * 1000)) as server:
        (sent,) = send(server.url, max_bytes=1000)
        assert sent.failure is None
        assert len(sent.response.body) == 1000


def test_a_body_that_takes_more_memory_than_the_cap_once_it_is_read_is_too_large():
    dense = b"[" + b"[]," * 200 + b"[]]"
    with RawServer(reply(dense)) as server:
        (sent,) = send(server.url, max_bytes=201 * 80)
        assert sent.failure.kind == "too-large"
        assert "once it is read" in sent.failure.text
        assert sent.response.truncated
        (sent,) = send(server.url, max_bytes=202 * 80)
        assert sent.failure is None


class Slow(httpx.AsyncByteStream):
    """A body that pauses once it is large; it counts in `beyond` how many are so far at the same time."""

    def __init__(self, beyond):
        self.beyond = beyond

    async def __aiter__(self):
        yield b"x" * (LARGE + 1)
        self.beyond.append(self.beyond[-1] + 1)
        await anyio.sleep(0.2)
        self.beyond.append(self.beyond[-1] - 1)
        yield b"x"


def test_large_bodies_come_one_at_a_time_and_waiting_is_not_held_against_a_server():
    beyond = [0]
    inner = httpx.MockTransport(lambda _: httpx.Response(200, stream=Slow(beyond)))
    settings = ConnectionSettings(timeout=0.4, max_bytes=2 * LARGE)
    came = []

    async def go():
        async with Transport(settings, allowed_origins=["http://a"], inner=inner) as sender:

            async def ask():
                came.append(await sender.send(WireRequest("GET", "http://a/")))

            async with anyio.create_task_group() as group:
                for _ in range(4):
                    group.start_soon(ask)

    anyio.run(go)
    assert [sent.failure for sent in came] == [None] * 4
    assert [len(sent.response.body) for sent in came] == [LARGE + 2] * 4
    assert max(sent.ms for sent in came) < 400
    assert max(beyond) == 1


class Stalled(httpx.AsyncByteStream):
    """A body that stops once it is large."""

    async def __aiter__(self):
        yield b"x" * (LARGE + 1)
        await anyio.sleep(9)


def test_a_large_body_does_not_wait_long_for_one_that_has_stalled(monkeypatch):
    monkeypatch.setattr(transport, "PATIENCE", 0.1)
    bodies = {"/1": Stalled(), "/2": Slow([0])}
    inner = httpx.MockTransport(lambda request: httpx.Response(200, stream=bodies[request.url.path]))
    settings = ConnectionSettings(timeout=0.6, max_bytes=2 * LARGE)
    came = {}

    async def go():
        async with Transport(settings, allowed_origins=["http://a"], inner=inner) as sender:

            async def ask(path):
                sent = await sender.send(WireRequest("GET", f"http://a{path}"))
                came[path] = sent.failure.kind if sent.failure else "whole"

            async with anyio.create_task_group() as group:
                group.start_soon(ask, "/1")
                await anyio.sleep(0)
                group.start_soon(ask, "/2")

    anyio.run(go)
    assert list(came.items()) == [("/2", "whole"), ("/1", "timeout")]


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_a_bomb_is_defused(coding):
    packed = gzip.compress(bytes(40_000_000)) if coding == "gzip" else zlib.compress(bytes(40_000_000))
    with RawServer(reply(packed, content_encoding=coding)) as server:
        (sent,) = send(server.url, max_bytes=100_000)
        assert sent.failure.kind == "too-large"
        assert sent.response.body == bytes(KEPT)


@pytest.mark.parametrize(
    ("packed", "coding"),
    [
        (gzip.compress(b"hello"), "gzip"),
        (gzip.compress(b"hel") + gzip.compress(b"lo"), "GZIP"),
        (zlib.compress(b"hello"), "deflate"),
        (zlib.compress(b"hello", wbits=-15), "deflate"),
        (b"hello", "identity"),
    ],
)
def test_a_coded_body_is_decoded_though_nobody_asked(packed, coding):
    with RawServer(reply(packed, content_encoding=coding)) as server:
        (sent,) = send(server.url)
        assert sent.failure is None
        assert sent.response.body == b"hello"


@pytest.mark.parametrize(
    ("packed", "coding"),
    [
        (gzip.compress(b"hello")[:-9], "gzip"),
        (b"hello", "gzip"),
        (gzip.compress(gzip.compress(b"hello")), "gzip, gzip"),
        (b"hello", "br"),
    ],
)
def test_a_body_that_is_not_as_its_coding_says_is_a_failure(packed, coding):
    with RawServer(reply(packed, content_encoding=coding)) as server:
        (sent,) = send(server.url)
        assert sent.failure.kind == "protocol"
        assert sent.response.status == 200


def test_head_and_empty_answers_are_whole():
    with RawServer(reply(b"", content_length="50", content_encoding="gzip")) as server:
        (sent,) = send(server.url, WireRequest("HEAD", server.url))
        assert sent.failure is None
    with RawServer(b"HTTP/1.1 204 No Content\r\n\r\n") as server:
        (sent,) = send(server.url)
        assert (sent.response.status, sent.response.body) == (204, b"")


def test_a_request_that_can_not_be_written_is_a_failure():
    with RawServer(OK) as server:
        (sent,) = send(server.url, WireRequest("GET", server.url, (("X", "a\r\nY: b"),)))
        assert sent.failure.kind == "protocol"
        assert server.requests == []


def test_a_stale_connection_is_no_fault_of_the_server():
    def answer(request):
        return [CLOSE] if len(server.requests) == 2 else OK

    with RawServer(answer) as server:
        first, second = send(server.url, WireRequest("GET", server.url), WireRequest("GET", server.url))
        assert (first.failure, second.failure, len(server.requests)) == (None, None, 3)


def test_what_creates_something_is_sent_once_each_time_on_its_own_connection():
    with RawServer(OK) as server:
        request = WireRequest("POST", server.url, (), b"{}")
        send(server.url, request, request, repeatable=False)
        assert (server.connections, len(server.requests)) == (2, 2)
    with RawServer([CLOSE]) as server:
        (sent,) = send(server.url, WireRequest("POST", server.url, (), b"{}"), repeatable=False)
        assert (sent.failure.kind, len(server.requests)) == ("dropped", 1)
