"""What a command does at a table: the next state and what happened, or why not. No I/O, no clock, no chance.

Who asks, what time it is, who is absent and a fresh secret come in from outside; the caller stores the outcome
before anybody hears of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from tilery.bots.ladder import level
from tilery.errors import TileryError
from tilery.game import Action, Contribute, Ended, Event, IllegalActionError, TimeOut, apply, new_game
from tilery.game import Draw as DrawAction
from tilery.game import Pass as PassAction
from tilery.game import Phase as GamePhase
from tilery.game import Play as PlayAction
from tilery.game import Resign as ResignAction
from tilery.game import Start as StartAction
from tilery.game.shuffle import LONGEST_CONTRIBUTION
from tilery.match.sheet import Entry
from tilery.notation import Table
from tilery.server import clock
from tilery.server import messages as ask
from tilery.server.messages import RefusedError
from tilery.server.table import Live, Pause, Seat, State, Terms, game_id

__all__ = ["Asking", "Outcome", "abandon", "bot_move", "decide", "forget", "new_table", "rename", "time_passes"]


class Asking(NamedTuple):
    """Who asks, from which seat, when; ``absent`` are the seats nobody is connected to; ``secret`` is a fresh one."""

    guest: str
    name: str
    seat: int | None
    now: float
    secret: str
    absent: frozenset[int] = frozenset()


class Outcome(NamedTuple):
    """What a command came to: the state after it, a word for what happened, and the game's moves in it."""

    state: State
    kind: str
    seat: int | None
    moves: tuple[tuple[Action, tuple[Event, ...]], ...] = ()

    @property
    def ended(self) -> Ended | None:
        """The end of the game, if this was it."""
        last = self.moves[-1][1][-1] if self.moves and self.moves[-1][1] else None
        return last if isinstance(last, Ended) else None


def new_table(terms: Terms, asking: Asking) -> State:
    """A table just made: the host in the seats that are theirs, bots in theirs."""
    names = iter(terms.setup.names)
    seats: list[Seat] = []
    for wanted in terms.setup.seats:
        if wanted == "me":
            name = (next(names, "") if terms.setup.shared else "") or asking.name
            seat = Seat("person", _free_name(name, seats), asking.guest, ready=terms.setup.shared)
        elif wanted == "open":
            seat = Seat()
        else:
            seat = Seat("bot", _free_name(f"{wanted} bot", seats), level=wanted, ready=True)
        seats.append(seat)
    live = Live(asking.guest, tuple(seats), asking.secret, active=asking.now)
    return State(terms, live)


def decide(state: State, asking: Asking, command: ask.Command) -> Outcome:
    """Carry a command out, or refuse it with a :class:`RefusedError`; the state given is never changed."""
    outcome = _DECISIONS[type(command)](state, asking, command)
    live = msgspec.structs.replace(outcome.state.live, active=asking.now)
    return _numbered(outcome._replace(state=msgspec.structs.replace(outcome.state, live=live)), state)


def bot_move(state: State, action: Action, now: float, secret: str) -> Outcome:
    """What the bot whose turn it is does."""
    return _numbered(_move(state, action, now, secret, "moved"), state)


def time_passes(state: State, now: float, secret: str, draft: Table | None = None) -> Outcome | None:
    """The deadline has come: a turn is over, or the next game begins. ``None`` when there is nothing to do."""
    live, game = state.live, state.game
    if live.deadline is None or now < live.deadline:
        return None
    if live.phase == "between":
        return _numbered(_begin(state, now), state)
    if live.phase != "playing" or game is None or game.phase is not GamePhase.PLAYING:
        return None
    seat = game.turn
    if live.seats[seat].bot is not None:  # somebody has to ask it
        return None
    try:
        outcome = _move(state, TimeOut(seat, draft), now, secret, "timed-out")
    except RefusedError:  # the draft kept is not made of these tiles
        outcome = _move(state, TimeOut(seat), now, secret, "timed-out")
    return _numbered(outcome, state)


