"""In a game: a turn, and what follows from it for the clock, the score sheet and the match."""

from __future__ import annotations

import msgspec

from tilery.errors import TileryError
from tilery.game import Action, Ended, IllegalActionError, apply
from tilery.game import Draw as DrawAction
from tilery.game import Pass as PassAction
from tilery.game import Phase as GamePhase
from tilery.game import Play as PlayAction
from tilery.game import Resign as ResignAction
from tilery.match.sheet import Entry
from tilery.notation import Table
from tilery.server.table import clock
from tilery.server.table import messages as ask
from tilery.server.table.decide.outcome import (
    Asking,
    Outcome,
    own_place,
    own_seat,
    require,
    with_live,
)
from tilery.server.table.messages import RefusedError
from tilery.server.table.table import State


def play(state: State, asking: Asking, command: ask.PlayCommand) -> Outcome:
    """Lay a table."""
    number = _on_turn(state, asking, command.revision)
    try:
        table = Table(command.table)
    except TileryError as error:
        raise RefusedError("notation", error.text) from None
    return move(state, PlayAction(number, table), asking.now, asking.secret, "moved")


def draw(state: State, asking: Asking, command: ask.DrawCommand) -> Outcome:
    """Take a tile from the pool."""
    number = _on_turn(state, asking, command.revision)
    return move(state, DrawAction(number), asking.now, asking.secret, "moved")


def pass_turn(state: State, asking: Asking, command: ask.PassCommand) -> Outcome:
    """Pass, where the pool is empty."""
    number = _on_turn(state, asking, command.revision)
    return move(state, PassAction(number), asking.now, asking.secret, "moved")


def resign(state: State, asking: Asking, command: ask.ResignCommand) -> Outcome:
    """Give the game up."""
    number = own_seat(asking)
    require(state.live.phase == "playing", "not-playing", "no game is being played")
    return move(state, ResignAction(number), asking.now, asking.secret, "resigned")


def _on_turn(state: State, asking: Asking, revision: int) -> int:
    """The seat of somebody who may move now: seated, the game running, and at the position they saw."""
    number = own_place(state, asking)
    require(state.live.phase == "playing", "not-playing", "no game is being played")
    require(not state.paused, "paused", "the game is paused")
    require(revision <= state.live.revision, "ahead", f"this table is at revision {state.live.revision}")
    require(
        revision >= state.live.moved,
        "stale",
        f"made at revision {revision}, but the game moved on at revision {state.live.moved}",
    )
    return number


def move(state: State, action: Action, now: float, secret: str, kind: str) -> Outcome:
    """Do something in the game, and whatever follows from it for the clock, the score sheet and the match."""
    assert state.game is not None
    try:
        game, events = apply(state.game, action)
    except IllegalActionError as error:
        raise RefusedError("illegal", error.text, error.defects) from None
    seat = getattr(action, "seat", None)
    assert isinstance(seat, int)
    live, turn = state.live, state.terms.setup.clock.turn
    was = state.game.turn
    if game.turn != was or game.phase is GamePhase.OVER:
        live = clock.end_turn(live, was, turn, now)
        if not state.paused:
            live = msgspec.structs.replace(live, pause=None)
    after = State(state.terms, live, game)
    if game.result is not None:
        after = _game_over(after, game.result, secret)
    elif game.turn != was:
        after = msgspec.structs.replace(after, live=clock.begin_turn(after, now))
        if state.paused:  # somebody resigned during the pause: it goes on for the next player
            after = msgspec.structs.replace(after, live=clock.pause(after.live, (), now))
    return Outcome(after, kind, seat, ((action, events),))


def _game_over(state: State, result: Ended, secret: str) -> State:
    live = state.live
    entries = (*live.entries, Entry(result.scores, result.winner))
    planned = state.terms.setup.length.total(len(live.seats))
    phase = "over" if len(entries) >= planned else "between"
    return with_live(state, entries=entries, phase=phase, secret=secret, deadline=None, pause=None)
