"""Writing the reports of a run, each whole or not at all.

Where the files go is the caller's choice; what stands in them is made by the other modules of this room.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance.core.errors import UsageError
from conformance.report.html import render_html
from conformance.report.junit import render_junit


@dataclass(frozen=True, slots=True)
class Paths:
    """Where each report goes; None leaves one out."""

    json: Path | None = None
    html: Path | None = None
    junit: Path | None = None

    @classmethod
    def under(cls, directory: Path | str) -> Paths:
        """Return the usual names in `directory`."""
        directory = Path(directory)
        return cls(directory / "report.json", directory / "report.html", directory / "junit.xml")


def write_reports(report: Mapping[str, Any], paths: Paths, *, strict: bool = False) -> Sequence[Path]:
    """Render and write every report that `paths` names, and return the paths, the page first.

    Each is written under another name and then renamed: older
    reports stay until newer ones are whole. Raises UsageError when a file can't be written.
    """
    made: list[tuple[Path, Iterable[str]]] = []
    if paths.html:
        made.append((paths.html, [render_html(report)]))
    if paths.json:
        made.append((paths.json, report_parts(report)))
    if paths.junit:
        made.append((paths.junit, [render_junit(report, strict=strict)]))
    # report.json first: it alone is rendered while it is written, and can still fail.
    for path, parts in sorted(made, key=lambda one: one[0] != paths.json):
        write_whole(path, parts)
    return [path for path, _ in made]


def report_parts(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield report.json's text piece by piece: as one string it may be larger than all else in the run.

    Raises ValueError for a number that JSON does not have.
    """
    encoder = json.JSONEncoder(ensure_ascii=False, indent=1, allow_nan=False)
    yield "{"
    for place, (name, value) in enumerate(report.items()):
        yield f"{',' if place else ''}\n {json.dumps(name)}: "
        if isinstance(value, Mapping) and value:
            yield "{"
            for inner, (key, item) in enumerate(value.items()):
                yield f"{',' if inner else ''}\n  {json.dumps(key, ensure_ascii=False)}: "
                yield from (part.replace("\n", "\n  ") for part in encoder.iterencode(item))
            yield "\n }"
        else:
            yield from (part.replace("\n", "\n ") for part in encoder.iterencode(value))
    yield "\n}\n"


def report_text(report: Mapping[str, Any]) -> str:
    """Return report.json's text. Raises ValueError for a number that JSON does not have."""
    return "".join(report_parts(report))


def write_whole(path: Path, text: str | Iterable[str]) -> None:
    """Put `text`, or its parts, at `path` as UTF-8, in one step; raises UsageError when that can't be done."""
    parts = [text] if isinstance(text, str) else text
    if not is_file(path):
        _write_through(path, parts)
        return
    path = Path(os.path.realpath(path))  # a link stays a link
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error.strerror or error}.") from None
    try:
        with os.fdopen(handle, "wb") as file:
            for part in parts:
                # Half a surrogate pair has no UTF-8; as \\ud800 it is legal wherever a report can hold one.
                file.write(part.encode("utf-8", "backslashreplace"))
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error.strerror or error}.") from None
    finally:
        with contextlib.suppress(FileNotFoundError):
            Path(name).unlink()


def is_file(path: Path) -> bool:
    """Say whether a report at `path` is or will be a file, or a folder in its way; a pipe or a device is neither."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return True
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode)


def _write_through(path: Path, parts: Iterable[str]) -> None:
    """Write to a pipe or a device, which must never be replaced by a file."""
    try:
        with path.open("wb") as file:
            for part in parts:
                file.write(part.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error.strerror or error}.") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
