"""The options of a run, from the command line, `task-conformance.toml` and `[tool.task-conformance]`.

What the options do is decided where they are used. No secret is looked up here: only where it is to be found.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import httpx

from conformance.core.errors import UsageError
from conformance.core.verdicts import Level
from conformance.probe.connection import MEBIBYTE, ConnectionSettings
from conformance.probe.origins import origin_of
from conformance.target.headers import header_name
from conformance.target.interfaces import BINDINGS
from conformance.target.tomlfile import read_toml, strings, unknown

FILE = "task-conformance.toml"
LEAST: Mapping[str, float] = {
    "timeout": 0.001,
    "run_timeout": 0.001,
    "concurrency": 1,
    "max_requests": 1,
    "max_bytes": 1024,
    "max_total": 1024,
    "create_count": 1,
}
MOST: Mapping[str, float] = {"concurrency": 64, "create_count": 1000}
CHOICES: Mapping[str, tuple[str, ...]] = {"binding": tuple(BINDINGS), "level": tuple(Level)}


@dataclass(frozen=True, slots=True)
class RunOptions:
    """All options of a run; an option's name on the command line and in files has `-` for `_`.

    Times are seconds, `max_requests`, `max_total` (bytes) and `concurrency` are per interface,
    `max_bytes` is per answer.
    """

    url: str | None = None
    card: str | None = None
    binding: str | None = None
    tenant: str | None = None
    name: str | None = None
    profile: str = "a2a"
    var: tuple[str, ...] = field(default=(), repr=False)
    header: tuple[str, ...] = field(default=(), repr=False)
    bearer_env: str | None = None
    bearer_command: str | None = field(default=None, repr=False)
    other_header: tuple[str, ...] = field(default=(), repr=False)
    other_bearer_env: str | None = None
    allow_origin: tuple[str, ...] = ()
    proxy: str | None = field(default=None, repr=False)
    ca: Path | None = None
    cert: Path | None = None
    key: Path | None = None
    timeout: float = 30.0
    run_timeout: float = 600.0
    concurrency: int = 8
    max_requests: int = 400
    max_bytes: int = 4 * MEBIBYTE
    max_total: int = 64 * MEBIBYTE
    create_tasks: bool = False
    create_count: int = 5
    messages: Path | None = None
    scripted: bool = False
    tasks: Path | None = None
    context: str | None = None
    hide_content: bool = False
    level: str | None = None
    requirement: tuple[str, ...] = ()
    keyword: str | None = None
    dry_run: bool = False
    strict: bool = False
    require: tuple[str, ...] = ()
    report: Path | None = None
    html: Path | None = None
    json: Path | None = None
    junit: Path | None = None
    demo: bool = False

    @classmethod
    def merged(cls, given: Mapping[str, object], directory: Path | None = None) -> Self:
        """Return the options: `given` over those of the files in `directory` (default: the working directory).

        A value of None in `given` is one that was not given. UsageError on unknown names and unfit values.
        """
        try:
            directory = directory or Path.cwd()
        except OSError:
            raise UsageError("The working directory is not there any more.") from None
        values = from_files(directory)
        values |= _checked(given, "the command line", sign="--")
        return cls(**values)

    def target(self) -> str:
        """Return the url that is tested; UsageError if there is none or it can't be used."""
        url = (self.url or "").strip()
        if not url:
            raise UsageError("No url was given.", hint="Give that of the agent, or --demo.")
        try:
            origin_of(url)
        except ValueError as error:
            raise UsageError(
                f"The url can't be used: {error}.", hint="It starts with http:// or https://."
            ) from None
        if httpx.URL(url).userinfo:
            raise UsageError(
                "The url carries a user name or password.",
                hint="--header 'Authorization: Basic …' gives them, without writing them down.",
            )
        return url

    def allowed_origins(self) -> frozenset[str]:
        """Return the origins that credentials may go to: the url's and those of --allow-origin. UsageError."""
        allowed = {origin_of(self.target())}
        for written in self.allow_origin:
            try:
                allowed.add(origin_of(written))
            except ValueError as error:
                raise UsageError(
                    f"--allow-origin {written} can't be used: {error}.",
                    hint="It is written as https://host:port.",
                ) from None
        return frozenset(allowed)

    def card_origins(self) -> frozenset[str]:
        """Return the origin of a --card that is a url: the card is fetched there, without credentials. UsageError."""
        if self.card is None or not self.card.lower().startswith(("http://", "https://")):
            return frozenset()
        try:
            return frozenset({origin_of(self.card)})
        except ValueError as error:
            raise UsageError(f"The url of --card can't be used: {error}.") from None

    def connection(self) -> ConnectionSettings:
        """Return what transport needs to know."""
        return ConnectionSettings(
            timeout=self.timeout,
            max_bytes=self.max_bytes,
            ca=self.ca,
            cert=self.cert,
            key=self.key,
            proxy=self.proxy,
        )

    def public(self) -> dict[str, Any]:
        """Return the options for report.json: of headers the names, of a proxy no password, of a command nothing."""
        shown = {entry.name: _plain(getattr(self, entry.name)) for entry in dataclasses.fields(self)}
        for name in ("header", "other_header"):
            shown[name] = [header_name(text) for text in getattr(self, name)]
        shown["var"] = [text.partition("=")[0] for text in self.var]
        shown["bearer_command"] = "(given)" if self.bearer_command else None
        for name in ("url", "card", "proxy"):
            shown[name] = _without_userinfo(getattr(self, name))
        return shown


