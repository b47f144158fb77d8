"""How connections are made: trust, client certificates, proxies, limits. No request is built or sent here."""

from __future__ import annotations

import ssl
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import httpx
import truststore

from conformance.core.errors import UsageError
from conformance.probe.origins import has_host, is_loopback

MEBIBYTE = 1024 * 1024
PROXY_SCHEMES = ("http", "https", "socks5", "socks5h")
# Servers close idle connections after about five seconds; ours go first, so that none breaks while in use.
IDLE_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class ConnectionSettings:
    """Connections as the user wants them; `timeout` is seconds per request, `max_bytes` per decoded body."""

    timeout: float = 30.0
    max_bytes: int = 4 * MEBIBYTE
    ca: Path | None = None
    cert: Path | None = None
    key: Path | None = None
    proxy: str | None = None


def ssl_context(settings: ConnectionSettings) -> ssl.SSLContext:
    """Return a context that trusts what the operating system does, and `ca`; UsageError on a bad file."""
    context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if settings.ca is not None:
        try:
            context.load_verify_locations(cafile=str(settings.ca))
        except OSError as error:
            raise UsageError(
                f"--ca {settings.ca} can't be read as certificates: {_reason(error)}.",
                hint="It takes a PEM file.",
            ) from error
    if settings.key is not None and settings.cert is None:
        raise UsageError("--key needs --cert as well.")
    if settings.cert is not None:
        try:
            # An encrypted key would make OpenSSL ask on the terminal; the empty password makes it an error.
            context.load_cert_chain(
                str(settings.cert), str(settings.key) if settings.key else None, password=lambda: b""
            )
        except OSError as error:
            raise UsageError(
                f"The client certificate {settings.cert} can't be used: {_reason(error)}.",
                hint="--cert and --key take PEM files; the key must not be encrypted.",
            ) from error
    return context


def _reason(error: OSError) -> str:
    if isinstance(error, ssl.SSLError):
        return error.reason or "not PEM"
    return error.strerror or type(error).__name__


def proxy_for(url: httpx.URL, settings: ConnectionSettings) -> httpx.Proxy | None:
    """Return the proxy to use for `url`, from `--proxy` or the environment; UsageError if it can't be one.

    Loopback is always direct, and NO_PROXY counts for `--proxy` as well.
    """
    if is_loopback(url.host):
        return None
    environment = urllib.request.getproxies()
    written = settings.proxy or environment.get(url.scheme) or environment.get("all")
    if not written or urllib.request.proxy_bypass(f"{url.host}:{url.port}" if url.port else url.host):
        return None
    return parse_proxy(written)


def parse_proxy(written: str) -> httpx.Proxy:
    """Read a proxy's url; a bare host:port is taken as http. UsageError names no password."""
    try:
        parsed = httpx.URL(written if "://" in written else f"http://{written}")
        if parsed.scheme in PROXY_SCHEMES and has_host(parsed):
            return httpx.Proxy(parsed)
    except (httpx.InvalidURL, UnicodeError, ValueError):
        pass
    raise UsageError(
        "The proxy is not a url that can be used.", hint=f"Its scheme is one of {', '.join(PROXY_SCHEMES)}."
    )


def transport_for(
    proxy: httpx.Proxy | None, context: ssl.SSLContext, *, fresh: bool
) -> httpx.AsyncHTTPTransport:
    """Return a pool of connections, direct or through `proxy`; `fresh` ones are never used again."""
    if proxy is not None and proxy.url.scheme == "https":
        proxy = httpx.Proxy(proxy.url, auth=proxy.auth, headers=proxy.headers, ssl_context=context)
    limits = httpx.Limits(
        max_connections=None, max_keepalive_connections=0 if fresh else 32, keepalive_expiry=IDLE_SECONDS
    )
    return httpx.AsyncHTTPTransport(verify=context, trust_env=False, proxy=proxy, limits=limits)
