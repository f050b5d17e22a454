"""The socket of a table: who is there, what they ask, in frames."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import websocket
from litestar.params import PathParameter

from tilery.server.http.budgets import Metered
from tilery.server.http.errors import ProblemError
from tilery.server.http.guests import AnySocket, Here, address_of, find_maybe
from tilery.server.http.listening import Listening
from tilery.server.http.wire import EXTENSION, SocketWire
from tilery.server.room.connection import Connection
from tilery.server.table import messages as tell
from tilery.server.table.refusal import TurnedAwayError

__all__ = ["table_socket"]

_NO_TABLE = 4404
_NO_KEY = 4401
_NOT_HERE = 4403


@websocket("/api/tables/{table:str}/socket")
async def table_socket(
    socket: AnySocket,
    services: Here,
    table: Annotated[str, PathParameter(max_length=32)],
) -> None:
    """A connection to a table, until either end closes it."""
    try:
        found = await find_maybe(socket, services)
    except ProblemError:
        found = None
    await socket.accept()
    wire = _wire(socket)
    if found is None:
        _turn_away(wire, tell.ClosingMessage("no-key", "be a guest first: POST /api/guests", again=False), _NO_KEY)
        return
    if found.guest.banned > services.now():
        why = tell.ClosingMessage("banned", "the people who run this server have banned you for now", again=False)
        _turn_away(wire, why, _NOT_HERE)
        return
    connection = Connection(found.guest, found.credential.id, wire)
    address = address_of(socket)
    account = services.budgets.account(address, found.guest.id)
    if not await account.in_turn(wire.transport.is_closing):
        return
    entering = Metered(services.tables.enter(table, connection))
    try:
        room = await entering
    except TurnedAwayError as error:
        code = _NO_TABLE if error.code == "no-table" else _NOT_HERE
        _turn_away(wire, tell.ClosingMessage(error.code, error.text, again=error.code == "restarting"), code)
        return
    finally:
        account.spend(entering.seconds, connection.bytes_told)
    try:
        # In a task of its own: what a message wakes is not the whole way through the framework.
        await asyncio.create_task(Listening(wire, services, room, connection, account, address).run())
    finally:
        connection.closed = True
        services.tables.leave(room, connection)


def _wire(socket: AnySocket) -> SocketWire:
    extensions: Any = socket.scope.get("extensions") or {}
    found = extensions.get(EXTENSION)
    assert isinstance(found, SocketWire), "tables are served by tilery.server.serve"
    return found


def _turn_away(wire: SocketWire, why: tell.ClosingMessage, code: int) -> None:
    wire.send_text(msgspec.json.encode(why))
    wire.end(code)
