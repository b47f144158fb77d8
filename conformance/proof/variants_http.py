"""Ways of speaking HTTP+JSON that the specification allows."""

from __future__ import annotations

from conformance.proof.registry import variant
from conformance.reference import Rules
from conformance.reference.errors import JSON, A2AError


@variant("A wrong verb is not implemented, or nothing is there for it.")
class WrongVerbIsNotImplemented(Rules):
    def http_error(self, error: A2AError) -> JSON:
        if error.http_status == 405:
            error.http_status, error.headers = 501, {}
        return super().http_error(error)
