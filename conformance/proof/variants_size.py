"""What servers may do with pageSize."""

# ruff: noqa: ARG002 - rules take the arguments that they are given

from __future__ import annotations

from conformance.proof.registry import variant
from conformance.reference import Rules
from conformance.reference.queries import Caller


@variant("A pageSize above 100 is refused.")
class RefusesOversize(Rules):
    oversize = "refuse"


@variant("Pages hold at most 20 tasks, whatever is asked.")
class TwentyAtMost(Rules):
    default_size = 20
    largest_size = 20


@variant("pageSize 0 and below are read as unset.")
class ZeroIsUnset(Rules):
    def page_limit(self, caller: Caller, asked: int | None) -> int:
        return super().page_limit(caller, None if asked is not None and asked < 1 else asked)


@variant("pageSize 0 and below are read as 1.")
class ZeroIsOne(Rules):
    def page_limit(self, caller: Caller, asked: int | None) -> int:
        return super().page_limit(caller, None if asked is None else max(asked, 1))


@variant("The answer's pageSize is the number of tasks on the page.")
class EchoOfTheCount(Rules):
    def page_echo(self, caller: Caller, limit: int, asked: int | None, count: int) -> int:
        return count


@variant("The answer's pageSize is what was asked for, before it was clamped.")
class EchoOfTheWish(Rules):
    def page_echo(self, caller: Caller, limit: int, asked: int | None, count: int) -> int:
        return asked or limit
