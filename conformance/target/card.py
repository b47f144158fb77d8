"""Finding the agent card (specification §8.2) and reading from it what a run needs.

The card is not judged here. Whatever stands in the way of finding it is said in one sentence, with what to try.
"""

from __future__ import annotations

import codecs
import urllib.parse
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from conformance.core import jsontext
from conformance.core.errors import TargetError
from conformance.probe.transport import Transport
from conformance.probe.wire import Sent, WireRequest, WireResponse
from conformance.target.credentials import Credentials
from conformance.target.unreachable import from_failure, from_status

WELL_KNOWN = "/.well-known/agent-card.json"
NOT_THERE = (404, 405, 410)
OLD_MEMBERS = ("url", "preferredTransport", "additionalInterfaces")


@dataclass(frozen=True, slots=True)
class Card:
    """An agent card: where it was found (a url or a file's name), and its value as it came."""

    place: str
    value: Mapping[str, Any] = field(repr=False)

    @property
    def secured(self) -> bool:
        """Whether every caller needs a credential (§4.4.1): requirements, none of which is empty.

        The release 1.0.1 writes `security` in an example, so that name counts too.
        """
        requirements = self.value.get("securityRequirements") or self.value.get("security")
        if not isinstance(requirements, list):
            return False
        return bool(requirements) and all(_names_a_scheme(entry) for entry in requirements)

    @property
    def required_extensions(self) -> tuple[str, ...]:
        """The uris of extensions that a client must name in A2A-Extensions (§4.6)."""
        capabilities = self.value.get("capabilities")
        extensions = capabilities.get("extensions") if isinstance(capabilities, dict) else None
        if not isinstance(extensions, list):
            return ()
        uris = (
            entry.get("uri")
            for entry in extensions
            if isinstance(entry, dict) and entry.get("required") is True
        )
        return tuple(dict.fromkeys(uri for uri in uris if isinstance(uri, str) and _is_uri(uri)))

    def public(self) -> dict[str, str]:
        """Return what report.json says of the card."""
        provider = self.value.get("provider")
        organization = provider.get("organization") if isinstance(provider, dict) else ""
        texts = {
            "name": self.value.get("name"),
            "version": self.value.get("version"),
            "provider": organization,
        }
        return {"url": self.place} | {
            name: text[:200] if isinstance(text, str) else "" for name, text in texts.items()
        }


async def find_card(
    transport: Transport, url: str, *, card: str | None = None, credentials: Credentials | None = None
) -> Card:
    """Return the card of the agent at `url`.

    It is looked for at `card`, a url or a file, if that is given; else under the path of `url`, then at its
    origin's root. Credentials go along only where `transport` allows them. Raises TargetError.
    """
    if card is not None and not card.lower().startswith(("http://", "https://")):
        return read_card(Path(card))
    places = [card] if card else places_of(url)
    problems: list[TargetError] = []
    missing: list[str] = []
    for place in places:
        sent = await _fetch(transport, place, credentials if transport.allows(place) else None)
        if sent.failure is not None:
            raise from_failure(place, sent.failure, transport.settings)
        assert sent.response is not None
        if sent.response.status in NOT_THERE:
            missing.append(place)
            continue
        try:
            return _card_in(sent.request.url, sent.response, asked=place, proxied=transport.proxied(place))
        except _OldCardError:
            raise
        except TargetError as error:
            problems.append(error)
    if problems:
        raise problems[0]
    raise TargetError(
        f"There is no agent card at {' or '.join(missing)}.",
        hint="--card URL|FILE says where it is, --binding jsonrpc or http+json does without one.",
    )


def places_of(url: str) -> list[str]:
    """Return the urls where the card of `url` may be, most likely first, each once."""
    parts = urllib.parse.urlsplit(url)
    if parts.path.endswith(("/agent-card.json", "/agent.json")):
        return [url]
    root = f"{parts.scheme}://{parts.netloc}"
    return list(dict.fromkeys((root + parts.path.rstrip("/") + WELL_KNOWN, root + WELL_KNOWN)))


def read_card(path: Path) -> Card:
    """Return the card in a file; TargetError if it is none."""
    try:
        body = path.read_bytes()
    except OSError as error:
        raise TargetError(f"The card {path} can't be read: {error.strerror}.") from error
    return Card(str(path), _parse(str(path), body))


async def _fetch(transport: Transport, place: str, credentials: Credentials | None) -> Sent:
    headers = credentials.headers("main") if credentials else ()
    accept = (("Accept", "application/json"),)
    sent = await transport.follow(WireRequest("GET", place, accept + headers))
    refused = sent.response is not None and sent.response.status == 401
    if refused and credentials and await credentials.renew(headers):
        sent = await transport.follow(WireRequest("GET", place, accept + credentials.headers("main")))
    return sent


def _card_in(place: str, response: WireResponse, *, asked: str, proxied: bool) -> Card:
    if response.status != 200:
        raise from_status(asked, response.status, proxied=proxied)
    if response.body.removeprefix(codecs.BOM_UTF8).lstrip()[:1] == b"<":
        raise TargetError(
            f"{place} is a web page, not an agent card.",
            hint="Is the url that of the agent? --card URL|FILE says where its card is.",
        )
    return Card(place, _parse(place, response.body))


def _parse(place: str, body: bytes) -> Mapping[str, Any]:
    try:
        value = jsontext.parse(body).value
    except jsontext.Unreadable as error:
        raise TargetError(f"What is at {place} can't be read: {error}.") from error
    if not isinstance(value, dict):
        raise TargetError(f"What is at {place} is JSON, but not an object, so no agent card.")
    if isinstance(value.get("supportedInterfaces"), list):
        return value
    version = value.get("protocolVersion")
    if isinstance(version, str) or any(name in value for name in OLD_MEMBERS):
        old = (
            version if isinstance(version, str) and version.startswith("0.") and len(version) < 12 else "0.x"
        )
        raise _OldCardError(
            f"The agent card at {place} is one of A2A {old}; this suite tests 1.x.",
            hint="A 1.x card has supportedInterfaces. ListTasks came with 1.0.",
        )
    raise TargetError(
        f"What is at {place} is JSON, but no agent card: it has no supportedInterfaces.",
        hint="--card URL|FILE says where the card is.",
    )


class _OldCardError(TargetError):
    """A card, but of a version that is not tested: there is no use in looking further."""


def _names_a_scheme(requirement: object) -> bool:
    if not isinstance(requirement, dict):
        return False
    schemes = requirement.get("schemes", requirement)
    return isinstance(schemes, dict) and bool(schemes)


def _is_uri(text: str) -> bool:
    return 0 < len(text) < 2000 and all("!" <= char <= "~" and char != "," for char in text)
