"""Servers whose card names a tenant that does not work, one rule each."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.proof.registry import fault
from conformance.reference import Rules, errors
from conformance.reference.queries import Caller


@fault("tenant.path", "The tenant in the path is not known.", bindings=("http+json/acme",))
class NoTenantInThePath(Rules):
    def tenant(self, caller: Caller, declared: Sequence[str]) -> None:
        if caller.tenant and caller.binding == "http+json":
            raise errors.no_such_path()
        super().tenant(caller, declared)


@fault("tenant.param", "The parameter tenant is not known.", bindings=("jsonrpc/acme",))
class NoTenantParameter(Rules):
    def tenant(self, caller: Caller, declared: Sequence[str]) -> None:
        if caller.tenant and caller.binding == "jsonrpc":
            raise errors.invalid({"tenant": "Is not known"})
        super().tenant(caller, declared)
