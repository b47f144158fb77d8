"""The interfaces of a target: their keys, and which of them are tested.

The card is read here, never judged: whether an interface answers as the card says is for the checks.
"""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import httpx

from conformance.core.errors import TargetError, UsageError
from conformance.probe.origins import origin_of

KEYS = {"JSONRPC": "jsonrpc", "HTTP+JSON": "http+json", "GRPC": "grpc"}
BINDINGS = {"jsonrpc": "JSONRPC", "http+json": "HTTP+JSON"}
"""Bindings that are spoken, by their key."""
DEFAULT_VERSION = "1.0"
MOST = 64
MOST_TESTED = 12
"""Interfaces of one target that are asked: each costs some hundred requests and findings."""
_VERSION = re.compile(r"(\d{1,4})\.(\d{1,4})(\.\d+)*")


@dataclass(frozen=True, slots=True)
class Interface:
    """One entry of the card's supportedInterfaces (specification §4.4.6).

    `url` is exactly as written, `version` major.minor, as A2A-Version wants it. `reason` says why it is not tested; for
    a tested one it may say what was assumed.
    """

    key: str
    binding: str
    url: str
    version: str
    tenant: str | None = None
    tested: bool = True
    reason: str = ""

    def public(self) -> dict[str, Any]:
        """Return the interface as report.json holds it."""
        return {name: getattr(self, name) for name in self.__slots__}


def without_card(url: str, binding: str, tenant: str | None = None) -> Interface:
    """Return the one interface of `--binding`, at exactly `url`; UsageError on a binding that is not spoken."""
    if binding not in BINDINGS:
        raise UsageError(f"--binding {binding} is not spoken.", hint=f"It is one of {', '.join(BINDINGS)}.")
    reason = "no card was read; version 1.0 is assumed"
    return Interface(binding, BINDINGS[binding], url, DEFAULT_VERSION, tenant or None, reason=reason)


def interfaces_of(card: Mapping[str, Any], allowed_origins: Collection[str]) -> tuple[Interface, ...]:
    """Return the interfaces of a card in its order, each with a key of its own.

    `allowed_origins` are as `origin_of` writes them. TargetError if the card lists no interface or absurdly many.
    """
    entries = card.get("supportedInterfaces")
    if not isinstance(entries, list) or not entries:
        raise TargetError("The agent card lists no interface in supportedInterfaces.")
    if len(entries) > MOST:
        raise TargetError(f"The agent card lists {len(entries)} interfaces; more than {MOST} are not read.")
    found: list[Interface] = []
    for entry in entries:
        interface = _read(entry, allowed_origins)
        if any(_same(interface, other) for other in found):
            interface = replace(interface, tested=False, reason="the card lists it twice")
        if sum(other.tested for other in found) >= MOST_TESTED and interface.tested:
            reason = f"{MOST_TESTED} interfaces before it are tested; --binding tests it by itself"
            interface = replace(interface, tested=False, reason=reason)
        found.append(interface)
    return _with_keys(found)


def require_tested(interfaces: Iterable[Interface]) -> None:
    """Raise TargetError, with every reason, if none of the interfaces can be tested."""
    listed = list(interfaces)
    if any(interface.tested for interface in listed):
        return
    if listed and all(interface.version.startswith("0.") for interface in listed):
        versions = ", ".join(sorted({interface.version for interface in listed}))
        raise TargetError(
            f"The agent speaks A2A {versions} only; this suite tests 1.x.",
            hint="ListTasks came with 1.0, so there is nothing to test here.",
        )
    reasons = "; ".join(f"{interface.key}: {interface.reason}" for interface in listed)
    raise TargetError(f"No interface of the agent can be tested ({reasons}).")


def highest_minor(interfaces: Iterable[Interface]) -> int:
    """Return the highest minor version of 1.x that the interfaces name, 0 if none does."""
    matches = (_VERSION.fullmatch(interface.version) for interface in interfaces)
    return max((int(match[2]) for match in matches if match and match[1] == "1"), default=0)


