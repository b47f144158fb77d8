"""A difference in words: lines for a terminal, and a dict for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from conformance.comparison.diff import KINDS, Change, Difference, Judged
from conformance.core.hostile import for_terminal
from conformance.report.words import SIGNS

FORMAT: Final = "task-conformance-diff/1"
HEADINGS: Final = {
    "worse": "Got worse",
    "no longer shown": "No longer shown",
    "vanished": "Vanished: cases of OLD only",
    "appeared": "Appeared: cases of NEW only",
    "changed": "Changed, neither better nor worse",
    "better": "Got better",
}
MAX_SAID: Final = 400


def difference_lines(found: Difference) -> Iterator[str]:
    """Yield the difference as lines, what got worse first; safe to print on a terminal and a CI log."""
    for remark in found.remarks:
        yield for_terminal(remark, MAX_SAID)
    for kind in KINDS:
        changes = found.of(kind)
        if changes:
            yield ""
            yield f"{HEADINGS[kind]} ({len(changes)})"
            for change in changes:
                yield from _told(change)
    if found.behaviours:
        yield ""
        yield f"Behaves otherwise ({len(found.behaviours)})"
        for moved in found.behaviours:
            yield f"  {for_terminal(f'{moved.requirement}  {moved.interface}  {moved.name}')}"
            yield f"      was: {for_terminal('; '.join(moved.old), MAX_SAID)}"
            yield f"      now: {for_terminal('; '.join(moved.new), MAX_SAID)}"
    if not found.changes and not found.behaviours:
        yield "Nothing changed."


def _told(change: Change) -> Iterator[str]:
    entries = [entry for entry in (change.old, change.new) if entry]
    moved = " → ".join(f"{SIGNS[entry.verdict].symbol} {entry.verdict}" for entry in entries)
    place = for_terminal("  ".join(filter(None, (change.requirement, change.interface, change.case))))
    yield f"  {place}: {moved}"
    for name, entry in (("was", change.old), ("now", change.new)):
        if entry and entry.said:
            yield f"      {name}: {for_terminal(entry.said, MAX_SAID)}"


def difference_data(found: Difference, *, strict: bool) -> dict[str, Any]:
    """Return the difference for programs: a list of changes for each kind."""
    return {
        "format": FORMAT,
        "got_worse": found.got_worse(strict=strict),
        "remarks": list(found.remarks),
        **{
            kind.replace(" ", "_"): [
                {
                    "requirement": change.requirement,
                    "interface": change.interface,
                    "case": change.case,
                    "old": _side(change.old),
                    "new": _side(change.new),
                }
                for change in found.of(kind)
            ]
            for kind in KINDS
        },
        "behaviours": [
            {
                "requirement": moved.requirement,
                "interface": moved.interface,
                "name": moved.name,
                "old": list(moved.old),
                "new": list(moved.new),
            }
            for moved in found.behaviours
        ],
    }


def _side(entry: Judged | None) -> dict[str, str] | None:
    return {"verdict": str(entry.verdict), "said": entry.said} if entry else None
