"""How a table stands: who sits where, how far its match is. Immutable values, made by folding events.

:class:`TableStanding` is what can be written down of it at any time; an :class:`OnlineTable` has the terms, the
people and the game too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from tilery.bots.fair import Form
from tilery.game import Game, commitment
from tilery.match import Entry, ScoreSheet
from tilery.server.faces import FaceName
from tilery.server.table.latest import Latest
from tilery.server.table.setup import BotPace
from tilery.server.table.terms import Terms

__all__ = [
    "OnlineTable",
    "Pause",
    "Person",
    "Seat",
    "SeatKind",
    "TablePhase",
    "TableStanding",
    "Watcher",
    "blank",
    "decode_standing",
    "encode_standing",
    "face_of",
    "game_id",
    "is_kicked",
    "name_of",
    "player_of",
    "seat_of",
    "seats_of",
    "sees_racks",
    "sheet",
    "slow_turn",
    "standing_of",
    "watcher_of",
    "with_people",
    "with_standing",
]

_SLOW = 3_600
"""Seconds a turn from which on nobody is expected to sit and wait."""

TablePhase = Literal["gathering", "playing", "between", "over"]
SeatKind = Literal["open", "person", "bot"]


class Person(msgspec.Struct, frozen=True):
    """Who a player is: a guest, by the name and face they have at this table. Nobody, once they are forgotten."""

    guest: str | None = None
    name: str = ""
    face: FaceName = ""


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: who holds it, and what they have said about going on.

    ``level`` and ``name`` are a bot's; ``stand_in`` is the level of the bot that plays for a person who is away, and
    ``left`` says that they went by themselves. ``bank`` is what is left of the time bank, in seconds. The level of a
    ``fair`` bot is chosen before every game.
    """

    kind: SeatKind = "open"
    player: int | None = None
    level: str | None = None
    name: str = ""
    ready: bool = False
    words: str = ""
    stand_in: str | None = None
    left: bool = False
    bank: float = 0.0
    turns: int = 0
    fair: bool = False

    @property
    def bot(self) -> str | None:
        """The level of the bot that plays here now, ``None`` for a person."""
        return self.level if self.kind == "bot" else self.stand_in

    @property
    def present(self) -> bool:
        """Whether a person plays here now."""
        return self.kind == "person" and self.stand_in is None


class Pause(msgspec.Struct, frozen=True):
    """Who wants a pause; once all do the clock stands still, ``used`` seconds into the turn."""

    agreed: tuple[int, ...]
    since: float | None = None
    used: float = 0


