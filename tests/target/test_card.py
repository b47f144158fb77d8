"""Finding the card: where it is looked for, and what is said when it is not there."""

import json

import anyio
import httpx
import pytest

from conformance.core.errors import TargetError
from conformance.probe.transport import ConnectionSettings, Transport
from conformance.target.card import Card, find_card, places_of
from conformance.target.credentials import Credentials
from conformance.target.settings import RunOptions
from tests.helpers.rawserver import CLOSE, RawServer, reply

WELL_KNOWN = "/.well-known/agent-card.json"
CARD = {
    "name": "Agent",
    "version": "2.1",
    "provider": {"organization": "We", "url": "https://we.example"},
    "supportedInterfaces": [{"url": "http://x", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
}
OLD_CARD = {"name": "Agent", "url": "http://x", "protocolVersion": "0.3.0", "preferredTransport": "JSONRPC"}


def find(url, answer=None, *, card=None, options=None, allowed=(), card_origins=(), **settings) -> Card:
    """Find the card of `url`; `answer`, a function of a path, stands in for the network."""

    async def run():
        def network(request):
            found = answer(request.url.path, request)
            return found if isinstance(found, httpx.Response) else httpx.Response(200, json=found)

        inner = httpx.MockTransport(network) if answer else None
        credentials = Credentials(options, {"TOKEN": "s3cret-token"}) if options else None
        wanted = ConnectionSettings(**({"timeout": 5.0} | settings))
        origins = {"allowed_origins": [url, *allowed], "card_origins": card_origins}
        async with Transport(wanted, inner=inner, **origins) as transport:
            return await find_card(transport, url, card=card, credentials=credentials)

    return anyio.run(run)


def refused(url, answer=None, **more) -> str:
    with pytest.raises(TargetError) as caught:
        find(url, answer, **more)
    assert caught.value.exit_code == 2
    return str(caught.value)


def only(path, value):
    return lambda asked, _: value if asked == path else httpx.Response(404)


@pytest.mark.parametrize(
    ("url", "places"),
    [
        ("http://a", ["http://a" + WELL_KNOWN]),
        ("http://a/", ["http://a" + WELL_KNOWN]),
        ("http://a/x/y/?q=1#f", ["http://a/x/y" + WELL_KNOWN, "http://a" + WELL_KNOWN]),
        ("http://a/x" + WELL_KNOWN, ["http://a/x" + WELL_KNOWN]),
    ],
)
def test_places(url, places):
    assert places_of(url) == places


def test_the_path_comes_before_the_root_and_which_was_used_is_known():
    assert find("http://a/x", lambda path, _: CARD).place == "http://a/x" + WELL_KNOWN
    assert find("http://a/x", only(WELL_KNOWN, CARD)).place == "http://a" + WELL_KNOWN


@pytest.mark.parametrize("first", [httpx.Response(405), httpx.Response(401), httpx.Response(200, html="<p>")])
def test_the_root_is_looked_at_whatever_the_path_says(first):
    assert find("http://a/x", lambda path, _: CARD if path == WELL_KNOWN else first).value == CARD


def test_a_card_in_a_file_and_at_another_url(tmp_path):
    file = tmp_path / "card.json"
    file.write_text(json.dumps(CARD))
    assert find("http://a", only("/", {}), card=str(file)).public() == {
        "url": str(file),
        "name": "Agent",
        "version": "2.1",
        "provider": "We",
    }
    assert find("http://a", only("/card", CARD), card="http://a/card").place == "http://a/card"
    assert "can't be read: No such file" in refused("http://a", only("/", {}), card=str(tmp_path / "none"))


def test_credentials_go_only_where_they_are_allowed():
    seen = []

    def answer(path, request):
        seen.append(request.headers.get("authorization"))
        return CARD

    options = RunOptions(bearer_env="TOKEN", card="http://cards/a.json")
    elsewhere = {"options": options, "card": options.card, "card_origins": options.card_origins()}
    find("http://a", answer, options=options)
    find("http://a", answer, **elsewhere)
    find("http://a", answer, **elsewhere, allowed=["http://cards"])
    assert seen == ["Bearer s3cret-token", None, "Bearer s3cret-token"]
    assert "--allow-origin" in refused("http://a", answer, card="http://other/a.json", options=options)
    assert "was not sent" in refused("http://a", answer, card="http://[", options=options)
    assert "password" in refused("http://a", answer, card="http://me:pw@a/", options=options)
    assert len(seen) == 3


def test_a_refused_token_is_renewed_once(tmp_path):
    count = tmp_path / "count"
    count.write_text("")
    command = f"sh -c 'echo x >> {count}; echo token-$(wc -l < {count})'"

    def answer(path, request):
        good = request.headers["authorization"] == "Bearer token-2"
        return CARD if good else httpx.Response(401)

    assert find("http://a", answer, options=RunOptions(bearer_command=command)).value == CARD
    assert count.read_text() == "x\nx\n"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            httpx.Response(404),
            "There is no agent card at http://a/x/.well-known/agent-card.json or http://a/.w",
        ),
        (httpx.Response(404), "--binding jsonrpc"),
        (httpx.Response(401), "refuses the agent card (401). --header or --bearer-env"),
        (httpx.Response(403), "refuses the agent card (403)"),
        (httpx.Response(503), "answers 503"),
        (httpx.Response(200, html="\ufeff <!doctype html>"), "is a web page, not an agent card"),
        (httpx.Response(200, content=b""), "the body is empty"),
        (httpx.Response(200, content=b"{"), "not JSON"),
        (httpx.Response(200, content=b"[" * 10_000), "nested deeper"),
        ([CARD], "not an object"),
        ({}, "no agent card: it has no supportedInterfaces"),
        ({"supportedInterfaces": {}}, "no agent card"),
        (OLD_CARD, "is one of A2A 0.3.0; this suite tests 1.x"),
        ({"name": "a", "url": "http://x"}, "is one of A2A 0.x"),
        (OLD_CARD | {"protocolVersion": "0." + "9" * 99}, "is one of A2A 0.x"),
        (httpx.Response(302, headers={"location": "https://login.example/?secret=1"}), "login.example:443"),
        (httpx.Response(302), "redirects"),
        (httpx.Response(302, headers={"location": "#"}), "again and again"),
    ],
)
def test_what_is_no_card_is_said_plainly(answer, words):
    text = refused("http://a/x", lambda *_: answer)
    assert words in text
    assert "secret" not in text


