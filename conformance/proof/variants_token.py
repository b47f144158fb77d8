"""What servers may do with page tokens."""

# ruff: noqa: ARG002 - rules take the arguments that they are given

from __future__ import annotations

import base64
import itertools
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from conformance.proof.registry import variant
from conformance.reference import Rules, errors
from conformance.reference.queries import Caller, ListQuery
from conformance.reference.store import Row
from conformance.reference.tokens import Position


@variant("Tokens are ids and times that anybody can read, and hold for any query.")
class PlainTokens(Rules):
    def token_for(self, caller: Caller, row: Row, fingerprint: str) -> str:
        return base64.urlsafe_b64encode(f"{row.ns}/{row.id}".encode()).decode().rstrip("=")

    def position(self, caller: Caller, token: str, fingerprint: str) -> Position:
        try:
            text = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)).decode()
            ns, _, task_id = text.partition("/")
            return Position(int(ns), task_id)
        except ValueError:
            raise errors.invalid({"pageToken": "Must be a nextPageToken, unchanged"}) from None


@variant("A token holds for one page size only.")
class TokenTiedToPageSize(Rules):
    def fingerprint(self, caller: Caller, query: ListQuery) -> str:
        return f"{super().fingerprint(caller, query)} {query.page_size}"


@variant("Every third page is cut to one task, with a token.")
class ShortPages(Rules):
    turn = 0

    def page_limit(self, caller: Caller, asked: int | None) -> int:
        self.turn += 1
        return super().page_limit(
            caller, 1 if asked is not None and asked > 1 and self.turn % 3 == 0 else asked
        )


@variant("limit, cursor and nextCursor are served as well.")
class FormerNamesToo(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        former = {"limit": "pageSize", "cursor": "pageToken"}
        also = {former[name]: value for name, value in params.items() if name in former}
        return super().list_query(caller, {**also, **params})

    def answer(self, caller: Caller, operation: str, result: dict[str, object]) -> dict[str, object]:
        return result | ({"nextCursor": result["nextPageToken"]} if "nextPageToken" in result else {})


@variant("Tokens are over a thousand characters long.")
class LongTokens(Rules):
    def next_token(self, caller: Caller, page: Sequence[Row], *, more: bool, fingerprint: str) -> str:
        token = super().next_token(caller, page, more=more, fingerprint=fingerprint)
        return token and token + "." * 1000

    def position(self, caller: Caller, token: str, fingerprint: str) -> Position:
        return super().position(caller, token.rstrip("."), fingerprint)


@variant("One page in three behind a token is empty, and has a token that goes on.")
class EmptyPagesBetween(Rules):
    """A dot at the end of a token says that it was given on an empty page."""

    token = ""

    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        query = super().list_query(caller, params)
        self.token = query.page_token
        return query

    @property
    def empty(self) -> bool:
        """Whether the page that is being made is one of the empty ones."""
        return bool(self.token) and not self.token.endswith(".") and zlib.crc32(self.token.encode()) % 3 == 0

    def page_limit(self, caller: Caller, asked: int | None) -> int:
        limit = super().page_limit(caller, asked)
        return 0 if self.empty else limit

    def page_echo(self, caller: Caller, limit: int, asked: int | None, count: int) -> int:
        return super().page_limit(caller, asked)

    def position(self, caller: Caller, token: str, fingerprint: str) -> Position:
        return super().position(caller, token.removesuffix("."), fingerprint)

    def next_token(self, caller: Caller, page: Sequence[Row], *, more: bool, fingerprint: str) -> str:
        if self.empty and more:
            return f"{self.token}."
        return super().next_token(caller, page, more=more, fingerprint=fingerprint)


@variant("A token keeps the filters of its query, sent again or not.")
class TokenKeepsItsFilters(Rules):
    def __init__(self) -> None:
        super().__init__()
        self.queries: dict[str, ListQuery] = {}

    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        query = super().list_query(caller, params)
        self.query = query
        if kept := self.queries.get(query.page_token):
            self.query = replace(query, context_id=kept.context_id, status=kept.status, after=kept.after)
        return self.query

    def next_token(self, caller: Caller, page: Sequence[Row], *, more: bool, fingerprint: str) -> str:
        token = super().next_token(caller, page, more=more, fingerprint=fingerprint)
        if token:
            self.queries[token] = self.query
        return token


@variant("A token is good for one use.")
class TokensForOneUse(Rules):
    """Each is another, whatever it was given for."""

    def __init__(self) -> None:
        super().__init__()
        self.used: set[str] = set()
        self.given = itertools.count()

    def next_token(self, caller: Caller, page: Sequence[Row], *, more: bool, fingerprint: str) -> str:
        token = super().next_token(caller, page, more=more, fingerprint=fingerprint)
        return token and f"{token}~{next(self.given)}"

    def position(self, caller: Caller, token: str, fingerprint: str) -> Position:
        found = super().position(caller, token.rpartition("~")[0] or token, fingerprint)
        if token in self.used:
            raise errors.invalid({"pageToken": "Has been used"})
        self.used.add(token)
        return found
