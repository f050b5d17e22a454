"""What a command does at a table: the events that happen, or why not. No I/O, no clock, no chance.

Who asks, what time it is, who is absent and a fresh secret come in from outside; the caller stores the events before
anybody hears of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilery.game import Action, Event, Phase, TimeOut
from tilery.notation import Table
from tilery.server.faces import FaceName
from tilery.server.table import commands as ask
from tilery.server.table.decide import gathering, playing, staying, watching
from tilery.server.table.decide.deciding import Asking, Decided, Deciding
from tilery.server.table.events import TableEvent
from tilery.server.table.refusal import COVERED, RefusedError
from tilery.server.table.setup import Setup
from tilery.server.table.spoken import SpokenWhy
from tilery.server.table.standing import OnlineTable, blank, seats_of
from tilery.server.table.terms import Terms

__all__ = ["Asking", "Decided", "abandon", "bot_moved", "decide", "forget", "open_table", "rename", "time_passes"]

Events = tuple[TableEvent, ...]

_DECISIONS: dict[type, Callable[[Deciding, Asking, Any], None]] = {
    ask.SitCommand: gathering.sit,
    ask.SeatBotCommand: gathering.seat_bot,
    ask.KickCommand: gathering.kick,
    ask.ReadyCommand: gathering.ready,
    ask.UnreadyCommand: gathering.unready,
    ask.StartCommand: gathering.start,
    ask.RematchCommand: gathering.rematch,
    ask.PlayCommand: playing.play,
    ask.DrawCommand: playing.draw,
    ask.KeepCommand: playing.keep,
    ask.PassCommand: playing.pass_turn,
    ask.ResignCommand: playing.resign,
    ask.LeaveCommand: staying.leave,
    ask.StandInCommand: staying.stand_in,
    ask.BackCommand: staying.back,
    ask.PauseCommand: staying.pause,
    ask.ResumeCommand: staying.resume,
    ask.PaceCommand: staying.choose_pace,
    ask.WatchCommand: watching.watch,
    ask.LetInCommand: watching.let_in,
}


def decide(table: OnlineTable, asking: Asking, command: ask.Command) -> Events:
    """What happens by a command, or a :class:`RefusedError`."""
    if asking.seat is None and seats_of(table, asking.guest):
        raise RefusedError("covered", COVERED)
    return _decided(table, _DECISIONS[type(command)], asking, command)


def open_table(terms: Terms, setup: Setup, asking: Asking) -> Events:
    """What happens when a table is made as its host wants it."""
    return _decided(blank(terms), gathering.open_table, setup, asking)


def bot_moved(
    table: OnlineTable,
    action: Action,
    events: tuple[Event, ...],
    now: float,
    secret: str,
    why: SpokenWhy | None = None,
) -> Events:
    """What follows at the table from what a bot did in the game, and what it says of it."""
    return _decided(table, playing.moved, action, events, now, secret, why)


def time_passes(table: OnlineTable, now: float, secret: str, draft: Table | None = None) -> Events | None:
    """The deadline has come: a turn is over, or the next game begins. ``None`` when there is nothing to do."""
    if table.deadline is None or now < table.deadline:
        return None
    if table.phase == "between":
        return _decided(table, gathering.begin, now)
    game = table.game
    if table.phase != "playing" or game is None or game.phase is not Phase.PLAYING:
        return None
    if table.seats[game.turn].bot is not None:  # somebody has to ask it
        return None
    try:
        return _decided(table, playing.move, TimeOut(game.turn, draft), now, secret)
    except RefusedError:  # the draft kept is not made of these tiles
        return _decided(table, playing.move, TimeOut(game.turn), now, secret)


def abandon(table: OnlineTable) -> Events:
    """What happens to a table that nobody comes to any more."""
    return _decided(table, staying.abandon)


def forget(table: OnlineTable, guest: str, now: float) -> Events:
    """What happens when a guest has deleted their identity."""
    return _decided(table, staying.forget, guest, now)


def rename(table: OnlineTable, guest: str, name: str, face: FaceName = "") -> Events:
    """What happens when a guest has another name or face."""
    return _decided(table, staying.rename, guest, name, face)


def _decided(table: OnlineTable, decision: Callable[..., None], *given: object) -> Decided:
    deciding = Deciding(table)
    decision(deciding, *given)
    return deciding.decided()
