"""Says in one sentence, with what to try, why the card can't be had."""

from __future__ import annotations

from conformance.core.errors import TargetError
from conformance.probe.connection import ConnectionSettings
from conformance.probe.origins import origin_of
from conformance.probe.wire import Failure

TLS_HINTS = (
    ("expired", "It has to be renewed."),
    ("not valid yet", "Is this machine's clock right?"),
    ("another", "Use the name that the certificate is for."),
    ("client certificate", "--cert and --key give one."),
    ("not speak TLS", "Is it http:// that is meant?"),
    ("self-signed", "--ca FILE trusts it."),
    ("not trusted here", "--ca FILE names the authority that signed it."),
)


def from_failure(place: str, failure: Failure, settings: ConnectionSettings) -> TargetError:
    """Return the error for a card that `failure` kept from coming."""
    if failure.kind == "not-allowed":
        return TargetError(f"{place} was {failure.text}.", hint="--allow-origin allows an origin.")
    origin = origin_of(place)
    match failure.kind:
        case "connect" if failure.text.startswith("the proxy"):
            text, hint = f"{origin} is not reached: {failure.text}.", "--proxy or NO_PROXY changes the way."
        case "connect":
            text, hint = (
                f"Nothing answers at {origin}: {failure.text}.",
                "Is the url right, is the agent running?",
            )
        case "tls":
            text = f"There is no secure connection to {origin}: {failure.text}."
            hint = next((advice for sign, advice in TLS_HINTS if sign in failure.text), "")
        case "timeout":
            text = f"{origin} gave no whole answer within {settings.timeout:g} s."
            hint = "--timeout SECONDS waits longer."
        case "redirect":
            text, hint = (
                f"{place} does not lead to a card: {failure.text}.",
                "Give that url, or --card URL|FILE.",
            )
        case "too-large":
            text = f"What is at {place} is no agent card: {failure.text}."
            hint = "--card URL|FILE says where the card is."
        case "dropped":
            text, hint = f"{origin} ended the connection before its answer: {failure.text}.", ""
        case _:
            text, hint = f"{origin} does not answer in HTTP: {failure.text}.", "Is the port right?"
    return TargetError(text, hint=hint)


def from_status(place: str, status: int, *, proxied: bool) -> TargetError:
    """Return the error for a card that came with `status` instead of 200; `proxied` is whether a proxy was used."""
    if status == 407:
        return TargetError(
            f"The proxy on the way to {place} wants a credential (407).",
            hint="It goes into the proxy's url: --proxy http://user:password@host:port.",
        )
    if status in (401, 403):
        who = f"{place}, or the proxy before it," if proxied else place
        return TargetError(
            f"{who} refuses the agent card ({status}).",
            hint="--header or --bearer-env gives a credential, --card FILE a card, --binding does without.",
        )
    return TargetError(f"{place} answers {status}, not with an agent card.")
