"""In a game: a turn, and what follows from it for the clock, the score sheet and the match."""

from __future__ import annotations

import msgspec

from tilery.errors import TileryError
from tilery.game import Action, Draw, Ended, Event, IllegalActionError, Keep, Pass, Phase, Play, Resign, apply
from tilery.match import Entry
from tilery.notation import Table
from tilery.server.table import clock
from tilery.server.table import commands as ask
from tilery.server.table.decide.deciding import Asking, Deciding, own_place, own_seat
from tilery.server.table.events import BankSpent, GameEnded, GameMove, Moved, Paused, PauseDeclined
from tilery.server.table.refusal import RefusedError
from tilery.server.table.spoken import SpokenWhy
from tilery.server.table.standing import OnlineTable, sheet


def play(deciding: Deciding, asking: Asking, command: ask.PlayCommand) -> None:
    """Lay a table."""
    number = _on_turn(deciding.table, asking, command.revision)
    try:
        table = Table(command.table)
    except TileryError as error:
        raise RefusedError("notation", error.text) from None
    move(deciding, Play(number, table), asking.now, asking.secret)


def draw(deciding: Deciding, asking: Asking, command: ask.DrawCommand) -> None:
    """Take a tile from the pool."""
    move(deciding, Draw(_on_turn(deciding.table, asking, command.revision)), asking.now, asking.secret)


def keep(deciding: Deciding, asking: Asking, command: ask.KeepCommand) -> None:
    """Keep the tile just drawn."""
    move(deciding, Keep(_on_turn(deciding.table, asking, command.revision)), asking.now, asking.secret)


def pass_turn(deciding: Deciding, asking: Asking, command: ask.PassCommand) -> None:
    """Pass, where the pool is empty."""
    number = _on_turn(deciding.table, asking, command.revision)
    move(deciding, Pass(number, asking.able), asking.now, asking.secret)


def resign(deciding: Deciding, asking: Asking, command: ask.ResignCommand) -> None:
    """Give the game up."""
    number = own_seat(asking)
    if deciding.table.phase != "playing":
        raise _not_playing()
    move(deciding, Resign(number), asking.now, asking.secret)


def _on_turn(table: OnlineTable, asking: Asking, revision: int) -> int:
    """The seat of somebody who may move now: seated, the game running, and at the position they saw."""
    number = own_place(table, asking)
    if table.phase != "playing":
        raise _not_playing()
    if table.paused:
        raise RefusedError("paused", "the game is paused")
    if revision > table.revision:
        raise RefusedError("ahead", f"this table is at revision {table.revision}")
    if revision < table.moved:
        moved = f"made at revision {revision}, but the game moved on at revision {table.moved}"
        raise RefusedError("stale", moved)
    return number


def _not_playing() -> RefusedError:
    return RefusedError("not-playing", "no game is being played")


def move(deciding: Deciding, action: Action, now: float, secret: str) -> None:
    """Do something in the game, and whatever follows from it for the clock, the score sheet and the match."""
    assert deciding.table.game is not None
    try:
        game, events = apply(deciding.table.game, action)
    except IllegalActionError as error:
        raise RefusedError("illegal", error.text, error.defects, error.more) from None
    before = deciding.table
    deciding.is_moved(_made(action, events), game)
    _follow(deciding, before, now, secret)


def moved(
    deciding: Deciding,
    action: Action,
    events: tuple[Event, ...],
    now: float,
    secret: str,
    why: SpokenWhy | None = None,
) -> None:
    """Something was done in the game: what follows from it for the clock, the score sheet and the match."""
    before = deciding.table
    deciding.happens(_made(action, events, why))
    _follow(deciding, before, now, secret)


def _made(action: Action, events: tuple[Event, ...], why: SpokenWhy | None = None) -> Moved:
    seat = getattr(action, "seat", None)
    assert isinstance(seat, int)
    return Moved(seat, (GameMove(action, events),), why)


def _follow(deciding: Deciding, before: OnlineTable, now: float, secret: str) -> None:
    """What follows from a move for the clock, the score sheet and the match."""
    game, was = deciding.table.game, before.turn
    assert game is not None and was is not None
    if game.turn == was and game.phase is Phase.PLAYING:
        return
    left = clock.bank_left(before, was, now)
    if left != before.seats[was].bank:
        deciding.happens(BankSpent(was, left))
    if game.result is not None:
        _game_over(deciding, game.result, secret)
        return
    if before.pause is not None and not before.paused:
        deciding.happens(PauseDeclined())
    deciding.happens(clock.turn_begins(deciding.table, game.turn, now))
    if before.paused:  # somebody resigned during the pause: it goes on for the next player
        deciding.happens(Paused((), now, 0.0))


def _game_over(deciding: Deciding, result: Ended, secret: str) -> None:
    table = deciding.table
    played = msgspec.structs.replace(table, entries=(*table.entries, Entry(result.scores, result.winner)))
    over = len(played.entries) >= table.terms.setup.length.total(len(table.seats))
    winners = sheet(played).winners if over else ()
    deciding.happens(GameEnded(result.scores, result.winner, secret, over, winners))
