"""What has happened at a table. The events alone rebuild it; each seat sees its own view of them.

People appear by their number at the table, the ``player``. Who that is, a guest and a name, travels with an event in
memory and is kept apart from it in the store, so that it can be forgotten.
"""

from __future__ import annotations

import msgspec

from tilery.bots.fair import Form
from tilery.game import Action, Event, TimeOut
from tilery.server.faces import FaceName
from tilery.server.table.setup import BotPace
from tilery.server.table.spoken import SpokenWhy
from tilery.server.table.standing import Person, TableStanding

__all__ = [
    "SEATING",
    "Abandoned",
    "Awaited",
    "BankSpent",
    "Began",
    "BotSeated",
    "CameBack",
    "DialTurned",
    "Forgotten",
    "FormKnown",
    "GameEnded",
    "GameMove",
    "HostChanged",
    "Imported",
    "KeptOut",
    "Kicked",
    "LetIn",
    "Moved",
    "Opened",
    "PaceChosen",
    "PauseAsked",
    "PauseDeclined",
    "Paused",
    "Readied",
    "RematchWanted",
    "Renamed",
    "Resumed",
    "Sat",
    "SeatLeft",
    "SeatsClosed",
    "StoodIn",
    "TableEvent",
    "TurnBegan",
    "Unreadied",
    "WatchAsked",
    "WatchEnded",
    "events_of",
    "timed_out",
]


class GameMove(msgspec.Struct, frozen=True):
    """Something done in the game, and what happened in it by that."""

    action: Action
    events: tuple[Event, ...]


class _TableEvent(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="event"):
    """An event at a table; ``event`` names it in JSON."""


# Seats


class Opened(_TableEvent, frozen=True, tag="opened"):
    """A table was made, with so many open seats and the secret of its first game; ``player`` 0 is the host."""

    seats: int
    secret: str
    guest: str | None = None
    name: str = ""
    face: FaceName = ""


class Sat(_TableEvent, frozen=True, tag="sat"):
    """Somebody took a seat."""

    seat: int
    player: int
    ready: bool = False
    guest: str | None = None
    name: str = ""
    face: FaceName = ""


class BotSeated(_TableEvent, frozen=True, tag="bot-seated"):
    """A bot was given a seat; if it is ``fair``, its level is chosen anew before every game."""

    seat: int
    level: str
    name: str
    fair: bool = False


class FormKnown(_TableEvent, frozen=True, tag="form-known"):
    """How strong the host seems to be by their games so far: what a fair bot goes by at this table."""

    form: Form


class DialTurned(_TableEvent, frozen=True, tag="dial-turned"):
    """A fair bot plays the next game at this level, by how the host's games have come out."""

    seat: int
    level: str


class Kicked(_TableEvent, frozen=True, tag="kicked"):
    """The host emptied a seat; the person in it cannot sit here again."""

    seat: int


class SeatLeft(_TableEvent, frozen=True, tag="left"):
    """Somebody went: a bot of the level ``stand_in`` plays on, or without one the seat is open again."""

    seat: int
    stand_in: str | None = None


class StoodIn(_TableEvent, frozen=True, tag="stood-in"):
    """A bot of this level plays for somebody who is away."""

    seat: int
    level: str


class CameBack(_TableEvent, frozen=True, tag="came-back"):
    """Somebody took their seat back from the bot that stood in."""

    seat: int


class HostChanged(_TableEvent, frozen=True, tag="host-changed"):
    """Somebody else is the host now, or nobody; ``seat`` is where they sit."""

    player: int | None
    seat: int | None


class Renamed(_TableEvent, frozen=True, tag="renamed"):
    """Somebody has another name or face now."""

    seat: int
    player: int
    name: str = ""
    face: FaceName = ""


class Forgotten(_TableEvent, frozen=True, tag="forgotten"):
    """Somebody deleted their identity and is nobody any more; their seat is as after :class:`SeatLeft`."""

    seat: int
    player: int
    stand_in: str | None = None


class SeatsClosed(_TableEvent, frozen=True, tag="seats-closed"):
    """The open seats went, and with them the length of a match of rounds: so many ``games`` are left to it."""

    seats: tuple[int, ...]
    games: int


# Before a game


class Readied(_TableEvent, frozen=True, tag="readied"):
    """Somebody is ready, with words of their own for the mixing."""

    seat: int
    words: str = ""


class Unreadied(_TableEvent, frozen=True, tag="unreadied"):
    """Somebody is not ready after all."""

    seat: int


class RematchWanted(_TableEvent, frozen=True, tag="rematch-wanted"):
    """Somebody wants another match, with words of their own for the mixing."""

    seat: int
    words: str = ""


class Awaited(_TableEvent, frozen=True, tag="awaited"):
    """The next game begins then, whoever is ready."""

    until: float


# In a game


