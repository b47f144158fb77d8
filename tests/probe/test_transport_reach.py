"""Where requests get to, and where they never go: origins, redirects, proxies, an application in this process."""

import socket
import threading

import anyio
import httpx
import pytest

from conformance.core.errors import UsageError
from conformance.probe.origins import is_loopback, origin_of
from conformance.probe.transport import ConnectionSettings, Sent, Transport, WireRequest
from tests.helpers.rawserver import RawServer, reply
from tests.helpers.sending import OK, follow, send


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