def abandon(state: State) -> Outcome:
    """Nobody comes here any more: the table is cleared, an unfinished game stays unfinished."""
    live = msgspec.structs.replace(state.live, phase="over", abandoned=True, deadline=None, pause=None)
    return _numbered(Outcome(msgspec.structs.replace(state, live=live), "abandoned", None), state)


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
    after = _without_host(_with(state, seats=seats), guest)
    return _numbered(_if_anybody_is_left(after, "forgotten", number, now), state)


def rename(state: State, guest: str, name: str) -> Outcome:
    """A guest has another name now, at this table too; around one screen everybody keeps the name they were given."""
    own = [number for number, seat in enumerate(state.live.seats) if seat.guest == guest]
    _require(bool(own) and not state.terms.setup.shared, "no-need", "nobody here has changed names")
    seat = msgspec.structs.replace(state.live.seats[own[0]], name="")
    free = _free_name(name, _put(state, own[0], seat).live.seats)
    after = _put(state, own[0], msgspec.structs.replace(seat, name=free))
    return _numbered(Outcome(after, "renamed", own[0]), state)


# Before and between games


def _sit(state: State, asking: Asking, command: ask.Sit) -> Outcome:
    live = state.live
    _require(live.phase == "gathering", "started", "the match has started: nobody new can sit down")
    _require(asking.guest not in live.kicked, "kicked", "the host does not want you at this table")
    _require(asking.seat is None, "seated", "you have a seat already")
    open_seats = [number for number, seat in enumerate(live.seats) if seat.kind == "open"]
    _require(bool(open_seats), "full", "every seat is taken")
    number = open_seats[0] if command.seat is None else command.seat
    _require(number in open_seats, "taken", "this seat is not open")
    seat = Seat("person", _free_name(asking.name, live.seats), asking.guest)
    host = live.host if any(s.guest == live.host for s in live.seats) else asking.guest
    return Outcome(_with(_put(state, number, seat), host=host), "sat", number)


def _seat_bot(state: State, asking: Asking, command: ask.SeatBot) -> Outcome:
    _require_host(state, asking)
    _require(state.live.phase == "gathering", "started", "the match has started")
    seat = _seat_at(state, command.seat)
    _require(seat.kind == "open", "taken", "this seat is not open")
    wanted = level(command.level).name
    bot = Seat("bot", _free_name(f"{wanted} bot", state.live.seats), level=wanted, ready=True)
    return _begin_if_ready(_put(state, command.seat, bot), asking.now) or Outcome(
        _put(state, command.seat, bot), "bot-seated", command.seat
    )


def _kick(state: State, asking: Asking, command: ask.Kick) -> Outcome:
    _require_host(state, asking)
    _require(state.live.phase == "gathering", "started", "the match has started: nobody can be sent away")
    seat = _seat_at(state, command.seat)
    _require(seat.kind != "open", "empty", "nobody sits there")
    _require(seat.guest != asking.guest, "yourself", "a host leaves rather than send themselves away")
    kicked = state.live.kicked if seat.guest is None else (*state.live.kicked, seat.guest)
    return Outcome(_with(_put(state, command.seat, Seat()), kicked=kicked), "kicked", command.seat)


def _ready(state: State, asking: Asking, command: ask.Ready) -> Outcome:
    number = _own_place(state, asking)
    _require(state.live.phase in ("gathering", "between"), "not-now", "being ready is for before a game")
    after = _all_ready(state, asking, command.words)
    return _begin_if_ready(after, asking.now) or Outcome(_wait_for_others(after, asking.now), "ready", number)


def _unready(state: State, asking: Asking, command: ask.Unready) -> Outcome:
    number = _own_place(state, asking)
    _require(state.live.phase in ("gathering", "between"), "not-now", "the game has begun")
    seat = msgspec.structs.replace(state.live.seats[number], ready=False, words="")
    return Outcome(_put(state, number, seat), "unready", number)


