"""What a run is aimed at: card, interfaces, named tasks; and opening the lines to it, live or recorded."""

from __future__ import annotations

import secrets as random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx

from conformance.bindings import binding_of
from conformance.core.errors import TargetError, UsageError
from conformance.core.redact import Redactor
from conformance.probe.asker import Asker, gather
from conformance.probe.lines import LiveLine, RecordedLine
from conformance.probe.spool import Spool
from conformance.probe.store import Store
from conformance.probe.transport import Transport
from conformance.profiles import Profile
from conformance.session.cleaning import cleaner
from conformance.session.site import Site, base_headers
from conformance.target.card import Card, find_card
from conformance.target.credentials import Credentials
from conformance.target.headers import header_name
from conformance.target.interfaces import (
    KEYS,
    Interface,
    highest_minor,
    interfaces_of,
    require_tested,
    without_card,
)
from conformance.target.messages import read_messages
from conformance.target.profile import beside, profile_of, variables_of
from conformance.target.settings import RunOptions
from conformance.target.tasks_file import NamedTasks, read_tasks


@dataclass
class Target:
    """The agent under test. `card` is None where the user named a binding in place of one, or it is no A2A agent."""

    profile: Profile
    name: str
    url: str
    card: Mapping[str, Any] | None
    interfaces: Sequence[Interface]
    secured: bool
    extensions: Sequence[str] = ()
    named: NamedTasks = field(default_factory=NamedTasks)
    messages: Mapping[str, str] = field(default_factory=dict)

    def facts(self, interface: Interface) -> dict[str, Any]:
        """Return what questions at `interface` may depend on."""
        return {
            "interface": interface.key,
            "binding": line_key(interface),
            "tenant": interface.tenant,
            "version": interface.version,
            "highest_minor": highest_minor(self.interfaces),
            "secured": self.secured,
            "offers_old": any(other.version.startswith("0.") for other in self.interfaces),
        }

    def public(self) -> dict[str, Any]:
        """Return the target as report.json holds it."""
        return {
            "name": self.name,
            "url": self.url,
            "card": self.card,
            "secured": self.secured,
            "extensions": list(self.extensions),
            "interfaces": [interface.public() for interface in self.interfaces],
            "named": {"tasks": list(self.named.tasks), "contexts": list(self.named.contexts)},
            "messages": dict(self.messages),
        }


def line_key(interface: Interface) -> str:
    """Return the catalogue's name of an interface's binding."""
    return KEYS.get(interface.binding, interface.binding)


