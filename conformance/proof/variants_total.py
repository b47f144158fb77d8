"""What servers may say in totalSize."""

# ruff: noqa: ARG002 - rules take the arguments that they are given

from __future__ import annotations

from collections.abc import Sequence

from conformance.proof.registry import variant
from conformance.reference import Rules
from conformance.reference.queries import Caller
from conformance.reference.store import Condition, Store


@variant("totalSize counts without the filters, as in the specification's example.")
class TotalWithoutFilters(Rules):
    def total(
        self, caller: Caller, store: Store, scope: Sequence[Condition], filters: Sequence[Condition]
    ) -> int:
        return store.count(scope)
