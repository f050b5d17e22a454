"""Who asks, what has been decided so far, and what decisions are made of."""

from __future__ import annotations

from typing import NamedTuple

from tilery.bots.fair import Form
from tilery.game import Game
from tilery.server.codes import RefusalCode
from tilery.server.faces import FaceName
from tilery.server.table.events import Moved, TableEvent
from tilery.server.table.evolve import evolve, moved_to
from tilery.server.table.refusal import RefusedError
from tilery.server.table.standing import OnlineTable, Seat, name_of, player_of, seats_of


class Asking(NamedTuple):
    """Who asks, from which seat, when; ``absent`` are the seats nobody is connected to; ``secret`` is a fresh one;
    ``able`` are the seats that can play, where a pass has to say so; ``form`` is the host's, where a bot goes by it."""

    guest: str
    name: str
    seat: int | None
    now: float
    secret: str
    absent: frozenset[int] = frozenset()
    able: tuple[bool, ...] | None = None
    face: FaceName = ""
    form: Form | None = None


class Decided(tuple[TableEvent, ...]):
    """What happens, and the ``table`` that comes of it, so that nobody has to fold it once more."""

    table: OnlineTable


class Deciding:
    """A decision in the making: what happens, event by event, and the table after each."""

    def __init__(self, table: OnlineTable) -> None:
        self.table = table
        self.events: tuple[TableEvent, ...] = ()

    def happens(self, event: TableEvent) -> None:
        """This happens next."""
        self._is_now(evolve(self.table, event), event)

    def is_moved(self, event: Moved, game: Game) -> None:
        """A move happens next, and has led to this game already."""
        self._is_now(moved_to(self.table, event, game), event)

    def _is_now(self, table: OnlineTable, event: TableEvent) -> None:
        self.table, self.events = table, (*self.events, event)

    def decided(self) -> Decided:
        """All of it."""
        decided = Decided(self.events)
        decided.table = self.table
        return decided


def require(holds: bool, code: RefusalCode, text: str) -> None:
    """Refuse unless this holds."""
    if not holds:
        raise RefusedError(code, text)


def require_host(table: OnlineTable, asking: Asking) -> None:
    """Refuse whoever is not the host."""
    host = None if table.host is None else table.people[table.host].guest
    require(asking.guest == host, "not-host", "only the host can do this")


def own_seat(asking: Asking) -> int:
    """The seat of whoever asks; without one it is refused."""
    if asking.seat is None:
        raise RefusedError("no-seat", "you have no seat at this table")
    return asking.seat


def own_place(table: OnlineTable, asking: Asking) -> int:
    """The seat of somebody who plays there in person: not of one who has left it to a bot."""
    number = own_seat(asking)
    if table.seats[number].stand_in is not None:
        raise RefusedError("away", "a bot is playing for you: come back first")
    return number


def own_seats(table: OnlineTable, asking: Asking) -> list[int]:
    """Every seat of whoever asks: around one screen there are several."""
    return seats_of(table, asking.guest)


def seat_at(table: OnlineTable, number: int) -> Seat:
    """The seat with this number, if there is one."""
    require(number < len(table.seats), "seat", f"there is no seat {number}")
    return table.seats[number]


def known_as(table: OnlineTable, guest: str) -> int:
    """The number of a guest who sits down: the one they have had here before, or the next."""
    known = player_of(table, guest)
    return table.players if known is None else known


def names_at(table: OnlineTable, but: int | None = None) -> list[str]:
    """The names of those who sit here, all but one."""
    return [name_of(table, seat) for seat in range(len(table.seats)) if seat != but]
