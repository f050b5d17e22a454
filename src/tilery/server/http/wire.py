"""The wire below the application: what a connection may take of time, of others' room, and of the server's attention.

The web server itself waits for ever for the rest of a request, reads whatever a peer writes, and takes as many
connections from one address as come. Here a request has so long to arrive whole and an answer so long to be read,
an address has so many connections, and a socket so many frames that are no messages.
"""

from __future__ import annotations

import asyncio
import functools
from http import HTTPStatus
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]  # compiled, or else not
from websockets.http11 import Request
from websockets.protocol import State

from tilery.server.http.doors import Doors
from tilery.server.http.letterbox import Letterbox
from tilery.server.http.limits import Limiter
from tilery.server.http.turns import Turns
from tilery.server.settings import Limits, Rate

__all__ = ["EXTENSION", "PATIENCE", "HttpWire", "SocketWire", "WireConfig"]

EXTENSION = "tilery.wire"
"""Where an application finds the wire of its socket, among the extensions of its scope."""

_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
PATIENCE = 2.0
"""Seconds that a peer has to hear why its connection ends; one that does not read is cut off then."""
_BITE = 2_048
"""Bytes that are looked at together: hundreds of frames fit into them, tens of thousands into all that is read."""
_AHEAD = 64
"""Messages that are looked at before their turn: whoever closes the socket meanwhile has not said them."""
_TEXT = 0x81
_WHOLE = frozenset({_TEXT, 0x88, 0x89, 0x8A})
"""How frames begin that are whole messages or none: a text, the end, a ping, a pong."""
_MASKED, _SHORT, _MEDIUM = 0x80, 126, 1 << 16
_CONTROL = Rate(30, 60)
"""Frames of a socket that are no messages or only parts of one: pings, pongs, continuations."""


class WireConfig(uvicorn.Config):
    """The web server's settings, and what the wire has to know."""

    def __init__(self, app: Any, limits: Limits, doors: Doors, **options: Any) -> None:
        super().__init__(app, http=_Doorstep, ws=SocketWire, **options)
        self.limits = limits
        self.doors = doors


