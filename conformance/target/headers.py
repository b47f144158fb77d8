"""`--header 'Name: value'` and `--header @file`, read and checked. Errors never hold a value."""

from __future__ import annotations

import re
from pathlib import Path

from conformance.core.errors import UsageError
from conformance.probe.wire import Headers

OURS = ("a2a-version", "connection", "content-length", "host", "transfer-encoding")
"""Headers that the suite sets itself, and that would break its requests."""
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_BARE_SCHEME = re.compile(r"(bearer|basic|digest|token)", re.IGNORECASE)


def parse_headers(written: tuple[str, ...], option: str) -> Headers:
    """Return the headers of an option that may be given several times; a name may come once. Raises UsageError."""
    headers: list[tuple[str, str]] = []
    for text in written:
        lines, where = ([text], option) if not text.startswith("@") else _lines(text[1:], option)
        headers += [_header(line, where) for line in lines]
    names = [name.lower() for name, _ in headers]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"{option}: the header {name} is given twice.")
    return tuple(headers)


def header_name(text: str) -> str:
    """Return what may be shown of an option's text: the header's name or the file's, never the value."""
    if text.startswith("@"):
        return text
    name, colon, _ = text.partition(":")
    return name.strip() if colon and _NAME.fullmatch(name.strip()) else "(unreadable)"


def _lines(file: str, option: str) -> tuple[list[str], str]:
    try:
        text = Path(file).expanduser().read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"{option} @{file} can't be read: {error.strerror or 'no reason given'}.") from None
    except UnicodeDecodeError:
        raise UsageError(f"{option} @{file} is not UTF-8 text.") from None
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if not lines:
        raise UsageError(f"{option} @{file} holds no header.", hint="It takes lines like: Name: value")
    return lines, f"{option} @{file}"


def _header(line: str, where: str) -> tuple[str, str]:
    name, colon, value = line.partition(":")
    name, value = name.strip(), value.strip(" \t")
    if not colon or not _NAME.fullmatch(name):
        raise UsageError(f"{where} takes a header.", hint="It is written as 'Name: value'.")
    if name.lower() in OURS:
        raise UsageError(f"{where}: {name} is set by the suite itself.")
    if not value or _BARE_SCHEME.fullmatch(value):
        raise UsageError(
            f"{where}: the value of {name} is empty.", hint="Is a variable of the shell not set?"
        )
    if not all(char == "\t" or (char >= " " and char != "\x7f") for char in value):
        raise UsageError(f"{where}: the value of {name} holds a line break or a control character.")
    return name, value
