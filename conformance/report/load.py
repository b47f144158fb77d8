"""Reading a report.json that somebody hands over, and holding it to its schema.

What a report means, and how it is shown, does not belong here.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import jsonschema
from jsonschema.exceptions import best_match

from conformance.core.errors import UsageError

FORMAT: Final = "task-conformance-report/1"

_PACKAGE: Final = Path(__file__).resolve().parents[1]
_MAX_MESSAGE: Final = 240


def spans(interface: str) -> bool:
    """Whether a finding is of no one interface: it spans all (of a tenant, `all/NAME`), or applies to none (`-`)."""
    return interface in {"all", "-"} or interface.startswith("all/")


def load_report(path: Path | str) -> dict[str, Any]:
    """Read and check the report at `path`; raises UsageError when it is not a whole, sound report.

    A report of a run that was cut short (`complete` absent or false) is sound.
    """
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror or error}.") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8, at byte {error.start}.") from None
    try:
        report = json.loads(text)
    except RecursionError:
        raise UsageError(f"{path} is nested too deeply for a report.") from None
    except ValueError as error:
        raise UsageError(f"{path} is not JSON: {error}.", hint="Was it cut short while copied?") from None
    check_report(report, str(path))
    return report  # type: ignore[no-any-return] # the schema has just said that it is an object


def check_report(report: object, name: str = "The report") -> None:
    """Raise UsageError, naming the place, when `report` breaks the schema or refers to what it does not hold."""
    if not isinstance(report, Mapping) or "format" not in report:
        raise UsageError(
            f"{name} is not a report of task-conformance.", hint="Give the report.json of a run."
        )
    if report["format"] != FORMAT:
        raise UsageError(
            f"{name} has the format {_short(repr(report['format']))}, this version reads {FORMAT!r}.",
            hint="Judge it with the version that wrote it.",
        )
    error = best_match(_validator().iter_errors(report))
    if error is not None:
        raise UsageError(
            f"{name} is not a sound report: {_place(error.absolute_path)}: {_short(error.message)}."
        )
    for problem in _dangling(report):
        raise UsageError(f"{name} is not a sound report: {_short(problem)}.")


def schema_text(name: str) -> str:
    """Return the text of `schemas/<name>`: inside the installed package, or beside it in a clone."""
    for directory in (_PACKAGE / "schemas", _PACKAGE.parent / "schemas"):
        if (directory / name).is_file():
            return (directory / name).read_text(encoding="utf-8")
    raise FileNotFoundError(name)


@functools.cache
def _validator() -> jsonschema.Draft202012Validator:
    # A report that was not read from a file holds mappings that are no dicts.
    types = jsonschema.Draft202012Validator.TYPE_CHECKER.redefine(
        "object", lambda _, value: isinstance(value, Mapping)
    )
    schema = json.loads(schema_text("report.schema.json"))
    extended = jsonschema.validators.extend(jsonschema.Draft202012Validator, type_checker=types)  # type: ignore[no-untyped-call]
    return extended(schema)  # type: ignore[no-any-return] # it has no stubs for what extend makes


def _dangling(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield what the schema can't see: names that lead nowhere, keys that stand twice."""
    catalogue, exchanges = report["catalogue"], report["exchanges"]
    groups = {group["key"] for group in catalogue["groups"]}
    clauses: dict[str, set[str]] = {}
    for requirement in catalogue["requirements"]:
        if requirement["group"] not in groups:
            yield f"requirement {requirement['id']} is of an unknown group {requirement['group']!r}"
        if requirement["id"] in clauses:
            yield f"requirement {requirement['id']} stands in the catalogue twice"
        clauses[requirement["id"]] = {clause["key"] for clause in requirement["clauses"]}
    keys = [interface["key"] for target in report["targets"] for interface in target["interfaces"]]
    if len(keys) != len(set(keys)):
        yield "two interfaces have the same key"
    for index, finding in enumerate(report["findings"]):
        place = f"findings[{index}]"
        if finding["requirement"] not in clauses:
            yield f"{place} is of an unknown requirement {finding['requirement']!r}"
        elif finding["clause"] and finding["clause"] not in clauses[finding["requirement"]]:
            yield f"{place} is of an unknown clause {finding['clause']!r} of {finding['requirement']}"
        if not spans(finding["interface"]) and finding["interface"] not in keys:
            yield f"{place} is of an unknown interface {finding['interface']!r}"
        marked = [mark["exchange"] for mark in finding["marks"]]
        for key in [*finding["exchanges"], *marked]:
            if key not in exchanges:
                yield f"{place} names an exchange {key!r} that is not in the report"


def _place(path: Any) -> str:
    """Write a path into the report as people read it: findings[3].verdict."""
    steps = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return _short(steps.removeprefix(".")) or "at the top"


def _short(text: str) -> str:
    return text if len(text) <= _MAX_MESSAGE else f"{text[: _MAX_MESSAGE - 1]}…"
