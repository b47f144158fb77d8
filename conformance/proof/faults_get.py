"""Servers that break GetTask, one rule each."""

# ruff: noqa: ARG002 - rules are called with a caller that most faults do not look at

from __future__ import annotations

import copy
import itertools
import re
from contextvars import ContextVar

from conformance.proof.registry import fault
from conformance.reference import Rules
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller

RPC, HTTP = ("jsonrpc",), ("http+json",)


class _Shown(Rules):
    """Changes the task that GetTask answers with."""

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        return self.shown(caller, result) if operation == "GetTask" else result

    def shown(self, caller: Caller, task: JSON) -> JSON:
        return task

    def done(self, task: JSON) -> bool:
        status = task["status"]
        return isinstance(status, dict) and status["state"] == "TASK_STATE_COMPLETED"


@fault("get.returns-the-task", "GetTask gives the id in capital letters.")
class GetInCapitals(_Shown):
    def shown(self, caller: Caller, task: JSON) -> JSON:
        return task | {"id": str(task["id"]).upper()}


@fault("get.returns-the-task", "GetTask on HTTP+JSON leaves the status out.", bindings=("http+json",))
class GetWithoutStatus(_Shown):
    def shown(self, caller: Caller, task: JSON) -> JSON:
        if caller.binding == "http+json":
            del task["status"]
        return task


@fault("get.not-wrapped", "The result of GetTask is an object that holds the task.")
class GetWrapped(_Shown):
    def shown(self, caller: Caller, task: JSON) -> JSON:
        return {"task": task}


@fault("get.artifacts", "GetTask shows only the first artifact of a completed task.")
class GetFirstArtifactOnly(_Shown):
    def shown(self, caller: Caller, task: JSON) -> JSON:
        if self.done(task) and isinstance(found := task.get("artifacts"), list):
            task["artifacts"] = found[:1]
        return task


@fault("get.artifact-ids-unique", "Every artifact is called artifact-1.")
class AllArtifactsAlike(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        for task in result["tasks"] if operation == "ListTasks" else [result.get("task", result)]:  # type: ignore[attr-defined]  # tasks
            for artifact in task.get("artifacts", []):
                artifact["artifactId"] = "artifact-1"
        return result


@fault(
    "get.repeatable",
    "GetTask dates a task with the time of the read.",
    also=("bindings.same-result",),
)
class GetDatedNow(_Shown):
    def __init__(self) -> None:
        super().__init__()
        self.reads = itertools.count()

    def shown(self, caller: Caller, task: JSON) -> JSON:
        status = task["status"]
        assert isinstance(status, dict)
        minute, second = divmod(next(self.reads), 60)
        status["timestamp"] = f"2026-10-01T00:{minute % 60:02}:{second:02}.000Z"
        return task


@fault(
    "get.after-send", "GetTask does not know tasks that were created over HTTP+JSON.", bindings=("http+json",)
)
class GetNothingNew(Rules):
    def __init__(self) -> None:
        super().__init__()
        self.made: set[str] = set()

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if caller.binding == "http+json" and operation == "SendMessage":
            self.made.add(str(result["task"]["id"]))  # type: ignore[index]  # a task of the server's own
        if caller.binding == "http+json" and operation == "GetTask" and str(result["id"]) in self.made:
            raise self.not_found(caller)
        return result


@fault("get.context-kept", "SendMessage gives another contextId than the task is then read with.")
class SendWithForeignContext(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if operation == "SendMessage":
            result["task"]["contextId"] = "made-up"  # type: ignore[index]  # a task of the server's own
        return result


@fault("get.current-state", "GetTask shows completed tasks as still being worked on.")
class GetBehindList(_Shown):
    def shown(self, caller: Caller, task: JSON) -> JSON:
        if self.done(task):
            task["status"] = task["status"] | {"state": "TASK_STATE_WORKING"}  # type: ignore[operator]  # an object
        return task


@fault("get.path-encoding", "Ids in paths are decoded twice.", bindings=("http+json",))
class PathDecodedTwice(Rules):
    def path_segment(self, raw: str) -> str:
        return super().path_segment(super().path_segment(raw))


@fault("get.path-unreserved", "Letters and digits in paths stay percent-encoded.", bindings=("http+json",))
class PathKeepsEncodedLetters(Rules):
    def path_segment(self, raw: str) -> str:
        kept = re.sub(r"%(?=(?:4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A]|3[0-9])(?i:))", "%25", raw)
        return super().path_segment(kept)


@fault(
    "get.not-wrapped",
    "On HTTP+JSON the body of GetTask is an object that has the task as result.",
    bindings=HTTP,
)
class GetAsResult(_Shown):
    def shown(self, caller: Caller, task: JSON) -> JSON:
        return {"result": task} if caller.binding == "http+json" else task


@fault("get.artifacts", "GetTask shows no artifacts on HTTP+JSON.", bindings=HTTP)
class GetWithoutArtifacts(_Shown):
    def shown(self, caller: Caller, task: JSON) -> JSON:
        if caller.binding == "http+json":
            task.pop("artifacts", None)
        return task


@fault("get.artifact-ids-unique", "The second artifact of a task has the id of the first.")
class SecondArtifactAsFirst(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        for task in result["tasks"] if operation == "ListTasks" else [result.get("task", result)]:  # type: ignore[attr-defined]  # tasks
            if len(found := task.get("artifacts", [])) > 1:
                found[1]["artifactId"] = found[0]["artifactId"]
        return result


@fault(
    "get.after-send",
    "Over JSON-RPC a task that was just created can be read under another id only.",
    bindings=RPC,
)
class SendWithForeignId(Rules):
    """Tasks of the suite's first messages keep theirs: without them nothing else could be judged."""

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        task = result.get("task")
        if operation == "SendMessage" and caller.binding == "jsonrpc" and isinstance(task, dict):
            task["id"] = f"{task['id']}-new"
        return result


@fault("get.current-state", "GetTask shows rejected tasks as canceled.", bindings=HTTP)
class GetRejectedAsCanceled(_Shown):
    def shown(self, caller: Caller, task: JSON) -> JSON:
        status = task["status"]
        assert isinstance(status, dict)
        if caller.binding == "http+json" and status["state"] == "TASK_STATE_REJECTED":
            status["state"] = "TASK_STATE_CANCELED"
        return task


@fault("get.path-encoding", "A plus in a path is a space.", bindings=HTTP)
class PlusInPathIsSpace(Rules):
    def path_segment(self, raw: str) -> str:
        return super().path_segment(raw).replace("+", " ")


ASKED_FOR: ContextVar[str] = ContextVar("asked_for")
"""Who asks for which task, and how: several requests are at a time."""


@fault(
    "get.current-state",
    "GetTask keeps what it has once shown of a task, and shows it ever after.",
    also=("get.artifacts",),
)
class AnswersKept(Rules):
    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, JSON] = {}

    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        ASKED_FOR.set(f"{caller.principal} {caller.tenant} {sorted(params.items(), key=str)}")
        return super().receive(caller, operation, params)

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if operation != "GetTask":
            return result
        return copy.deepcopy(self.kept.setdefault(ASKED_FOR.get(), copy.deepcopy(result)))
