"""The socket of a table: who is there, what they ask, in frames."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromQuery, PathParameter

from tilery.server.http.errors import ProblemError
from tilery.server.http.guests import AnySocket, Here, find_maybe
from tilery.server.http.limits import Limiter
from tilery.server.room.connection import POLICY, Connection
from tilery.server.settings import Rate
from tilery.server.table import messages as m

__all__ = ["table_socket"]

_NO_TABLE = 4404
_NO_KEY = 4401
_NOT_HERE = 4403


class _SocketPeer:
    """The client's end; what goes wrong with it is its own affair."""

    def __init__(self, socket: AnySocket) -> None:
        self._socket = socket

    async def send(self, data: bytes) -> None:
        await self._socket.send_data(data.decode(), mode="text")

    async def close(self, code: int) -> None:
        await self._socket.close(code)


@websocket("/api/tables/{table:str}/socket")
async def table_socket(
    socket: AnySocket,
    services: Here,
    table: Annotated[str, PathParameter(max_length=32)],
    seat: FromQuery[int | None] = None,
) -> None:
    """A connection to a table, until either end closes it."""
    try:
        found = await find_maybe(socket, services)
    except ProblemError:
        found = None
    await socket.accept()
    peer = _SocketPeer(socket)
    if found is None:
        await _turn_away(peer, m.ClosingMessage("no-key", "be a guest first: POST /api/guests", again=False), _NO_KEY)
        return
    if found.guest.banned > services.now():
        why = m.ClosingMessage("banned", "the people who run this server have banned you for now", again=False)
        await _turn_away(peer, why, _NOT_HERE)
        return
    connection = Connection(found.guest, found.credential.id, seat, peer)
    try:
        room = await services.tables.enter(table, connection)
    except m.TurnedAwayError as error:
        code = _NO_TABLE if error.code == "no-table" else _NOT_HERE
        await _turn_away(peer, m.ClosingMessage(error.code, error.text, again=error.code == "restarting"), code)
        return
    limits, guest = services.settings.limits, found.guest.id
    limiter, rate, talk = Limiter(most=1), limits.commands, Rate(limits.lines_per_guest, limits.lines_per_guest)

    async def receive() -> None:
        while True:
            try:
                frame = await socket.receive_data(mode="text")
            except (WebSocketDisconnect, msgspec.DecodeError):
                return
            if connection.closed:  # a key just revoked does nothing more, even if nobody reads why
                continue
            if limiter.wait("commands", "", rate):
                connection.end(m.ClosingMessage("too-many", "too many messages: slow down", again=True), POLICY)
                await asyncio.sleep(1)
                return
            try:
                command = m.decode(frame)
            except m.RefusedError as error:
                services.metrics.command("unreadable", error.code)
                room.refuse(connection, _id_in(frame), error)
                continue
            if isinstance(command, m.SayCommand | m.EmoteCommand) and services.limiter.wait("lines", guest, talk):
                services.metrics.command(str(command.__struct_config__.tag), "too-often")
                room.refuse(connection, command.id, m.RefusedError("too-often", "that's a lot of chat: wait a moment"))
                continue
            await room.handle(connection, command)

    try:
        await connection.run(receive)
    finally:
        services.tables.leave(room, connection)


async def _turn_away(peer: _SocketPeer, why: m.ClosingMessage, code: int) -> None:
    try:
        await peer.send(msgspec.json.encode(why))
        await peer.close(code)
    except WebSocketDisconnect:
        return


def _id_in(frame: str) -> str | None:
    """The id of a command that could not be read otherwise, so that its sender knows which it was."""
    try:
        return _Named.decode(frame).id
    except (msgspec.DecodeError, RecursionError):
        return None


class _OnlyId(msgspec.Struct):
    id: Annotated[str, msgspec.Meta(max_length=64)] | None = None


_Named: msgspec.json.Decoder[_OnlyId] = msgspec.json.Decoder(_OnlyId)
