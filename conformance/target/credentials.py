"""The credentials of a run: which headers each principal sends, and every secret that must not be written down.

Where they may be sent is decided by transport and interfaces. Errors name where a credential comes from, never what
it is.
"""

from __future__ import annotations

import base64
import binascii
import os
import shlex
import subprocess
from collections.abc import Mapping
from typing import Literal

import anyio
import anyio.to_thread

from conformance.core.errors import UsageError
from conformance.probe.wire import Headers
from conformance.profiles.profile import Auth
from conformance.target.headers import parse_headers
from conformance.target.settings import RunOptions

Principal = Literal["main", "other", "anonymous", "wrong"]

WRONG = "task-conformance-wrong-credential"
COMMAND_SECONDS = 60
MOST_RENEWALS = 10
BEARER = Auth("Authorization", "Bearer")
SCHEMES = ("bearer", "basic", "digest", "token", "apikey", "negotiate")


class Credentials:
    """Headers of each principal.

    `secrets` maps a name, as it stands in curl lines ($NAME), to a value; one may contain another, so the longest is
    to be replaced first. It grows when a token is renewed: read it when writing, not before.
    """

    def __init__(
        self, options: RunOptions, environ: Mapping[str, str] = os.environ, *, auth: Auth = BEARER
    ) -> None:
        """Read what `options` name; `auth` says in which header a token goes, and behind which word.

        UsageError if a source is missing, empty, unreadable or contradicts another.
        """
        self._auth = auth
        self.secrets: dict[str, str] = {}
        self._command = options.bearer_command
        self._renewals = 0
        self._lock = anyio.Lock()
        self._fixed = self._given(options.header, "--header", "")
        token = self._bearer(options, environ)
        self._main = self._with_bearer(self._fixed, token, "--header")
        other = self._given(options.other_header, "--other-header", "OTHER_")
        other_token = from_environment(options.other_bearer_env, "--other-bearer-env", environ)
        if other_token and options.other_bearer_env:
            self._keep(options.other_bearer_env, other_token)
        self._other = self._with_bearer(other, other_token, "--other-header")
        if self._other and self._other == self._main:
            raise UsageError(
                "The second credential is the same as the first.", hint="Give one of someone else."
            )

    def has(self, principal: Principal) -> bool:
        """Whether `principal` can be asked as: main and other need a credential of their own."""
        return bool(self.headers(principal)) if principal in ("main", "other") else True

    def headers(self, principal: Principal) -> Headers:
        """Return the headers that `principal` adds to a request; none for anonymous."""
        match principal:
            case "main":
                return self._main
            case "other":
                return self._other
            case "wrong":
                spoilt = tuple((name, _spoilt(name, value)) for name, value in self._main)
                return spoilt or (self._header(WRONG),)
            case "anonymous":
                return ()

    async def renew(self, used: Headers) -> bool:
        """Run `--bearer-command` again after a 401 to a request that carried `used`, the headers of main then.

        Return whether the headers of main differ now, so that sending again makes sense. Requests that were refused
        at the same time share one renewal. A command that fails, or gives the same token again, is no error.
        """
        async with self._lock:
            if self._main != tuple(used):
                return True
            if not self._command or self._renewals >= MOST_RENEWALS:
                return False
            self._renewals += 1
            try:
                token = await anyio.to_thread.run_sync(from_command, self._command)
            except UsageError:
                return False
            self._keep("BEARER_TOKEN", token)
            self._main = self._with_bearer(self._fixed, token, "--header")
            return self._main != tuple(used)

    def _given(self, written: tuple[str, ...], option: str, prefix: str) -> Headers:
        headers = parse_headers(written, option)
        for name, value in headers:
            key = prefix + name.upper().replace("-", "_")
            for part, secret in _parts(name, value):
                self._keep(key + part, secret)
        return headers

    def _bearer(self, options: RunOptions, environ: Mapping[str, str]) -> str | None:
        if options.bearer_env and options.bearer_command:
            raise UsageError("--bearer-env and --bearer-command give the same header; only one can be used.")
        if options.bearer_command:
            token = from_command(options.bearer_command)
            self._keep("BEARER_TOKEN", token)
            return token
        found = from_environment(options.bearer_env, "--bearer-env", environ)
        if found and options.bearer_env:
            self._keep(options.bearer_env, found)
        return found

    def hide(self, name: str, value: str) -> None:
        """Keep a further secret out of reports, under `name`."""
        self._keep(name, value)

    def _keep(self, name: str, value: str) -> None:
        """Note a secret under `name`, or under `name` with a number when that holds another value."""
        free, number = name, 1
        while self.secrets.get(free, value) != value:
            number += 1
            free = f"{name}_{number}"
        self.secrets[free] = value

    def _with_bearer(self, headers: Headers, token: str | None, option: str) -> Headers:
        if not token:
            return headers
        if any(name.lower() == self._auth.header.lower() for name, _ in headers):
            raise UsageError(
                f"{option} gives {self._auth.header}, and so does the bearer token; only one can be used."
            )
        return (*headers, self._header(token))

    def _header(self, token: str) -> tuple[str, str]:
        return self._auth.header, f"{self._auth.scheme} {token}".strip()


