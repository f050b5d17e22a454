"""Before and between games: who sits where, who is ready, and the beginning."""

from __future__ import annotations

import msgspec

from tilery.bots.ladder import level
from tilery.errors import TileryError
from tilery.game import Action, Contribute, apply, new_game
from tilery.game import Start as StartAction
from tilery.game.shuffle import LONGEST_CONTRIBUTION
from tilery.server.table import clock
from tilery.server.table import messages as ask
from tilery.server.table.decide.outcome import (
    Asking,
    Outcome,
    free_name,
    own_place,
    own_seats,
    require,
    require_host,
    seat_at,
    with_live,
    with_seat,
)
from tilery.server.table.messages import RefusedError
from tilery.server.table.table import Live, Seat, State, Terms, game_id


def new_table(terms: Terms, asking: Asking) -> State:
    """A table just made: the host in the seats that are theirs, bots in theirs."""
    names = iter(terms.setup.names)
    seats: list[Seat] = []
    for wanted in terms.setup.seats:
        if wanted == "me":
            name = (next(names, "") if terms.setup.shared else "") or asking.name
            seat = Seat("person", free_name(name, seats), asking.guest, ready=terms.setup.shared)
        elif wanted == "open":
            seat = Seat()
        else:
            seat = Seat("bot", free_name(f"{wanted} bot", seats), level=wanted, ready=True)
        seats.append(seat)
    live = Live(asking.guest, tuple(seats), asking.secret, active=asking.now)
    return State(terms, live)


def sit(state: State, asking: Asking, command: ask.SitCommand) -> Outcome:
    """Somebody takes an open seat."""
    live = state.live
    require(live.phase == "gathering", "started", "the match has started: nobody new can sit down")
    require(asking.guest not in live.kicked, "kicked", "the host does not want you at this table")
    require(asking.seat is None, "seated", "you have a seat already")
    open_seats = [number for number, seat in enumerate(live.seats) if seat.kind == "open"]
    require(bool(open_seats), "full", "every seat is taken")
    number = open_seats[0] if command.seat is None else command.seat
    require(number in open_seats, "taken", "this seat is not open")
    seat = Seat("person", free_name(asking.name, live.seats), asking.guest)
    host = live.host if any(s.guest == live.host for s in live.seats) else asking.guest
    return Outcome(with_live(with_seat(state, number, seat), host=host), "sat", number)


def seat_bot(state: State, asking: Asking, command: ask.SeatBotCommand) -> Outcome:
    """The host gives an open seat to a bot."""
    require_host(state, asking)
    require(state.live.phase == "gathering", "started", "the match has started")
    seat = seat_at(state, command.seat)
    require(seat.kind == "open", "taken", "this seat is not open")
    try:
        wanted = level(command.level).name
    except TileryError as error:
        raise RefusedError("bot", error.text) from None
    bot = Seat("bot", free_name(f"{wanted} bot", state.live.seats), level=wanted, ready=True)
    return begin_if_ready(with_seat(state, command.seat, bot), asking.now) or Outcome(
        with_seat(state, command.seat, bot), "bot-seated", command.seat
    )


def kick(state: State, asking: Asking, command: ask.KickCommand) -> Outcome:
    """The host sends somebody away, for good."""
    require_host(state, asking)
    require(state.live.phase == "gathering", "started", "the match has started: nobody can be sent away")
    seat = seat_at(state, command.seat)
    require(seat.kind != "open", "empty", "nobody sits there")
    require(seat.guest != asking.guest, "yourself", "a host leaves rather than send themselves away")
    kicked = state.live.kicked if seat.guest is None else (*state.live.kicked, seat.guest)
    return Outcome(with_live(with_seat(state, command.seat, Seat()), kicked=kicked), "kicked", command.seat)


def ready(state: State, asking: Asking, command: ask.ReadyCommand) -> Outcome:
    """Somebody is ready; when all are, the game begins."""
    number = own_place(state, asking)
    require(state.live.phase in ("gathering", "between"), "not-now", "being ready is for before a game")
    after = _all_ready(state, asking, command.words)
    return begin_if_ready(after, asking.now) or Outcome(_wait_for_others(after, asking.now), "ready", number)


