"""One open socket at a table: whose it is, which seat it speaks for, and what it is told."""

from __future__ import annotations

from typing import Protocol

import msgspec

from tilery.server.store.rows import Guest
from tilery.server.table.messages import ClosingMessage, Message
from tilery.server.table.standing import OnlineTable, seat_of, seats_of

__all__ = ["GONE", "MOST_UNREAD", "Connection", "Peer"]

MOST_UNREAD = 131_072
"""Bytes that may wait for a slow peer; more and the connection is closed, so that nobody pays for it."""

GONE = 1001
AGAIN = 1012
POLICY = 1008


class Peer(Protocol):
    """The other end of a socket. Nothing of it waits: a slow or broken peer disturbs nobody else."""

    @property
    def unread(self) -> int:
        """Bytes that were sent and that the network has not taken yet."""

    def send_text(self, *texts: bytes) -> None:
        """Send messages, all of them together."""

    def end(self, code: int) -> None:
        """Close, after what was sent before."""


class Connection:
    """A guest's socket at a table; ``bytes_told`` is how much it was told so far.

    ``seat`` is the one it speaks for. Around one screen, where a guest has several (``own``), that is the seat ``held``
    by whoever has said who they are; that belongs to this socket and ends with it, so a reload opens no rack.
    """

    def __init__(self, guest: Guest, credential: str, peer: Peer) -> None:
        self.guest, self.credential = guest, credential
        self.held: int | None = None
        self.own: tuple[int, ...] = ()
        self.seat: int | None = None
        self.watcher: int | None = None
        self.late = False
        self.muted: frozenset[str] = frozenset()
        self.hinting = False
        self.closed = False
        self.bytes_told = 0
        self._peer = peer
        self._kept: list[bytes] = []

    @property
    def covered(self) -> bool:
        """Whether this is a player's screen that shows nobody's rack, for nobody has said yet who has it."""
        return self.seat is None and bool(self.own)

    def look_for_seat(self, table: OnlineTable) -> bool:
        """Find the seat this speaks for at the table as it is now; whether it is another one."""
        before = self.seat
        self.own = tuple(seats_of(table, self.guest.id))
        self.seat = seat_of(table, self.guest.id, self.held)
        return self.seat != before

    def tell(self, message: Message | bytes, *, more: bool = False) -> None:
        """Send a message, unless the peer does not read; where ``more`` follows at once, together with that."""
        if self.closed:
            return
        if self._peer.unread > MOST_UNREAD:
            self.end(ClosingMessage("too-slow", "messages are not being read: connect again", again=True), POLICY)
            return
        data = message if isinstance(message, bytes) else msgspec.json.encode(message)
        self.bytes_told += len(data)
        if more or self._kept:
            self._kept.append(data)
            if not more:
                self._send_kept()
        else:
            self._peer.send_text(data)

    def end(self, why: ClosingMessage, code: int = GONE) -> None:
        """Say why, then close."""
        if not self.closed:
            self.closed = True
            self._kept.append(msgspec.json.encode(why))
            self._send_kept()
            self._peer.end(code)

    def _send_kept(self) -> None:
        self._peer.send_text(*self._kept)
        self._kept.clear()
