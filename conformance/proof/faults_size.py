"""Servers that count the tasks of a page wrongly, or misread pageSize."""

# ruff: noqa: ARG002 - rules take the arguments that they are given

from __future__ import annotations

from collections.abc import Sequence

from conformance.proof.registry import fault
from conformance.reference import Rules, errors
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller
from conformance.reference.store import Row


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


def without_size(params: JSON, value: str) -> JSON:
    """Return the parameters without a pageSize of `value`."""
    return {name: given for name, given in params.items() if (name, given) != ("pageSize", value)}