def unready(state: State, asking: Asking, command: ask.UnreadyCommand) -> Outcome:
    """Somebody is not ready after all."""
    number = own_place(state, asking)
    require(state.live.phase in ("gathering", "between"), "not-now", "the game has begun")
    seat = msgspec.structs.replace(state.live.seats[number], ready=False, words="")
    return Outcome(with_seat(state, number, seat), "unready", number)


def start(state: State, asking: Asking, command: ask.StartCommand) -> Outcome:
    """The host begins with those who are there; open seats go."""
    require_host(state, asking)
    require(state.live.phase == "gathering", "started", "the match has started already")
    seated = tuple(seat for seat in state.live.seats if seat.kind != "open")
    least = state.terms.rules.players[0]
    require(len(seated) >= least, "too-few", f"at least {least} players are needed")
    waiting = [seat.name for seat in seated if not seat.ready and seat.guest != asking.guest]
    require(not waiting, "not-ready", f"not ready yet: {', '.join(waiting)}")
    return begin(with_live(state, seats=seated), asking.now)


def rematch(state: State, asking: Asking, command: ask.RematchCommand) -> Outcome:
    """Somebody wants another match; when all do, it begins."""
    number = own_place(state, asking)
    live = state.live
    require(live.phase == "over" and not live.abandoned, "not-now", "a rematch is for after the match")
    after = _all_ready(state, asking, command.words)
    waiting = [seat for seat in after.live.seats if seat.present and not seat.ready]
    if waiting:
        return Outcome(after, "rematch", number)
    return begin(with_live(after, match=live.match + 1, number=0, entries=()), asking.now)


def _all_ready(state: State, asking: Asking, words: str) -> State:
    """Everybody this guest sits for is ready: one seat, or all of those around one screen."""
    if words and (len(words) > LONGEST_CONTRIBUTION or not words.isprintable()):
        raise RefusedError("contribution", f"a contribution has 1 to {LONGEST_CONTRIBUTION} printable characters")
    for number in own_seats(state, asking):
        seat = state.live.seats[number]
        own = words if number == asking.seat and words else seat.words
        state = with_seat(state, number, msgspec.structs.replace(seat, ready=True, words=own))
    return state


def begin_if_ready(state: State, now: float) -> Outcome | None:
    """The next game, if nobody has to be waited for."""
    seats = state.live.seats
    ready = all(seat.ready or seat.bot is not None for seat in seats)
    return begin(state, now) if ready and any(seat.present for seat in seats) else None


def _wait_for_others(state: State, now: float) -> State:
    """Between games the others have a while to be ready, at a table with a clock that is not of days."""
    turn = state.terms.setup.clock.turn
    if state.live.phase != "between" or state.live.deadline is not None or turn is None or turn >= 3600:
        return state
    return with_live(state, deadline=now + clock.BETWEEN_GAMES)


def begin(state: State, now: float) -> Outcome:
    """The next game: words into the mixing, then the deal."""
    live, bank = state.live, float(state.terms.setup.clock.bank)
    game = new_game(state.terms.rules, len(live.seats), live.secret)
    actions: list[Action] = [Contribute(number, seat.words) for number, seat in enumerate(live.seats) if seat.words]
    moves = []
    for action in (*actions, StartAction()):
        game, events = apply(game, action)
        moves.append((action, events))
    seats = tuple(
        msgspec.structs.replace(seat, ready=seat.kind == "bot", words="", bank=bank, turns=0) for seat in live.seats
    )
    number, own = live.number + 1, game_id(live.secret)
    after = with_live(state, seats=seats, phase="playing", number=number, game=own, began=now, pause=None)
    after = msgspec.structs.replace(after, game=game)
    after = msgspec.structs.replace(after, live=clock.begin_turn(after, now))
    return Outcome(after, "began", None, tuple(moves))
