"""Servers that count the tasks of a page wrongly, or misread pageSize."""

# ruff: noqa: ARG002 - rules take the arguments that they are given

from __future__ import annotations

from collections.abc import Sequence

from conformance.proof.registry import fault
from conformance.reference import Rules, errors
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller
from conformance.reference.store import Condition, Row
from conformance.reference.tokens import Position, seal

RPC, HTTP = ("jsonrpc",), ("http+json",)


@fault("size.bounds-accepted", "pageSize 100 is refused.")
class RefusesAHundred(Rules):
    def page_limit(self, caller: Caller, asked: int | None) -> int:
        if asked == 100:
            raise errors.invalid({"pageSize": "Must be below 100"})
        return super().page_limit(caller, asked)


@fault("size.default", "Without pageSize, 51 tasks come.")
class DefaultOfFiftyOne(Rules):
    default_size = 51


@fault("size.limit", "A page holds one task more than was asked for, from 7 on.", bindings=("http+json",))
class OneMoreThanAsked(Rules):
    def page_limit(self, caller: Caller, asked: int | None) -> int:
        limit = super().page_limit(caller, asked)
        return limit + 1 if caller.binding == "http+json" and asked == 7 else limit


@fault("size.maximum", "Up to 200 tasks come on a page.")
class MaximumOfTwoHundred(Rules):
    largest_size = 200


@fault("size.clamp-keeps-rest", "A clamped page claims to be the last.")
class ClampLosesTheRest(Rules):
    clamped = False

    def page_limit(self, caller: Caller, asked: int | None) -> int:
        self.clamped = asked is not None and asked > self.largest_size
        return super().page_limit(caller, asked)

    def next_token(self, caller: Caller, page: Sequence[Row], *, more: bool, fingerprint: str) -> str:
        return super().next_token(caller, page, more=more and not self.clamped, fingerprint=fingerprint)


@fault("size.minimum", "pageSize 0 gives an empty page that claims the end.")
class ZeroIsAnEmptyEnd(Rules):
    def page_limit(self, caller: Caller, asked: int | None) -> int:
        return 0 if asked == 0 else super().page_limit(caller, asked)

    def next_token(self, caller: Caller, page: Sequence[Row], *, more: bool, fingerprint: str) -> str:
        return super().next_token(caller, page, more=more and bool(page), fingerprint=fingerprint)


@fault("size.not-a-number", "pageSize that is no number is taken as unset.")
class TextIsUnset(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        return without_size(params, "abc")


@fault("size.not-a-number", "pageSize true is 1.", bindings=("jsonrpc",))
class TrueIsOne(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        return {**params, "pageSize": 1} if params.get("pageSize") is True else params


@fault("size.not-a-number", "pageSize 2^40 is clamped.", clause="out-of-range")
class BeyondInt32IsClamped(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        huge = str(params.get("pageSize")) == str(2**40)
        return {**params, "pageSize": 2**31 - 1} if huge else params


@fault("size.echo", "The answer has no pageSize.", bindings=("jsonrpc",))
class NoEcho(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if caller.binding == "jsonrpc":
            result.pop("pageSize", None)
        return result


@fault("size.echo", "An empty page has no pageSize.", clause="zero")
class NoEchoOfNothing(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if not result.get("tasks"):
            result.pop("pageSize", None)
        return result


@fault("size.echo", "The answer's pageSize is 1 whatever the page holds.", clause="not-below")
class EchoOfOne(Rules):
    def page_echo(self, caller: Caller, limit: int, asked: int | None, count: int) -> int:
        return 1


@fault("size.bounds-accepted", "pageSize 1 is refused on HTTP+JSON.", bindings=HTTP)
class RefusesOne(Rules):
    def page_limit(self, caller: Caller, asked: int | None) -> int:
        if asked == 1 and caller.binding == "http+json":
            raise errors.invalid({"pageSize": "Must be above 1"})
        return super().page_limit(caller, asked)


@fault("size.default", "Without pageSize, 100 tasks come on HTTP+JSON.", bindings=HTTP)
class DefaultIsTheMaximum(Rules):
    def page_limit(self, caller: Caller, asked: int | None) -> int:
        return super().page_limit(caller, 100 if asked is None and caller.binding == "http+json" else asked)


@fault("size.limit", "pageSize 2 gives pages of three.")
class ThreeForTwo(Rules):
    def page_limit(self, caller: Caller, asked: int | None) -> int:
        return super().page_limit(caller, 3 if asked == 2 else asked)


@fault("size.maximum", "pageSize 101 gives 101 tasks on HTTP+JSON.", bindings=HTTP)
class OneAboveTheMaximum(Rules):
    def page_limit(self, caller: Caller, asked: int | None) -> int:
        above = asked == 101 and caller.binding == "http+json"
        return 101 if above else super().page_limit(caller, asked)


@fault("size.clamp-keeps-rest", "What follows a clamped page leaves a task out.")
class ClampSkipsATask(Rules):
    clamped = False

    def page_limit(self, caller: Caller, asked: int | None) -> int:
        self.clamped = asked is not None and asked > self.largest_size
        return super().page_limit(caller, asked)

    def beyond(self, caller: Caller, position: Position) -> Condition:
        if not self.clamped:
            return super().beyond(caller, position)
        later = super().beyond(caller, position)
        mine = "tenant = ? AND principal = ?"
        following = (
            f"SELECT id FROM tasks WHERE {mine} AND ({later.sql}) ORDER BY {self.order(caller)} LIMIT 1"  # noqa: S608 - our own words
        )
        here = (caller.tenant, caller.principal, *later.values)
        return Condition(f"({later.sql}) AND id <> ({following})", (*later.values, *here))


@fault("size.minimum", "pageSize -1 gives an empty page that claims the end.", bindings=RPC)
class MinusOneIsAnEmptyEnd(Rules):
    def page_limit(self, caller: Caller, asked: int | None) -> int:
        return 0 if asked == -1 and caller.binding == "jsonrpc" else super().page_limit(caller, asked)

    def next_token(self, caller: Caller, page: Sequence[Row], *, more: bool, fingerprint: str) -> str:
        return super().next_token(caller, page, more=more and bool(page), fingerprint=fingerprint)


@fault("size.minimum", "With pageSize 0 empty pages follow each other for ever.")
class ZeroNeverEnds(Rules):
    def page_limit(self, caller: Caller, asked: int | None) -> int:
        return 0 if asked == 0 else super().page_limit(caller, asked)

    def next_token(self, caller: Caller, page: Sequence[Row], *, more: bool, fingerprint: str) -> str:
        if page or not more:
            return super().next_token(caller, page, more=more, fingerprint=fingerprint)
        return seal(self.key, Position(2**62, ""), fingerprint)


@fault("size.echo", "The last page has no pageSize.")
class NoEchoAtTheEnd(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        if result.get("tasks") and not result.get("nextPageToken"):
            result.pop("pageSize", None)
        return result


def without_size(params: JSON, value: str) -> JSON:
    """Return the parameters without a pageSize of `value`."""
    return {name: given for name, given in params.items() if (name, given) != ("pageSize", value)}
