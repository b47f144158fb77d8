"""Where large bodies are kept: in a file without a name, so that a run takes no more memory for more answers.

Only what is clean of secrets may come here.
"""

from __future__ import annotations

import tempfile
import threading
import weakref
from dataclasses import dataclass, field, replace
from io import FileIO

from conformance.probe.wire import Sent

SMALL = 16 * 1024
"""Bytes of a body that stays in memory: a file would save little, and most answers are smaller."""


class Spool:
    """One file for all bodies of a run; it is made when the first comes, and gone with the last that reads it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._file: FileIO | None = None

    def keep(self, sent: Sent) -> Sent:
        """Return `sent` with a large body in the file; where there is no room for one, it stays in memory."""
        response = sent.response
        if response is None or len(response.body) <= SMALL:
            return sent
        try:
            start = self._append(response.body)
        except OSError:
            return sent
        return replace(sent, response=replace(response, content=Spooled(start, len(response.body), self)))

    def _append(self, data: bytes) -> int:
        with self._lock:
            if self._file is None:
                # Without a buffer: what does not fit must fail now, and not with the next that is read.
                self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - open as long as the run
                weakref.finalize(self, self._file.close)
            start = self._file.seek(0, 2)
            rest = memoryview(data)
            try:
                while rest:
                    rest = rest[self._file.write(rest) :]
            except OSError:
                self._file.truncate(start)
                raise
            return start

    def read(self, start: int, size: int) -> bytes:
        """Return `size` bytes from `start` on."""
        assert self._file is not None
        parts = []
        with self._lock:
            self._file.seek(start)
            while size and (part := self._file.read(size)):  # a read may give less than it was asked for
                parts.append(part)
                size -= len(part)
        return b"".join(parts)


@dataclass(frozen=True, slots=True)
class Spooled:
    """A body in the file."""

    start: int
    size: int
    spool: Spool = field(repr=False)

    def __len__(self) -> int:
        return self.size

    def __bytes__(self) -> bytes:
        return self.spool.read(self.start, self.size)
