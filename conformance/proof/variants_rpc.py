"""Ways of speaking JSON-RPC that the specification allows."""

from __future__ import annotations

from conformance.proof.registry import variant
from conformance.reference import Rules


@variant("Older names of the methods are served as well.")
class OlderNamesToo(Rules):
    def rpc_method(self, name: str) -> str:
        return {"tasks/list": "ListTasks", "tasks/get": "GetTask"}.get(name, name)