def from_environment(name: str | None, option: str, environ: Mapping[str, str]) -> str | None:
    """Return the token in environment variable `name`; UsageError if it is not set, empty or no token."""
    if name is None:
        return None
    value = environ.get(name)
    if value is None:
        raise UsageError(f"{option}: the environment variable {name} is not set.")
    return _token(value, f"{option}: the environment variable {name}")


def from_command(command: str) -> str:
    """Return what `command` prints, without space around it; UsageError, without its output, if it fails.

    It is run without a shell; `sh -c '…'` gives one.
    """
    try:
        arguments = shlex.split(command)
        done = subprocess.run(  # noqa: S603 - it is the user's own command
            arguments, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=COMMAND_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise UsageError(f"--bearer-command did not end within {COMMAND_SECONDS} s.") from None
    except (OSError, ValueError, IndexError) as error:
        reason = getattr(error, "strerror", None) or "it is not a command line"
        raise UsageError(f"--bearer-command can't be run: {reason}.") from None
    if done.returncode != 0:
        raise UsageError(f"--bearer-command failed with exit code {done.returncode}.")
    return _token(done.stdout.decode("utf-8", "replace"), "--bearer-command: what it prints")


def _token(value: str, where: str) -> str:
    token = value.strip()
    if not token:
        raise UsageError(f"{where} is empty.")
    if not all("!" <= char <= "~" for char in token):
        raise UsageError(f"{where} is not a token: it holds spaces, line breaks or other letters.")
    return token


def _parts(name: str, value: str) -> list[tuple[str, str]]:
    """Return the secrets in a header's value, each with the end of its name: a server may echo any of them."""
    scheme, _, rest = value.partition(" ")
    rest = rest.strip()
    if rest and scheme.lower() in SCHEMES:
        parts = [("", rest)]
        if scheme.lower() == "basic":
            parts += [("_PASSWORD", password)] if (password := _password(rest)) else []
        return parts
    if name.lower() == "cookie":
        pairs = (pair.strip().partition("=") for pair in value.split(";"))
        return [("", value), *((f"_{key.upper()}", cookie) for key, _, cookie in pairs if cookie)]
    return [("", value)]


def _password(basic: str) -> str:
    try:
        return base64.b64decode(basic, validate=True).decode().partition(":")[2]
    except (binascii.Error, UnicodeDecodeError):
        return ""


def _spoilt(name: str, value: str) -> str:
    scheme, _, rest = value.partition(" ")
    if rest and scheme.lower() == "basic":
        return f"{scheme} {base64.b64encode(f'{WRONG}:{WRONG}'.encode()).decode()}"
    if rest and scheme.lower() in SCHEMES:
        return f"{scheme} {WRONG}"
    return f"wrong={WRONG}" if name.lower() == "cookie" else WRONG
