"""A request as one line that can be pasted into bash, so that anyone can see an answer for themselves.

A pure function: what was sent comes in, text comes out. Which requests are worth showing is
not decided here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import urlsplit

_PLAIN: Final = re.compile(r"[A-Za-z0-9_@%+=:,./-]+")
_TOKEN: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_DOTS: Final = re.compile(r"/\.{1,2}(?=[/?#]|$)")
_CURLS_OWN: Final = frozenset({"content-length", "transfer-encoding", "connection"})
_CURL_ADDS: Final = ("Accept", "User-Agent")

Secrets = Iterable[tuple[str, bytes]]


def curl(
    method: str,
    url: str,
    headers: Iterable[tuple[str, str]],
    body: bytes | None = None,
    *,
    secrets: Mapping[str, str] | None = None,
) -> str:
    """Return a bash command that sends this request, as it was sent and nothing beside.

    `secrets` maps names to values (or to what stands for a value in a redacted recording): each occurrence
    becomes `"$NAME"`, which the reader's shell fills in. The line holds printable characters only. What no
    program can be given (a NUL, a line break in a header, a header name that is no token) is replaced or left
    out.
    """
    hidden = sorted(
        (
            (variable(name), value.encode("utf-8", "surrogatepass"))
            for name, value in (secrets or {}).items()
            if value
        ),
        key=lambda item: (-len(item[1]), item[0]),
    )
    headers = list(headers)
    words = ["curl", "--silent", "--show-error", "--include", *_method(method, body), *_flags(url, headers)]
    for line in _header_lines(headers, url, body):
        words += ["-H", _quote(line.encode("utf-8", "surrogatepass"), hidden)]
    before = ""
    if body is not None and b"\0" in body:
        before = f"{_printf(body, hidden)} | "
        words += ["--data-binary", "@-"]
    elif body is not None:
        # --data-binary would take a leading @ for the name of a file.
        words += ["--data-raw" if body.startswith(b"@") else "--data-binary", _quote(body, hidden)]
    words += ["--url"] if url.startswith("-") else []
    words.append(_quote(url.replace("\0", "%00").encode("utf-8", "surrogatepass"), hidden))
    return before + " ".join(words)


def variable(name: str) -> str:
    """Return the shell variable that stands for the secret called `name`."""
    word = re.sub(r"[^A-Za-z0-9_]", "_", name) or "_"
    return f"_{word}" if word[0].isdigit() else word


def _method(method: str, body: bytes | None) -> list[str]:
    if method == "HEAD" and body is None:
        return ["--head"]
    if method == "GET" and body is None:
        return []
    return ["-X", _quote(method.replace("\0", "").encode("utf-8", "surrogatepass"), ())]


def _flags(url: str, headers: list[tuple[str, str]]) -> list[str]:
    flags = []
    if _DOTS.search(url):
        flags.append("--path-as-is")
    if re.search(r"[][{}]", url):
        flags.append("--globoff")
    if any(
        name.lower() == "accept-encoding" and value.strip().lower() != "identity" for name, value in headers
    ):
        flags.append("--compressed")
    return flags


def _header_lines(headers: list[tuple[str, str]], url: str, body: bytes | None) -> list[str]:
    given = {name.lower() for name, _ in headers}
    lines = []
    for name, value in headers:
        if name.lower() in _CURLS_OWN or not _TOKEN.fullmatch(name):
            continue
        if name.lower() == "host" and value == _authority(url):
            continue
        safe = re.sub(r"[\r\n\0]+", " ", value)
        # curl takes "Name:" as "leave Name out"; "Name;" sends it empty.
        lines.append(f"{name}: {safe}" if safe.strip() else f"{name};")
    adds = (*_CURL_ADDS, "Content-Type") if body is not None else _CURL_ADDS
    return lines + [f"{name}:" for name in adds if name.lower() not in given]


def _authority(url: str) -> str:
    try:
        return urlsplit(url).netloc.rpartition("@")[2]
    except ValueError:
        return ""


def _pieces(data: bytes, secrets: Secrets) -> list[tuple[str, bytes]]:
    """Cut `data` at the secrets: pairs of a variable's name, empty for plain bytes, and the bytes."""
    names = {value: name for name, value in reversed(list(secrets))}
    if not names:
        return [("", data)]
    ordered = sorted(names, key=len, reverse=True)
    parts = re.split(b"(" + b"|".join(map(re.escape, ordered)) + b")", data)
    return [
        (names[part] if index % 2 else "", part)
        for index, part in enumerate(parts)
        if part or len(parts) == 1
    ]


def _quote(data: bytes, secrets: Secrets) -> str:
    return "".join(f'"${name}"' if name else _literal(part) for name, part in _pieces(data, secrets))


def _literal(data: bytes) -> str:
    text = data.decode("utf-8", "surrogateescape")
    if _PLAIN.fullmatch(text):
        return text
    if text.isprintable():
        return "'" + text.replace("'", "'\\''") + "'"
    return "$'" + "".join(map(_ansi, text)) + "'"


def _ansi(char: str) -> str:
    # In $'…' an interactive bash would take ! for history, and a quote for the end of its own reading.
    if char.isprintable() and char not in "\\'!":
        return char
    return "".join(f"\\x{byte:02x}" for byte in char.encode("utf-8", "surrogateescape"))


def _printf(data: bytes, secrets: Secrets) -> str:
    """Write bytes that no argument can hold as a printf command."""
    form, values = "", []
    for name, part in _pieces(data, secrets):
        form += "%s" if name else "%b"
        values.append(f'"${name}"' if name else "'" + "".join(map(_octal, part)) + "'")
    return " ".join(["printf", form, *values])


def _octal(byte: int) -> str:
    char = chr(byte)
    return char if 32 <= byte < 127 and char not in "\\'" else f"\\0{byte:03o}"
