"""A url that goes out as it was written."""

from __future__ import annotations

import urllib.parse

import httpx


class WrittenURL(httpx.URL):
    """A url whose path and query go out byte for byte; httpx would resolve `/../` and quote characters."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        after = url.split("://", 1)[-1].split("#", 1)[0]
        cut = min((after.find(mark) for mark in "/?" if mark in after), default=len(after))
        target = after[cut:] if after[cut : cut + 1] == "/" else "/" + after[cut:]
        written = target.isascii() and all("!" <= char <= "~" for char in target)
        self._target = target.encode("ascii") if written else super().raw_path

    @property
    def raw_path(self) -> bytes:
        return self._target

    @property
    def path(self) -> str:
        return urllib.parse.unquote(self._target.split(b"?", 1)[0].decode("ascii"))
