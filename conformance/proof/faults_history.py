"""Servers that break historyLength, one rule each."""

# ruff: noqa: ARG002 - rules are called with arguments that most faults do not look at

from __future__ import annotations

from collections.abc import Mapping

from conformance.proof.registry import fault
from conformance.reference import Rules, errors
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller, GetQuery, ListQuery
from conformance.reference.validate import whole


@fault("history.at-most", "historyLength is ignored.")
class HistoryIgnored(Rules):
    def recent(self, caller: Caller, messages: list[JSON], length: int | None) -> list[JSON]:
        return messages if length else super().recent(caller, messages, length)


@fault("history.at-most", "One message more than historyLength comes, over JSON-RPC.", bindings=("jsonrpc",))
class HistoryOffByOne(Rules):
    def recent(self, caller: Caller, messages: list[JSON], length: int | None) -> list[JSON]:
        if length and caller.binding == "jsonrpc":
            length += 1
        return super().recent(caller, messages, length)


@fault("history.most-recent", "The oldest messages come.")
class HistoryFromTheStart(Rules):
    def recent(self, caller: Caller, messages: list[JSON], length: int | None) -> list[JSON]:
        return messages if length is None else messages[:length]


@fault("history.most-recent", "The last message but one comes first.", bindings=("http+json",))
class HistoryWithoutTheLast(Rules):
    def recent(self, caller: Caller, messages: list[JSON], length: int | None) -> list[JSON]:
        found = super().recent(caller, messages, length)
        if caller.binding == "http+json" and length and 0 < length < len(messages) - 1:
            return messages[-length - 1 : -1]
        return found


@fault("history.zero", "historyLength 0 is read as unset.")
class HistoryZeroIsAll(Rules):
    def recent(self, caller: Caller, messages: list[JSON], length: int | None) -> list[JSON]:
        return super().recent(caller, messages, length or None)


@fault("history.zero-omitted", "With historyLength 0 an empty history comes.")
class HistoryZeroIsEmpty(Rules):
    def apply_history(self, caller: Caller, task: JSON, length: int | None) -> None:
        super().apply_history(caller, task, length)
        if length == 0:
            task["history"] = []


@fault("history.negative", "With historyLength -1 all but the first message come.")
class HistoryNegativeSlice(Rules):
    def check_history_length(self, caller: Caller, length: int | None, name: str = "historyLength") -> None:
        return

    def recent(self, caller: Caller, messages: list[JSON], length: int | None) -> list[JSON]:
        if length is not None and length < 0:
            return messages[-length:]
        return super().recent(caller, messages, length)


@fault("history.negative", "With historyLength -1 no message comes, and no refusal.", clause="refused")
class HistoryNegativeIsZero(Rules):
    def check_history_length(self, caller: Caller, length: int | None, name: str = "historyLength") -> None:
        return

    def recent(self, caller: Caller, messages: list[JSON], length: int | None) -> list[JSON]:
        return super().recent(caller, messages, length if length is None else max(length, 0))


