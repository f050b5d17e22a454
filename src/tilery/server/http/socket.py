"""The socket of a table: who is there, what they ask, in frames."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import websocket
from litestar.params import FromQuery, PathParameter

from tilery.server.http.errors import ProblemError
from tilery.server.http.guests import AnySocket, Here, find_maybe
from tilery.server.http.limits import Limiter
from tilery.server.http.wire import EXTENSION, SocketWire
from tilery.server.room.connection import POLICY, Connection
from tilery.server.settings import Rate
from tilery.server.table import messages as m

__all__ = ["table_socket"]

_NO_TABLE = 4404
_NO_KEY = 4401
_NOT_HERE = 4403


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
    wire = _wire(socket)
    if found is None:
        _turn_away(wire, m.ClosingMessage("no-key", "be a guest first: POST /api/guests", again=False), _NO_KEY)
        return
    if found.guest.banned > services.now():
        why = m.ClosingMessage("banned", "the people who run this server have banned you for now", again=False)
        _turn_away(wire, why, _NOT_HERE)
        return
    connection = Connection(found.guest, found.credential.id, seat, wire)
    try:
        room = await services.tables.enter(table, connection)
    except m.TurnedAwayError as error:
        code = _NO_TABLE if error.code == "no-table" else _NOT_HERE
        _turn_away(wire, m.ClosingMessage(error.code, error.text, again=error.code == "restarting"), code)
        return
    limits, guest = services.settings.limits, found.guest.id
    limiter, rate, talk = Limiter(most=1), limits.commands, Rate(limits.lines_per_guest, limits.lines_per_guest)
    try:
        while (frame := await wire.hear()) is not None:
            if connection.closed:  # a key just revoked does nothing more, even if nobody reads why
                break
            if limiter.wait("commands", "", rate):
                connection.end(m.ClosingMessage("too-many", "too many messages: slow down", again=True), POLICY)
                break
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
    finally:
        connection.closed = True
        services.tables.leave(room, connection)


def _wire(socket: AnySocket) -> SocketWire:
    extensions: Any = socket.scope.get("extensions") or {}
    found = extensions.get(EXTENSION)
    assert isinstance(found, SocketWire), "tables are served by tilery.server.serve"
    return found


def _turn_away(wire: SocketWire, why: m.ClosingMessage, code: int) -> None:
    wire.send_text(msgspec.json.encode(why))
    wire.end(code)


def _id_in(frame: str) -> str | None:
    """The id of a command that could not be read otherwise, so that its sender knows which it was."""
    try:
        return _Named.decode(frame).id
    except (msgspec.DecodeError, RecursionError):
        return None


class _OnlyId(msgspec.Struct):
    id: Annotated[str, msgspec.Meta(max_length=64)] | None = None


_Named: msgspec.json.Decoder[_OnlyId] = msgspec.json.Decoder(_OnlyId)
