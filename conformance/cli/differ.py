"""`task-conformance diff`: one server before and after, case by case."""

from __future__ import annotations

import json
from pathlib import Path

from conformance.cli.output import say
from conformance.comparison.diff import difference
from conformance.comparison.differing import difference_data, difference_lines
from conformance.comparison.loading import load_either, refuse_mixed
from conformance.core.errors import UsageError


def diff_command(old: Path, new: Path, *, strict: bool, as_json: bool) -> int:
    """Print what changed from `old` to `new`; 1 when something got worse, else 0. Raises UsageError."""
    sides = [load_either(old), load_either(new)]
    if sides[0]["format"] != sides[1]["format"]:
        raise UsageError("A report and a comparison can't be compared.", hint="Give two of the same kind.")
    refuse_mixed(sides)
    found = difference(*sides)
    if as_json:
        say(json.dumps(difference_data(found, strict=strict), ensure_ascii=True, indent=1) + "\n")
    else:
        say("".join(f"{line}\n" for line in difference_lines(found)))
    return 1 if found.got_worse(strict=strict) else 0
