"""Hostile cards, servers that repeat credentials, and faults of TLS."""

# ruff: noqa: ARG001 - every behaviour takes what was asked, also where it does not matter

from __future__ import annotations

import base64
import datetime
import json
import ssl
import urllib.parse
from typing import Any

from conformance.proof.hostile import SECRET, Asked, everywhere, hostile
from conformance.proof.hostile_types import ODD
from conformance.proof.rawserver import CLOSE, Answer, reply


@hostile("Its card is no JSON.")
def card_is_no_json(ask: Asked) -> Answer:
    return reply(b"{'name': 'agent', supportedInterfaces: [}", content_type="application/json")


@hostile("Its card is a web page with script.")
def card_is_a_page(ask: Asked) -> Answer:
    return reply(b"<!doctype html><script>window.pwned=1</script>", content_type="text/html")


@hostile("Its card is a list that nests 100,000 deep.")
def card_nests_100_000_deep(ask: Asked) -> Answer:
    return reply(b"[" * 100_000, content_type="application/json")


@hostile("Its card points to another host for every interface.")
def card_points_elsewhere(ask: Asked) -> Answer:
    return _card(ask, lambda entry: entry | {"url": entry["url"].replace(ask.url, ask.elsewhere)})


@hostile("Its card points to another host for one interface of two.")
def card_points_elsewhere_for_one(ask: Asked) -> Answer:
    def change(entry: dict[str, Any]) -> dict[str, Any]:
        moved = entry["protocolBinding"] == "JSONRPC"
        return entry | ({"url": entry["url"].replace(ask.url, ask.elsewhere)} if moved else {})

    return _card(ask, change)


@hostile("Its card points to another host by urls that two parsers read differently.")
def card_points_elsewhere_by_tricks(ask: Asked) -> Answer:
    here, there = ask.url.removeprefix("http://"), ask.elsewhere.removeprefix("http://")
    tricks = (
        f"http://{here}@{there}/",
        f"http://{there}\\@{here}/",
        f"http://{here}#@{there}/",
        f"http://{there}?@{here}/",
        f"http:\\\\{there}\\rpc",
        f"http://{here}\t@{there}/",
        f"http://{here} @{there}/",
        f"http://{there}%2f@{here}/",
        f"//{there}/rpc",
        f"HTTP://{there}/rpc",
        f"http://{here.replace('127.0.0.1', '127.1')}/rpc",
        f"http://{here.replace('127.0.0.1', '0x7f000001')}/rpc",
        f"http://{here}.evil.example/rpc",
        f"http://{here}\r\nHost: {there}/rpc",
    )
    return _listing(ask, tricks, keep=True)


@hostile("Its card lists interfaces with javascript:, file: and data: urls.")
def card_of_other_schemes(ask: Asked) -> Answer:
    urls = (
        "javascript:window.pwned=1",
        "file:///etc/passwd",
        "data:text/html,<script>parent.pwned=1</script>",
        "gopher://127.0.0.1/",
        "ws://127.0.0.1/",
        "unix:///run/x",
        "",
        "http://",
        "http://[::1",
        "http://127.0.0.1:99999/",
    )
    return _listing(ask, urls, keep=True)


@hostile("Its card lists only interfaces with javascript:, file: and data: urls.")
def card_of_other_schemes_only(ask: Asked) -> Answer:
    return _listing(ask, ("javascript:window.pwned=1", "file:///etc/passwd", "data:,x"), keep=False)


@hostile("Its card lists 10,000 interfaces.")
def card_of_10_000_interfaces(ask: Asked) -> Answer:
    return _listing(ask, [f"{ask.url}/rpc?{number}" for number in range(10_000)], keep=True)


@hostile("Its card lists sixty interfaces, all of them alive.", "--max-requests", "10")
def card_of_60_interfaces(ask: Asked) -> Answer:
    return _listing(ask, [f"{ask.url}/rpc?{number}" for number in range(60)], keep=False)


@hostile("The interfaces of its card have members of other types.")
def card_of_all_types(ask: Asked) -> Answer:
    right = ask.right()
    if not ask.is_card:
        return right.bytes()
    card = right.json
    entries = card["supportedInterfaces"]
    for name in entries[0]:
        entries += [entries[0] | {name: odd} for odd in ODD]
    other = {name: everywhere(value, lambda _: 1) for name, value in card.items()}
    return right.holding(
        other | {"supportedInterfaces": [*entries[:40], *ODD], "securityRequirements": [1]}
    ).bytes()


@hostile("The extensions that its card requires, and its tenants, hold what would be further headers.")
def card_of_injections(ask: Asked) -> Answer:
    right = ask.right()
    if not ask.is_card:
        return right.bytes()
    card = right.json
    uris = ("urn:x\r\nX-Injected: 1", "urn:y,urn:z", "urn:\ud800", "u" * 3000, "urn:ok", "\x1b[2J")
    card["capabilities"]["extensions"] = [{"uri": uri, "required": True} for uri in uris]
    for entry in card["supportedInterfaces"][2:]:
        entry["tenant"] = "../..\r\nX-Injected: 1\r\n\r\n<script>window.pwned=1</script>"
    return right.holding(card).bytes()


