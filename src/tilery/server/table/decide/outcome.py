"""Who asks, what it comes to, and what decisions are made of."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from tilery.game import Action, Ended, Event
from tilery.server.codes import RefusalCode
from tilery.server.table.messages import RefusedError
from tilery.server.table.table import Seat, State


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


def numbered(outcome: Outcome, before: State) -> Outcome:
    """The outcome as the next revision of the table."""
    revision = before.live.revision + 1
    moved = revision if outcome.moves else before.live.moved
    game = outcome.state.game
    turn = game.turn if game is not None and outcome.state.live.phase == "playing" else None
    live = msgspec.structs.replace(outcome.state.live, revision=revision, moved=moved, turn=turn)
    return outcome._replace(state=msgspec.structs.replace(outcome.state, live=live))


def with_live(state: State, **changed: object) -> State:
    """The state with some of its table changed."""
    return msgspec.structs.replace(state, live=msgspec.structs.replace(state.live, **changed))


def with_seat(state: State, number: int, seat: Seat) -> State:
    """The state with somebody else, or the same otherwise, in a seat."""
    seats = state.live.seats
    return with_live(state, seats=(*seats[:number], seat, *seats[number + 1 :]))


def require(holds: bool, code: RefusalCode, text: str) -> None:
    """Refuse unless this holds."""
    if not holds:
        raise RefusedError(code, text)


def require_host(state: State, asking: Asking) -> None:
    """Refuse whoever is not the host."""
    require(asking.guest == state.live.host, "not-host", "only the host may do this")


def own_seat(asking: Asking) -> int:
    """The seat of whoever asks; without one it is refused."""
    if asking.seat is None:
        raise RefusedError("no-seat", "you have no seat at this table")
    return asking.seat


def own_place(state: State, asking: Asking) -> int:
    """The seat of somebody who plays there in person: not of one who has left it to a bot."""
    number = own_seat(asking)
    require(state.live.seats[number].stand_in is None, "away", "a bot plays for you: come back first")
    return number


def own_seats(state: State, asking: Asking) -> list[int]:
    """Every seat of whoever asks: around one screen there are several."""
    return [number for number, seat in enumerate(state.live.seats) if seat.guest == asking.guest]


def seat_at(state: State, number: int) -> Seat:
    """The seat with this number, if there is one."""
    require(number < len(state.live.seats), "seat", f"there is no seat {number}")
    return state.live.seats[number]


def free_name(name: str, seats: tuple[Seat, ...] | list[Seat]) -> str:
    """The name as nobody else here has it: Ann, Ann 2, Ann 3."""
    taken = {seat.name.casefold() for seat in seats}
    choices = (name if number == 1 else f"{name} {number}" for number in range(1, 8))
    return next(choice for choice in choices if choice.casefold() not in taken)
