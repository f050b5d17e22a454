"""What is said at a table: by those who sit there, to everybody connected who has not muted them."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilery.server.hub import Said
from tilery.server.room.connection import Connection
from tilery.server.store.rows import ConflictError, Line, SilencedError
from tilery.server.table import messages as m
from tilery.server.table.table import seat_of

if TYPE_CHECKING:
    from tilery.server.room.room import Room

__all__ = ["Chat"]

_SHOWN = 100


class Chat:
    """The chat of one room. ``last`` is the number of the last line told here."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.last = 0

    async def recent(self, connection: Connection) -> tuple[m.SaidMessage, ...]:
        """The last lines, without those of people this connection has muted."""
        lines = await self.room.backing.store.lines(self.room.id, 0, _SHOWN)
        self._tell(lines)  # to the others, should one of them be news here
        return tuple(self._said(line) for line in lines if line.guest not in connection.muted)

    async def handle(self, connection: Connection, command: m.SayCommand | m.EmoteCommand | m.MuteCommand) -> None:
        """Say something, show an emoji, or mute somebody."""
        if connection.seat is None:
            raise m.RefusedError("no-seat", "only those who sit here talk")
        if isinstance(command, m.MuteCommand):
            await self._mute(connection, command)
        else:
            line = await self._say(connection, connection.seat, command)
            if line.number > self.last:  # else it was told before
                if line.number == self.last + 1:
                    self._tell([line])
                else:
                    await self.catch_up()
                self.room.backing.hub.publish(Said(self.room.id, line.number))
        connection.tell(m.DoneMessage(command.id, self.room.state.live.revision))

    async def _say(self, connection: Connection, seat: int, command: m.SayCommand | m.EmoteCommand) -> Line:
        emote = isinstance(command, m.EmoteCommand)
        text = command.name if isinstance(command, m.EmoteCommand) else _clean(command.text)
        backing, name = self.room.backing, self.room.state.live.seats[seat].name
        said = self.room.id, backing.now(), connection.guest.id, name, text, emote, command.id
        try:
            return await backing.store.say(*said)
        except SilencedError as error:
            minutes = math.ceil((error.until - backing.now()) / 60)
            text = f"the people who run this server have silenced you for {minutes} more minutes"
            raise m.RefusedError("silenced", text) from None
        except ConflictError:  # the same, sent twice at once
            return await backing.store.say(*said)

    async def catch_up(self) -> None:
        """Some lines have not been told here: read them and tell them in order."""
        self._tell(await self.room.backing.store.lines(self.room.id, self.last, _SHOWN))

    def _tell(self, lines: Sequence[Line]) -> None:
        for line in lines:
            if line.number <= self.last:
                continue
            self.last = max(self.last, line.number)
            said = self._said(line)
            for connection in tuple(self.room.connections):
                if line.guest not in connection.muted:
                    connection.tell(said)

    def _said(self, line: Line) -> m.SaidMessage:
        seat = seat_of(self.room.state.live, line.guest)
        return m.SaidMessage(line.number, line.at, seat, line.name, line.text, line.emote)

    async def _mute(self, connection: Connection, command: m.MuteCommand) -> None:
        seats = self.room.state.live.seats
        other = seats[command.seat].guest if command.seat < len(seats) else None
        if other is None or other == connection.guest.id:
            raise m.RefusedError("seat", "there is nobody else in this seat to mute")
        await self.room.backing.store.mute(connection.guest.id, other, command.on)
        for own in self.room.connections:
            if own.guest.id == connection.guest.id:
                own.muted = own.muted | {other} if command.on else own.muted - {other}


def _clean(text: str) -> str:
    """A line as it is shown: composed, on one line, without characters that change the direction of writing."""
    composed = unicodedata.normalize("NFC", text)
    line = " ".join("".join(c if unicodedata.category(c)[0] != "C" else " " for c in composed).split())
    if not line:
        raise m.RefusedError("nothing-said", "there is nothing in it to be read")
    return line
