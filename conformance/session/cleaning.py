"""Taking secrets out of an exchange before anybody reads or writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from conformance.core.redact import Redactor
from conformance.probe.wire import Sent, WireRequest, WireResponse


def cleaner(secrets: Mapping[str, str], headers: Iterable[str] = ()) -> Callable[[Sent], Sent]:
    """Return the function that cleans an exchange of `secrets`, which may grow as tokens are renewed.

    `headers` are names of further headers that carry credentials.
    """
    names = tuple(headers)
    ready: dict[int, Redactor] = {}

    def clean(sent: Sent) -> Sent:
        with_care = ready.get(len(secrets)) or ready.setdefault(len(secrets), Redactor(secrets, names))
        request = sent.request
        cleaned = WireRequest(
            request.method,
            with_care.text(request.url),
            tuple(with_care.headers(request.headers)),
            None if request.body is None else with_care.bytes(request.body),
        )
        response = sent.response
        if response is not None:
            response = WireResponse(
                response.status,
                tuple(with_care.headers(response.headers)),
                with_care.bytes(response.body),
                response.truncated,
            )
        failure = sent.failure and replace(sent.failure, text=with_care.text(sent.failure.text))
        return Sent(cleaned, response, failure, sent.ms)

    return clean
