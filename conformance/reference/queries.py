"""What a caller asks, once validated: the caller, and the questions as typed values.

No rules and no SQL here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from conformance.reference.validate import Reader

Binding = Literal["jsonrpc", "http+json"]


@dataclass(frozen=True)
class Caller:
    """Who asks, for which tenant ("" is the default one), over which binding."""

    principal: str
    tenant: str
    binding: Binding


@dataclass(frozen=True, kw_only=True)
class GetQuery:
    """GetTask (§3.1.3)."""

    id: str
    history_length: int | None


@dataclass(frozen=True, kw_only=True)
class ListQuery:
    """ListTasks (§3.1.4). None and "" are unset; `after` is in nanoseconds since the epoch."""

    context_id: str
    status: str | None
    page_size: int | None
    page_token: str
    history_length: int | None
    after: int | None
    include_artifacts: bool


def get_query(params: Mapping[str, object]) -> GetQuery:
    """Read GetTask's parameters; raises the validation error."""
    reader = Reader(params)
    query = GetQuery(id=reader.text("id", required=True), history_length=reader.integer("historyLength"))
    reader.finish()
    return query


def list_query(params: Mapping[str, object]) -> ListQuery:
    """Read ListTasks' parameters; raises the validation error. Members of other names are ignored (§5.7)."""
    reader = Reader(params)
    query = ListQuery(
        context_id=reader.text("contextId"),
        status=reader.state("status"),
        page_size=reader.integer("pageSize"),
        page_token=reader.text("pageToken"),
        history_length=reader.integer("historyLength"),
        after=reader.timestamp("statusTimestampAfter"),
        include_artifacts=reader.flag("includeArtifacts") or False,
    )
    reader.finish()
    return query
