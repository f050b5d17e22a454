"""Hints: what could I play? Worked out in a process of its own, and told in growing steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilery.errors import TileryError
from tilery.game import Phase
from tilery.server.codes import RefusalCode
from tilery.server.room.connection import Connection
from tilery.server.room.work import BusyError
from tilery.server.table import messages as m

if TYPE_CHECKING:
    from tilery.server.room.room import Room

__all__ = ["Hints"]


class Hints:
    """The hints of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def give(self, connection: Connection, command: m.HintCommand) -> None:
        """Work a hint out for a player, if the table allows hints."""
        live, game, seat = self.room.state.live, self.room.state.game, connection.seat
        if not self.room.state.terms.setup.hints:
            raise m.RefusedError("no-hints", "there are no hints at this table")
        if seat is None or game is None or game.phase is not Phase.PLAYING:
            raise m.RefusedError("not-playing", "a hint is for a player in a running game")
        if command.revision < live.moved:
            raise m.RefusedError("stale", f"asked at revision {command.revision}, the game is at {live.moved}")
        if connection.hinting:
            raise m.RefusedError("busy", "a hint is on its way already")
        connection.hinting = True
        self.room.start(self._find(connection, command, seat))

    async def _find(self, connection: Connection, command: m.HintCommand, seat: int) -> None:
        game, revision = self.room.state.game, self.room.state.live.revision
        assert game is not None
        try:
            found = await self.room.backing.work.hint(game.rules, game.table, game.racks[seat], game.opened[seat])
        except TileryError as error:
            code: RefusalCode = "busy" if isinstance(error, BusyError) else "no-hints"
            self.room.refuse(
                connection,
                command.id,
                m.RefusedError(code, error.text),
            )
            return
        finally:
            connection.hinting = False
        if found is None:
            connection.tell(m.HintMessage(command.id, revision, command.step, 0))
            return
        connection.tell(
            m.HintMessage(
                command.id,
                revision,
                command.step,
                len(found.played),
                found.goes_out,
                str(found.played) if command.step >= 2 else None,
                str(found.table) if command.step == 3 else None,
                found.moves if command.step == 3 else None,
            )
        )
