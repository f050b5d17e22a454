"""What is said at a table: by those who sit there, numbered, and told once."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Protocol

from tilery.server.room.connection import Connection
from tilery.server.settings import Limits
from tilery.server.store.rows import (
    ChatLine,
    ConflictError,
    SilencedError,
    Speech,
    StoreError,
    TooTalkativeError,
    UnavailableError,
)
from tilery.server.table import commands as ask
from tilery.server.table.refusal import RefusedError
from tilery.server.table.standing import OnlineTable
from tilery.server.text import tidy

__all__ = ["Chat", "ChatStore"]

_SHOWN = 100


class ChatStore(Protocol):
    """What chat needs of the store."""

    async def say(
        self, table: str, at: float, player: int, text: str, emote: bool, command: str | None, most: Speech
    ) -> ChatLine: ...

    async def lines(self, table: str, after: int, limit: int) -> list[ChatLine]: ...

    async def mute(self, guest: str, other: str, on: bool) -> None: ...


class Chat:
    """The chat of one table. ``last`` is the number of the last line told here."""

    def __init__(self, store: ChatStore, table: str, limits: Limits) -> None:
        self._store, self._table = store, table
        self._most = Speech(limits.lines_per_guest, limits.lines_per_table)
        self.last = 0

    async def recent(self) -> list[ChatLine]:
        """The last lines."""
        return await self._store.lines(self._table, 0, _SHOWN)

    async def say(
        self, table: OnlineTable, seat: int | None, command: ask.SayCommand | ask.EmoteCommand, now: float
    ) -> list[ChatLine]:
        """Say something or show an emoji, from a seat; the lines that are to be told here then, in order."""
        try:
            line = await self._say(_talking(table, seat), command, now)
        except UnavailableError:
            raise
        except StoreError:
            raise _nobody() from None
        if line.number <= self.last:  # it was told before
            return []
        return [line] if line.number == self.last + 1 else await self.missed()

    async def _say(self, player: int, command: ask.SayCommand | ask.EmoteCommand, now: float) -> ChatLine:
        """The line; sent again it is the one it was."""
        emote = isinstance(command, ask.EmoteCommand)
        text = command.name if isinstance(command, ask.EmoteCommand) else tidy(command.text)
        if not text:
            raise RefusedError("nothing-said", "there is nothing in it to read")
        line = self._table, now, player, text, emote, command.id, self._most
        try:
            return await self._store.say(*line)
        except SilencedError as error:
            minutes = math.ceil((error.until - now) / 60)
            text = f"the people who run this server have silenced you for {minutes} more minutes"
            raise RefusedError("silenced", text) from None
        except TooTalkativeError:
            raise RefusedError("too-often", "that's a lot of chat in a minute: wait a moment") from None
        except ConflictError:  # the same, sent twice at once
            return await self._store.say(*line)

    async def mute(
        self, table: OnlineTable, connection: Connection, command: ask.MuteCommand, here: Iterable[Connection]
    ) -> None:
        """Have a guest not hear who sits in a seat, or hear them again, on all connections here."""
        _talking(table, connection.seat)
        own, seats = connection.guest.id, table.seats
        player = seats[command.seat].player if command.seat < len(seats) else None
        other = None if player is None else table.people[player].guest
        if other is None or other == own:
            raise RefusedError("seat", "there is nobody else in this seat to mute")
        await self._store.mute(own, other, command.on)
        for each in here:
            if each.guest.id == own:
                each.muted = each.muted | {other} if command.on else each.muted - {other}

    async def missed(self) -> list[ChatLine]:
        """The lines that have not been told here."""
        return await self._store.lines(self._table, self.last, _SHOWN)

    def untold(self, lines: Iterable[ChatLine]) -> list[ChatLine]:
        """Those of these lines that are to be told now, in order; they will have been."""
        new = [line for line in lines if line.number > self.last]
        self.last = max((line.number for line in new), default=self.last)
        return new


def _talking(table: OnlineTable, seat: int | None) -> int:
    """The player who talks from a seat."""
    player = None if seat is None else table.seats[seat].player
    if player is None:
        raise _nobody()
    return player


def _nobody() -> RefusedError:
    return RefusedError("no-seat", "only players at this table can chat")
