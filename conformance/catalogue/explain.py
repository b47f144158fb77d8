"""The catalogue as plain text, for `list` and `explain`. Colour and terminals are the command line's."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable, Iterator, Sequence

from conformance.catalogue.model import Catalogue, Clause, Requirement
from conformance.profiles import Profile

BINDING_NAMES = {"jsonrpc": "JSON-RPC", "http+json": "HTTP+JSON", "grpc": "gRPC"}
OPERATION_NAMES = {"get": "GetTask", "list": "ListTasks", "send": "SendMessage"}
PERMISSION_NAMES = {
    "create": "permission to create tasks (--create-tasks)",
    "second-credential": "a second credential (--other-header or --other-bearer-env)",
}
INDIRECT = "a MUST by §3.3.2 alone: all input is validated"
APPLIES_TO = {
    "": "",
    "tenant": "interfaces with a tenant",
    "no-tenant": "interfaces without a tenant",
    "several-bindings": "agents with several interfaces",
    "secured": "agents whose card requires credentials",
}


def explain(
    requirement: Requirement,
    checks: Sequence[str],
    faults: Sequence[str] = (),
    *,
    width: int = 80,
    profile: Profile | None = None,
) -> str:
    """Return all there is to say about one requirement.

    `checks` are the names of what judges it, `faults` of the servers that must turn it red; `profile` is the API's.
    """
    parts = [requirement.id, *folded(requirement.statement, width), ""]
    for clause in requirement.clauses:
        parts += entry(f"{level_of(clause)} ({clause.key})", clause.text, width)
    if any(clause.indirect for clause in requirement.clauses):
        parts += entry("*", INDIRECT, width)
    parts.append("")
    parts += entry("never failed", requirement.never, width)
    parts += entry("needs", requirement.needs, width)
    parts += entry("give", "; ".join(PERMISSION_NAMES[name] for name in requirement.permissions), width)
    parts += entry("applies to", scope_of(requirement, profile), width)
    parts += entry("judged after", ", ".join(requirement.after), width)
    parts += entry("judged by", ", ".join(checks) or "no check", width)
    parts += entry("broken by the faults", ", ".join(faults), width)
    if requirement.observed:
        parts += entry("strength", "not promised firmly: what a server does is only recorded", width)
    parts += entry("ruling", requirement.ruling, width)
    parts += entry("note", requirement.spec_note, width)
    parts += ["", "Specification"]
    for section in requirement.sections:
        title = "" if section.label.endswith(section.title) else f" {section.title}"
        parts += [f"  {section.label}{title}", f"    {section.url}"]
    return "\n".join(parts) + "\n"


def listing(
    catalogue: Catalogue, requirements: Iterable[Requirement] | None = None, *, width: int = 80
) -> str:
    """Return the requirements by group, all of them if none are given: id, level, statement."""
    chosen = list(catalogue if requirements is None else requirements)
    blocks = (
        block(group.title, [r for r in chosen if r.group == group.key], width) for group in catalogue.groups
    )
    return "\n\n".join(text for text in blocks if text) + "\n"


def block(title: str, requirements: Collection[Requirement], width: int) -> str:
    """Return one group of a listing, or nothing where it has no requirements."""
    if not requirements:
        return ""
    lines = [title]
    for requirement in requirements:
        lines.append(f"  {requirement.id:<30}{requirement.level}")
        lines += folded(requirement.statement, width, indent="      ")
    return "\n".join(lines)


def level_of(clause: Clause) -> str:
    """Return a clause's level as the catalogue's files write it."""
    return f"{clause.level}*" if clause.indirect else str(clause.level)


def scope_of(requirement: Requirement, profile: Profile | None = None) -> str:
    """Return what a requirement is about: kind of target, bindings, operations."""
    if profile is not None and profile.catalogue != "a2a":
        spoken = (profile.operations[name] for name in requirement.operations)
        return ", ".join(f"{operation.method} {operation.path}" for operation in spoken)
    parts = [
        APPLIES_TO[requirement.applies],
        ", ".join(BINDING_NAMES[name] for name in requirement.bindings),
        ", ".join(OPERATION_NAMES[name] for name in requirement.operations),
    ]
    return "; ".join(part for part in parts if part)


def entry(name: str, value: str, width: int) -> Iterator[str]:
    """Yield "name: value", folded under itself; nothing for an empty value."""
    if value:
        yield from folded(f"{name}: {value}", width, indent="  ", hanging="    ")


def folded(words: str, width: int, *, indent: str = "", hanging: str | None = None) -> list[str]:
    """Break a text into lines of at most `width` columns; a word that is longer stands alone."""
    return textwrap.wrap(
        words,
        width,
        initial_indent=indent,
        subsequent_indent=indent if hanging is None else hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )
