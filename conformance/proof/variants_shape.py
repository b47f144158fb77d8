"""Servers whose answers have shapes that are allowed."""

# ruff: noqa: ARG002 - rules are called with a caller that these do not look at

from __future__ import annotations

from typing import Any

from conformance.proof.listed import listed
from conformance.proof.registry import variant
from conformance.reference import Rules
from conformance.reference.errors import JSON
from conformance.reference.queries import Binding, Caller


@variant("Tasks and lists have members of the server's own, which repeat the id, and free metadata.")
class OwnMembers(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if operation == "GetTask":
            return _with_own(result)
        if operation == "ListTasks":
            return result | {"took_ms": 3, "tasks": [_with_own(task) for task in listed(operation, result)]}
        return result


def _with_own(task: JSON) -> JSON:
    links: JSON = {"id": task["id"], "self": None}
    return {"_links": links, "kind": "task", "metadata": {"a_b": None, "contextId": 7}} | task


@variant("Media types have parameters and capitals.")
class MediaTypeWithParameters(Rules):
    def media_type(self, binding: Binding) -> str:
        return super().media_type(binding).replace("application", "Application") + "; charset=utf-8"


@variant("JSON is written with spaces and escapes.")
class SpacedJson(Rules):
    def written(self, binding: Binding, body: bytes) -> bytes:
        return b" \r\n" + body.replace(b'"id":', b'"\\u0069d" :\t') + b"\n"


class _Stamps(Rules):
    """Writes timestamps in another way."""

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        shown: Any = result["tasks"] if operation == "ListTasks" else [result.get("task", result)]
        for task in shown:
            if stamp := task.get("status", {}).get("timestamp"):
                task["status"]["timestamp"] = self.stamp(*stamp.removesuffix("Z").partition(".")[::2])
        return result

    def stamp(self, whole: str, digits: str) -> str:
        raise NotImplementedError


@variant("Timestamps have whole seconds only.")
class WholeSeconds(_Stamps):
    def stamp(self, whole: str, digits: str) -> str:
        return f"{whole}Z"


@variant("Timestamps have nine digits, always.")
class NineDigits(_Stamps):
    def stamp(self, whole: str, digits: str) -> str:
        return f"{whole}.{digits:0<9}Z"


@variant("Artifacts have a part whose data is null, which is content like any other.")
class DataIsNull(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        shown: Any = result["tasks"] if operation == "ListTasks" else [result.get("task", result)]
        for task in shown:
            for artifact in task.get("artifacts", []):
                artifact["parts"] = [*artifact["parts"], {"data": None}]
        return result


@variant("Messages name neither their context nor their task.")
class BareMessages(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        shown: Any = result["tasks"] if operation == "ListTasks" else [result.get("task", result)]
        for task in shown:
            status = task.get("status", {})
            for message in [*task.get("history", []), *([status["message"]] if "message" in status else [])]:
                message.pop("contextId", None)
                message.pop("taskId", None)
        return result


@variant("Tasks do not say their contextId.")
class NoContexts(Rules):
    """It is no required member: the contexts of such an agent are nobody's business."""

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        one = {"GetTask": result, "SendMessage": result.get("task")}.get(operation)
        for task in [*listed(operation, result), one]:
            if isinstance(task, dict):
                task.pop("contextId", None)
        return result
