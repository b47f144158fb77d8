"""A server on a loopback socket that sends whatever bytes it is told to, and keeps what it was sent.

It knows no more of HTTP than where a request ends. Real servers live elsewhere.
"""

from __future__ import annotations

import contextlib
import enum
import re
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Self


class End(enum.Enum):
    """Ways to end a connection; RESET lets no byte that is still on its way arrive."""

    CLOSE = enum.auto()
    RESET = enum.auto()


CLOSE, RESET = End.CLOSE, End.RESET
Piece = bytes | float | End
"""Among an answer: bytes to send, seconds to wait, or an end of the connection."""
Answer = bytes | Iterable[Piece]
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


def reply(body: bytes | str = b"", status: int = 200, **headers: str) -> bytes:
    """Return an HTTP answer; `content_type="…"` becomes Content-Type. Content-Length is added unless given."""
    body = body.encode() if isinstance(body, str) else body
    named = {name.replace("_", "-").title(): value for name, value in headers.items()}
    named.setdefault("Content-Length", str(len(body)))
    lines = "".join(f"{name}: {value}\r\n" for name, value in named.items())
    return f"HTTP/1.1 {status} Status\r\n{lines}\r\n".encode() + body


class RawServer:
    """Answers each request with what `answer` returns for its bytes; a context manager.

    `answer` may be the answer itself. Connections stay open after an answer, until the client or CLOSE ends them.
    `requests` holds the raw bytes in the order they came, `connections` how many there were. `port` 0 is a free one;
    OSError where it is taken.
    """

    def __init__(
        self, answer: Answer | Callable[[bytes], Answer], *, tls: ssl.SSLContext | None = None, port: int = 0
    ) -> None:
        self.answer = answer
        self.requests: list[bytes] = []
        self.connections = 0
        self._tls = tls
        self._stop = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", port))
        self._threads: list[threading.Thread] = []
        self._open: set[socket.socket] = set()

    @property
    def port(self) -> int:
        return int(self._listener.getsockname()[1])

    @property
    def url(self) -> str:
        """`http://127.0.0.1:port`, or `https://localhost:port` with TLS."""
        return f"https://localhost:{self.port}" if self._tls else f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._start(self._accept)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stop.set()
        with contextlib.suppress(OSError):  # closing alone does not wake accept
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for connection in list(self._open):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(5)

    def _start(self, target: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=target, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while not self._stop.is_set():
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            self._start(self._serve, connection)

    def _serve(self, connection: socket.socket) -> None:
        self._open.add(connection)
        secured = connection
        try:
            if self._tls:
                secured = self._tls.wrap_socket(connection, server_side=True, do_handshake_on_connect=False)
                self._open.add(secured)
                _shake_hands(secured)
            while request := _read(secured):
                self.requests.append(request)
                answer = self.answer(request) if callable(self.answer) else self.answer
                if not self._send(secured, [answer] if isinstance(answer, bytes) else answer):
                    return
        except OSError:
            pass  # the client went away, as it may
        finally:
            self._open -= {connection, secured}
            secured.close()
            connection.close()

    def _send(self, connection: socket.socket, pieces: Iterable[Piece]) -> bool:
        for piece in pieces:
            if piece is RESET:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            if isinstance(piece, End) or self._stop.is_set():
                return False
            if isinstance(piece, bytes):
                connection.sendall(piece)
            else:
                self._stop.wait(piece)
        return True


def _shake_hands(connection: ssl.SSLSocket) -> None:
    """Do the TLS handshake; if it fails, close so that the alert arrives and no reset overtakes it."""
    try:
        connection.do_handshake()
    except ssl.SSLError:
        with socket.socket(fileno=connection.detach()) as plain:
            plain.settimeout(2)
            plain.shutdown(socket.SHUT_WR)
            while plain.recv(65536):
                pass
        raise


def _read(connection: socket.socket) -> bytes:
    """Return one request's bytes, a client's TLS hello, or what came before it ended the connection."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = connection.recv(65536)
        data += more
        if not more or data.startswith(b"\x16\x03"):
            return data
    head, _, _ = data.partition(b"\r\n\r\n")
    length = _LENGTH.search(head)
    end = len(head) + 4 + (int(length[1]) if length else 0)
    while len(data) < end and (more := connection.recv(65536)):
        data += more
    return data
