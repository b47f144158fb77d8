"""Requests over real sockets: what goes out, and what is said of whatever comes back."""

import gzip
import itertools
import socket
import threading
import zlib

import anyio
import httpx
import pytest

from conformance import __version__
from conformance.core.errors import UsageError
from conformance.probe.origins import is_loopback, origin_of
from conformance.probe.transport import KEPT, ConnectionSettings, Sent, Transport, WireRequest
from tests.helpers.rawserver import CLOSE, RawServer, reply

OK = reply(b"ok")


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch):
    for name in ("http", "https", "all", "no"):
        monkeypatch.delenv(f"{name}_proxy", raising=False)
        monkeypatch.delenv(f"{name.upper()}_PROXY", raising=False)


def send(url: str, *requests: WireRequest, repeatable: bool = True, **settings) -> list[Sent]:
    """Send `requests` (default: one GET of `url`) one after the other over one transport."""

    async def run() -> list[Sent]:
        wanted = {"timeout": 5.0} | settings
        async with Transport(ConnectionSettings(**wanted), allowed_origins=[url]) as transport:
            return [
                await transport.send(request, repeatable=repeatable)
                for request in requests or [WireRequest("GET", url)]
            ]

    return anyio.run(run)


def follow(url: str, **settings) -> Sent:
    async def run() -> Sent:
        async with Transport(ConnectionSettings(timeout=5.0), allowed_origins=[url]) as transport:
            return await transport.follow(WireRequest("GET", url, (("X-Key", "k"),)), **settings)

    return anyio.run(run)


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


def test_a_closed_port_and_an_unknown_host():
    with RawServer(OK) as server:
        url = server.url
    (closed,) = send(url)
    assert closed.failure.kind == "connect"
    assert closed.failure.text == "Connection refused"
    assert closed.request.headers
    (unknown,) = send("http://nowhere.invalid")
    assert unknown.failure.kind == "connect"


@pytest.mark.parametrize(
    "other", ["http://127.0.0.1:1/", "ftp://x/", "nonsense", "http://[", "http://x:99999"]
)
def test_nothing_goes_to_an_origin_that_is_not_allowed(other):
    with RawServer(OK) as server:
        (sent,) = send(server.url, WireRequest("GET", other, (("Authorization", "Bearer x"),)))
        assert sent.failure.kind == "not-allowed"
        assert server.connections == 0


def test_a_url_with_a_password_is_not_sent():
    with RawServer(OK) as server:
        url = server.url.replace("http://", "http://me:secret@")
        (sent,) = send(server.url, WireRequest("GET", url))
        assert sent.failure.kind == "not-allowed"
        assert "secret" not in sent.failure.text
        assert server.connections == 0


def test_send_follows_no_redirect():
    with RawServer(reply(status=302, location="/there")) as server:
        (sent,) = send(server.url)
        assert (sent.response.status, sent.failure, len(server.requests)) == (302, None, 1)


@pytest.mark.parametrize("location", ["http://[", "http://a b/", "//", "\x7f", "javascript:x"])
def test_a_broken_location_breaks_nothing(location):
    with RawServer(reply(status=302, location=location)) as server:
        (sent,) = send(server.url)
        assert sent.response.status == 302
        assert follow(server.url).failure.kind == "redirect"


def test_follow_goes_three_steps_within_the_origin():
    def answer(request):
        step = int(request.split(b" ")[1].strip(b"/") or b"0")
        return reply(status=307, location=f"/{step + 1}")

    with RawServer(answer) as server:
        sent = follow(server.url)
        assert sent.failure.kind == "redirect"
        assert [request.split(b" ")[1] for request in server.requests] == [b"/", b"/1", b"/2", b"/3"]
        assert all(b"X-Key: k" in request for request in server.requests)


def test_follow_never_leaves_the_origin():
    with RawServer(OK) as elsewhere, RawServer(reply(status=301, location=elsewhere.url)) as server:
        sent = follow(server.url)
        assert sent.failure.kind == "redirect"
        assert elsewhere.url in sent.failure.text
        assert elsewhere.connections == 0


