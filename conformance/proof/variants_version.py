"""Ways of reading A2A-Version that the specification allows."""

from __future__ import annotations

from conformance.proof.registry import variant
from conformance.reference import Rules, errors
from conformance.reference.queries import Binding


@variant("A version with a patch number is refused.")
class NoPatchNumbers(Rules):
    def version(self, binding: Binding, asked: str) -> None:
        if asked.count(".") > 1:
            raise errors.version_not_supported(asked)
        super().version(binding, asked)
