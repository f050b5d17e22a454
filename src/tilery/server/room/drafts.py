"""The draft of an unfinished turn: judged as it comes, kept for time-outs and so that a reload loses nothing."""

from __future__ import annotations

from typing import Protocol

from tilery.errors import TileryError
from tilery.game import Phase
from tilery.notation import Table
from tilery.rules.turn import judge
from tilery.server.table import messages as m
from tilery.server.table.standing import OnlineTable

__all__ = ["DraftStore", "Drafts"]


class DraftStore(Protocol):
    """What drafts need of the store."""

    async def draft(self, table: str, seat: int, revision: int) -> str | None: ...


class Drafts:
    """The latest draft at a table, with its seat and the revision it was made at; ``saved`` says the store has it."""

    def __init__(self, store: DraftStore) -> None:
        self._store = store
        self.latest: tuple[int, int, str] | None = None
        self.saved = True

    def forget_older(self, moved: int) -> None:
        """The game has moved on to this revision: a draft from before is of a turn that is over."""
        if self.latest is not None and self.latest[1] < moved:
            self.latest, self.saved = None, True

    def take(self, table: OnlineTable, seat: int | None, command: m.DraftCommand) -> m.VerdictMessage:
        """Judge a draft, and keep it if it is that of the player to move."""
        game = table.game
        if seat is None:
            raise m.RefusedError("no-seat", "you have no seat at this table")
        if table.phase != "playing" or game is None or game.phase is not Phase.PLAYING:
            raise m.RefusedError("not-playing", "no game is being played")
        if command.revision < table.moved:
            raise m.RefusedError("stale", f"made at revision {command.revision}, the game is at {table.moved}")
        try:
            draft = Table(command.table)
        except TileryError as error:
            raise m.RefusedError("notation", error.text) from None
        turn = judge(game.rules, game.table, game.racks[seat], draft, game.opened[seat])
        if seat == game.turn and self.latest != (seat, table.moved, command.table):
            self.latest, self.saved = (seat, table.moved, command.table), False
        return m.VerdictMessage(
            command.id,
            table.revision,
            turn.legal,
            str(turn.played),
            turn.value,
            turn.opening_value,
            turn.defects,
            turn.more,
        )

    async def kept(self, table: OnlineTable, seat: int | None) -> str | None:
        """The draft of the seat to move, as last sent from any device."""
        game = table.game
        if seat is None or game is None or table.phase != "playing" or game.turn != seat:
            return None
        if self.latest is not None and self.latest[:2] == (seat, table.moved):
            return self.latest[2]
        return await self._store.draft(table.terms.id, seat, table.moved)
