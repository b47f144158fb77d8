"""What can be asked of a task API, as data, in words that belong to no binding."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from conformance.core.jsontext import encode

Principal = Literal["main", "other", "anonymous", "wrong"]


@dataclass(frozen=True, eq=False)
class Question:
    """One request, before a binding gives it bytes.

    `params` go by the profile's neutral names, `extra` by names on the wire that no profile has. A `headers` value of
    None leaves a header out. `wire` holds tweaks that only one binding understands: for JSON-RPC `rpc_id`,
    `rpc_method`, `rpc_params` and `rpc_body`; for HTTP `http_method`, `http_path` and `http_query`. `tenant` takes the
    place of the interface's own on every binding.
    """

    operation: str
    params: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    principal: Principal = "main"
    headers: Mapping[str, str | None] = field(default_factory=dict)
    wire: Mapping[str, Any] = field(default_factory=dict)

    @functools.cached_property
    def key(self) -> str:
        """The canonical text of this question: equal for equal requests, and 1, 1.0 and true differ."""
        parts = {"op": self.operation, "by": self.principal, "params": dict(self.params)}
        parts |= {
            name: dict(value)
            for name, value in (("extra", self.extra), ("headers", self.headers), ("wire", self.wire))
            if value
        }
        return encode(parts).decode()

    def but(self, **changes: Any) -> Question:
        """Return this question with other parameters; a parameter of value `...` is taken out."""
        params = {**self.params, **changes}
        return replace(self, params={name: value for name, value in params.items() if value is not ...})

    def by(self, principal: Principal) -> Question:
        """Return this question as another principal asks it."""
        return replace(self, principal=principal)

    def spoken(self, **wire: Any) -> Question:
        """Return this question with tweaks for one binding."""
        return replace(self, wire={**self.wire, **wire})

    def with_headers(self, **headers: str | None) -> Question:
        """Return this question with other headers; `_` in a name stands for `-`."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return replace(self, headers={**self.headers, **named})

    def with_extra(self, **extra: Any) -> Question:
        """Return this question with parameters that the profile does not name."""
        return replace(self, extra={**self.extra, **extra})


def list_tasks(**params: Any) -> Question:
    """Ask for a page of tasks: context, status, page_size, page_token, window, after, artifacts."""
    return Question("list", params)


def get_task(task_id: Any, **params: Any) -> Question:
    """Ask for one task: window."""
    return Question("get", {"id": task_id, **params})


def send_message(message: Mapping[str, Any], **params: Any) -> Question:
    """Send a message, which may create a task: configuration, metadata."""
    return Question("send", {"message": message, **params})
