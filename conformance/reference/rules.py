"""Every promise that the server keeps, one small method each, so that one can be broken at a time.

A subclass that replaces a method is a server with that one rule changed; the caller (first argument) says
principal, tenant and binding, so a change can be limited to one of them. No input or output happens here.
"""

# ruff: noqa: ARG002 - the arguments are there for those who replace a rule

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Mapping, Sequence
from urllib.parse import unquote_to_bytes

from conformance.reference import errors, queries
from conformance.reference.errors import JSON, A2AError
from conformance.reference.queries import Binding, Caller, GetQuery, ListQuery
from conformance.reference.store import UNDATED, Condition, Row, Store, key_of
from conformance.reference.tokens import Position, seal, unseal


class ListRules:
    """ListTasks: paging, order, filters, totals (§3.1.4)."""

    default_size = 50
    largest_size = 100
    oversize = "clamp"  # or "refuse"

    def __init__(self) -> None:
        self.key = secrets.token_bytes(32)

    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        """Validate the parameters."""
        return queries.list_query(params)

    def page_limit(self, caller: Caller, asked: int | None) -> int:
        """Return how many tasks a page may hold."""
        if asked is None:
            return self.default_size
        if asked < 1 or (asked > self.largest_size and self.oversize == "refuse"):
            raise errors.invalid({"pageSize": f"Must be from 1 to {self.largest_size}, got {asked}"})
        return min(asked, self.largest_size)

    def page_echo(self, caller: Caller, limit: int, asked: int | None, count: int) -> int:
        """Return the answer's `pageSize`."""
        return limit

    def scope(self, caller: Caller) -> list[Condition]:
        """Return what limits every read to the tasks that the caller may see (§13.1)."""
        return [Condition("tenant = ? AND principal = ?", (caller.tenant, caller.principal))]

    def filters(self, caller: Caller, query: ListQuery) -> list[Condition]:
        """Return the filters that are set; they combine as AND."""
        found = []
        if query.context_id:
            found.append(Condition("context = ?", (query.context_id,)))
        if query.status is not None:
            found.append(Condition("state = ?", (query.status,)))
        if query.after is not None:
            found.append(self.after(caller, key_of(query.after)))
        return found

    def after(self, caller: Caller, bound: int) -> Condition:
        """Return the filter statusTimestampAfter: the bound itself is in, undated tasks are not."""
        return Condition("ns >= ? AND ns > ?", (bound, UNDATED))

    def order(self, caller: Caller) -> str:
        """Return the order: newest first, undated last, ties by id."""
        return "ns DESC, id"

    def beyond(self, caller: Caller, position: Position) -> Condition:
        """Return what stands behind `position` in the order."""
        return Condition("ns < ? OR (ns = ? AND id > ?)", (position.ns, position.ns, position.id))

    def total(
        self, caller: Caller, store: Store, scope: Sequence[Condition], filters: Sequence[Condition]
    ) -> int:
        """Return `totalSize`: what the query matches before paging."""
        return store.count([*scope, *filters])

    def fingerprint(self, caller: Caller, query: ListQuery) -> str:
        """Return what a page token is bound to: caller and filters, but not the page size."""
        parts = (caller.tenant, caller.principal, query.context_id, query.status, query.after)
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def token_for(self, caller: Caller, row: Row, fingerprint: str) -> str:
        return seal(self.key, Position(row.ns, row.id), fingerprint)

    def position(self, caller: Caller, token: str, fingerprint: str) -> Position:
        """Return where a page token points; what was not issued for this query is refused."""
        try:
            return unseal(self.key, token, fingerprint)
        except ValueError as error:
            raise errors.invalid({"pageToken": f"Must be a nextPageToken, unchanged: {error}"}) from None

    def next_token(self, caller: Caller, page: Sequence[Row], *, more: bool, fingerprint: str) -> str:
        """Return `nextPageToken`: always there, "" when nothing follows."""
        return self.token_for(caller, page[-1], fingerprint) if more else ""

    def list_artifacts(self, caller: Caller, task: JSON, *, include: bool) -> None:
        """Leave the member out unless it was asked for; then it is there, empty or not."""
        if include:
            task.setdefault("artifacts", [])
        else:
            task.pop("artifacts", None)