def _start(state: State, asking: Asking, command: ask.Start) -> Outcome:
    _require_host(state, asking)
    _require(state.live.phase == "gathering", "started", "the match has started already")
    seated = tuple(seat for seat in state.live.seats if seat.kind != "open")
    least = state.terms.rules.players[0]
    _require(len(seated) >= least, "too-few", f"at least {least} players are needed")
    waiting = [seat.name for seat in seated if not seat.ready and seat.guest != asking.guest]
    _require(not waiting, "not-ready", f"not ready yet: {', '.join(waiting)}")
    return _begin(_with(state, seats=seated), asking.now)


def _rematch(state: State, asking: Asking, command: ask.Rematch) -> Outcome:
    number = _own_place(state, asking)
    live = state.live
    _require(live.phase == "over" and not live.abandoned, "not-now", "a rematch is for after the match")
    after = _all_ready(state, asking, command.words)
    waiting = [seat for seat in after.live.seats if seat.present and not seat.ready]
    if waiting:
        return Outcome(after, "rematch", number)
    return _begin(_with(after, match=live.match + 1, number=0, entries=()), asking.now)


def _all_ready(state: State, asking: Asking, words: str) -> State:
    """Everybody this guest sits for is ready: one seat, or all of those around one screen."""
    if words and (len(words) > LONGEST_CONTRIBUTION or not words.isprintable()):
        raise RefusedError("contribution", f"a contribution has 1 to {LONGEST_CONTRIBUTION} printable characters")
    for number in _own_seats(state, asking):
        seat = state.live.seats[number]
        own = words if number == asking.seat and words else seat.words
        state = _put(state, number, msgspec.structs.replace(seat, ready=True, words=own))
    return state


def _begin_if_ready(state: State, now: float) -> Outcome | None:
    seats = state.live.seats
    ready = all(seat.ready or seat.bot is not None for seat in seats)
    return _begin(state, now) if ready and any(seat.present for seat in seats) else None


def _wait_for_others(state: State, now: float) -> State:
    """Between games the others have a while to be ready, at a table with a clock that is not of days."""
    turn = state.terms.setup.clock.turn
    if state.live.phase != "between" or state.live.deadline is not None or turn is None or turn >= 3600:
        return state
    return _with(state, deadline=now + clock.BETWEEN_GAMES)


def _begin(state: State, now: float) -> Outcome:
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
    after = _with(state, seats=seats, phase="playing", number=number, game=own, began=now, pause=None)
    after = msgspec.structs.replace(after, game=game)
    after = msgspec.structs.replace(after, live=clock.begin_turn(after, now))
    return Outcome(after, "began", None, tuple(moves))


# In a game


def _play(state: State, asking: Asking, command: ask.Play) -> Outcome:
    number = _on_turn(state, asking, command.revision)
    try:
        table = Table(command.table)
    except TileryError as error:
        raise RefusedError(error.code, error.text) from None
    return _move(state, PlayAction(number, table), asking.now, asking.secret, "moved")


def _draw(state: State, asking: Asking, command: ask.Draw) -> Outcome:
    number = _on_turn(state, asking, command.revision)
    return _move(state, DrawAction(number), asking.now, asking.secret, "moved")


def _pass(state: State, asking: Asking, command: ask.Pass) -> Outcome:
    number = _on_turn(state, asking, command.revision)
    return _move(state, PassAction(number), asking.now, asking.secret, "moved")


def _resign(state: State, asking: Asking, command: ask.Resign) -> Outcome:
    number = _own_seat(asking)
    _require(state.live.phase == "playing", "not-playing", "no game is being played")
    return _move(state, ResignAction(number), asking.now, asking.secret, "resigned")


