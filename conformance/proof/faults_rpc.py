"""Servers that speak JSON-RPC in a way of their own, one rule each."""

from __future__ import annotations

from typing import Any

from conformance.proof.registry import fault
from conformance.reference import Rules, errors
from conformance.reference.errors import JSON, A2AError

RPC = ("jsonrpc",)


@fault("rpc.method-names", "ListTasks goes by its older name only.", bindings=RPC)
class OlderNameOfListTasks(Rules):
    def rpc_method(self, name: str) -> str:
        return {"tasks/list": "ListTasks", "ListTasks": "-"}.get(name, name)


@fault("rpc.method-names", "GetTask goes by its older name only.", bindings=RPC)
class OlderNameOfGetTask(Rules):
    def rpc_method(self, name: str) -> str:
        return {"tasks/get": "GetTask", "GetTask": "-"}.get(name, name)


@fault("rpc.id-types", "Ids come back as text.", bindings=RPC)
class IdsAsText(Rules):
    def rpc_success(self, request_id: object, result: JSON) -> JSON:
        return super().rpc_success(_text(request_id), result)

    def rpc_error(self, request_id: object, error: A2AError) -> JSON:
        return super().rpc_error(_text(request_id), error)


def _text(request_id: object) -> object:
    return str(request_id) if isinstance(request_id, int | float) else request_id


@fault("rpc.id-types", "An id of zero is lost.", bindings=RPC)
class ZeroIsNoId(Rules):
    def rpc_success(self, request_id: object, result: JSON) -> JSON:
        return super().rpc_success(request_id if request_id != 0 else None, result)


@fault("rpc.notification", "A request without id is answered.", bindings=RPC)
class NotificationsAreAnswered(Rules):
    def rpc_notified(self) -> bool:
        return False


@fault("rpc.params-omitted", "A request without params is refused.", bindings=RPC)
class ParamsAreWanted(Rules):
    def rpc_params(self, item: JSON) -> JSON:
        if "params" not in item:
            raise errors.invalid({"params": "Must be there"})
        return super().rpc_params(item)


@fault("rpc.params-type", "Params that are an array count as none.", bindings=RPC)
class ArrayOfParamsIsNone(Rules):
    def rpc_params(self, item: JSON) -> JSON:
        return {} if isinstance(item.get("params"), list) else super().rpc_params(item)


@fault("rpc.params-type", "Params of a wrong type are bad JSON.", bindings=RPC)
class WrongParamsAreBadJson(Rules):
    def rpc_error(self, request_id: object, error: A2AError) -> JSON:
        answer: Any = super().rpc_error(request_id, error)
        if "params" in error.violations:
            answer["error"]["code"] = -32700
        return {**answer}
