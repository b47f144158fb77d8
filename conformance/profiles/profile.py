"""What a profile holds once it is read: plain records. Reading a file is `reading`, judging one `mistakes`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter's name on the wire and where it goes: query, header or body (there a JSON pointer or a name)."""

    name: str
    place: str = "query"


@dataclass(frozen=True, slots=True)
class Operation:
    """How one operation is spoken: HTTP verb and path, JSON-RPC method, parameters by their neutral names."""

    method: str
    path: str
    params: Mapping[str, Param]
    rpc: str = ""


@dataclass(frozen=True, slots=True)
class Refusals:
    """What one kind of mistake is answered with: a JSON-RPC code, HTTP statuses, codes in the body.

    `id` is an id that makes the mistake, where the kind is about ids.
    """

    rpc: int = 0
    statuses: tuple[int, ...] = ()
    codes: tuple[str | int, ...] = ()
    id: str = ""

    @property
    def http(self) -> int:
        """The HTTP status, where there is one."""
        return self.statuses[0] if self.statuses else 0

    @property
    def reason(self) -> str:
        """The code in the body, where there is one: A2A's ErrorInfo reason (§9.5)."""
        return str(self.codes[0]) if self.codes else ""


@dataclass(frozen=True, slots=True)
class Pager:
    """One way through a list: token, last-id, page, offset, next-url or link; `first` is the number of the first page.

    `ends` are the signs by which the documentation says that a page is the last.
    """

    style: str
    first: int = 1
    ends: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Order:
    """Which way lists are sorted by the item's timestamp, and how that is written.

    `field_strength` is the strength of its being that timestamp: what rests on it is no stronger.
    """

    direction: str = ""
    time: str = "rfc3339"
    undated: str = "unspecified"
    field_strength: str = ""


@dataclass(frozen=True, slots=True)
class Window:
    """Which end of the item's array a limit keeps, and what no limit and zero mean."""

    keep: str = ""
    unset: str = "unspecified"
    zero: str = "unspecified"


@dataclass(frozen=True, slots=True)
class Omission:
    """Pointers of an item's members that lists leave out, in which forms, and the parameters that bring them back."""

    members: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    switch: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Filter:
    """A parameter that lets through items by what stands at `pointer`; `invalid` is a value that it can't take.

    A `strength` of its own takes the place of the promise's; `place` is where the parameter goes, as Param has it.
    """

    name: str
    param: str
    pointer: str
    operator: str = "equals"
    kind: str = "text"
    invalid: Any = None
    place: str = "query"
    strength: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """The header that names the API's version: the default, what is known, and a value that is not."""

    header: str = ""
    default: str = ""
    known: tuple[str, ...] = ()
    unknown: str = ""


@dataclass(frozen=True, slots=True)
class Auth:
    """How a bearer token is sent; an empty scheme sends it as it is."""

    header: str = "Authorization"
    scheme: str = "Bearer"


@dataclass(frozen=True, slots=True)
class Variable:
    """A part of paths and headers that the user gives; what is secret stands in no report."""

    description: str
    default: str | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Promise:
    """That an API promises a requirement of the common catalogue, how firmly, and where it says so.

    `text` takes the place of the catalogue's sentence.
    """

    requirement: str
    strength: str
    source: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One task API: operations by neutral name, JSON pointers (RFC 6901) of answers and items, numbers, promises.

    `catalogue` names the catalogue that holds the promises, empty where `promises` do. `data` is the file as it was.
    """

    name: str
    title: str
    specification: str
    operations: Mapping[str, Operation]
    answer: Mapping[str, Any]
    item: Mapping[str, str]
    documentation: str = ""
    item_name: str = "task"
    items_name: str = "tasks"
    binding: str = "http"
    catalogue: str = ""
    variables: Mapping[str, Variable] = field(default_factory=dict)
    auth: Auth = Auth()
    headers: Mapping[str, str] = field(default_factory=dict)
    get_root: str = ""
    pagers: tuple[Pager, ...] = ()
    page_size: Mapping[str, Any] = field(default_factory=dict)
    order: Order = Order()
    window: Window = Window()
    omission: Omission = Omission()
    filters: tuple[Filter, ...] = ()
    error_code: tuple[str, ...] = ()
    error_message: tuple[str, ...] = ()
    errors: Mapping[str, Refusals] = field(default_factory=dict)
    version: Version = Version()
    states: Mapping[str, Any] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    promises: Mapping[str, Promise] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def terminal(self) -> frozenset[str]:
        """States that an item never leaves."""
        return frozenset(self.states.get("terminal", ()))

    @property
    def known_states(self) -> tuple[str, ...]:
        """Every state that an item can be in, as far as the profile names them."""
        return tuple(
            state for kind in ("open", "interrupted", "terminal") for state in self.states.get(kind, ())
        )