def from_files(directory: Path) -> dict[str, Any]:
    """Return the options in `directory`: task-conformance.toml over [tool.task-conformance] of pyproject.toml."""
    values: dict[str, Any] = {}
    project = directory / "pyproject.toml"
    if project.is_file():
        tool = read_toml(project).get("tool", {})
        table = tool.get("task-conformance", {}) if isinstance(tool, dict) else {}
        if not isinstance(table, dict):
            raise UsageError(f"{project}: tool.task-conformance is not a table.")
        values |= _checked(table, "pyproject.toml [tool.task-conformance]")
    if (directory / FILE).is_file():
        values |= _checked(read_toml(directory / FILE), FILE)
    return values


def _checked(table: Mapping[str, object], where: str, sign: str = "") -> dict[str, Any]:
    kinds = typing.get_type_hints(RunOptions)
    values: dict[str, Any] = {}
    for written, value in table.items():
        name = written.replace("-", "_")
        shown = written.replace("_", "-")
        if name not in kinds:
            raise unknown(shown, (known.replace("_", "-") for known in kinds), where)
        if value is not None:
            at = f"{sign}{shown}" if sign else f"{where}: {shown}"
            values[name] = _within(name, _converted(kinds[name], value, at), at)
    return values


def _converted(kind: Any, value: object, where: str) -> object:
    if isinstance(kind, types.UnionType):
        kind = next(part for part in typing.get_args(kind) if part is not types.NoneType)
    if typing.get_origin(kind) is tuple:
        return strings(value, where)
    if kind is Path and isinstance(value, str | Path) and str(value).strip():
        return Path(value).expanduser()
    if kind is float and isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if type(value) is kind and value != "":
        return value
    wanted = {bool: "true or false", int: "a whole number", float: "a number", Path: "a file's name"}
    raise UsageError(f"{where} takes {wanted.get(kind, 'a text that is not empty')}.")


def _within(name: str, value: Any, where: str) -> Any:
    if name == "level":
        value = value.upper()
    if name in CHOICES and value not in CHOICES[name]:
        raise UsageError(f"{where} is one of {', '.join(CHOICES[name])}.")
    if name in LEAST and not LEAST[name] <= value <= MOST.get(name, 2**40):
        most = f" and at most {MOST[name]:g}" if name in MOST else ""
        raise UsageError(f"{where} is at least {LEAST[name]:g}{most}.")
    return value


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return list(value)
    return str(value) if isinstance(value, Path) else value


def _without_userinfo(url: str | None) -> str | None:
    if url is None or "@" not in url:
        return url
    scheme, mark, rest = url.rpartition("://")
    authority, slash, path = rest.partition("/")
    return f"{scheme}{mark}{authority.rpartition('@')[2]}{slash}{path}"
