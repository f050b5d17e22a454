"""The draft of an unfinished turn: judged as it comes, kept for time-outs and so that a reload loses nothing.

Several processes may be sent drafts of the same turn, and one may wake up with an old one after a long pause. So a
draft has a number, its client's own where it gives one, and the store keeps the highest: what counts is the store's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from tilery.errors import TileryError
from tilery.game import Game, Phase
from tilery.notation import Table, Tiles
from tilery.rules.turn import judge
from tilery.server.store.rows import DraftRow
from tilery.server.table import commands as ask
from tilery.server.table import messages as tell
from tilery.server.table.refusal import RefusedError
from tilery.server.table.standing import OnlineTable

__all__ = ["DraftStore", "Drafts"]

_AT_ONCE = 3.0
"""Seconds before a deadline from which drafts are written down as they come, since another process may settle it."""


class DraftStore(Protocol):
    """What drafts need of the store."""

    async def draft(self, table: str, seat: int, revision: int) -> DraftRow | None: ...

    async def save_drafts(self, drafts: Sequence[DraftRow]) -> None: ...


class Drafts:
    """The newest draft at a table as far as this process knows, and whether the store has it."""

    def __init__(self, store: DraftStore, now: Callable[[], float]) -> None:
        self._store, self._now = store, now
        self._latest: DraftRow | None = None
        self._saved: DraftRow | None = None

    @property
    def unsaved(self) -> DraftRow | None:
        """The draft that is still to be written down."""
        return None if self._latest == self._saved else self._latest

    def forget_older(self, moved: int) -> None:
        """The game has moved on to this revision: a draft from before is of a turn that is over."""
        if self._latest is not None and self._latest.revision < moved:
            self._latest = self._saved = None

    def take(self, table: OnlineTable, seat: int | None, command: ask.DraftCommand) -> tell.VerdictMessage:
        """Judge a draft, and keep it if it is that of the player to move and the newest."""
        game, seat = _drafted(table, seat, command)
        try:
            draft = Table(command.table)
        except TileryError as error:
            raise RefusedError("notation", error.text) from None
        drawn = game.drawn if seat == game.turn else Tiles()
        turn = judge(game.rules, game.table, game.racks[seat], draft, game.opened[seat], drawn)
        return tell.VerdictMessage(
            command.id,
            table.revision,
            turn.legal,
            str(turn.played),
            turn.value,
            turn.opening_value,
            turn.defects,
            turn.more,
            self._keep(table, seat, command) if seat == game.turn else 0,
            str(turn.table) if turn.legal and turn.table != draft else None,
        )

    def _keep(self, table: OnlineTable, seat: int, command: ask.DraftCommand) -> int:
        """The number of the newest draft of this turn, which may be this one."""
        latest = self._latest
        known = latest.number if latest is not None and (latest.seat, latest.revision) == (seat, table.moved) else 0
        # Without a number it is the clock's, for a process that doesn't know of the last one, but always a higher one.
        number = command.number or max(known + 1, int(self._now() * 1_000))
        if number <= known:
            return known
        self._latest = DraftRow(table.terms.id, seat, table.moved, number, command.table)
        return number

    def is_urgent(self, table: OnlineTable) -> bool:
        """Whether what is unsaved cannot wait, for the turn is about to end."""
        return self.unsaved is not None and table.deadline is not None and table.deadline - self._now() < _AT_ONCE

    def saved(self, draft: DraftRow) -> None:
        """The store has this one, or one that is newer."""
        self._saved = draft

    async def save(self) -> None:
        """Write down what is still to be."""
        while (draft := self.unsaved) is not None:
            await self._store.save_drafts([draft])
            self.saved(draft)

    async def kept(self, table: OnlineTable, seat: int | None) -> DraftRow | None:
        """The newest draft of the seat to move, as last sent from any device to any process."""
        game = table.game
        if seat is None or game is None or table.phase != "playing" or game.turn != seat:
            return None
        stored = await self._store.draft(table.terms.id, seat, table.moved)
        latest = self._latest
        if stored is not None and (latest is None or _age(latest) < _age(stored)):
            self._latest = self._saved = stored
            return stored
        return latest if latest is not None and (latest.seat, latest.revision) == (seat, table.moved) else None


def _age(draft: DraftRow) -> tuple[int, int]:
    return draft.revision, draft.number


def _drafted(table: OnlineTable, seat: int | None, command: ask.DraftCommand) -> tuple[Game, int]:
    """The game and the seat that a draft is for, or why there is none."""
    game = table.game
    if seat is None:
        raise RefusedError("no-seat", "you have no seat at this table")
    if table.phase != "playing" or game is None or game.phase is not Phase.PLAYING:
        raise RefusedError("not-playing", "no game is being played")
    if command.revision < table.moved:
        raise RefusedError("stale", f"made at revision {command.revision}, the game is at {table.moved}")
    return game, seat