def test_redirects_within_the_origin_lead_to_the_card():
    def answer(path, request):
        return CARD if path == "/card" else httpx.Response(308, headers={"location": "/card"})

    assert find("http://a", answer).place == "http://a/card"


def test_the_most_telling_problem_is_told():
    text = refused("http://a/x", only(WELL_KNOWN, httpx.Response(500)))
    assert "answers 500" in text


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ([CLOSE], "ended the connection before its answer"),
        ([b"SSH-2.0-OpenSSH\r\n\r\n", CLOSE], "does not answer in HTTP"),
        ([reply(b"{}", content_length="9"), CLOSE], "ended the connection"),
        (reply(b" " * 70_000), "is no agent card: the body is over 65536 bytes"),
        ([reply(b"", content_length="9"), 5.0], "gave no whole answer within 2 s. --timeout SECONDS"),
        (reply(status=407), "The proxy on the way"),
    ],
)
def test_broken_servers(answer, words):
    with RawServer(answer) as server:
        assert words in refused(server.url, timeout=2, max_bytes=65536)


def test_nobody_there():
    with RawServer(b"") as server:
        url = server.url
    assert f"Nothing answers at {url}: Connection refused. Is the url right" in refused(url)
    assert "Nothing answers at http://no.invalid:80" in refused("http://no.invalid")


def test_a_proxy_that_refuses_is_named_as_such():
    with RawServer(reply(status=403)) as proxy:
        assert "or the proxy before it, refuses" in refused("http://agent.example", proxy=proxy.url)
        tunnel = refused("https://agent.example", proxy=proxy.url)
        assert "the proxy refused: 403" in tunnel
        assert "NO_PROXY" in tunnel


@pytest.mark.parametrize(
    ("value", "secured"),
    [
        ({}, False),
        ({"securityRequirements": []}, False),
        ({"securityRequirements": "x"}, False),
        ({"securityRequirements": [{"schemes": {"oauth": {"list": []}}}]}, True),
        ({"securityRequirements": [{"schemes": {"oauth": {}}}, {"schemes": {}}]}, False),
        ({"securityRequirements": [{"schemes": {"oauth": {}}}, {}]}, False),
        ({"securityRequirements": [{"schemes": {"a": {}}}, 7]}, False),
        ({"security": [{"oauth": ["openid"]}]}, True),
        ({"security": [{}]}, False),
    ],
)
def test_whether_a_credential_is_required(value, secured):
    assert Card("x", value).secured is secured


def test_required_extensions():
    extensions = [
        {"uri": "https://e/1", "required": True},
        {"uri": "https://e/2"},
        {"uri": "https://e/1", "required": True},
        {"uri": "https://e/3\r\nX: y", "required": True},
        {"uri": "", "required": True},
        {"required": True},
        7,
    ]
    assert Card("x", {"capabilities": {"extensions": extensions}}).required_extensions == ("https://e/1",)
    assert Card("x", {"capabilities": None}).required_extensions == ()


def test_a_hostile_card_is_shown_short():
    shown = Card("x", {"name": "a" * 9999, "version": 7, "provider": []}).public()
    assert (len(shown["name"]), shown["version"], shown["provider"]) == (200, "", "")
