"""Collects the body of a response: takes its content coding away, never holding more than the cap."""

from __future__ import annotations

import zlib

SLICE = 64 * 1024
CODINGS = {"gzip": 31, "x-gzip": 31, "deflate": 47}
"""Content codings that are understood, with zlib's window bits."""


class BadCodingError(ValueError):
    """The body is not what its Content-Encoding says; the text says how."""


class Body:
    """The bytes so far.

    `limit` bounds the decoded bytes and the coded ones as well: a coded stream may yield nothing for ever.
    One layer of gzip or deflate is decoded; layers on layers are how bombs are made, and nobody was asked
    for them.
    """

    def __init__(self, coding: str, limit: int) -> None:
        self.limit = limit
        self.full = False
        self.size = 0
        self._parts: list[bytes] = []
        self._coded = 0
        self._coding = coding.strip().lower()
        self._bits = CODINGS.get(self._coding)
        self._inflate = zlib.decompressobj(self._bits) if self._bits else None

    def taken(self) -> bytes:
        """Return the bytes, and hold them no longer."""
        whole = b"".join(self._parts)
        self._parts.clear()
        return whole

    def feed(self, data: bytes) -> None:
        """Take the next bytes; `full` turns true when the cap is passed. Raises BadCodingError."""
        for start in range(0, len(data), SLICE):
            if self.full:
                return
            piece = data[start : start + SLICE]
            self._coded += len(piece)
            if self._inflate is None:
                self._keep(piece)
            else:
                self._decode(piece)
            self.full = self.full or self._coded > self.limit

    def finish(self) -> None:
        """Raise BadCodingError if the body ends before its coding does, or its coding is not known."""
        if self._inflate is None:
            if self._coding not in ("", "identity"):
                raise BadCodingError(
                    f"the body has the content coding {self._coding[:40]!r}, which was not asked for"
                )
        elif self._coded and not self._inflate.eof:
            raise BadCodingError(f"the {self._coding} body ends early")

    def _decode(self, piece: bytes) -> None:
        while piece and not self.full:
            assert self._inflate is not None
            assert self._bits is not None
            if self._inflate.eof:  # gzip allows one member after another
                self._inflate = zlib.decompressobj(self._bits)
            try:
                self._keep(self._inflate.decompress(piece, self.limit - self.size + 1))
            except zlib.error as error:
                if self._coding == "deflate" and self._bits > 0 and not self.size:
                    self._bits = -15  # some servers send deflate without zlib's wrapping
                    self._inflate = zlib.decompressobj(self._bits)
                    continue
                raise BadCodingError(f"the body is not {self._coding}") from error
            piece = self._inflate.unused_data

    def _keep(self, data: bytes) -> None:
        room = self.limit - self.size
        self.full = self.full or len(data) > room
        self._parts.append(data[:room])
        self.size += min(len(data), room)
