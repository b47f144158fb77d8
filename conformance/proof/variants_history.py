"""Servers that use what is allowed of historyLength."""

# ruff: noqa: ARG002 - rules are called with arguments that these do not look at

from __future__ import annotations

from conformance.proof.registry import variant
from conformance.reference import Rules
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller


@variant("No more than three messages ever come.")
class HistoryCapped(Rules):
    def recent(self, caller: Caller, messages: list[JSON], length: int | None) -> list[JSON]:
        return super().recent(caller, messages, 3 if length is None else min(length, 3))


@variant("Without historyLength no message comes.")
class HistoryOnlyWhenAskedFor(Rules):
    def recent(self, caller: Caller, messages: list[JSON], length: int | None) -> list[JSON]:
        return super().recent(caller, messages, length or 0)


@variant("Histories run from the newest to the oldest message.")
class HistoryNewestFirst(Rules):
    def recent(self, caller: Caller, messages: list[JSON], length: int | None) -> list[JSON]:
        return super().recent(caller, messages, length)[::-1]


@variant("ListTasks shows no messages at all.")
class HistoryNeverListed(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if operation == "ListTasks":
            for task in result["tasks"]:  # type: ignore[attr-defined]  # the server's own list
                task.pop("history", None)
        return result
