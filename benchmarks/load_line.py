"""A WebSocket client that costs next to nothing: the load comes from the machine that is being measured."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from typing import cast

__all__ = ["Line"]

_ASK = (
    "GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
)
_TEXT, _CLOSE, _PING, _PONG = 0x81, 0x88, 0x89, 0x8A
_PENDING = 65_536
_MASK = bytes(4)  # a mask of zeros changes nothing, and the standard allows it


class Line(asyncio.Protocol):
    """A socket; ``hear`` is called with every text that comes, unfragmented as the server sends them."""

    def __init__(self, ask: bytes, hear: Callable[[bytes], None]) -> None:
        self._ask, self._hear = ask, hear
        self._buffer = b""
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        self._upgraded = False
        self.lost = False

    @staticmethod
    async def open(
        host: str, port: int, path: str, cookie: str, hear: Callable[[bytes], None], source: str | None = None
    ) -> Line:
        """Connect, from an address of one's own if need be; :class:`ConnectionError` if the server does not want it."""
        ask = _ASK.format(path=path, host=host, port=port, cookie=cookie).encode()
        own = None if source is None else (source, 0)
        _, line = await asyncio.get_running_loop().create_connection(
            lambda: Line(ask, hear), host, port, local_addr=own
        )
        await line._opened
        return line

    def say(self, text: bytes) -> None:
        """Send a text."""
        self._send(_TEXT, text)

    def write(self, data: bytes) -> bool:
        """Send whatever this is; not where much of what was sent before is still here."""
        transport = self._transport
        if transport is None or transport.is_closing() or transport.get_write_buffer_size() > _PENDING:
            return False
        transport.write(data)
        return True

    def be_deaf(self) -> None:
        """Read nothing more."""
        if self._transport is not None:
            self._transport.pause_reading()

    @staticmethod
    def frame(text: bytes) -> bytes:
        """A text as it is sent."""
        size = len(text)
        head = struct.pack("!BB", _TEXT, 0x80 | size) if size < 126 else struct.pack("!BBH", _TEXT, 0x80 | 126, size)
        return head + _MASK + text

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._send(_CLOSE, b"\x03\xe8")
            self._transport.close()

    def _send(self, kind: int, data: bytes) -> None:
        size = len(data)
        head = struct.pack("!BB", kind, 0x80 | size) if size < 126 else struct.pack("!BBH", kind, 0x80 | 126, size)
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(head + _MASK + data)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is one in all but name
        self._transport.write(self._ask)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        if not self._opened.done():
            self._opened.set_exception(ConnectionError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data if self._buffer else data
        if not self._upgraded:
            data = self._read_answer(data)
        self._buffer = self._read_frames(data) if self._upgraded else data

    def _read_answer(self, data: bytes) -> bytes:
        head, end, rest = data.partition(b"\r\n\r\n")
        if not end:
            return data
        if head.startswith(b"HTTP/1.1 101 "):
            self._upgraded = True
            if not self._opened.done():
                self._opened.set_result(None)
        elif not self._opened.done():
            self._opened.set_exception(ConnectionError(head.split(b"\r\n")[0].decode()))
        return rest

    def _read_frames(self, data: bytes) -> bytes:
        """Hear every whole frame; what is left over is the beginning of the next."""
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size >= 126:
                width = 2 if size == 126 else 8
                size, start = int.from_bytes(data[start : start + width], "big"), start + width
            if start + size > end:
                break
            payload = data[start : start + size]
            if data[at] == _TEXT:
                self._hear(payload)
            elif data[at] == _PING:
                self._send(_PONG, payload)
            at = start + size
        return data[at:]