def _on_turn(state: State, asking: Asking, revision: int) -> int:
    """The seat of somebody who may move now: seated, the game running, and at the position they saw."""
    number = _own_place(state, asking)
    _require(state.live.phase == "playing", "not-playing", "no game is being played")
    _require(not state.paused, "paused", "the game is paused")
    _require(revision <= state.live.revision, "ahead", f"this table is at revision {state.live.revision}")
    _require(
        revision >= state.live.moved,
        "stale",
        f"made at revision {revision}, but the game moved on at revision {state.live.moved}",
    )
    return number


def _move(state: State, action: Action, now: float, secret: str, kind: str) -> Outcome:
    """Do something in the game, and whatever follows from it for the clock, the score sheet and the match."""
    assert state.game is not None
    try:
        game, events = apply(state.game, action)
    except IllegalActionError as error:
        raise RefusedError(error.code, error.text, error.defects) from None
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
    return _with(state, entries=entries, phase=phase, secret=secret, deadline=None, pause=None)


# Coming, going and resting


def _leave(state: State, asking: Asking, command: ask.Leave) -> Outcome:
    number, seats, after = _own_seat(asking), _own_seats(state, asking), state
    for own in seats:
        seat = msgspec.structs.replace(state.live.seats[own], left=True, stand_in=state.terms.setup.stand_in)
        after = _put(after, own, Seat() if state.live.phase == "gathering" else seat)
    if state.live.phase == "gathering":
        after = _without_host(after, asking.guest)
    moving = state.live.turn if state.live.turn in seats else number
    return _if_anybody_is_left(after, "left", moving, asking.now)


def _stand_in(state: State, asking: Asking, command: ask.StandIn) -> Outcome:
    _own_seat(asking)
    _require(state.live.phase in ("playing", "between"), "not-now", "bots stand in once the match has begun")
    seat = _seat_at(state, command.seat)
    _require(seat.present, "no-need", "no person plays in this seat")
    absent = command.seat in asking.absent
    _require(absent or command.seat == asking.seat, "connected", f"{seat.name} is connected")
    seat = msgspec.structs.replace(seat, stand_in=state.terms.setup.stand_in)
    return _clock_for_new_player(_put(state, command.seat, seat), "stood-in", command.seat, asking.now)


def _back(state: State, asking: Asking, command: ask.Back) -> Outcome:
    number = _own_seat(asking)
    seat = state.live.seats[number]
    _require(seat.stand_in is not None, "no-need", "this seat is yours already")
    seat = msgspec.structs.replace(seat, stand_in=None, left=False)
    return _clock_for_new_player(_put(state, number, seat), "back", number, asking.now)


def _pause(state: State, asking: Asking, command: ask.Pause) -> Outcome:
    number = _own_place(state, asking)
    live = state.live
    _require(live.phase == "playing", "not-playing", "no game is being played")
    _require(not state.paused, "paused", "the game is paused already")
    agreed = tuple(sorted({*(live.pause.agreed if live.pause else ()), *_own_seats(state, asking)}))
    people = {seat for seat, held in enumerate(live.seats) if held.present}
    if people <= set(agreed):
        return Outcome(msgspec.structs.replace(state, live=clock.pause(live, agreed, asking.now)), "paused", number)
    return Outcome(_with(state, pause=Pause(agreed)), "pause-asked", number)


def _resume(state: State, asking: Asking, command: ask.Resume) -> Outcome:
    number = _own_place(state, asking)
    _require(state.live.pause is not None, "not-paused", "nobody has asked for a pause")
    if state.paused:
        return Outcome(msgspec.structs.replace(state, live=clock.resume(state, asking.now)), "resumed", number)
    return Outcome(_with(state, pause=None), "pause-declined", number)