@hostile(
    "It repeats the credential everywhere: headers, values, member names, tokens, the card, in other writings too."
)
def repeats_credentials(ask: Asked) -> Answer:
    right = ask.right()
    forms = [
        SECRET,
        f"Bearer {SECRET}",
        urllib.parse.quote(SECRET, safe=""),
        base64.b64encode(SECRET.encode()).decode(),
        base64.urlsafe_b64encode(f"x{SECRET}".encode()).decode(),
        json.dumps(SECRET).replace("/", "\\/"),
        "".join(f"\\u{ord(char):04x}" for char in SECRET),
        "".join(f"&#{ord(char)};" for char in SECRET),
        "".join(f"%{ord(char):02X}" for char in SECRET),
    ]
    told = " ".join(forms)
    value = everywhere(right.json, lambda v: f"{v} {told}" if isinstance(v, str) and " " in v else v)
    if isinstance(value, dict):
        value["told"] = forms
        value[SECRET] = {form: form for form in forms}
    page = value.get("result", value) if isinstance(value, dict) else {}
    if isinstance(page, dict) and isinstance(page.get("tasks"), list):
        page["nextPageToken"] = SECRET
        for task in page["tasks"][:3]:
            task["id"], task["contextId"] = f"{SECRET}-{task['id']}", SECRET
    if ask.is_card:
        value["name"], value["version"] = told, SECRET
        value["supportedInterfaces"][-1]["url"] += f"?key={urllib.parse.quote(SECRET, safe='')}"
        value["supportedInterfaces"][-1]["tenant"] = SECRET
    return right.holding(value).bytes(
        x_told=SECRET, www_authenticate=f"Bearer {SECRET}", set_cookie=SECRET, location=f"/{SECRET}"
    )


@hostile("It repeats the credential in broken HTTP in place of the card.")
def repeats_credentials_in_place_of_a_card(ask: Asked) -> Answer:
    return [f"HTTP/1.1 {SECRET} {SECRET}\r\n{SECRET}\r\n\r\n".encode(), CLOSE]


@hostile("It repeats the credential in a reason phrase and in broken headers, in place of an answer.")
def repeats_credentials_in_broken_http(ask: Asked) -> Answer:
    if ask.is_card:
        return ask.right().bytes()
    return [f"HTTP/1.1 {SECRET} {SECRET}\r\n{SECRET}\r\n\r\n".encode(), CLOSE]


def _expired() -> tuple[ssl.SSLContext | None, bytes]:
    past = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    return _certified("localhost", past, past + datetime.timedelta(days=1))


def _elsewhere() -> tuple[ssl.SSLContext | None, bytes]:
    return _certified("other.example")


def _unknown() -> tuple[ssl.SSLContext | None, bytes]:
    return _certified("localhost")[0], b""


def _certified(
    name: str, since: datetime.datetime | None = None, until: datetime.datetime | None = None
) -> tuple[ssl.SSLContext, bytes]:
    import trustme  # noqa: PLC0415 - one of the extra for development

    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name, not_before=since, not_after=until).configure_cert(context)
    return context, authority.cert_pem.bytes()


@hostile("Its certificate has expired.", secured=_expired)
def tls_expired(ask: Asked) -> Answer:
    return ask.right().bytes()


@hostile("Its certificate is another host's.", secured=_elsewhere)
def tls_of_another_host(ask: Asked) -> Answer:
    return ask.right().bytes()


@hostile("Its certificate is of an authority that nobody trusts.", secured=_unknown)
def tls_of_nobody(ask: Asked) -> Answer:
    return ask.right().bytes()


@hostile("It answers a TLS handshake with garbage.", secured=lambda: (None, b""))
def tls_garbage(ask: Asked) -> Answer:
    return [b"\x16\x03\x03\xff\xff" + bytes(range(256)) * 8, CLOSE]


@hostile("It answers a TLS handshake in plain HTTP.", secured=lambda: (None, b""))
def tls_in_plain_text(ask: Asked) -> Answer:
    return [reply(b"{}"), CLOSE]


@hostile("It never answers a TLS handshake.", secured=lambda: (None, b""))
def tls_silence(ask: Asked) -> Answer:
    return [600.0]


def _card(ask: Asked, change: Any) -> bytes:
    right = ask.right()
    if not ask.is_card:
        return right.bytes()
    card = right.json
    card["supportedInterfaces"] = [change(entry) for entry in card["supportedInterfaces"]]
    return right.holding(card).bytes()


def _listing(ask: Asked, urls: Any, *, keep: bool) -> bytes:
    """Return the card with interfaces at `urls`, besides its own ones with `keep`."""
    right = ask.right()
    if not ask.is_card:
        return right.bytes()
    card = right.json
    added = [{"url": url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"} for url in urls]
    card["supportedInterfaces"] = (card["supportedInterfaces"] if keep else []) + added
    return right.holding(card).bytes()