class Opening:
    """The open connections of a live run, as an async context manager that yields itself."""

    def __init__(
        self, options: RunOptions, *, inner: httpx.AsyncBaseTransport | None = None, patience: float = 1.0
    ) -> None:
        self.options = options
        self.patience = patience
        self.profile = profile_of(options)
        self.credentials = Credentials(options, auth=self.profile.auth)
        for name, value in variables_of(options).items():
            if self.profile.variables[name].secret:
                self.credentials.hide(name, value)
        self.transport = Transport(
            options.connection(), allowed_origins=options.allowed_origins(), inner=inner
        )
        self.spool = Spool()
        self.nonce = random.token_hex(4)

    async def find(self) -> Target:
        """Return the target; raises TargetError or UsageError with what to try."""
        options = self.options
        named = read_tasks(options.tasks) if options.tasks else NamedTasks()
        messages = read_messages(options.messages) if options.messages else {}
        url, host = options.target(), httpx.URL(options.target()).host
        if self.profile.catalogue != "a2a":
            if named.contexts:
                raise UsageError(f"--tasks: contexts are A2A's; {self.profile.title} has none.")
            interface = beside(self.profile, url)
            secured = self.credentials.has("main")
            return Target(self.profile, options.name or host, url, None, (interface,), secured, (), named)
        if options.binding:
            interface = without_card(url, options.binding, options.tenant)
            name = options.name or host
            return Target(self.profile, name, url, None, (interface,), False, (), named, messages)
        card = self._clean(
            await find_card(self.transport, url, card=options.card, credentials=self.credentials)
        )
        interfaces = interfaces_of(card.value, options.allowed_origins())
        require_tested(interfaces)
        name, extensions = options.name or card.public()["name"] or host, card.required_extensions
        return Target(
            self.profile, name, url, card.public(), interfaces, card.secured, extensions, named, messages
        )

    def redactor(self) -> Redactor:
        """Return what takes the run's secrets out of a text."""
        return Redactor(self.credentials.secrets, self._secret_headers)

    @property
    def _secret_headers(self) -> list[str]:
        return [*header_names(self.options), self.profile.auth.header]

    def _clean(self, card: Card) -> Card:
        """Return the card without the secrets: tenants and bindings become keys, which stand all over a report."""
        redactor = self.redactor()
        return Card(redactor.text(card.place), redactor.value(card.value))

    async def sites(self, target: Target) -> dict[str, Site]:
        """Return the tested interfaces, greeted; raises TargetError when none speaks its binding."""
        found = {i.key: self._site(i, target) for i in target.interfaces if i.tested}
        await gather(partial(site.greet, before_seeds=self.options.create_tasks) for site in found.values())
        if all(site.silent for site in found.values()):
            raise _nobody(found, self.profile)
        return found

    def _site(self, interface: Interface, target: Target) -> Site:
        binding = binding_of(interface, self.profile)
        line = LiveLine(
            interface,
            binding,
            self.transport,
            base_headers(self.profile, interface, target.extensions),
            self._credential,
            cleaner(self.credentials.secrets, self._secret_headers),
            self._renew,
            self.spool,
            self.patience,
        )
        return _with_asker(self.profile, interface, line, self.options, line.exchanges)

    def _credential(self, principal: str) -> tuple[tuple[str, str], ...]:
        return self.credentials.headers(principal)  # type: ignore[arg-type]  # one of the four names

    async def _renew(self, principal: str, used: tuple[tuple[str, str], ...]) -> bool:
        return principal == "main" and await self.credentials.renew(used)


def _with_asker(
    profile: Profile, interface: Interface, line: Any, options: RunOptions, exchanges: list[Any]
) -> Site:
    asker = Asker(interface.key, line, options.max_requests, options.concurrency, options.max_total)
    store = Store(profile)
    return Site(interface, line, asker, store, exchanges=exchanges)


def header_names(options: RunOptions) -> list[str]:
    """Return the names of headers that the user gave as credentials on the command line."""
    given = (*options.header, *options.other_header)
    return [header_name(text) for text in given if not text.startswith("@")]


def recorded_site(
    profile: Profile, interface: Interface, options: RunOptions, recorded: Mapping[Any, Any]
) -> Site:
    """Return a site whose answers come from a recording."""
    line = RecordedLine(binding_of(interface, profile), recorded)
    return _with_asker(profile, interface, line, options, list(recorded.values()))


def _nobody(sites: Mapping[str, Site], profile: Profile) -> TargetError:
    """Say why no interface can be used, for people who see only this."""
    reasons = "; ".join(f"{site.key} at {site.interface.url}: {site.silent}" for site in sites.values())
    if all(site.locked for site in sites.values()):
        places = ", ".join(dict.fromkeys(site.interface.url for site in sites.values()))
        return TargetError(
            f"The credential is missing or refused at each interface ({places}).",
            hint="--bearer-env NAME or --header gives one.",
        )
    if any("HTTP 401" in site.silent or "HTTP 403" in site.silent for site in sites.values()):
        hint = "--bearer-env NAME or --header gives a credential."
    elif all(site.unreachable for site in sites.values()):
        hint = "Is the server up, and can its urls be reached from here?"
    elif profile.catalogue != "a2a":
        path = profile.data["operations"]["list"]["path"]  # without values: one may be a secret
        right = "are the url, the --var values and the profile's [answer] right?"
        hint = f"The list is asked for at {path} below the url; {right}"
    else:
        hint = "Is the url that of an A2A 1.0 interface, and the binding the right one?"
    name = "A2A does" if profile.catalogue == "a2a" else f"the profile {profile.name} says"
    return TargetError(f"No interface answers as {name} ({reasons}).", hint=hint)
