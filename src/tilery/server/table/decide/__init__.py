"""What a command does at a table: the next state and what happened, or why not. No I/O, no clock, no chance.

Who asks, what time it is, who is absent and a fresh secret come in from outside; the caller stores the outcome
before anybody hears of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from tilery.game import Action, TimeOut
from tilery.game import Phase as GamePhase
from tilery.notation import Table
from tilery.server.table import messages as ask
from tilery.server.table.decide import gathering, playing, staying
from tilery.server.table.decide.gathering import new_table
from tilery.server.table.decide.outcome import (
    Asking,
    Outcome,
    free_name,
    numbered,
    require,
    with_live,
    with_seat,
)
from tilery.server.table.messages import RefusedError
from tilery.server.table.table import Seat, State

__all__ = ["Asking", "Outcome", "abandon", "bot_move", "decide", "forget", "new_table", "rename", "time_passes"]

_DECISIONS: dict[type, Callable[[State, Asking, Any], Outcome]] = {
    ask.SitCommand: gathering.sit,
    ask.SeatBotCommand: gathering.seat_bot,
    ask.KickCommand: gathering.kick,
    ask.ReadyCommand: gathering.ready,
    ask.UnreadyCommand: gathering.unready,
    ask.StartCommand: gathering.start,
    ask.RematchCommand: gathering.rematch,
    ask.PlayCommand: playing.play,
    ask.DrawCommand: playing.draw,
    ask.PassCommand: playing.pass_turn,
    ask.ResignCommand: playing.resign,
    ask.LeaveCommand: staying.leave,
    ask.StandInCommand: staying.stand_in,
    ask.BackCommand: staying.back,
    ask.PauseCommand: staying.pause,
    ask.ResumeCommand: staying.resume,
}


def decide(state: State, asking: Asking, command: ask.Command) -> Outcome:
    """Carry a command out, or refuse it with a :class:`RefusedError`; the state given is never changed."""
    outcome = _DECISIONS[type(command)](state, asking, command)
    live = msgspec.structs.replace(outcome.state.live, active=asking.now)
    return numbered(outcome._replace(state=msgspec.structs.replace(outcome.state, live=live)), state)


def bot_move(state: State, action: Action, now: float, secret: str) -> Outcome:
    """What the bot whose turn it is does."""
    return numbered(playing.move(state, action, now, secret, "moved"), state)


def time_passes(state: State, now: float, secret: str, draft: Table | None = None) -> Outcome | None:
    """The deadline has come: a turn is over, or the next game begins. ``None`` when there is nothing to do."""
    live, game = state.live, state.game
    if live.deadline is None or now < live.deadline:
        return None
    if live.phase == "between":
        return numbered(gathering.begin(state, now), state)
    if live.phase != "playing" or game is None or game.phase is not GamePhase.PLAYING:
        return None
    seat = game.turn
    if live.seats[seat].bot is not None:  # somebody has to ask it
        return None
    try:
        outcome = playing.move(state, TimeOut(seat, draft), now, secret, "timed-out")
    except RefusedError:  # the draft kept is not made of these tiles
        outcome = playing.move(state, TimeOut(seat), now, secret, "timed-out")
    return numbered(outcome, state)


def abandon(state: State) -> Outcome:
    """Nobody comes here any more: the table is cleared, an unfinished game stays unfinished."""
    live = msgspec.structs.replace(state.live, phase="over", abandoned=True, deadline=None, pause=None)
    return numbered(Outcome(msgspec.structs.replace(state, live=live), "abandoned", None), state)


def forget(state: State, guest: str, name: str, now: float) -> Outcome:
    """A guest has deleted their identity: their seats no longer know them, bots play on."""
    seats = tuple(
        msgspec.structs.replace(seat, guest=None, name=name, left=True, stand_in=state.terms.setup.stand_in)
        if seat.guest == guest
        else seat
        for seat in state.live.seats
    )
    if state.live.phase == "gathering":
        seats = tuple(Seat() if seat.left else seat for seat in seats)
    own = [number for number, seat in enumerate(state.live.seats) if seat.guest == guest]
    number = state.live.turn if state.live.turn in own else next(iter(own), None)
    after = staying.without_host(with_live(state, seats=seats), guest)
    return numbered(staying.if_anybody_is_left(after, "forgotten", number, now), state)


def rename(state: State, guest: str, name: str) -> Outcome:
    """A guest has another name now, at this table too; around one screen everybody keeps the name they were given."""
    own = [number for number, seat in enumerate(state.live.seats) if seat.guest == guest]
    require(bool(own) and not state.terms.setup.shared, "no-need", "nobody here has changed names")
    seat = msgspec.structs.replace(state.live.seats[own[0]], name="")
    free = free_name(name, with_seat(state, own[0], seat).live.seats)
    after = with_seat(state, own[0], msgspec.structs.replace(seat, name=free))
    return numbered(Outcome(after, "renamed", own[0]), state)