class _Stalling:
    """A peer that does not read what it is sent is cut off after a while."""

    transport: asyncio.Transport
    config: Any
    _stalled: asyncio.TimerHandle | None = None

    def begin_stall(self) -> None:
        seconds = self.config.limits.unread_seconds
        self._stalled = asyncio.get_running_loop().call_later(seconds, self.transport.abort)

    def end_stall(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


class _Doorstep(asyncio.Protocol):
    """Where a connection waits while it is asked whether its address has too many.

    Hundreds may come at once, and nobody else is served meanwhile: one that is turned away costs next to nothing.
    """

    def __init__(self, **options: Any) -> None:
        self._options = options

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or turn it away."""
        peer = transport.get_extra_info("peername")
        address = self._options["config"].doors.enter(peer[0] if isinstance(peer, tuple) else "")
        if address is None:
            transport.abort()
            return
        wire = HttpWire(**self._options)
        wire.address, wire.turns = address, self._options["config"].doors.turns(address)
        transport.set_protocol(wire)
        wire.connection_made(transport)


class HttpWire(H11Protocol, _Stalling):
    """A connection that speaks HTTP, until it becomes a socket."""

    config: Any
    address: str | None = None
    turns: Turns | None = None
    _arriving: asyncio.TimerHandle | None = None
    _unheard = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request, but not for ever."""
        super().connection_made(transport)
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._request_arrived()
        self.end_stall()
        if self.address is not None:
            self.config.doors.leave(self.address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some of a request has come. From one address it is heard in turn, and nothing more is read before."""
        if self._unheard:
            self._unheard += data
        elif self.turns is None or self.turns.begins():
            self._hear(data)
        else:
            self._unheard = data
            self.transport.pause_reading()
            self.turns.wait(self._hear_on)

    def _hear_on(self) -> bool:
        data, self._unheard = self._unheard, b""
        if self.transport.is_closing():
            return False
        if not self.flow.read_paused:
            self.transport.resume_reading()
        self._hear(data)
        return True

    def _hear(self, data: bytes) -> None:
        """All of a request must come in time, however little at once."""
        if self._arriving is None and self.conn.their_state is h11.IDLE:
            self._expect_request()
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._request_arrived()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on this is a socket."""
        self._request_arrived()
        super().handle_websocket_upgrade(event)
        socket = self.transport.get_protocol()
        if isinstance(socket, SocketWire):
            socket.address = self.address

    def pause_writing(self) -> None:
        """The peer does not read as fast as it is sent to."""
        super().pause_writing()
        self.begin_stall()

    def resume_writing(self) -> None:
        """The peer has read again."""
        super().resume_writing()
        self.end_stall()

    def _expect_request(self) -> None:
        self._arriving = self.loop.call_later(self.config.limits.request_seconds, self._too_slow)

    def _request_arrived(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None

    def _too_slow(self) -> None:
        self._arriving = None
        if not self.transport.is_closing():
            begun = self._unheard or self.conn.their_state is h11.SEND_BODY or self.conn.trailing_data[0]
            if begun and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
                self.transport.write(_TOO_SLOW)
            self.transport.close()


class SocketWire(WebSocketsSansIOProtocol, _Stalling):
    """A connection that has become a socket.

    Once it is accepted, who serves it speaks and listens here, without the framework between: a move is told to
    everybody at its table, and the way through all layers cost more than the move.
    """

    config: Any
    address: str | None = None

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.queue = Letterbox()
        self._control = Limiter(most=1)
        self._unseen = b""
        self._afterwards = 0
        self._part = b""
        self._is_simple = True  # so far every message was a frame of its own
        self._is_awaited = False
        self._has_spoken = False  # since it was last asked whether it is there

    def data_received(self, data: bytes) -> None:
        """Take what has come: of much only some messages, the rest when those are done.

        After the end only the peer's own word of it is looked for, and not in any number of bytes.
        """
        if self.close_sent:
            self._afterwards += len(data)
            if self._afterwards <= _BITE:
                data, self._part = self._part + data, b""
                super().data_received(data)
        elif self._unseen or len(data) > _BITE:
            self._unseen += data
            self._look_on()
        else:
            self._take(data)

    def _take(self, data: bytes) -> None:
        """Take messages that are whole frames, as nearly all are, without the library: it reads in many small steps.

        Everything else is the library's, and so is whatever follows a message in parts: only it knows what to expect.
        """
        if not self._is_simple or not self.handshake_initiated:
            super().data_received(data)
            return
        data, self._part = self._part + data, b""
        at, size = 0, len(data)
        while at < size:
            begins, second = data[at], data[at + 1] if size > at + 1 else _MASKED
            start, length = at + 6, second & ~_MASKED
            if length == _SHORT:
                start, length = start + 2, int.from_bytes(data[at + 2 : at + 4], "big")
            is_odd = begins not in _WHOLE or not second & _MASKED or second & ~_MASKED > _SHORT
            if is_odd or length > self.config.ws_max_size or self.conn.state is not State.OPEN:
                self._is_simple = False
                super().data_received(data[at:])
                return
            end = start + length
            if end > size:
                self._part = data[at:]
                return
            if begins == _TEXT:
                self.curr_msg_data_type = "text"
                self.frames = [apply_mask(data[start:end], data[start - 4 : start])]
                self.send_receive_event_to_app()
            else:
                super().data_received(data[at:end])
            at = end
            if at < size and not self._is_open():
                return

    def _look_on(self) -> None:
        while self._unseen and self.queue.qsize() < _AHEAD and not self.transport.is_closing():
            bite, self._unseen = self._unseen[:_BITE], self._unseen[_BITE:]
            self._take(bite)
        if self._unseen and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_connect(self, event: Request) -> None:
        """A socket is asked for."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        """Hand a message over, and read no more; only after one that was waited for reading goes on.

        Whoever says one thing at a time, as nearly all do, is not stopped and started again for each.
        """
        self._has_spoken = True
        was_awaited, self._is_awaited = self._is_awaited, False
        self.read_paused |= was_awaited
        super().send_receive_event_to_app()
        self.read_paused &= not was_awaited

    async def hear(self) -> str | None:
        """The next message, ``None`` when the peer is gone; while one is not asked for, at most one more is read.

        Messages are texts: another sort says nothing.
        """
        if self.read_paused and self.queue.empty():
            self._look_on()
            if self.queue.empty():
                self.read_paused = False
                self.transport.resume_reading()
        self._is_awaited = self.queue.empty()
        message: Any = await self.queue.get()
        if message["type"] != "websocket.receive":
            return None
        return str(message.get("text", ""))

    def send_text(self, *texts: bytes) -> None:
        """Send messages together, without waiting for them to be read: each write is a call of the system."""
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            frames = map(_framed, texts)
            self.transport.write(next(frames) if len(texts) == 1 else b"".join(frames))

    @property
    def unread(self) -> int:
        """Bytes that were sent and that the network has not taken yet."""
        return self.transport.get_write_buffer_size()

    def end(self, code: int) -> None:
        """Close the socket after what was sent; a peer that does not answer is cut off."""
        if not self._is_open() or self.transport.is_closing():
            return
        self._drop_waiting()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(PATIENCE, self.transport.abort)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is gone, and with it what it still had to say."""
        self.end_stall()
        if self.address is not None:
            self.config.doors.leave(self.address)
        self._drop_waiting()
        super().connection_lost(exc)

    def handle_close(self, event: Frame) -> None:
        """The peer goes, and takes back what nobody has heard yet."""
        if not self.close_sent:
            self._drop_waiting()
        super().handle_close(event)

    def send_keepalive_ping(self) -> None:
        """Ask whether the peer is there, unless it has said something since it was last asked."""
        if self._has_spoken:
            self._has_spoken = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def handle_ping(self) -> None:
        """Answer a ping, but not any number of them."""
        if self._may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Hear a pong, but not any number of them."""
        if self._may_go_on():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a part of a message, but not any number of them."""
        if self._may_go_on():
            super().handle_cont(event)

    def pause_writing(self) -> None:
        """The peer does not read as fast as it is sent to."""
        super().pause_writing()
        self.begin_stall()

    def resume_writing(self) -> None:
        """The peer has read again."""
        super().resume_writing()
        self.end_stall()

    def _is_open(self) -> bool:
        return self.conn.state is State.OPEN

    def _may_go_on(self) -> bool:
        if self._control.wait("control", "", _CONTROL):
            self.transport.abort()
            return False
        return True

    def _drop_waiting(self) -> None:
        self._unseen = b""
        while not self.queue.empty():
            self.queue.get_nowait()


@functools.lru_cache(maxsize=8)
def _framed(text: bytes) -> bytes:
    """A message as it goes over the wire: a change is the same for most who are told of it, one after the other.

    >>> _framed(b"{}"), _framed(b" " * 300)[:4]
    (b'\\x81\\x02{}', b'\\x81~\\x01,')
    """
    size = len(text)
    if size < _SHORT:
        return bytes((_TEXT, size)) + text
    if size < _MEDIUM:
        return bytes((_TEXT, _SHORT)) + size.to_bytes(2, "big") + text
    return bytes((_TEXT, _SHORT + 1)) + size.to_bytes(8, "big") + text
