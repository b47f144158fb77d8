"""Taking credentials out of whatever is kept, also where the server echoes them in another writing.

Where credentials come from, and where they may be sent, does not belong here.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final

CREDENTIAL_HEADERS: Final = frozenset(
    {"authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "api-key", "x-auth-token"}
)
SHORTEST: Final = 4

_SCHEME: Final = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9-]*) +(?P<rest>\S.*)", re.DOTALL)
_JSON_LETTERS: Final = {"\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t"}
_SLASHES: Final = r"\\\\{0,6}"
_BASE64: Final = r"(?:[A-Za-z0-9+/_=-]|\\/|%2[BbFf]|%3[Dd])++"


def placeholder(name: str) -> str:
    """Return what stands in a record for the secret called `name`."""
    return f"[redacted:{re.sub(r'[^A-Za-z0-9_.-]', '_', name)}]"


class Redactor:
    """Replaces the values of secrets by `[redacted:NAME]`, the same everywhere and however often it is applied.

    `secrets` maps names to values: a token, a password, a whole header value (`Bearer …`, `Basic …`), whose
    credential is then a secret of its own. A value is found as it is, percent-encoded, escaped for JSON or HTML, in
    base64, and in mixtures of these. Values under four characters would tear up any text: they are hidden only in
    headers of credentials. `headers` names further headers whose value is a credential.
    """

    def __init__(self, secrets: Mapping[str, str], headers: Iterable[str] = ()) -> None:
        self._headers = CREDENTIAL_HEADERS | {name.lower() for name in headers}
        values: dict[str, str] = {}
        for name, value in secrets.items():
            for form in _credentials(value):
                values.setdefault(form, name)
        found = sorted(
            (value for value in values if len(value) >= SHORTEST), key=lambda value: (-len(value), value)
        )
        self._marks = {name: _mark(name, found) for name in secrets}
        self._values = found
        self._names = [values[value] for value in found]
        self._triggers = _triggers(found)
        kept = "|".join(re.escape(mark) for mark in sorted(set(self._marks.values())))
        starts = _class("".join(_triggers(found)) + "".join(value[0] for value in found) + "[")
        forms = "|".join(f"({_writings(value)})" for value in found)
        self._writings = re.compile(f"(?={starts})(?:(?:{kept})|{forms})")
        self._cores = [re.compile("|".join(cores)) for cores in map(_base64_cores, found)]
        self._tokens = re.compile(f"{kept}|{_BASE64}")

    def text(self, text: str) -> str:
        """Return `text` without the secrets."""
        if self._written(text):
            text = self._writings.sub(self._replace, text)
        for name, core in zip(self._names, self._cores, strict=True):
            if core.search(text):
                text = self._tokens.sub(partial(self._replace_token, name, core), text)
        return text

    def bytes(self, data: bytes) -> bytes:
        """Return `data`, read as UTF-8 where it is, without the secrets; all other bytes stay as they are."""
        if not self._values:
            return data
        text = data.decode("utf-8", "surrogateescape")
        clean = self.text(text)
        return data if clean == text else clean.encode("utf-8", "surrogateescape")

    def value(self, value: Any) -> Any:
        """Return a JSON value with the secrets taken out of every string and member name."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(item) for item in value]
        if isinstance(value, dict):
            return {self.text(name): self.value(item) for name, item in value.items()}
        return value

    def headers(self, headers: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """Return header fields without the secrets; of a header that carries credentials only the scheme stays."""
        return [(name, self._header(name, value)) for name, value in headers]

    def _header(self, name: str, value: str) -> str:
        clean = self.text(value)
        if name.lower() not in self._headers or not value:
            return clean
        match = _SCHEME.fullmatch(clean) if name.lower().endswith("authorization") else None
        scheme, rest = (f"{match['scheme']} ", match["rest"]) if match else ("", clean)
        known = re.fullmatch(r"\[redacted[^][]*\]|\[\*+\]", rest)
        return f"{scheme}{rest if known else placeholder(name.lower())}"

    def _written(self, text: str) -> bool:
        """Say whether the slow search can find anything; most texts hold neither a secret nor an escape."""
        return any(map(text.__contains__, self._values)) or any(map(text.__contains__, self._triggers))

    def _replace_token(self, name: str, core: re.Pattern[str], match: re.Match[str]) -> str:
        return self._marks[name] if core.search(match[0]) and match[0][0] != "[" else match[0]

    def _replace(self, match: re.Match[str]) -> str:
        return self._marks[self._names[match.lastindex - 1]] if match.lastindex else match[0]


def _credentials(value: str) -> list[str]:
    """Return the value and the credentials inside it: `Bearer x` holds x, `Basic …` holds a password."""
    found = [value]
    match = _SCHEME.fullmatch(value)
    if match and match["scheme"].lower() in {"bearer", "basic", "token", "apikey", "digest", "dpop"}:
        found.append(match["rest"])
        if match["scheme"].lower() == "basic":
            found += _basic(match["rest"])
    return found


def _basic(encoded: str) -> list[str]:
    try:
        decoded = base64.b64decode(encoded, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return []
    user, colon, password = decoded.partition(":")
    return [decoded, password] if colon and user != password else [decoded]


def _mark(name: str, values: list[str]) -> str:
    """Choose a placeholder that holds no secret itself."""
    marks = [placeholder(name), "[redacted]", "[****]"]
    return next((mark for mark in marks if not any(value in mark for value in values)), "[*]")


def _triggers(values: list[str]) -> list[str]:
    """Return the characters that every escaped writing of one of the values has at least one of."""
    text = "".join(values)
    if not text:
        return []
    return (
        ["%", "\\", "&", *("+" if " " in text else "")]
        if not (text.isascii() and text.isalnum())
        else ["%", "\\u", "&#"]
    )


def _class(characters: str) -> str:
    return f"[{re.escape(''.join(sorted(set(characters))))}]"


def _writings(value: str) -> str:
    """Return a pattern for every escaped writing of `value`. Each repetition is bounded: the text is hostile."""
    runs = re.findall(r"\\+|[^\\]", value, re.DOTALL)
    return "".join(_run(run) if run[0] == "\\" else _char(run) for run in runs)


def _run(run: str) -> str:
    one = r"(?:%(?:25){0,3}5[cC]|&#(?:92|x5[cC]);|\\{1,4}u005[cC])"
    return rf"(?:\\{{{len(run)},{8 * len(run)}}}|{one}{{{len(run)}}})"


def _char(char: str) -> str:
    forms = [
        "".join(f"%(?:25){{0,3}}{_hex(f'{byte:02x}')}" for byte in char.encode("utf-8", "surrogatepass"))
    ]
    units = char.encode("utf-16-be", "surrogatepass").hex()
    forms.append("".join(f"{_SLASHES}u{_hex(units[i : i + 4])}" for i in range(0, len(units), 4)))
    if char in _JSON_LETTERS:
        forms.append(f"{_SLASHES}{_JSON_LETTERS[char]}")
    if char in '"/':
        forms.append(f"{_SLASHES}{char}")
    if char == " ":
        forms.append(r"\+")
    forms += [f"&#0{{0,4}}{ord(char)};", f"&#[xX]0{{0,4}}{_hex(f'{ord(char):x}')};"]
    if html.escape(char) != char:
        forms.append(re.escape(html.escape(char)))
    forms.append(
        re.escape(char)
    )  # last: a % or an & begins an escaped writing of itself, which is to go whole
    return f"(?:{'|'.join(dict.fromkeys(forms))})"


def _hex(digits: str) -> str:
    return "".join(f"[{d}{d.upper()}]" if d.isalpha() else d for d in digits.lower())


def _base64_cores(value: str) -> list[str]:
    """Return patterns of what base64 writes for `value`, wherever it stands in what is encoded, both alphabets."""
    data = value.encode("utf-8", "surrogatepass")
    cores: list[str] = []
    for lead in range(3):
        text = base64.b64encode(b"\0" * lead + data).decode().rstrip("=")
        start = (lead * 8 + 5) // 6
        end = (lead + len(data)) * 8 // 6
        cores += [text[start:end], text[start:end].replace("+", "-").replace("/", "_")]
    return ["".join(map(_base64_char, core)) for core in dict.fromkeys(cores) if len(core) >= SHORTEST]


def _base64_char(char: str) -> str:
    if char == "/":
        return r"(?:\\?/|%2[Ff])"
    return r"(?:\+|%2[Bb])" if char == "+" else char