def test_a_forward_proxy_gets_the_url_as_written():
    with RawServer(reply(status=403)) as proxy:
        (sent,) = send(
            "http://agent.example", WireRequest("GET", "http://agent.example/a/..%2Fb"), proxy=proxy.url
        )
        assert sent.response.status == 403
        assert proxy.requests[0].startswith(b"GET http://agent.example/a/..%2Fb HTTP/1.1\r\n")


def test_a_tunnel_that_a_proxy_refuses_shows_no_credential():
    with RawServer(reply(status=407)) as proxy:
        url = "https://agent.example"
        request = WireRequest("GET", url, (("Authorization", "Bearer secret"),))
        (sent,) = send(url, request, proxy=proxy.url.replace("//", "//me:word@"))
        assert sent.failure.kind == "connect"
        assert "407" in sent.failure.text
        assert "word" not in sent.failure.text
        assert b"secret" not in proxy.requests[0]
        assert proxy.requests[0].startswith(b"CONNECT agent.example:443 ")


def test_proxies_of_the_environment_and_their_exceptions(monkeypatch):
    monkeypatch.delenv("REQUEST_METHOD", raising=False)
    with RawServer(reply(b"proxy", status=502)) as proxy, RawServer(OK) as server:
        monkeypatch.setenv("http_proxy", f"127.0.0.1:{proxy.port}")
        (proxied,) = send("http://agent.example")
        assert proxied.response.body == b"proxy"
        (loopback,) = send(server.url)
        assert loopback.response.body == b"ok"
        monkeypatch.setenv("no_proxy", "agent.invalid")
        (direct,) = send("http://agent.invalid")
        assert direct.failure.kind == "connect"


def test_a_socks_proxy_is_asked_for_the_host_by_name():
    asked = []

    def serve(listener):
        connection, _ = listener.accept()
        with connection:
            for answer in (b"\x05\x00", b"\x05\x00\x00\x01" + bytes(6), OK):
                asked.append(connection.recv(4096))
                connection.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, args=(listener,))
        thread.start()
        (sent,) = send("http://agent.example", proxy=f"socks5://127.0.0.1:{listener.getsockname()[1]}")
        thread.join(5)
    assert sent.response.body == b"ok"
    assert b"agent.example" in asked[1]


@pytest.mark.parametrize("proxy", ["ftp://x:1", "http://", "http://me:secret@[", "::"])
def test_a_proxy_that_is_none_is_a_usage_error(proxy):
    with pytest.raises(UsageError) as caught:
        send("http://agent.example", proxy=proxy)
    assert "secret" not in str(caught.value)


def test_an_application_in_process():
    async def app(scope, receive, send):
        body = f"{scope['path']} {scope['raw_path'].decode()} {scope['query_string'].decode()}".encode()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})

    async def broken(scope, receive, send):
        raise RuntimeError("boom")

    async def run(app) -> Sent:
        inner = httpx.ASGITransport(app=app)
        async with Transport(
            ConnectionSettings(), allowed_origins=["http://agent"], inner=inner
        ) as transport:
            return await transport.send(WireRequest("GET", "http://agent/..%2Fx?a=%61"))

    assert anyio.run(run, app).response.body == b"/../x /..%2Fx a=%61"
    assert anyio.run(run, broken).failure.kind == "protocol"


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("HTTP://Agent.Example/x?y", "http://agent.example:80"),
        ("https://agent.example:443", "https://agent.example:443"),
        ("http://[::1]:8080/", "http://[::1]:8080"),
        ("http://bücher.example", "http://xn--bcher-kva.example:80"),
        ("http://me:pw@agent.example", "http://agent.example:80"),
        (r"http://good.example\@evil.example/", "http://evil.example:80"),
        ("http://[", None),
        ("http://a b/", None),
        ("http://a%2eb/", None),
        ("grpc.example:443", None),
        ("http:///x", None),
        ("", None),
        ("http://a:70000", None),
        ("http://a\n.example", None),
    ],
)
def test_origins(url, origin):
    if origin is None:
        with pytest.raises(ValueError, match=r"url|port"):
            origin_of(url)
    else:
        assert origin_of(url) == origin


def test_loopback():
    assert all(map(is_loopback, ["localhost", "LOCALHOST.", "a.localhost", "127.9.9.9", "::1", "[::1]"]))
    assert not any(map(is_loopback, ["localhost.example", "128.0.0.1", "10.0.0.1", "0.0.0.0", ""]))
