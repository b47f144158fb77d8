"""Servers that speak HTTP+JSON in a way of their own, one rule each."""

from __future__ import annotations

from conformance.proof.registry import fault
from conformance.reference import Rules
from conformance.reference.errors import JSON, A2AError


@fault("http.wrong-verb", "A 405 does not say which verbs there are.", bindings=("http+json",))
class NoAllow(Rules):
    def http_error(self, error: A2AError) -> JSON:
        if error.http_status == 405:
            error.headers = {}
        return super().http_error(error)


@fault("http.wrong-verb", "A wrong verb is an empty success.", bindings=("http+json",))
class WrongVerbSucceeds(Rules):
    def http_error(self, error: A2AError) -> JSON:
        if error.http_status != 405:
            return super().http_error(error)
        error.http_status = 200
        return {}
