"""Says in plain words why a request failed; the words carry no credential and no stack of libraries."""

from __future__ import annotations

import os
import ssl
from collections.abc import Iterator

import httpx

from conformance.probe.wire import Failure

CERTIFICATE = {
    9: "its certificate is not valid yet",
    10: "its certificate has expired",
    18: "its certificate is self-signed",
    19: "its certificate was issued by an authority that is not trusted here",
    20: "its certificate was issued by an authority that is not trusted here",
    21: "its certificate was issued by an authority that is not trusted here",
    62: "its certificate is for another host name",
    64: "its certificate is for another address",
}
"""OpenSSL's verification codes, in words."""
ENDED = (ssl.SSLEOFError, ssl.SSLZeroReturnError, ssl.SSLWantReadError, ssl.SSLWantWriteError)
"""TLS errors that only say that a connection ended, or waits; in a handshake that is a failure of TLS."""


def failure_of(error: Exception) -> Failure:
    """Return what `error` means for the one who asked; an error that is not known is `protocol`."""
    chain = list(_causes(error))
    text = _words(error)
    # Python chains errors that were handled on the way, so not every TLS error in the chain is the reason.
    passing = () if isinstance(error, httpx.ConnectError) else ENDED
    tls = next((c for c in chain if isinstance(c, ssl.SSLError) and not isinstance(c, passing)), None)
    if tls is not None and not isinstance(error, httpx.TimeoutException):
        return Failure("tls", _tls(tls))
    match error:
        case httpx.TimeoutException():
            failure = Failure("timeout", "no answer in time")
        case httpx.ProxyError():
            failure = Failure("connect", f"the proxy refused: {text}")
        case httpx.ConnectError():
            failure = Failure("connect", _words(chain[-1]) or "no connection")
        case httpx.NetworkError():
            failure = Failure("dropped", "the connection was reset")
        case httpx.RemoteProtocolError() if "disconnected" in text or "peer closed" in text:
            failure = Failure("dropped", text)
        case _:
            failure = Failure("protocol", text or type(error).__name__)
    return failure


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        cause = cause.__cause__ or cause.__context__
        if isinstance(cause, BaseExceptionGroup):  # one error per address that was tried
            cause = cause.exceptions[0]


def _tls(error: ssl.SSLError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return CERTIFICATE.get(error.verify_code, f"its certificate is refused: {error.verify_message}")
    reason = (error.reason or "").replace("_", " ").lower()
    if "certificate required" in reason or "handshake failure" in reason:
        return f"the server ended the handshake ({reason}); it may want a client certificate"
    if "wrong version number" in reason or "record layer failure" in reason:
        return f"what answers there does not speak TLS ({reason})"
    return f"the TLS handshake failed ({reason or 'no reason given'})"


def _words(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        number = error.errno or 0  # asyncio replaces the system's words by its own; a resolver's are negative
        return os.strerror(number) if number > 0 else error.strerror
    return " ".join(str(error).split())[:300]
