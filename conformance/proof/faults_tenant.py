"""Servers whose card names a tenant that does not work, one rule each."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.proof.registry import fault
from conformance.reference import Rules, errors
from conformance.reference.errors import JSON
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


@fault("tenant.path", "A list of the tenant in the path is an internal error.", bindings=("http+json/acme",))
class TenantInThePathBreaks(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        if caller.tenant and caller.binding == "http+json" and operation == "ListTasks":
            raise errors.internal()
        return params


@fault("tenant.param", "The parameter tenant is not known to ListTasks.", bindings=("jsonrpc/acme",))
class NoTenantParameterInLists(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        if caller.tenant and caller.binding == "jsonrpc" and operation == "ListTasks":
            raise errors.invalid({"tenant": "Is not known"})
        return params
