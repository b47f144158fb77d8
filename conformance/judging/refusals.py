"""How refusals are read: which code they carry, whether a fault is the server's own, what is not its doing."""

from __future__ import annotations

from typing import Any

from conformance.bindings.answer import Answer
from conformance.bindings.reading import Kind
from conformance.core.missing import MISSING
from conformance.judging.ledger import inconclusive
from conformance.profiles.profile import Refusals

OURS = frozenset({"timeout", "connect", "tls", "too-large", "not-allowed", "redirect"})
"""Failures that may be the network's, the user's or this suite's as well as the server's."""
THROTTLING = frozenset({429, 502, 503, 504})
ABOUT_CREDENTIALS = frozenset({401, 403})


def is_rpc(answer: Answer) -> bool:
    """Whether the answer came over JSON-RPC."""
    return answer.exchange.interface.startswith("jsonrpc")


def code_of(answer: Answer) -> Any:
    """Return JSON-RPC's error code (MISSING without one), or HTTP's status."""
    if not is_rpc(answer):
        return answer.status
    return MISSING if answer.refusal is None or answer.refusal.code is None else answer.refusal.code


def is_coded(answer: Answer, refusals: Refusals) -> bool:
    """Whether a refusal has the code of `refusals` on its binding (§5.4)."""
    wanted = (refusals.rpc,) if is_rpc(answer) else refusals.statuses
    return answer.refused and code_of(answer) in wanted


def named(answer: Answer, refusals: Refusals) -> str:
    """Return how `refusals` are spelled on the answer's binding."""
    if is_rpc(answer):
        return f"error code {refusals.rpc}"
    return f"HTTP {' or '.join(map(str, refusals.statuses))}"


def reasons(answer: Answer) -> list[tuple[str, str]]:
    """Return reason and domain of every ErrorInfo in a refusal (§9.5, §11.6)."""
    infos = answer.refusal.infos if answer.refusal else []
    return [(str(info.get("reason")), str(info.get("domain"))) for info in infos]


def is_typed(answer: Answer) -> bool:
    """Whether a refusal's details, where it has any, can be searched for an ErrorInfo; error.data-typed wants that."""
    details = answer.refusal.details if answer.refusal else MISSING
    typed = isinstance(details, list) and all(isinstance(one, dict) and "@type" in one for one in details)
    return details is MISSING or details is None or typed


def is_own_fault(answer: Answer) -> bool:
    """Whether the server answered with its own fault, and did so again when asked again."""
    if answer.kind is not Kind.FAULT:
        return False
    failure = answer.exchange.sent.failure
    if failure is not None and failure.kind in OURS:
        return False
    first = answer.hiccup.sent.response if answer.hiccup else None
    return first is None or first.status not in THROTTLING


def judgeable(answer: Answer) -> Answer:
    """Return an answer that the server itself gave, be it a fault; anything else ends the case as inconclusive."""
    if answer.kind is Kind.THROTTLED:
        raise inconclusive(f"The server was throttling ({answer.trouble}).")
    if answer.kind is Kind.GATEWAY:
        raise inconclusive(f"Something in front of the server answered ({answer.trouble}).")
    if answer.kind is Kind.FAULT and not is_own_fault(answer):
        raise inconclusive(f"No answer that can be judged came ({answer.trouble}).")
    return answer


def controlled(control: Answer) -> None:
    """End the case as inconclusive unless `control`, the same without the mistake, is accepted."""
    if not control.accepted:
        raise inconclusive(f"The same request without the mistake is not accepted ({control}).")
