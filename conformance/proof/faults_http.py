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


SNAKE_CASE = {
    "page_size": "pageSize",
    "page_token": "pageToken",
    "context_id": "contextId",
    "history_length": "historyLength",
    "include_artifacts": "includeArtifacts",
    "status_timestamp_after": "statusTimestampAfter",
}


@fault(
    "token.names",
    "Query parameters go by the names of the proto, in snake case.",
    bindings=("http+json",),
    also=(
        "history.at-most",
        "artifacts.included-when-true",
        "artifacts.flag-validated",
        "filter.context",
        "filter.after-excludes",
    ),
)
class QueryInSnakeCase(Rules):
    def query_value(self, raw: str) -> str:
        return SNAKE_CASE.get(raw, "unknown" if raw in SNAKE_CASE.values() else super().query_value(raw))