class Watcher(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody without a seat who has asked to see the racks. ``agreed`` are the players who have let them in.

    ``declined`` says that somebody was against it; nobody is the ``player`` once they sit down or are forgotten.
    """

    player: int | None
    agreed: tuple[int, ...] = ()
    declined: bool = False


class TableStanding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All of a table that its events come to, but the game: every change makes the revision one more.

    ``players`` is how many have had a number here; no number is given twice. ``moved`` is the revision of the last
    change to the game: a move made at an older one is stale. ``secret`` belongs to the game being played, or between
    games to the next; ``game_id`` is the id of the game being played or played last, which began at revision
    ``first``. ``turn`` is whose turn it is, ``turn_at`` is when the turn began, ``due`` when it ends, ``deadline``
    when the server must look at this table again. ``form`` is the host's, where a bot goes by it.
    """

    revision: int = -1
    phase: TablePhase = "gathering"
    seats: tuple[Seat, ...] = ()
    players: int = 0
    host: int | None = None
    kicked: tuple[int, ...] = ()
    secret: str = ""
    match: int = 1
    number: int = 0
    entries: tuple[Entry, ...] = ()
    game_id: str = ""
    first: int = 0
    began: float = 0
    moved: int = 0
    turn: int | None = None
    turn_at: float = 0
    deadline: float | None = None
    due: float | None = None
    pause: Pause | None = None
    abandoned: bool = False
    watchers: tuple[Watcher, ...] = ()
    pace: BotPace = "normal"
    form: Form | None = None

    @property
    def paused(self) -> bool:
        """Whether the clock stands still by agreement."""
        return self.pause is not None and self.pause.since is not None


class OnlineTable(TableStanding, frozen=True, kw_only=True):
    """A table at one revision.

    ``people`` has everybody who ever sat here, by their player's number; ``game`` is the game being played or just
    ended, ``None`` before the first and for those who only look a table up. ``latest`` are its last moves.
    """

    terms: Terms
    people: tuple[Person, ...] = ()
    game: Game | None = None
    latest: Latest = Latest()


def blank(terms: Terms) -> OnlineTable:
    """A table of which nothing is known yet but its terms: where its events begin."""
    return OnlineTable(terms=terms)


def standing_of(table: OnlineTable) -> TableStanding:
    """How the table stands, without terms, people and game."""
    return TableStanding(**{name: getattr(table, name) for name in _FIELDS})


def with_standing(table: OnlineTable, standing: TableStanding) -> OnlineTable:
    """The table, standing as it says there."""
    return msgspec.structs.replace(table, **{name: getattr(standing, name) for name in _FIELDS})


def with_people(table: OnlineTable, people: Mapping[int, Person]) -> OnlineTable:
    """The table with these people behind its players' numbers; who is missing was forgotten."""
    known = tuple(people.get(player, Person()) for player in range(table.players))
    return msgspec.structs.replace(table, people=known)


def encode_standing(standing: TableStanding) -> bytes:
    """How a table stands, as stored."""
    return msgspec.json.encode(standing)


def decode_standing(data: bytes) -> TableStanding:
    """What :func:`encode_standing` wrote."""
    return _DECODER.decode(data)


def name_of(table: OnlineTable, seat: int) -> str:
    """The name of whoever has this seat."""
    held = table.seats[seat]
    return held.name if held.player is None else table.people[held.player].name


def face_of(table: OnlineTable, seat: int) -> FaceName:
    """The face that whoever has this seat chose; bots' are the app's to choose."""
    player = table.seats[seat].player
    return "" if player is None else table.people[player].face


def seat_of(table: OnlineTable, guest: str | None, held: int | None = None) -> int | None:
    """For which seat a guest speaks, ``None`` for nobody's.

    Around one screen that is the seat ``held`` by whoever has said who they are; until they have, a game is seen with
    nobody's eyes, and before or after it the first seat speaks.
    """
    own = seats_of(table, guest)
    if held in own:
        return held
    return own[0] if own and (len(own) == 1 or table.phase != "playing") else None


def slow_turn(table: OnlineTable) -> tuple[int, str] | None:
    """The seat and the guest that others wait for at a table where a turn may take an hour or days."""
    turn, seconds = table.turn, table.terms.clock.turn
    if turn is None or table.paused or table.terms.setup.shared or not (seconds is None or seconds >= _SLOW):
        return None
    people = [number for number, seat in enumerate(table.seats) if seat.present]
    player = table.seats[turn].player
    guest = None if player is None else table.people[player].guest
    return (turn, guest) if guest is not None and turn in people and len(people) > 1 else None


def seats_of(table: OnlineTable, guest: str | None) -> list[int]:
    """Every seat of a guest: around one screen there are several."""
    if guest is None:
        return []
    people = table.people
    return [n for n, seat in enumerate(table.seats) if seat.player is not None and people[seat.player].guest == guest]


def is_kicked(table: OnlineTable, guest: str) -> bool:
    """Whether the host has sent this guest away."""
    return any(table.people[player].guest == guest for player in table.kicked)


def player_of(table: OnlineTable, guest: str) -> int | None:
    """The number by which a guest is known here; around one screen the first of theirs."""
    for number, person in enumerate(table.people):
        if person.guest == guest:
            return number
    return None


def watcher_of(table: OnlineTable, guest: str) -> int | None:
    """Which of those who have asked to see the racks a guest is."""
    for number, watcher in enumerate(table.watchers):
        if watcher.player is not None and table.people[watcher.player].guest == guest:
            return number
    return None


def sees_racks(table: OnlineTable, guest: str) -> bool:
    """Whether every person who sits here has let this guest see the racks, after the delay; bots need not agree."""
    number = watcher_of(table, guest)
    if number is None or table.terms.setup.spectators != "racks":
        return False
    watcher = table.watchers[number]
    people = {seat.player for seat in table.seats if seat.kind == "person" and not seat.left}
    return bool(people) and not watcher.declined and people <= set(watcher.agreed)


def sheet(table: OnlineTable) -> ScoreSheet:
    """The score sheet of the match."""
    names = tuple(name_of(table, seat) for seat in range(len(table.seats)))
    return ScoreSheet(names, table.terms.rules.match, table.entries)


def game_id(secret: str) -> str:
    """The id of the game with this secret: the beginning of its published commitment."""
    return commitment(secret)[:20]


_FIELDS = TableStanding.__struct_fields__
_DECODER = msgspec.json.Decoder(TableStanding)
