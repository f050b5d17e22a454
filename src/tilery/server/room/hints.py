"""Hints: what could I play? Worked out in a process of its own, and told in growing steps."""

from __future__ import annotations

from tilery.errors import TileryError
from tilery.game import Game, Phase
from tilery.notation import Tiles
from tilery.server.room.connection import Connection
from tilery.server.room.work import BusyError, Work
from tilery.server.table import commands as ask
from tilery.server.table import messages as tell
from tilery.server.table.refusal import RefusedError
from tilery.server.table.standing import OnlineTable
from tilery.server.tracing import span

__all__ = ["give_hint", "hinted"]


def hinted(table: OnlineTable, connection: Connection, command: ask.HintCommand) -> tuple[Game, int]:
    """The game and the seat for which a hint is asked, if there are hints at this table for this connection now."""
    game, seat = table.game, connection.seat
    if not table.terms.setup.hints:
        raise RefusedError("no-hints", "there are no hints at this table")
    if seat is None:
        raise RefusedError("no-seat", "hints are only for players at this table")
    if game is None or game.phase is not Phase.PLAYING:
        raise RefusedError("not-playing", "a hint is for a player in a running game")
    if command.revision < table.moved:
        raise RefusedError("stale", f"asked at revision {command.revision}, the game is at {table.moved}")
    if connection.hinting:
        raise RefusedError("busy", "a hint is already on its way")
    return game, seat


async def give_hint(
    work: Work, connection: Connection, table: OnlineTable, hinted: tuple[Game, int], command: ask.HintCommand
) -> None:
    """Have a hint worked out for whoever had the seat when it was asked for, and tell it."""
    try:
        with span("hint", table=table.terms.id[:6]):
            hint = await _find_hint(work, *hinted, command, table.revision)
        if connection.seat != hinted[1]:
            raise RefusedError("no-hints", "someone else has the screen now")
        connection.tell(hint)
    except RefusedError as error:
        connection.tell(tell.refused(command.id, table.revision, error))
    finally:
        connection.hinting = False


async def _find_hint(work: Work, game: Game, seat: int, command: ask.HintCommand, revision: int) -> tell.HintMessage:
    """The hint as far as it was asked for."""
    try:
        drawn = game.drawn if seat == game.turn else Tiles()
        found = await work.hint(game.rules, game.table, game.racks[seat], game.opened[seat], drawn)
    except BusyError as error:
        raise RefusedError("busy", error.text) from None
    except TileryError as error:
        raise RefusedError("no-hints", error.text) from None
    if found is None:
        return tell.HintMessage(command.id, revision, command.step, 0)
    return tell.HintMessage(
        command.id,
        revision,
        command.step,
        len(found.played),
        found.goes_out,
        str(found.played) if command.step >= 2 else None,
        str(found.table) if command.step == 3 else None,
        found.moves if command.step == 3 else None,
    )
