"""What the text of an answer says: its kind, its JSON, a refusal."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from conformance.core.hostile import shorten
from conformance.core.jsontext import Problem
from conformance.core.missing import MISSING

MOST_WORDS = 300
"""Characters that are quoted of a refusal's message."""

Made = TypeVar("Made")


class Kind(enum.StrEnum):
    """What sort of answer came."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    FAULT = "server fault"  # 5xx, -32603, a dropped connection: the server's own
    THROTTLED = "throttled"  # 429, 502, 503, 504
    GATEWAY = "gateway"  # something in front of the server answered
    UNREADABLE = "unreadable"  # a success that is not JSON, or not this protocol


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal as the binding says it; `code` is JSON-RPC's, None on HTTP. `error` is the raw error object."""

    code: Any
    status: int
    message: Any
    details: Any
    error: Any

    @property
    def infos(self) -> list[Mapping[str, Any]]:
        """The google.rpc.ErrorInfo objects among the details (§9.5, §11.6)."""
        details = self.details if isinstance(self.details, list) else []
        return [
            d
            for d in details
            if isinstance(d, dict) and str(d.get("@type", "")).endswith("google.rpc.ErrorInfo")
        ]

    def __str__(self) -> str:
        how = f"HTTP {self.status}" if self.code is None else f"{self.code} (HTTP {self.status})"
        text = shorten(self.message, MOST_WORDS) if isinstance(self.message, str) else ""
        return f"refused with {how}" + (f": {text}" if text else "")


@dataclass(frozen=True, repr=False)
class Reading:
    """What the text of an answer says. It may be large: an Answer asks the shelf for it each time."""

    kind: Kind
    document: Any = MISSING
    problems: tuple[Problem, ...] = ()
    body: Any = MISSING
    root: str = ""
    refusal: Refusal | None = None
    trouble: str = ""
    _made: dict[str, Any] = field(default_factory=dict, compare=False)

    def once(self, name: str, make: Callable[[], Made]) -> Made:
        """Return what `make` gives, made once for as long as the reading is held."""
        if name not in self._made:
            self._made[name] = make()
        made: Made = self._made[name]
        return made
