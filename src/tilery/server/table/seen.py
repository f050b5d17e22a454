"""A table as somebody there sees it: the one way from a table to anybody's eyes.

``view`` cuts what a seat may see out of a table, ``view_event`` out of what happened.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from tilery.game import Event, View, commitment, view_events
from tilery.game import view as view_game
from tilery.match import Entry
from tilery.server.faces import FaceName
from tilery.server.table import events as e
from tilery.server.table.latest import Latest, MadeMove
from tilery.server.table.setup import BotPace
from tilery.server.table.spoken import SpokenWhy
from tilery.server.table.standing import OnlineTable, Pause, SeatKind, TablePhase, Watcher, face_of, name_of, sheet

__all__ = [
    "BankSpentSeen",
    "BeganSeen",
    "ForgottenSeen",
    "GameEndedSeen",
    "HostChangedSeen",
    "MovedSeen",
    "PublicSeat",
    "PublicTable",
    "PublicWatcher",
    "ReadiedSeen",
    "RematchWantedSeen",
    "RenamedSeen",
    "SatSeen",
    "SeenEvent",
    "TableView",
    "TurnBeganSeen",
    "WatchAskedSeen",
    "WatchEndedSeen",
    "public",
    "view",
    "view_event",
    "view_latest",
]


class PublicSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as everybody at the table sees it."""

    kind: SeatKind
    name: str = ""
    level: str | None = None
    ready: bool = False
    words: bool = False
    stand_in: str | None = None
    left: bool = False
    bank: float | None = None
    face: FaceName = ""
    fair: bool = False


