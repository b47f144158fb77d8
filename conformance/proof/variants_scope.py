"""Ways of keeping principals apart that the specification allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from conformance.proof.registry import variant
from conformance.reference import Rules
from conformance.reference.errors import A2AError
from conformance.reference.queries import Caller, ListQuery


@variant("Page tokens are positions, which any principal may use in the own list.")
class TokensForAnyone(Rules):
    def fingerprint(self, caller: Caller, query: ListQuery) -> str:
        return super().fingerprint(replace(caller, principal=""), query)


@variant("Who has no credential is forbidden, without a challenge.")
class ForbiddenWithoutChallenge(Rules):
    def principal(self, header: str | None, tokens: Mapping[str, str]) -> str:
        try:
            return super().principal(header, tokens)
        except A2AError as error:
            raise replace(error, http_status=403, headers={}) from None
