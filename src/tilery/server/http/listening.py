"""Listening to a socket: one thing asked after the other is read, and done as far as who asks may use the server.

Nothing more is read while something is done. Only a draft that has to wait does not keep the next message waiting:
a newer draft takes its place, and of what was overtaken there is no verdict.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated

import msgspec

from tilery.server.http.budgets import Account, Metered
from tilery.server.http.services import Services
from tilery.server.http.wire import SocketWire
from tilery.server.room.connection import POLICY, Connection
from tilery.server.room.room import Room
from tilery.server.settings import Rate
from tilery.server.table import commands as ask
from tilery.server.table import messages as tell
from tilery.server.table.refusal import RefusedError

__all__ = ["Listening"]

_EACH = 0.0002
"""Seconds that reading a message and sending its answer take, beyond what is measured."""
_STORED = 0.001
"""Seconds that what is decided and stored takes, beyond what is measured: it is done for the table, by its queue."""
_UNSTORED = (ask.DraftCommand, ask.PingCommand, ask.SyncCommand, ask.HintCommand, ask.IAmCommand, ask.HandOverCommand)


class Listening:
    """Hears what a connection asks until it is gone."""

    def __init__(
        self,
        wire: SocketWire,
        services: Services,
        room: Room,
        connection: Connection,
        account: Account,
        address: str,
    ) -> None:
        self._limits = limits = services.settings.limits
        self._wire, self._services, self._room, self._connection = wire, services, room, connection
        self._account, self._guest, self._address = account, connection.guest.id, address
        self._lines = Rate(limits.lines_per_guest, limits.lines_per_guest)
        self._draft: ask.DraftCommand | None = None
        self._judging: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Listen until the socket is closed."""
        try:
            while (frame := await self._wire.hear()) is not None:
                if self._connection.closed:  # a key just revoked does nothing more, even if nobody reads why
                    return
                if self._services.limiter.wait("commands", self._guest, self._limits.commands):
                    why = tell.ClosingMessage("too-many", "too many messages: slow down", again=True)
                    self._connection.end(why, POLICY)
                    return
                await self._hear(frame)
        finally:
            if self._judging is not None:
                self._judging.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await self._judging

    async def _hear(self, frame: str) -> None:
        try:
            command = ask.decode(frame)
        except RefusedError as error:
            self._refuse("unreadable", _id_in(frame), error)
            return
        if (refused := self._too_often(command)) is not None:
            self._refuse(str(command.__struct_config__.tag), command.id, refused)
            return
        if isinstance(command, ask.DraftCommand):
            if self._draft is not None:  # one waits already
                self._draft = command
                return
            if not self._account.begins():
                self._draft = command
                self._judging = asyncio.ensure_future(self._judge_newest())
                return
        else:
            if self._judging is not None:  # what was asked first is done first
                await self._judging
                self._judging = None
            if not self._account.begins() and not await self._account.in_turn(self._is_gone):
                return
        await self._do(command)

    async def _judge_newest(self) -> None:
        if await self._account.in_turn(self._is_gone) and self._draft is not None:
            command, self._draft = self._draft, None
            await self._do(command)

    async def _do(self, command: ask.Command) -> None:
        """Do what is asked, and have it paid for."""
        doing, before = Metered(self._room.handle(self._connection, command)), self._connection.bytes_told
        try:
            await doing
        finally:
            seconds = doing.seconds + (_EACH if isinstance(command, _UNSTORED) else _EACH + _STORED)
            self._account.spend(seconds, self._connection.bytes_told - before)

    def _is_gone(self) -> bool:
        return self._connection.closed or self._wire.transport.is_closing()

    def _too_often(self, command: ask.Command) -> RefusedError | None:
        """Why not, where it is something that this guest asks for too often, by however many sockets."""
        wait, limits = self._services.limiter.wait, self._limits
        match command:
            case ask.SayCommand() | ask.EmoteCommand():
                what, late = "chat", wait("lines", self._guest, self._lines)
            case ask.HintCommand():
                late = wait("hints", self._guest, limits.hints)
                what, late = "hints", late or wait("hints from", self._address, limits.hints_per_address)
            case _:
                return None
        return RefusedError("too-often", f"that's a lot of {what} in a minute: wait a moment") if late else None

    def _refuse(self, do: str, command: str | None, error: RefusedError) -> None:
        self._services.metrics.command(do, error.code)
        self._account.spend(_EACH)
        self._room.refuse(self._connection, command, error)


def _id_in(frame: str) -> str | None:
    """The id of a command that could not be read otherwise, so that its sender knows which it was."""
    try:
        return _Named.decode(frame).id
    except (msgspec.DecodeError, RecursionError):
        return None


class _OnlyId(msgspec.Struct):
    id: Annotated[str, msgspec.Meta(max_length=64)] | None = None


_Named: msgspec.json.Decoder[_OnlyId] = msgspec.json.Decoder(_OnlyId)
