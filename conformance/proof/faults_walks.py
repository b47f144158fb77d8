"""Servers that lose their way from page to page: where a token leads, what it keeps, where a walk ends."""

# ruff: noqa: ARG002 - rules take the arguments that they are given

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import replace

from conformance.proof.listed import listed
from conformance.proof.registry import fault
from conformance.reference import Rules, errors
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller, ListQuery
from conformance.reference.store import Condition, Row
from conformance.reference.tokens import Position

HTTP = ("http+json",)
START = Position(2**62, "")
"""Before every task."""


@fault("token.always-present", "An empty list has no nextPageToken.")
class NoTokenOfNothing(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if operation == "ListTasks" and not result["tasks"]:
            del result["nextPageToken"]
        return result


@fault("token.empty-at-end", "Each page that holds tasks has a token.", bindings=HTTP)
class TokenOnTheLastPage(Rules):
    def next_token(self, caller: Caller, page: Sequence[Row], *, more: bool, fingerprint: str) -> str:
        promised = more or (bool(page) and caller.binding == "http+json")
        return super().next_token(caller, page, more=promised, fingerprint=fingerprint)


@fault("token.accepted", "Tokens are refused on HTTP+JSON as if they had run out.", bindings=HTTP)
class TokensRunOut(Rules):
    def position(self, caller: Caller, token: str, fingerprint: str) -> Position:
        found = super().position(caller, token, fingerprint)
        if caller.binding == "http+json":
            raise errors.invalid({"pageToken": "Has run out"})
        return found


@fault("token.walk-complete", "The cursor is cut to milliseconds.")
class CursorInMilliseconds(Rules):
    def beyond(self, caller: Caller, position: Position) -> Condition:
        return super().beyond(caller, position._replace(ns=position.ns - position.ns % 1_000_000))


PAGED: ContextVar[str] = ContextVar("paged", default="")
"""The request that is being answered, its token aside, where it is for a page behind one, without a filter."""


@fault("token.walk-complete", "One page in five leaves its first task out, four times in five.")
class TaskLostNowAndThen(Rules):
    """Only behind a token and without other filters than on context: first pages and filters are right.

    Which page it is depends on what is on it, and when on how often it was asked for, not on the order of requests.
    """

    def __init__(self) -> None:
        super().__init__()
        self.asked: Counter[str] = Counter()

    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        filtered = params.get("status") or params.get("statusTimestampAfter")
        behind = operation == "ListTasks" and params.get("pageToken") and not filtered
        PAGED.set(f"{caller} {sorted((params | {'pageToken': ''}).items(), key=str)}" if behind else "")
        return super().receive(caller, operation, params)

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        tasks = listed(operation, result)
        if tasks and PAGED.get():
            page = f"{PAGED.get()} {tasks[0]['id']}"
            self.asked[page] += 1
            if zlib.crc32(page.encode()) % 5 == 0 and self.asked[page] % 5:
                del tasks[0]
        return result


@fault("token.keeps-filter", "The filter on status holds on the first page only.", bindings=HTTP)
class StatusOnTheFirstPage(Rules):
    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        later = query.page_token and caller.binding == "http+json"
        return super().filters(caller, replace(query, status=None) if later else query)


@fault(
    "token.cursor-based", "The first token that is used after a task was created gives the first page again."
)
class BackToTheStart(Rules):
    def __init__(self) -> None:
        super().__init__()
        self.created = 0
        self.given: dict[str, int] = {}
        self.restarted: set[str] = set()

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        self.created += operation == "SendMessage"
        return result

    def next_token(self, caller: Caller, page: Sequence[Row], *, more: bool, fingerprint: str) -> str:
        token = super().next_token(caller, page, more=more, fingerprint=fingerprint)
        self.given[token] = self.created
        return token

    def position(self, caller: Caller, token: str, fingerprint: str) -> Position:
        found = super().position(caller, token, fingerprint)
        if fingerprint in self.restarted or self.given.get(token, self.created) == self.created:
            return found
        self.restarted.add(fingerprint)
        return START


@fault("token.keeps-filter", "The filter on time holds on the first page only.")
class TimeOnTheFirstPage(Rules):
    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        return super().filters(caller, replace(query, after=None) if query.page_token else query)


@fault("token.keeps-filter", "Behind a token the filter on context does nothing beside one on state.")
class ContextLostBesideStatus(Rules):
    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        lost = query.page_token and query.status
        return super().filters(caller, replace(query, context_id="") if lost else query)


@fault("token.accepted", "A token together with a state is an internal error.")
class StatusAndTokenBreaks(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        query = super().list_query(caller, params)
        if query.status and query.page_token:
            raise errors.internal()
        return query
