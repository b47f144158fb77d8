"""Ways of treating tenants that the specification allows."""

# ruff: noqa: ARG002 - rules are called with a caller that most variants do not look at

from __future__ import annotations

from collections.abc import Sequence

from conformance.proof.registry import variant
from conformance.reference import Rules
from conformance.reference.queries import Caller


@variant("A tenant that the card does not declare is an empty one.")
class AnyTenant(Rules):
    def tenant(self, caller: Caller, declared: Sequence[str]) -> None:
        return