class PublicWatcher(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who has asked to see the racks: the seats that have let them in, and whether one was against it.

    Without a ``name`` it is nobody any more.
    """

    name: str
    agreed: tuple[int, ...] = ()
    declined: bool = False


class PublicTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table as everybody there sees it. ``commitment`` is to the secret of the running or the next game.

    ``turn`` is whose turn it is, ``turn_at`` when it began by the server's clock, ``due`` when it ends, time bank
    included.
    """

    phase: TablePhase
    host: int | None
    seats: tuple[PublicSeat, ...]
    match: int
    number: int
    games: int
    entries: tuple[Entry, ...]
    winners: tuple[int, ...]
    commitment: str
    game: str
    turn: int | None = None
    turn_at: float | None = None
    due: float | None = None
    pause: Pause | None = None
    abandoned: bool = False
    watchers: tuple[PublicWatcher, ...] = ()
    pace: BotPace = "normal"


class TableView(NamedTuple):
    """What one seat, or a spectator, may see of a table, its game and its last moves."""

    table: PublicTable
    game: View | None
    latest: Latest


# What is shown of events that say more than everybody may know


class _SeenEvent(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="event"):
    """An event as somebody sees it; ``event`` names it in JSON."""


class SatSeen(_SeenEvent, frozen=True, tag="sat"):
    """Somebody took a seat."""

    seat: int
    name: str
    ready: bool = False
    face: FaceName = ""


class HostChangedSeen(_SeenEvent, frozen=True, tag="host-changed"):
    """Who sits there is the host now."""

    seat: int | None


class RenamedSeen(_SeenEvent, frozen=True, tag="renamed"):
    """Who sits there has another name or face now."""

    seat: int
    name: str
    face: FaceName = ""


class ForgottenSeen(_SeenEvent, frozen=True, tag="forgotten"):
    """Who sat there has deleted themselves; a bot of the level ``stand_in`` plays on, or the seat is open."""

    seat: int
    stand_in: str | None = None


class ReadiedSeen(_SeenEvent, frozen=True, tag="readied"):
    """Somebody is ready; ``words`` says that they have given words for the mixing, not which."""

    seat: int
    words: bool = False


class RematchWantedSeen(_SeenEvent, frozen=True, tag="rematch-wanted"):
    """Somebody wants another match; ``words`` says that they have given words for the mixing, not which."""

    seat: int
    words: bool = False


class BeganSeen(_SeenEvent, frozen=True, tag="began"):
    """The next game began: its id, its number in the match, everybody's time bank, and its first events."""

    game: str
    match: int
    number: int
    events: tuple[Event, ...]
    bank: float | None = None


class MovedSeen(_SeenEvent, frozen=True, tag="moved"):
    """Something happened in the game; ``timed_out`` says that it was because time was over.

    ``why`` is what a bot says of its move, at a table where bots talk; nobody is told again who comes later.
    """

    seat: int
    events: tuple[Event, ...]
    timed_out: bool = False
    why: SpokenWhy | None = None


class TurnBeganSeen(_SeenEvent, frozen=True, tag="turn-began"):
    """A seat is to move from ``at`` on, until ``due`` where there is a clock."""

    seat: int
    at: float
    due: float | None = None


class BankSpentSeen(_SeenEvent, frozen=True, tag="bank-spent"):
    """So many seconds are left in a seat's time bank."""

    seat: int
    left: float | None = None


class GameEndedSeen(_SeenEvent, frozen=True, tag="game-ended"):
    """The game has its line on the score sheet; ``commitment`` is to the next game's secret."""

    scores: tuple[int, ...]
    winner: int
    commitment: str
    over: bool = False
    winners: tuple[int, ...] = ()


class WatchAskedSeen(_SeenEvent, frozen=True, tag="watch-asked"):
    """Somebody without a seat would like to see the racks; ``watcher`` counts those who have asked, from 0."""

    watcher: int
    name: str


class WatchEndedSeen(_SeenEvent, frozen=True, tag="watch-ended"):
    """A watcher is none any more."""

    watcher: int


SeenEvent = (
    SatSeen
    | e.BotSeated
    | e.DialTurned
    | e.Kicked
    | e.SeatLeft
    | e.StoodIn
    | e.CameBack
    | HostChangedSeen
    | RenamedSeen
    | ForgottenSeen
    | e.SeatsClosed
    | ReadiedSeen
    | e.Unreadied
    | RematchWantedSeen
    | BeganSeen
    | MovedSeen
    | TurnBeganSeen
    | e.PaceChosen
    | BankSpentSeen
    | GameEndedSeen
    | e.PauseAsked
    | e.PauseDeclined
    | e.Paused
    | e.Resumed
    | e.Abandoned
    | WatchAskedSeen
    | e.LetIn
    | e.KeptOut
    | WatchEndedSeen
)


def view(table: OnlineTable, seat: int | None, *, racks: bool = False) -> TableView:
    """What this seat may see; ``None`` is a spectator, who sees ``racks`` only where the terms say so."""
    game = None if table.game is None else view_game(table.game, seat, racks=racks)
    return TableView(public(table), game, view_latest(table.latest, seat, racks=racks))


def view_latest(latest: Latest, seat: int | None, *, racks: bool = False) -> Latest:
    """The last moves as this seat, or a spectator, was told of them."""
    moves = tuple(
        MadeMove(move.seat, view_events(move.events, seat, racks=racks), move.timed_out) for move in latest.moves
    )
    return Latest(latest.before, moves)


def public(table: OnlineTable) -> PublicTable:
    """The table as everybody there sees it: no guest, no secret, no word that goes into the mixing."""
    seats = tuple(
        PublicSeat(
            seat.kind,
            name_of(table, number),
            seat.level,
            seat.ready,
            bool(seat.words),
            seat.stand_in,
            seat.left,
            _bank(seat.bank),
            face_of(table, number),
            seat.fair,
        )
        for number, seat in enumerate(table.seats)
    )
    host = None if table.host is None else next((n for n, s in enumerate(table.seats) if s.player == table.host), None)
    return PublicTable(
        phase=table.phase,
        host=host,
        seats=seats,
        match=table.match,
        number=table.number,
        games=table.terms.setup.length.total(len(seats)),
        entries=table.entries,
        winners=sheet(table).winners if table.phase == "over" else (),
        commitment=commitment(table.secret) if table.secret else "",  # of a table just before its first event
        game=table.game_id,
        turn=table.turn,
        turn_at=None if table.turn is None else table.turn_at,
        due=table.due,
        pause=table.pause,
        abandoned=table.abandoned,
        watchers=tuple(_public_watcher(table, watcher) for watcher in table.watchers),
        pace=table.pace,
    )


def _public_watcher(table: OnlineTable, watcher: Watcher) -> PublicWatcher:
    name = "" if watcher.player is None else table.people[watcher.player].name
    agreed = tuple(number for number, seat in enumerate(table.seats) if seat.player in watcher.agreed)
    return PublicWatcher(name, agreed, watcher.declined)


def view_event(event: e.TableEvent, seat: int | None, *, racks: bool = False) -> SeenEvent | None:
    """The event as this seat, or a spectator, may hear of it; ``None`` if it is nothing to see."""
    match event:  # the most frequent first
        case e.Moved():
            seen = view_events(e.events_of(event.moves), seat, racks=racks)
            return MovedSeen(event.seat, seen, e.timed_out(event), event.why)
        case e.TurnBegan():
            return TurnBeganSeen(event.seat, event.at, event.due)
        case e.Opened() | e.FormKnown() | e.Awaited() | e.Imported():
            return None
        case e.Sat():
            return SatSeen(event.seat, event.name, event.ready, event.face)
        case e.HostChanged():
            return HostChangedSeen(event.seat)
        case e.Renamed():
            return RenamedSeen(event.seat, event.name, event.face)
        case e.Forgotten():
            return ForgottenSeen(event.seat, event.stand_in)
        case e.Readied():
            return ReadiedSeen(event.seat, bool(event.words))
        case e.RematchWanted():
            return RematchWantedSeen(event.seat, bool(event.words))
        case e.Began():
            seen = view_events(e.events_of(event.moves), seat, racks=racks)
            return BeganSeen(event.game, event.match, event.number, seen, _bank(event.bank))
        case e.BankSpent():
            return BankSpentSeen(event.seat, _bank(event.left))
        case e.WatchAsked():
            return WatchAskedSeen(event.watcher, event.name)
        case e.WatchEnded():
            return WatchEndedSeen(event.watcher)
        case e.GameEnded():
            next_one = commitment(event.secret)
            return GameEndedSeen(event.scores, event.winner, next_one, event.over, event.winners)
        case _:
            return event


def _bank(seconds: float) -> float | None:
    return round(seconds, 1) or None
