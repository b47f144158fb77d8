"""Servers that break page tokens: their presence, the end, walks."""

# ruff: noqa: ARG002 - rules take the arguments that they are given

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence

from conformance.proof.registry import fault
from conformance.reference import Rules, errors
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller, ListQuery
from conformance.reference.store import Condition, Row
from conformance.reference.tokens import Position, seal, unseal

START = Position(2**62, "")
"""Before every task."""


@fault("token.always-present", "The last page has no nextPageToken.")
class NoTokenOnTheLastPage(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if result.get("nextPageToken") == "":
            del result["nextPageToken"]
        return result


@fault("token.always-present", "nextPageToken is null on the last page.", bindings=("jsonrpc",))
class NullAtTheEnd(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if caller.binding == "jsonrpc" and result.get("nextPageToken") == "":
            result["nextPageToken"] = None
        return result


@fault("token.empty-at-end", "A full last page promises another, which is empty.")
class PhantomPage(Rules):
    size = 0

    def page_limit(self, caller: Caller, asked: int | None) -> int:
        self.size = super().page_limit(caller, asked)
        return self.size

    def next_token(self, caller: Caller, page: Sequence[Row], *, more: bool, fingerprint: str) -> str:
        full = bool(page) and len(page) == self.size
        return super().next_token(caller, page, more=more or full, fingerprint=fingerprint)


@fault("token.accepted", "Its own tokens are refused.")
class RefusesItsTokens(Rules):
    def position(self, caller: Caller, token: str, fingerprint: str) -> Position:
        raise errors.invalid({"pageToken": "Expired"})


@fault("token.walk-complete", "Tasks that share the timestamp at the end of a page are skipped.")
class TiesAreSkipped(Rules):
    def beyond(self, caller: Caller, position: Position) -> Condition:
        return Condition("ns < ?", (position.ns,))


@fault("token.walk-complete", "The last task of a page comes again on the next.", bindings=("jsonrpc",))
class OverlappingPages(Rules):
    def beyond(self, caller: Caller, position: Position) -> Condition:
        if caller.binding != "jsonrpc" or self.size < 2:
            return super().beyond(caller, position)
        return Condition("ns < ? OR (ns = ? AND id >= ?)", (position.ns, position.ns, position.id))

    size = 0

    def page_limit(self, caller: Caller, asked: int | None) -> int:
        self.size = super().page_limit(caller, asked)
        return self.size


@fault("token.walk-ends", "Every token leads to the first page.")
class AlwaysTheFirstPage(Rules):
    def position(self, caller: Caller, token: str, fingerprint: str) -> Position:
        super().position(caller, token, fingerprint)
        return START


@fault("token.walk-ends", "After the last task empty pages follow without end.", bindings=("http+json",))
class EmptyPagesForEver(Rules):
    def next_token(self, caller: Caller, page: Sequence[Row], *, more: bool, fingerprint: str) -> str:
        if more or caller.binding != "http+json":
            return super().next_token(caller, page, more=more, fingerprint=fingerprint)
        self.turn -= 1
        return seal(self.key, Position(self.turn, ""), fingerprint)

    turn = -(2**62)


@fault(
    "token.walk-ends",
    "A walk has one token; where it stands is the server's to remember.",
    clause="same-token",
)
class OneTokenPerWalk(Rules):
    def __init__(self) -> None:
        super().__init__()
        self.places: dict[str, Position] = {}
        self.walk = ""

    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        self.walk = query.page_token
        return super().filters(caller, query)

    def position(self, caller: Caller, token: str, fingerprint: str) -> Position:
        super().position(caller, token, fingerprint)
        return self.places[token]

    def next_token(self, caller: Caller, page: Sequence[Row], *, more: bool, fingerprint: str) -> str:
        if not more:
            return ""
        token = self.walk or seal(self.key, Position(len(self.places), ""), fingerprint)
        self.places[token] = Position(page[-1].ns, page[-1].id)
        return token


@fault("token.keeps-filter", "Filters hold on the first page only.")
class FiltersOnTheFirstPage(Rules):
    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        return [] if query.page_token else super().filters(caller, query)


@fault("token.cursor-based", "Tokens are offsets.")
class OffsetPaging(Rules):
    offset = 0

    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        found = super().filters(caller, query)
        self.offset, self.conditions = 0, [*self.scope(caller), *found]
        return found

    def beyond(self, caller: Caller, position: Position) -> Condition:
        self.offset = position.ns
        where = " AND ".join(f"({condition.sql})" for condition in self.conditions)
        values = [value for condition in self.conditions for value in condition.values]
        ahead = f"SELECT seq FROM tasks WHERE {where} ORDER BY {self.order(caller)} LIMIT ?"  # noqa: S608 - the rules' own conditions
        return Condition(f"seq NOT IN ({ahead})", (*values, position.ns))

    def next_token(self, caller: Caller, page: Sequence[Row], *, more: bool, fingerprint: str) -> str:
        return seal(self.key, Position(self.offset + len(page), ""), fingerprint) if more else ""


class Renaming(Rules):
    """A server that knows one parameter by another name only."""

    right, former = "", ""

    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        if operation != "ListTasks" or caller.binding != "jsonrpc":
            return params
        kept = {name: value for name, value in params.items() if name not in {self.right, self.former}}
        return kept | ({self.right: params[self.former]} if self.former in params else {})


@fault("token.names", "The page size is called limit.", bindings=("jsonrpc",))
class SizeCalledLimit(Renaming):
    right, former = "pageSize", "limit"


@fault("token.names", "The token is sent as cursor.", bindings=("jsonrpc",))
class TokenCalledCursor(Renaming):
    right, former = "pageToken", "cursor"


@fault("token.names", "The token comes as nextCursor.", bindings=("jsonrpc",))
class TokenComesAsNextCursor(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if caller.binding == "jsonrpc" and "nextPageToken" in result:
            result["nextCursor"] = result.pop("nextPageToken")
        return result


@fault("token.garbage", "A token that it does not know gives the first page.")
class GarbageIsTheFirstPage(Rules):
    def position(self, caller: Caller, token: str, fingerprint: str) -> Position:
        try:
            return unseal(self.key, token, fingerprint)
        except ValueError:
            return START


@fault("token.garbage", "A token that it does not know is its own fault.", bindings=("http+json",))
class GarbageIsAFault(Rules):
    def position(self, caller: Caller, token: str, fingerprint: str) -> Position:
        if caller.binding == "http+json":
            return unseal(self.key, token, fingerprint)
        return super().position(caller, token, fingerprint)


@fault("token.garbage", "A token that it does not know gives an empty page.", clause="refused")
class GarbageIsEmpty(Rules):
    def position(self, caller: Caller, token: str, fingerprint: str) -> Position:
        try:
            return unseal(self.key, token, fingerprint)
        except ValueError:
            return Position(-(2**62), "")


@fault(
    "token.garbage", "A token that it does not know is refused as a task that is not there.", clause="code"
)
class GarbageIsNotFound(Rules):
    def position(self, caller: Caller, token: str, fingerprint: str) -> Position:
        try:
            return unseal(self.key, token, fingerprint)
        except ValueError:
            raise errors.task_not_found() from None


@fault("token.hostile", "A NUL in a token is its own fault.")
class NulIsAFault(Rules):
    def position(self, caller: Caller, token: str, fingerprint: str) -> Position:
        if "\0" in token:
            raise ValueError("A string literal cannot contain NUL characters.")
        return super().position(caller, token, fingerprint)


@fault("token.hostile", "A token is read as JSON in base64, and deep nesting in it is an internal error.")
class NestedTokenBreaks(Rules):
    def position(self, caller: Caller, token: str, fingerprint: str) -> Position:
        try:
            json.loads(base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)))
        except RecursionError:
            raise errors.internal() from None
        except ValueError:
            pass
        return super().position(caller, token, fingerprint)


@fault("token.walk-complete", "Pages of one task come oldest first.")
class OneByOneFromTheEnd(Rules):
    """Nothing is missed and nothing comes twice: only the order is another than that of a larger page."""

    single = False

    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        self.single = str(params.get("pageSize")) == "1"
        return super().list_query(caller, params)

    def order(self, caller: Caller) -> str:
        return "ns, id DESC" if self.single else super().order(caller)

    def beyond(self, caller: Caller, position: Position) -> Condition:
        if not self.single:
            return super().beyond(caller, position)
        return Condition("ns > ? OR (ns = ? AND id < ?)", (position.ns, position.ns, position.id))
