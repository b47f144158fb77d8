"""Servers whose answers have a wrong shape, in one way each."""

# ruff: noqa: ARG002 - rules are called with a caller that most faults do not look at

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.proof.registry import fault
from conformance.reference import Rules
from conformance.reference.errors import JSON, A2AError
from conformance.reference.queries import Binding, Caller


class _Tasks(Rules):
    """Changes every task that GetTask and ListTasks answer with."""

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        for task in _tasks(operation, result):
            self.change(caller, task)
        return result

    def change(self, caller: Caller, task: Any) -> None:
        raise NotImplementedError


def _tasks(operation: str, result: Any) -> Iterator[Any]:
    if operation == "GetTask":
        yield result
    elif operation == "ListTasks":
        yield from result["tasks"]


@fault("shape.json", "Bodies start with a byte order mark.")
class BodyWithMark(Rules):
    def written(self, binding: Binding, body: bytes) -> bytes:
        return b"\xef\xbb\xbf" + body


@fault("shape.json", "A number that is none stands in every list.", bindings=("http+json",))
class BodyWithNaN(Rules):
    def written(self, binding: Binding, body: bytes) -> bytes:
        return body.replace(b'"totalSize":', b'"load":NaN,"totalSize":') if binding == "http+json" else body


@fault("shape.json", "Lists say their totalSize twice.", clause="duplicate-members")
class BodyWithMemberTwice(Rules):
    def written(self, binding: Binding, body: bytes) -> bytes:
        return body.replace(b'"totalSize":', b'"totalSize":0,"totalSize":')


@fault("shape.content-type", "JSON-RPC answers are text/plain.", bindings=("jsonrpc",))
class RpcAsPlainText(Rules):
    def media_type(self, binding: Binding) -> str:
        return "text/plain" if binding == "jsonrpc" else super().media_type(binding)


@fault(
    "shape.content-type", "HTTP+JSON answers are application/json.", bindings=("http+json",), clause="http"
)
class HttpAsPlainJson(Rules):
    def media_type(self, binding: Binding) -> str:
        return "application/json"


@fault("shape.list", "Lists have total_size too, in snake case.")
class ListWithSnakeCase(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        return result | {"total_size": result["totalSize"]} if operation == "ListTasks" else result


@fault("shape.task", "Tasks name their context in snake case as well.", bindings=("jsonrpc",))
class TaskWithSnakeCase(_Tasks):
    def change(self, caller: Caller, task: Any) -> None:
        if caller.binding == "jsonrpc":
            task["context_id"] = task["contextId"]


@fault("shape.task", "Messages of histories have no role.")
class MessageWithoutRole(_Tasks):
    def change(self, caller: Caller, task: Any) -> None:
        for message in task.get("history", []):
            if message["role"] == "ROLE_USER":
                del message["role"]


@fault("shape.task", "Artifacts say their kind of part as A2A 0.3 did.")
class PartsOfOldKind(_Tasks):
    def change(self, caller: Caller, task: Any) -> None:
        for artifact in task.get("artifacts", []):
            artifact["parts"] = [{"kind": "text", "content": "x"}]


@fault("shape.task", "GetTask says null of artifacts that are not there.", clause="null-member")
class GetsNullArtifacts(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        return {"artifacts": None} | result if operation == "GetTask" else result


@fault("shape.task", "Tasks without metadata say null.", clause="null-member")
class MetadataNull(_Tasks):
    def change(self, caller: Caller, task: Any) -> None:
        task.setdefault("metadata", None)


@fault("shape.error", "The status of a validation error is a number on HTTP.", bindings=("http+json",))
class ErrorStatusNumber(Rules):
    def http_error(self, error: A2AError) -> JSON:
        found = super().http_error(error)
        if error.violations:
            found["error"]["status"] = 3  # type: ignore[index]  # the error object of the server's own
        return found


@fault("shape.timestamps", "Timestamps say +00:00 in place of Z.")
class StampsWithOffset(_Tasks):
    def change(self, caller: Caller, task: Any) -> None:
        if "timestamp" in task["status"]:
            task["status"]["timestamp"] = task["status"]["timestamp"].replace("Z", "+00:00")


@fault("shape.list", "The totalSize of a list is a text.", bindings=("http+json",), also=("total.present",))
class TotalAsText(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if operation == "ListTasks" and caller.binding == "http+json":
            result["totalSize"] = str(result["totalSize"])
        return result


@fault("shape.error", "The code of a validation error is a text on HTTP.", bindings=("http+json",))
class ErrorCodeAsText(Rules):
    def http_error(self, error: A2AError) -> JSON:
        found: Any = super().http_error(error)
        if error.violations:
            found["error"]["code"] = str(found["error"]["code"])
        return {**found}


@fault("shape.timestamps", "Timestamps have ten fractional digits.", bindings=("http+json",))
class StampsOfTenDigits(_Tasks):
    def change(self, caller: Caller, task: Any) -> None:
        if caller.binding == "http+json" and "timestamp" in task["status"]:
            whole, _, digits = task["status"]["timestamp"].removesuffix("Z").partition(".")
            task["status"]["timestamp"] = f"{whole}.{digits:0<10}Z"


@fault("shape.content-type", "JSON-RPC answers are application/a2a+json.", bindings=("jsonrpc",))
class RpcAsA2aJson(Rules):
    def media_type(self, binding: Binding) -> str:
        return "application/a2a+json"
