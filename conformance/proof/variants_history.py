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


@variant("Histories end with the message of the status, once more.")
class HistoryRepeatsStatus(Rules):
    def apply_history(self, caller: Caller, task: JSON, length: int | None) -> None:
        status, history = task["status"], task.get("history", [])
        if isinstance(status, dict) and isinstance(history, list) and "message" in status:
            task["history"] = [*history, status["message"]]
        super().apply_history(caller, task, length)


@variant("Numbers may be written with a sign and with zeros before them.")
class LenientNumbers(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        plain: JSON = {}
        for name, value in params.items():
            digits = value.lstrip("+") if isinstance(value, str) else ""
            numeric = name in {"historyLength", "pageSize"} and digits.isdigit()
            plain[name] = digits.lstrip("0") or "0" if numeric else value
        return plain
