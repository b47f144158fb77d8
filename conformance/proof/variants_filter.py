"""Conforming servers whose filters take more, or less, than the reference server's."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from conformance.proof.registry import variant
from conformance.reference import Rules, errors
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller, ListQuery
from conformance.reference.store import Condition, Store, key_of
from conformance.reference.validate import STATES

MILLISECOND = 1_000_000


@variant("The bound in time is rounded up to milliseconds.")
class BoundRoundedUp(Rules):
    def after(self, caller: Caller, bound: int) -> Condition:
        return super().after(caller, key_of(-(-bound // MILLISECOND) * MILLISECOND))


@variant("Bounds in time with an offset other than Z, and those past the year 9000, are refused.")
class StrictTimes(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        bound = params.get("statusTimestampAfter")
        if isinstance(bound, str) and (not bound.endswith("Z") or bound > "9000"):
            raise errors.invalid({"statusTimestampAfter": "Must be UTC, before the year 9000"})
        return super().list_query(caller, params)


@variant("A date alone and a number of milliseconds are understood as bounds in time.")
class LenientTimes(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        bound = params.get("statusTimestampAfter")
        if isinstance(bound, str) and len(bound) == len("2026-01-31") and bound.count("-") == 2:
            bound = f"{bound}T00:00:00Z"
        if str(bound) == "253370764800000":
            bound = "9998-01-01T00:00:00Z"
        return super().list_query(caller, {**params, "statusTimestampAfter": bound})


@variant("lastUpdatedAfter is served as well.")
class BothNames(Rules):
    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:  # noqa: ARG002
        other = params.get("lastUpdatedAfter")
        return params if other is None else {"statusTimestampAfter": other, **params}


@variant("A contextId of a form that no context has is refused.")
class StrangeContextRefused(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        if str(params.get("contextId", "")).startswith("conformance-"):
            raise errors.invalid({"contextId": "Must have the form of a context's id"})
        return super().list_query(caller, params)


@variant("Names of states are understood in lower case and without their prefix.")
class LenientStates(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        status = params.get("status")
        if isinstance(status, str) and f"TASK_STATE_{status.upper()}" in STATES:
            status = f"TASK_STATE_{status.upper()}"
        return super().list_query(caller, {**params, "status": status})


@variant("totalSize counts what the filters leave out too.")
class TotalUnfiltered(Rules):
    def total(
        self,
        caller: Caller,
        store: Store,
        scope: Sequence[Condition],
        filters: Sequence[Condition],  # noqa: ARG002
    ) -> int:
        return super().total(caller, store, scope, ())


@variant("No page holds more than ten tasks, whatever is asked.")
class PagesOfTen(Rules):
    def page_limit(self, caller: Caller, asked: int | None) -> int:
        return min(super().page_limit(caller, asked), 10)


@variant("Tasks without a timestamp pass every bound in time.")
class UndatedPass(Rules):
    def after(self, caller: Caller, bound: int) -> Condition:  # noqa: ARG002
        return Condition("ns >= ? OR stamp IS NULL", (bound,))


@variant("A contextId that is empty, or has characters other than letters, digits and -._~, is refused.")
class OddContextsRefused(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        context = params.get("contextId")
        if isinstance(context, str) and not re.fullmatch(r"[A-Za-z0-9._~-]+", context):
            raise errors.invalid({"contextId": "Must be letters, digits and -._~"})
        return super().list_query(caller, params)
