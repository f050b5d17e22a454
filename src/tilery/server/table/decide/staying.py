"""Coming, going and resting: seats change hands, the clock stands still."""

from __future__ import annotations

import msgspec

from tilery.server.table import clock
from tilery.server.table import messages as ask
from tilery.server.table.decide.gathering import begin_if_ready
from tilery.server.table.decide.outcome import (
    Asking,
    Outcome,
    own_place,
    own_seat,
    own_seats,
    require,
    seat_at,
    with_live,
    with_seat,
)
from tilery.server.table.table import Pause, Seat, State


def leave(state: State, asking: Asking, command: ask.LeaveCommand) -> Outcome:
    """Go: a bot plays on, or the seat is open again before the start."""
    number, seats, after = own_seat(asking), own_seats(state, asking), state
    for own in seats:
        seat = msgspec.structs.replace(state.live.seats[own], left=True, stand_in=state.terms.setup.stand_in)
        after = with_seat(after, own, Seat() if state.live.phase == "gathering" else seat)
    if state.live.phase == "gathering":
        after = without_host(after, asking.guest)
    moving = state.live.turn if state.live.turn in seats else number
    return if_anybody_is_left(after, "left", moving, asking.now)


def stand_in(state: State, asking: Asking, command: ask.StandInCommand) -> Outcome:
    """A bot plays for somebody who is away, or for whoever asks."""
    own_seat(asking)
    require(state.live.phase in ("playing", "between"), "not-now", "bots stand in once the match has begun")
    seat = seat_at(state, command.seat)
    require(seat.present, "no-need", "no person plays in this seat")
    absent = command.seat in asking.absent
    require(absent or command.seat == asking.seat, "connected", f"{seat.name} is connected")
    seat = msgspec.structs.replace(seat, stand_in=state.terms.setup.stand_in)
    return changed_hands(with_seat(state, command.seat, seat), "stood-in", command.seat, asking.now)


def back(state: State, asking: Asking, command: ask.BackCommand) -> Outcome:
    """Take the seat back from the bot that stood in."""
    number = own_seat(asking)
    seat = state.live.seats[number]
    require(seat.stand_in is not None, "no-need", "this seat is yours already")
    seat = msgspec.structs.replace(seat, stand_in=None, left=False)
    return changed_hands(with_seat(state, number, seat), "back", number, asking.now)


def pause(state: State, asking: Asking, command: ask.PauseCommand) -> Outcome:
    """Ask for a pause; it begins when all agree."""
    number = own_place(state, asking)
    live = state.live
    require(live.phase == "playing", "not-playing", "no game is being played")
    require(not state.paused, "paused", "the game is paused already")
    agreed = tuple(sorted({*(live.pause.agreed if live.pause else ()), *own_seats(state, asking)}))
    people = {seat for seat, held in enumerate(live.seats) if held.present}
    if people <= set(agreed):
        return Outcome(msgspec.structs.replace(state, live=clock.pause(live, agreed, asking.now)), "paused", number)
    return Outcome(with_live(state, pause=Pause(agreed)), "pause-asked", number)


def resume(state: State, asking: Asking, command: ask.ResumeCommand) -> Outcome:
    """End the pause, or decline to have one."""
    number = own_place(state, asking)
    require(state.live.pause is not None, "not-paused", "nobody has asked for a pause")
    if state.paused:
        return Outcome(msgspec.structs.replace(state, live=clock.resume(state, asking.now)), "resumed", number)
    return Outcome(with_live(state, pause=None), "pause-declined", number)


def changed_hands(state: State, kind: str, number: int, now: float) -> Outcome:
    """A seat changes hands: if it is to move, its clock begins anew; if all others wait for it, they wait no more."""
    game = state.game
    if state.live.phase == "playing" and game is not None and game.turn == number and not state.paused:
        state = msgspec.structs.replace(state, live=clock.begin_turn(state, now))
    if state.live.phase == "between":
        begun = begin_if_ready(state, now)
        if begun is not None:
            return begun
    return Outcome(state, kind, number)


def if_anybody_is_left(state: State, kind: str, number: int | None, now: float) -> Outcome:
    """What follows when somebody has gone: the table is over when they were the last."""
    seats = state.live.seats
    if not any(seat.kind == "person" and not seat.left for seat in seats):
        abandoned = state.live.phase != "over" or state.live.abandoned
        return Outcome(with_live(state, phase="over", abandoned=abandoned, deadline=None, pause=None), kind, number)
    if state.live.phase == "gathering" or number is None:
        return Outcome(state, kind, number)
    return changed_hands(state, kind, number, now)


def without_host(state: State, guest: str) -> State:
    """When the host goes, the next person is the host."""
    if state.live.host != guest:
        return state
    people = (seat.guest for seat in state.live.seats if seat.guest not in (None, guest))
    return with_live(state, host=next(people, None) or guest)
