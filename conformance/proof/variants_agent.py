"""What agents may make of a message, and when; what a store may keep."""

# ruff: noqa: ARG002 - rules are called with a caller that these do not look at

from __future__ import annotations

import re
from typing import Any

from conformance.proof.registry import variant
from conformance.reference import Rules, errors
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller
from conformance.reference.store import Condition


class _Told(Rules):
    """Changes what the agent is told by SendMessage."""

    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        message: Any = params.get("message")
        for part in (
            message.get("parts", []) if operation == "SendMessage" and isinstance(message, dict) else ()
        ):
            if isinstance(part, dict) and isinstance(part.get("text"), str):
                part["text"] = self.told(part["text"])
        return params

    def told(self, text: str) -> str:
        raise NotImplementedError


@variant("The agent never finishes a task.")
class NeverFinishes(_Told):
    def told(self, text: str) -> str:
        return f"{text}\n#conformance state=working"


@variant("The agent has finished each task before it answers.")
class FinishesAtOnce(_Told):
    def told(self, text: str) -> str:
        return re.sub(r" (hold|updates|artifact-updates)=\S+", "", text)


@variant("The agent answers with a message, and makes no task of it.")
class MessagesOnly(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if operation != "SendMessage":
            return result
        parts = [{"text": "That was easy."}]
        return {"message": {"messageId": "m-1", "role": "ROLE_AGENT", "parts": parts}}

    def scope(self, caller: Caller) -> list[Condition]:
        return [*super().scope(caller), Condition("ns < ?", (self.started,))]

    def __init__(self) -> None:
        super().__init__()
        self.started = self.clock()


@variant("Only so many tasks are kept: a new one takes the place of the oldest.")
class OldestEvicted(Rules):
    kept = 120

    def scope(self, caller: Caller) -> list[Condition]:
        [own] = super().scope(caller)
        newest = f"SELECT seq FROM tasks WHERE {own.sql} ORDER BY ns DESC LIMIT {self.kept}"  # noqa: S608 - our own words
        return [own, Condition(f"seq IN ({newest})", own.values)]


@variant("The names of parameters are understood in snake case too.")
class SnakeCaseToo(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        def camel(name: str) -> str:
            return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)

        return {camel(name): value for name, value in params.items() if "_" in name} | params


@variant("A contextId that the agent did not give is refused.")
class OwnContextsOnly(Rules):
    def __init__(self) -> None:
        super().__init__()
        self.given: set[object] = set()

    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        message = params.get("message")
        context = message.get("contextId") if isinstance(message, dict) else None
        if operation == "SendMessage" and context and context not in self.given:
            raise errors.invalid({"message.contextId": "Is not known"})
        return params

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        task = result.get("task")
        if operation == "SendMessage" and isinstance(task, dict):
            self.given.add(task["contextId"])
        return result


@variant("No task takes a further message.")
class NoFollowUps(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        message = params.get("message")
        if operation == "SendMessage" and isinstance(message, dict) and message.get("taskId"):
            raise errors.unsupported_operation("A task takes no further message")
        return params
