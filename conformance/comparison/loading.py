"""The arguments of `compare` and `diff`: urls, saved reports, comparisons, each perhaps with a name before it."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import jsonschema
from jsonschema.exceptions import best_match

from conformance.comparison.data import FORMAT
from conformance.core.errors import UsageError
from conformance.core.hostile import for_terminal
from conformance.report.load import check_report, load_report, schema_text

_NAMED: Final = re.compile(r"(?P<name>[^=/\\:?#]+)=(?P<rest>.+)", re.DOTALL)
_URL: Final = re.compile(r"https?://", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Given:
    """One argument of `compare`: a url to run against, or a report that is there; `name` may be empty."""

    name: str
    url: str = ""
    path: Path | None = None


def read_argument(text: str) -> Given:
    """Return what an argument means: URL, FILE, name=URL or name=FILE. UsageError for an empty one."""
    found = None if Path(text).is_file() else _NAMED.fullmatch(text)
    name, rest = (found["name"].strip(), found["rest"].strip()) if found else ("", text.strip())
    if not rest:
        raise UsageError(
            "An argument is empty.", hint="Each is a URL, a report.json, or one with name= before it."
        )
    if _URL.match(rest):
        return Given(name, url=rest)
    if not Path(rest).exists() and not rest.endswith(".json"):
        raise UsageError(
            f"{rest} is neither a file nor a URL.", hint="A URL starts with http:// or https://."
        )
    return Given(name, path=Path(rest))


def load_either(path: Path) -> Mapping[str, Any]:
    """Return the sound report or the sound comparison at `path`. Raises UsageError."""
    try:
        value = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return load_report(path)  # it says what is wrong
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        check_report(value, str(path))
        return value  # type: ignore[no-any-return] # the check has just said that it is an object
    error = best_match(_validator().iter_errors(value))
    if error is not None:
        raise UsageError(f"{path} is not a sound comparison: {error.json_path}: {error.message[:200]}.")
    return value


def refuse_mixed(documents: Iterable[Mapping[str, Any]]) -> None:
    """Raise UsageError where reports or comparisons are of more than one API: one id says another thing in each."""
    profiles = dict.fromkeys(str(document["catalogue"]["profile"]) for document in documents)
    if len(profiles) > 1:
        named = for_terminal(", ".join(profiles), 200)
        raise UsageError(
            f"The reports are of different APIs ({named}).",
            hint="Only those of one can be held to each other.",
        )


@functools.cache
def _validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads(schema_text("comparison.schema.json")))