class TaskRules:
    """What is the same in every operation that shows a task (§3.1.3, §3.2.4, §3.3.2)."""

    def get_query(self, caller: Caller, params: Mapping[str, object]) -> GetQuery:
        """Validate the parameters."""
        return queries.get_query(params)

    def check_history_length(self, caller: Caller, length: int | None, name: str = "historyLength") -> None:
        if length is not None and length < 0:
            raise errors.invalid({name: f"Must not be negative, got {length}"})

    def apply_history(self, caller: Caller, task: JSON, length: int | None) -> None:
        """Keep the most recent `length` messages; with none the member is left out."""
        messages = task.pop("history", None)
        assert messages is None or isinstance(messages, list)
        kept = self.recent(caller, messages or [], length)
        if kept:
            task["history"] = kept

    def recent(self, caller: Caller, messages: list[JSON], length: int | None) -> list[JSON]:
        """Return the last `length` of `messages` (oldest first); unset is all."""
        if length is None:
            return messages
        return messages[-length:] if length else []

    def not_found(self, caller: Caller) -> A2AError:
        """Return the one refusal for a task that is unknown or somebody else's."""
        return errors.task_not_found()

    def tenant(self, caller: Caller, declared: Sequence[str]) -> None:
        """Refuse a tenant that no interface on the card has."""
        if caller.tenant not in declared:
            raise errors.invalid({"tenant": "Must be the tenant of an interface on the agent card"})

    def receive(self, caller: Caller, operation: str, params: JSON) -> JSON:
        """See the raw parameters before they are validated, as a place to change them."""
        return params

    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:
        """See a result before it is sent, as a place to change it."""
        return result

    def clock(self) -> int:
        """Return the time, in nanoseconds since the epoch."""
        return time.time_ns()


class WireRules:
    """Credentials, versions and the two bindings' shapes (§3.6, §7, §9, §11)."""

    challenge = 'Bearer realm="reference"'

    def principal(self, header: str | None, tokens: Mapping[str, str]) -> str:
        """Return whose credential the header holds; `tokens` maps bearer tokens to principals."""
        if header is None:
            raise errors.unauthenticated(self.challenge, "A bearer token is needed")
        scheme, _, token = header.partition(" ")
        found = tokens.get(token.strip()) if scheme.lower() == "bearer" else None
        if found is None:
            raise errors.unauthenticated(
                f'{self.challenge}, error="invalid_token"', "The credential is not accepted"
            )
        return found

    def version(self, binding: Binding, asked: str) -> None:
        """Refuse every A2A-Version but 1.0, patch number aside; none means 0.3 (§3.6.2)."""
        major, _, rest = asked.partition(".")
        minor, _, patch = rest.partition(".")
        digits = all(part.isascii() and part.isdigit() for part in (minor, patch or "0"))
        if (major, minor) != ("1", "0") or not digits or asked.endswith("."):
            raise errors.version_not_supported(asked[:40])

    def media_type(self, binding: Binding) -> str:
        return "application/json" if binding == "jsonrpc" else "application/a2a+json"

    def written(self, binding: Binding, body: bytes) -> bytes:
        """See the bytes of a body before they are sent, as a place to change them."""
        return body

    def path_segment(self, raw: str) -> str:
        """Decode one percent-encoded piece of a path, once; UnicodeDecodeError if it is no UTF-8."""
        return unquote_to_bytes(raw).decode("utf-8")

    def query_value(self, raw: str) -> str:
        """Decode a name or value of a query string, once; UnicodeDecodeError if it is no UTF-8."""
        return unquote_to_bytes(raw.replace("+", " ")).decode("utf-8")

    def rpc_method(self, name: str) -> str:
        """Return the operation that a method's name stands for."""
        return name

    def rpc_params(self, item: JSON) -> JSON:
        """Return a request's named parameters; none is {}."""
        params = item.get("params")
        if params is None:
            return {}
        if not isinstance(params, dict):
            raise errors.invalid({"params": "Must be an object"})
        return params

    def wrong_verb(self, verbs: Sequence[str]) -> A2AError:
        """Return the refusal of a verb that a path does not have."""
        return errors.method_not_allowed(", ".join(verbs))

    def rpc_success(self, request_id: object, result: JSON) -> JSON:
        return {"jsonrpc": "2.0", "id": request_id, "result": result}

    def rpc_error(self, request_id: object, error: A2AError) -> JSON:
        body: JSON = {"code": error.rpc_code, "message": error.message, "data": error.details()}
        return {"jsonrpc": "2.0", "id": request_id, "error": body}

    def rpc_notified(self) -> bool:
        """Say whether a request without an id goes unanswered."""
        return True

    def http_error(self, error: A2AError) -> JSON:
        body: JSON = {
            "code": error.http_status,
            "status": error.status,
            "message": error.message,
            "details": error.details(),
        }
        return {"error": body}


class Rules(ListRules, TaskRules, WireRules):
    """All of them."""
