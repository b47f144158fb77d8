"""Making text that a server wrote safe to show: on a terminal, on a CI log, in XML.

HTML is the template engine's to escape, secrets are the redactor's; neither belongs here. A console that reads
markup of its own (rich) must still be told that what comes from here is plain text.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

ELLIPSIS: Final = "…"

_NAMED: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_UNSAFE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_ILLEGAL_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_GITHUB: Final = (
    "add-mask|add-matcher|add-path|debug|echo|endgroup|error|group|notice|remove-matcher|save-state|set-env|set-output|"
    "stop-commands|warning"
)
_COMMAND: Final = re.compile(rf"(?<!\S):(?=:)|:(?=:(?:{_GITHUB})\b)|#(?=#[a-z]*\[)", re.IGNORECASE)


def shorten(text: str, limit: int) -> str:
    """Return at most `limit` characters of `text`; what was cut shows as an ellipsis."""
    if len(text) <= limit:
        return text
    return text[: limit - 1] + ELLIPSIS if limit > 0 else ""


def for_terminal(text: str, limit: int = 200) -> str:
    """Return `text` as one line of at most `limit` printable characters.

    Control and escape characters, line breaks, bidirectional overrides and other invisible characters show as
    `\\x1b` or `\\u202e`. Workflow commands of CI systems are broken up by a backslash, wherever a line may wrap.
    """
    # Every character gives at least one, so what is beyond the limit needs no work.
    start = text[: max(limit, 0) + 1]
    visible = "".join(map(_visible, start))
    return shorten(_COMMAND.sub(r"\g<0>\\", visible), limit)


def for_xml(text: str) -> str:
    """Return `text` with the characters that XML 1.0 forbids written as `\\x1b`; markup is the writer's to escape."""
    return _ILLEGAL_XML.sub(lambda match: _escape(match[0]), text)


def _visible(char: str) -> str:
    if " " <= char <= "~":
        return char
    return _escape(char) if unicodedata.category(char) in _UNSAFE else char


def _escape(char: str) -> str:
    code = ord(char)
    if char in _NAMED:
        return _NAMED[char]
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