def _clock_for_new_player(state: State, kind: str, number: int, now: float) -> Outcome:
    """A seat changes hands: if it is to move, its clock begins anew; if all others wait for it, they wait no more."""
    game = state.game
    if state.live.phase == "playing" and game is not None and game.turn == number and not state.paused:
        state = msgspec.structs.replace(state, live=clock.begin_turn(state, now))
    if state.live.phase == "between":
        begun = _begin_if_ready(state, now)
        if begun is not None:
            return begun
    return Outcome(state, kind, number)


def _if_anybody_is_left(state: State, kind: str, number: int | None, now: float) -> Outcome:
    seats = state.live.seats
    if not any(seat.kind == "person" and not seat.left for seat in seats):
        abandoned = state.live.phase != "over" or state.live.abandoned
        return Outcome(_with(state, phase="over", abandoned=abandoned, deadline=None, pause=None), kind, number)
    if state.live.phase == "gathering" or number is None:
        return Outcome(state, kind, number)
    return _clock_for_new_player(state, kind, number, now)


def _without_host(state: State, guest: str) -> State:
    """When the host goes, the next person is the host."""
    if state.live.host != guest:
        return state
    people = (seat.guest for seat in state.live.seats if seat.guest not in (None, guest))
    return _with(state, host=next(people, None) or guest)


# Small helpers


_DECISIONS: dict[type, Callable[[State, Asking, Any], Outcome]] = {
    ask.Sit: _sit,
    ask.SeatBot: _seat_bot,
    ask.Kick: _kick,
    ask.Ready: _ready,
    ask.Unready: _unready,
    ask.Start: _start,
    ask.Rematch: _rematch,
    ask.Play: _play,
    ask.Draw: _draw,
    ask.Pass: _pass,
    ask.Resign: _resign,
    ask.Leave: _leave,
    ask.StandIn: _stand_in,
    ask.Back: _back,
    ask.Pause: _pause,
    ask.Resume: _resume,
}


def _numbered(outcome: Outcome, before: State) -> Outcome:
    revision = before.live.revision + 1
    moved = revision if outcome.moves else before.live.moved
    game = outcome.state.game
    turn = game.turn if game is not None and outcome.state.live.phase == "playing" else None
    live = msgspec.structs.replace(outcome.state.live, revision=revision, moved=moved, turn=turn)
    return outcome._replace(state=msgspec.structs.replace(outcome.state, live=live))


def _with(state: State, **changed: object) -> State:
    return msgspec.structs.replace(state, live=msgspec.structs.replace(state.live, **changed))


def _put(state: State, number: int, seat: Seat) -> State:
    seats = state.live.seats
    return _with(state, seats=(*seats[:number], seat, *seats[number + 1 :]))


def _require(holds: bool, code: str, text: str) -> None:
    if not holds:
        raise RefusedError(code, text)


def _require_host(state: State, asking: Asking) -> None:
    _require(asking.guest == state.live.host, "not-host", "only the host may do this")


def _own_seat(asking: Asking) -> int:
    if asking.seat is None:
        raise RefusedError("no-seat", "you have no seat at this table")
    return asking.seat


def _own_place(state: State, asking: Asking) -> int:
    """The seat of somebody who plays there in person: not of one who has left it to a bot."""
    number = _own_seat(asking)
    _require(state.live.seats[number].stand_in is None, "away", "a bot plays for you: come back first")
    return number


def _own_seats(state: State, asking: Asking) -> list[int]:
    return [number for number, seat in enumerate(state.live.seats) if seat.guest == asking.guest]


def _seat_at(state: State, number: int) -> Seat:
    _require(number < len(state.live.seats), "seat", f"there is no seat {number}")
    return state.live.seats[number]


def _free_name(name: str, seats: tuple[Seat, ...] | list[Seat]) -> str:
    """The name as nobody else here has it: Ann, Ann 2, Ann 3."""
    taken = {seat.name.casefold() for seat in seats}
    choices = (name if number == 1 else f"{name} {number}" for number in range(1, 8))
    return next(choice for choice in choices if choice.casefold() not in taken)
