"""The draft of an unfinished turn: judged as it comes, kept for time-outs and so that a reload loses nothing."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tilery.errors import TileryError
from tilery.game import Phase
from tilery.notation import Table
from tilery.rules.turn import judge
from tilery.server.room.connection import Connection
from tilery.server.table import messages as m

if TYPE_CHECKING:
    from tilery.server.room.room import Room

__all__ = ["Drafts"]


class Drafts:
    """The latest draft at a table, with its seat and the revision it was made at; ``saved`` says the store has it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.latest: tuple[int, int, str] | None = None
        self.saved = True

    def clear(self) -> None:
        """The game has moved on: the draft was of a turn that is over."""
        self.latest, self.saved = None, True

    def take(self, connection: Connection, command: m.DraftCommand) -> None:
        """Judge a draft, and keep it if it is that of the player to move."""
        live, game, seat = self.room.state.live, self.room.state.game, connection.seat
        if seat is None:
            raise m.RefusedError("no-seat", "you have no seat at this table")
        if live.phase != "playing" or game is None or game.phase is not Phase.PLAYING:
            raise m.RefusedError("not-playing", "no game is being played")
        if command.revision < live.moved:
            raise m.RefusedError("stale", f"made at revision {command.revision}, the game is at {live.moved}")
        try:
            table = Table(command.table)
        except TileryError as error:
            raise m.RefusedError("notation", error.text) from None
        began = time.perf_counter()
        turn = judge(game.rules, game.table, game.racks[seat], table, game.opened[seat])
        self.room.backing.metrics.verdict_seconds.observe(time.perf_counter() - began)
        if seat == game.turn and self.latest != (seat, live.moved, command.table):
            self.latest, self.saved = (seat, live.moved, command.table), False
        connection.tell(
            m.VerdictMessage(
                command.id,
                live.revision,
                turn.legal,
                str(turn.played),
                turn.value,
                turn.opening_value,
                turn.defects,
            )
        )

    async def kept(self, seat: int | None) -> str | None:
        """The draft of the seat to move, as last sent from any device."""
        game, live = self.room.state.game, self.room.state.live
        if seat is None or game is None or live.phase != "playing" or game.turn != seat:
            return None
        if self.latest is not None and self.latest[:2] == (seat, live.moved):
            return self.latest[2]
        return await self.room.backing.store.draft(self.room.id, seat, live.moved)