@fault("history.not-a-number", "A historyLength that is no number is read as unset.")
class HistoryOfAnything(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        length = params.get("historyLength")
        if operation != "SendMessage" and whole(length) is None and not _huge(length):
            return params | {"historyLength": None}
        return params


@fault("history.not-a-number", "ListTasks reads 2^40 as the largest number.", clause="out-of-range")
class HistoryClampsHugeNumbers(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        huge = operation == "ListTasks" and _huge(params.get("historyLength"))
        return params | {"historyLength": 2**31 - 1} if huge else params


def _huge(value: object) -> bool:
    return str(value) == str(2**40)


@fault("history.large", "ListTasks refuses the largest historyLength.")
class HistoryLargeRefused(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        if params.get("historyLength") in {2**31 - 1, str(2**31 - 1)}:
            raise errors.invalid({"historyLength": "Must be at most 1000"})
        return super().list_query(caller, params)


@fault("history.large", "The largest historyLength makes the server fail.", clause="server-fault")
class HistoryLargeOverflows(Rules):
    def check_history_length(self, caller: Caller, length: int | None, name: str = "historyLength") -> None:
        if length == 2**31 - 1:
            raise errors.internal()
        super().check_history_length(caller, length, name)


@fault(
    "history.same-meaning", "ListTasks counts historyLength from the start, without a cut only GetTask has."
)
class HistoryListedFromTheStart(Rules):
    """With one message asked for both agree; with more, the list leaves the newest out."""

    def __init__(self) -> None:
        super().__init__()
        self.listing = False

    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        self.listing = True
        return super().list_query(caller, params)

    def get_query(self, caller: Caller, params: Mapping[str, object]) -> GetQuery:
        self.listing = False
        return super().get_query(caller, params)

    def recent(self, caller: Caller, messages: list[JSON], length: int | None) -> list[JSON]:
        known = messages[:-1] if self.listing and len(messages) > 2 else messages
        return super().recent(caller, known, length)


@fault("history.send", "SendMessage answers with the whole history.")
class SendWithWholeHistory(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        settings = params.get("configuration")
        if (
            operation == "SendMessage"
            and isinstance(settings, dict)
            and whole(settings.get("historyLength")) in {0, 1}
        ):
            return params | {"configuration": {}}
        return params


@fault("history.send", "SendMessage refuses historyLength 0.", bindings=("jsonrpc",))
class SendRefusesZero(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        settings = params.get("configuration")
        zero = isinstance(settings, dict) and settings.get("historyLength") == 0
        if caller.binding == "jsonrpc" and operation == "SendMessage" and zero:
            raise errors.invalid({"configuration.historyLength": "Must be positive"})
        return params


class _Listing(Rules):
    """Tells ListTasks from GetTask."""

    listing = False

    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        self.listing = True
        return super().list_query(caller, params)

    def get_query(self, caller: Caller, params: Mapping[str, object]) -> GetQuery:
        self.listing = False
        return super().get_query(caller, params)


@fault("history.at-most", "ListTasks shows one message more than historyLength.")
class ListedHistoryOffByOne(_Listing):
    def recent(self, caller: Caller, messages: list[JSON], length: int | None) -> list[JSON]:
        return super().recent(caller, messages, length + 1 if self.listing and length else length)


@fault("history.most-recent", "In ListTasks the oldest messages come.")
class ListedHistoryFromTheStart(_Listing):
    def recent(self, caller: Caller, messages: list[JSON], length: int | None) -> list[JSON]:
        return messages[:length] if self.listing and length else super().recent(caller, messages, length)


@fault("history.zero", "In ListTasks one message comes with historyLength 0.")
class ListedHistoryZeroIsOne(_Listing):
    def recent(self, caller: Caller, messages: list[JSON], length: int | None) -> list[JSON]:
        return super().recent(caller, messages, 1 if self.listing and length == 0 else length)


@fault("history.negative", "On HTTP+JSON historyLength -1 is read as unset.", bindings=("http+json",))
class HistoryNegativeIsUnset(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        unset = caller.binding == "http+json" and str(params.get("historyLength")) == "-1"
        return params | {"historyLength": None} if unset else params


@fault("history.not-a-number", "historyLength 1.5 is read as 1, over JSON-RPC.", bindings=("jsonrpc",))
class HistoryIsRounded(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        length = params.get("historyLength")
        return params | {"historyLength": int(length)} if isinstance(length, float) else params


@fault("history.large", "ListTasks fails on the largest historyLength.", clause="server-fault")
class ListedHistoryOverflows(_Listing):
    def check_history_length(self, caller: Caller, length: int | None, name: str = "historyLength") -> None:
        if self.listing and length == 2**31 - 1:
            raise errors.internal()
        super().check_history_length(caller, length, name)


@fault("history.same-meaning", "ListTasks shows the client's messages only.")
class ListedHistoryOfOneSide(_Listing):
    def recent(self, caller: Caller, messages: list[JSON], length: int | None) -> list[JSON]:
        known = [one for one in messages if not self.listing or one["role"] == "ROLE_USER"]
        return super().recent(caller, known, length)