def _read(entry: object, allowed_origins: Collection[str]) -> Interface:
    fields = entry if isinstance(entry, dict) else {}
    binding, url, version, tenant = (
        value if isinstance(value := fields.get(name), str) else ""
        for name in ("protocolBinding", "url", "protocolVersion", "tenant")
    )
    known = binding.upper() in KEYS
    match = _VERSION.fullmatch(version)
    short = f"{int(match[1])}.{int(match[2])}" if match else version[:20]
    interface = Interface(
        key=KEYS[binding.upper()] if known else _safe(binding.lower()) or "unnamed",
        binding=binding.upper() if known else binding,
        url=url,
        version=short or DEFAULT_VERSION,
        tenant=tenant or None,
    )
    reason = _not_tested(interface, allowed_origins)
    if reason:
        return replace(interface, tested=False, reason=reason)
    assumed = "" if version else f"the card names no protocolVersion; {DEFAULT_VERSION} is assumed"
    return replace(interface, reason=assumed)


def _not_tested(interface: Interface, allowed_origins: Collection[str]) -> str:
    if interface.binding == "GRPC":
        return "gRPC is not spoken by this version"
    if interface.binding not in KEYS:
        return "its protocolBinding is not one of JSONRPC, HTTP+JSON, GRPC"
    if not _VERSION.fullmatch(interface.version):
        return "its protocolVersion is not a version"
    if not interface.version.startswith("1."):
        return f"it speaks A2A {interface.version}; this suite tests 1.x"
    return _unreachable(interface.url, allowed_origins)


def _unreachable(url: str, allowed_origins: Collection[str]) -> str:
    try:
        origin = origin_of(url)
    except ValueError as error:
        return f"its url can't be used: {error}"
    if httpx.URL(url).userinfo:
        return "its url carries a user name or password"
    if origin not in allowed_origins:
        return f"it is on another origin than the one given; --allow-origin {origin} allows it"
    return ""


def _same(one: Interface, other: Interface) -> bool:
    def identity(interface: Interface) -> tuple[str | None, ...]:
        return interface.binding, interface.url, interface.version, interface.tenant

    return identity(one) == identity(other)


def _with_keys(found: list[Interface]) -> tuple[Interface, ...]:
    """Give each interface a key of its own.

    Those that are tested come first, so that `jsonrpc` stays `jsonrpc` when an agent also lists an older version.
    """
    keys: dict[int, str] = {}
    for tested in (True, False):
        _name([place for place, interface in enumerate(found) if interface.tested is tested], keys, found)
    return tuple(replace(interface, key=keys[place]) for place, interface in enumerate(found))


def _name(places: list[int], named: dict[int, str], found: list[Interface]) -> None:
    """Add keys for `places` to `named`, whose keys stay; a part is added where it tells two of them apart."""
    keys = {place: found[place].key for place in places}
    for mark, part in _PARTS:
        everyone = named | keys
        for key in dict.fromkeys(keys.values()):
            parts = {place: part(found[place]) for place, other in everyone.items() if other == key}
            if len(set(parts.values())) > 1:
                keys |= {
                    place: f"{key}{mark}{text}" for place, text in parts.items() if text and place in keys
                }
    for place, key in keys.items():
        used = set(named.values())
        numbered = (f"{key}#{number}" for number in range(2, MOST + 2))
        named[place] = next(free for free in (key, *numbered) if free not in used)


def _safe(text: str) -> str:
    """Return `text` as a short part of a key: a tenant is the card's word, a key is printed and typed."""
    return urllib.parse.quote(text, safe="+")[:60]


_PARTS: tuple[tuple[str, Callable[[Interface], str]], ...] = (
    ("/", lambda interface: _safe(interface.tenant or "")),
    ("@", lambda interface: interface.version if _VERSION.fullmatch(interface.version) else ""),
)
