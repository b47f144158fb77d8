"""Servers that use what is allowed in GetTask."""

# ruff: noqa: ARG002 - rules are called with a caller that these do not look at

from __future__ import annotations

import itertools

from conformance.proof.registry import variant
from conformance.reference import Rules
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller


@variant("GetTask prints default values that the list leaves out.")
class GetPrintsDefaults(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if operation == "GetTask":
            return {"artifacts": [], "metadata": {}, "extra": ""} | result
        return result


@variant("Urls in parts are signed anew for each read.")
class SignedUrls(Rules):
    def __init__(self) -> None:
        super().__init__()
        self.reads = itertools.count()

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if operation == "GetTask":
            for artifact in result.get("artifacts", []):  # type: ignore[attr-defined]  # the server's own list
                artifact["parts"] = [{"url": f"https://files.example.com/?signature={next(self.reads)}"}]
        return result


@variant("The members of what GetTask shows stand in another order than in the list.")
class GetInAnotherOrder(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        return dict(reversed(result.items())) if operation == "GetTask" else result


@variant("GetTask tells the milliseconds of a time, lists all of it.")
class GetInMilliseconds(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        status = result.get("status")
        if operation == "GetTask" and isinstance(status, dict) and len(status.get("timestamp", "")) > 24:
            status["timestamp"] = f"{status['timestamp'][:23]}Z"
        return result