class Began(_TableEvent, frozen=True, tag="began"):
    """The next game began: its id, its number in the match, what everybody has in the time bank, and the deal."""

    game: str
    match: int
    number: int
    at: float
    bank: float = 0.0
    moves: tuple[GameMove, ...] = ()


class Moved(_TableEvent, frozen=True, tag="moved"):
    """Something was done in the game: a move, a time-out, giving up; ``why`` is what a bot says of it, if anything."""

    seat: int
    moves: tuple[GameMove, ...] = ()
    why: SpokenWhy | None = None


def events_of(moves: tuple[GameMove, ...]) -> tuple[Event, ...]:
    """All that happened in the game by these moves."""
    if len(moves) == 1:  # as nearly always
        return moves[0].events
    return tuple(event for move in moves for event in move.events)


def timed_out(moved: Moved) -> bool:
    """Whether it happened because time was over."""
    return TimeOut in [type(move.action) for move in moved.moves]


class TurnBegan(_TableEvent, frozen=True, tag="turn-began"):
    """A seat is to move from ``at`` on; ``due`` is when its time is over, ``deadline`` when the server must look."""

    seat: int
    at: float
    deadline: float | None = None
    due: float | None = None


class PaceChosen(_TableEvent, frozen=True, tag="pace-chosen"):
    """The host wants the bots to take more time, or less."""

    pace: BotPace


class BankSpent(_TableEvent, frozen=True, tag="bank-spent"):
    """A turn took longer than its time: so many seconds are left in the seat's time bank."""

    seat: int
    left: float


class GameEnded(_TableEvent, frozen=True, tag="game-ended"):
    """The game has its line on the score sheet; ``secret`` is the next game's.

    ``over`` says that the match is too, and who won it.
    """

    scores: tuple[int, ...]
    winner: int
    secret: str
    over: bool = False
    winners: tuple[int, ...] = ()


# Rest, and the end


class PauseAsked(_TableEvent, frozen=True, tag="pause-asked"):
    """A seat wants a pause; ``agreed`` are all that do, and the others have not said so."""

    seat: int
    agreed: tuple[int, ...]


class PauseDeclined(_TableEvent, frozen=True, tag="pause-declined"):
    """There will be no pause: a seat declined, or without one the turn was over first."""

    seat: int | None = None


class Paused(_TableEvent, frozen=True, tag="paused"):
    """The clock stands still, so many seconds into the turn: ``seat`` was the last to agree."""

    agreed: tuple[int, ...]
    since: float
    used: float
    seat: int | None = None


class Resumed(_TableEvent, frozen=True, tag="resumed"):
    """A seat ended the pause."""

    seat: int


class Abandoned(_TableEvent, frozen=True, tag="abandoned"):
    """Everybody has gone: the table is over, an unfinished game stays unfinished."""

    winners: tuple[int, ...] = ()


# Who looks on


class WatchAsked(_TableEvent, frozen=True, tag="watch-asked"):
    """Somebody without a seat would like to see the racks; ``watcher`` counts those who have asked, from 0."""

    watcher: int
    player: int
    guest: str | None = None
    name: str = ""
    face: FaceName = ""


class LetIn(_TableEvent, frozen=True, tag="let-in"):
    """These seats have nothing against it that a watcher sees the racks."""

    watcher: int
    seats: tuple[int, ...]


class KeptOut(_TableEvent, frozen=True, tag="kept-out"):
    """These seats do not want a watcher to see the racks, or no longer."""

    watcher: int
    seats: tuple[int, ...]


class WatchEnded(_TableEvent, frozen=True, tag="watch-ended"):
    """A watcher is none any more: they took a seat, or were ``forgotten``."""

    watcher: int
    forgotten: bool = False


class Imported(_TableEvent, frozen=True, tag="imported"):
    """How a table stood that was played before tables were kept as events; its game comes in moves of its own."""

    standing: TableStanding
    people: tuple[Person, ...] = ()


TableEvent = (
    Opened
    | Sat
    | BotSeated
    | FormKnown
    | DialTurned
    | Kicked
    | SeatLeft
    | StoodIn
    | CameBack
    | HostChanged
    | Renamed
    | Forgotten
    | SeatsClosed
    | Readied
    | Unreadied
    | RematchWanted
    | Awaited
    | Began
    | Moved
    | TurnBegan
    | PaceChosen
    | BankSpent
    | GameEnded
    | PauseAsked
    | PauseDeclined
    | Paused
    | Resumed
    | Abandoned
    | WatchAsked
    | LetIn
    | KeptOut
    | WatchEnded
    | Imported
)

SEATING: frozenset[type] = frozenset(
    {
        Opened,
        Sat,
        BotSeated,
        Kicked,
        SeatLeft,
        StoodIn,
        CameBack,
        Renamed,
        Forgotten,
        SeatsClosed,
        WatchAsked,
        WatchEnded,
        Imported,
    }
)
"""The events after which other people may be here or sit elsewhere, or be called otherwise."""
