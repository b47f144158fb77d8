"""Servers that show tasks to those who should not see them, one rule each."""

# ruff: noqa: ARG002 - rules are called with a caller that most faults do not look at

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from conformance.proof.registry import fault
from conformance.reference import Rules
from conformance.reference.data.build import ALICE, BOB
from conformance.reference.errors import A2AError
from conformance.reference.queries import Caller, GetQuery, ListQuery
from conformance.reference.store import Condition, Row, Store
from conformance.reference.tokens import Position


class _Lists(Rules):
    """Tells ListTasks from the other operations, within one unit of work of the store."""

    listing: ListQuery | None = None

    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        self.listing = super().list_query(caller, params)
        return self.listing

    def get_query(self, caller: Caller, params: Mapping[str, object]) -> GetQuery:
        self.listing = None
        return super().get_query(caller, params)


@fault("scope.list", "A list by contextId holds the tasks of every principal.")
class ContextsKnowNoPrincipal(_Lists):
    def scope(self, caller: Caller) -> list[Condition]:
        if self.listing and self.listing.context_id:
            return [Condition("tenant = ?", (caller.tenant,))]
        return super().scope(caller)


@fault(
    "scope.list",
    "Lists and GetTask show the tasks of every principal, those without a timestamp too.",
    also=("notfound.hidden", "order.dated"),
)
class EverythingIsPublic(Rules):
    def scope(self, caller: Caller) -> list[Condition]:
        return [Condition("tenant = ?", (caller.tenant,))]


@fault("scope.total", "totalSize counts the tasks of every principal.", also=("total.matches",))
class TotalKnowsNoPrincipal(Rules):
    def total(
        self, caller: Caller, store: Store, scope: Sequence[Condition], filters: Sequence[Condition]
    ) -> int:
        return store.count([Condition("tenant = ?", (caller.tenant,)), *filters])


@fault("scope.token", "A page token says whose list it continues.")
class TokenCarriesThePrincipal(_Lists):
    """The token is followed into the list that it came from, whoever uses it."""

    def fingerprint(self, caller: Caller, query: ListQuery) -> str:
        return super().fingerprint(replace(caller, principal=""), query)

    def token_for(self, caller: Caller, row: Row, fingerprint: str) -> str:
        return f"{caller.principal}:{super().token_for(caller, row, fingerprint)}"

    def position(self, caller: Caller, token: str, fingerprint: str) -> Position:
        return super().position(caller, token.partition(":")[2], fingerprint)

    def scope(self, caller: Caller) -> list[Condition]:
        owner = self.listing.page_token.partition(":")[0] if self.listing else ""
        return super().scope(replace(caller, principal=owner if owner in (ALICE, BOB) else caller.principal))


@fault("scope.while-working", "Whoever asks sees what is being worked on.")
class WorkingIsPublic(Rules):
    """Tasks of the demo are not touched: new ones are younger than its newest."""

    def scope(self, caller: Caller) -> list[Condition]:
        mine = super().scope(caller)[0]
        sql = f"({mine.sql}) OR (tenant = ? AND state = 'TASK_STATE_WORKING' AND stamp > '2026-09-12T12:00:00.125Z')"
        return [Condition(sql, (*mine.values, caller.tenant))]


@fault("scope.unauthenticated", "A wrong credential is as good as the right one.")
class AnyTokenWillDo(Rules):
    def principal(self, header: str | None, tokens: Mapping[str, str]) -> str:
        return super().principal(header, tokens) if header is None or "reference" in header else ALICE


@fault(
    "scope.unauthenticated", "A missing credential is a bad request.", bindings=("http+json",), clause="kind"
)
class MissingCredentialIsABadRequest(Rules):
    def principal(self, header: str | None, tokens: Mapping[str, str]) -> str:
        try:
            return super().principal(header, tokens)
        except A2AError as error:
            raise replace(error, http_status=400) from None


@fault("scope.challenge", "A 401 does not say which scheme is wanted.")
class NoChallenge(Rules):
    def principal(self, header: str | None, tokens: Mapping[str, str]) -> str:
        try:
            return super().principal(header, tokens)
        except A2AError as error:
            raise replace(error, headers={}) from None


@fault(
    "scope.list",
    "A list without a filter holds the newest task of another principal.",
    bindings=("http+json",),
)
class ListsHoldOneOfOthers(_Lists):
    def scope(self, caller: Caller) -> list[Condition]:
        query = self.listing
        bare = query and not (query.context_id or query.status or query.after)
        [own] = super().scope(caller)
        if not bare or caller.binding != "http+json":
            return [own]
        newest = "SELECT id FROM tasks WHERE tenant = ? AND principal <> ? ORDER BY ns DESC LIMIT 1"
        return [Condition(f"({own.sql}) OR id = ({newest})", (*own.values, *own.values))]


@fault("scope.total", "In a context totalSize counts the tasks of every principal.")
class ContextTotalKnowsNoPrincipal(_Lists):
    def total(
        self, caller: Caller, store: Store, scope: Sequence[Condition], filters: Sequence[Condition]
    ) -> int:
        in_context = self.listing and self.listing.context_id
        everyone = [Condition("tenant = ?", (caller.tenant,))]
        return store.count([*(everyone if in_context else scope), *filters])


@fault("scope.token", "A page token of another principal shows the task that it stands at.")
class TokenShowsItsTask(TokenCarriesThePrincipal):
    def scope(self, caller: Caller) -> list[Condition]:
        return (
            [Condition("tenant = ?", (caller.tenant,))] if self.foreign(caller) else Rules.scope(self, caller)
        )

    def foreign(self, caller: Caller) -> bool:
        owner = self.listing.page_token.partition(":")[0] if self.listing else ""
        return owner in (ALICE, BOB) and owner != caller.principal

    def beyond(self, caller: Caller, position: Position) -> Condition:
        here = Condition("id = ?", (position.id,))
        return here if self.foreign(caller) else super().beyond(caller, position)


@fault("scope.while-working", "GetTask shows whoever asks what is being worked on.")
class GetWorkingIsPublic(_Lists):
    def __init__(self) -> None:
        super().__init__()
        self.started = self.clock()

    def scope(self, caller: Caller) -> list[Condition]:
        if self.listing:
            return super().scope(caller)
        own = super().scope(caller)[0]
        fresh = "state IN ('TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING') AND ns > ?"
        return [Condition(f"({own.sql}) OR ({fresh})", (*own.values, self.started))]


@fault("scope.unauthenticated", "Who comes without a credential is the first principal.")
class NobodyIsSomebody(Rules):
    def principal(self, header: str | None, tokens: Mapping[str, str]) -> str:
        return ALICE if header is None else super().principal(header, tokens)


@fault("scope.list", "A list by status holds the tasks of every principal.")
class StatusKnowsNoPrincipal(_Lists):
    def scope(self, caller: Caller) -> list[Condition]:
        if self.listing and self.listing.status and not self.listing.context_id:
            return [Condition("tenant = ?", (caller.tenant,))]
        return super().scope(caller)


@fault("scope.list", "A list by time holds the tasks of every principal.")
class TimeKnowsNoPrincipal(_Lists):
    def scope(self, caller: Caller) -> list[Condition]:
        if self.listing and self.listing.after is not None:
            return [Condition("tenant = ?", (caller.tenant,))]
        return super().scope(caller)
