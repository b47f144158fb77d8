"""Origins of urls, read by the same parser that sends them, so that no url means two hosts."""

from __future__ import annotations

import ipaddress
import re

import httpx

DEFAULT_PORTS = {"http": 80, "https": 443}
_NAME = re.compile(rb"[A-Za-z0-9_.-]+")


def origin_of(url: str) -> str:
    """Return `scheme://host:port` of an http(s) url, the port always written; ValueError if there is none."""
    try:
        parsed = httpx.URL(url)
        port = parsed.port or DEFAULT_PORTS.get(parsed.scheme)
    except (httpx.InvalidURL, UnicodeError, TypeError) as error:
        raise ValueError(f"not a url: {error}") from error
    if port is None:
        raise ValueError("not an http or https url")
    if not has_host(parsed):
        raise ValueError("a url without a proper host")
    if not 0 < port < 65536:
        raise ValueError("a port out of range")
    host = f"[{parsed.host}]" if ":" in parsed.host else parsed.raw_host.decode("ascii")
    return f"{parsed.scheme}://{host}:{port}"


def has_host(url: httpx.URL) -> bool:
    """Whether `url` names a host that can be one; httpx takes `http://[` and `http://a b` too."""
    return _NAME.fullmatch(url.raw_host) is not None or ":" in url.host


def is_loopback(host: str) -> bool:
    """Whether `host` names this machine: localhost, its subdomains, 127.0.0.0/8, ::1."""
    host = host.strip("[]").rstrip(".").lower()
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
