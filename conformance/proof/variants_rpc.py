"""Ways of speaking JSON-RPC that the specification allows."""

from __future__ import annotations

from conformance.proof.registry import variant
from conformance.reference import Rules, errors
from conformance.reference.errors import JSON


@variant("Older names of the methods are served as well.")
class OlderNamesToo(Rules):
    def rpc_method(self, name: str) -> str:
        return {"tasks/list": "ListTasks", "tasks/get": "GetTask"}.get(name, name)


@variant("A request without an id is refused as a bad envelope.")
class NotificationsRefused(Rules):
    def rpc_params(self, item: JSON) -> JSON:
        if "id" not in item:
            raise errors.bad_request("an id is needed")
        return super().rpc_params(item)

    def rpc_notified(self) -> bool:
        return False
