"""Following a table from one seat: whoever folds the events they are shown sees the table as it is.

This is what a client does. The server has no use for it but to prove that it can be done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from tilery.game import follow, new_game
from tilery.game import view as view_game
from tilery.match import Entry
from tilery.rules.edition import Rules
from tilery.server.table import events as e
from tilery.server.table.latest import Latest, MadeMove
from tilery.server.table.seen import (
    BankSpentSeen,
    BeganSeen,
    ForgottenSeen,
    GameEndedSeen,
    HostChangedSeen,
    MovedSeen,
    PublicSeat,
    PublicTable,
    PublicWatcher,
    ReadiedSeen,
    RematchWantedSeen,
    RenamedSeen,
    SatSeen,
    SeenEvent,
    TableView,
    TurnBeganSeen,
    WatchAskedSeen,
    WatchEndedSeen,
)
from tilery.server.table.standing import Pause

__all__ = ["fold_table", "fold_view"]


def fold_view(seen: TableView, event: SeenEvent, seat: int | None, rules: Rules, *, racks: bool = False) -> TableView:
    """What a seat sees after an event that it was shown."""
    game, latest = seen.game, seen.latest
    if isinstance(event, BeganSeen):
        latest = Latest()
        mixing = new_game(rules, len(seen.table.seats), None, seen.table.commitment)
        game = view_game(mixing, seat, racks=racks)
    if isinstance(event, BeganSeen | MovedSeen):
        for each in event.events:
            assert game is not None, "only a game that has begun has events"
            game = follow(game, each)
    if isinstance(event, MovedSeen):
        move = MadeMove(event.seat, event.events, event.timed_out)
        latest = latest.with_move(move, len(seen.table.seats))
    return TableView(fold_table(seen.table, event), game, latest)


def fold_table(table: PublicTable, event: SeenEvent) -> PublicTable:
    """The table as everybody sees it after an event."""
    return msgspec.structs.replace(table, **_FOLDS[type(event)](table, event))


PublicFields = dict[str, object]


def _sat(table: PublicTable, event: SatSeen) -> PublicFields:
    return _seat(table, event.seat, PublicSeat("person", event.name, ready=event.ready, face=event.face))


def _bot_seated(table: PublicTable, event: e.BotSeated) -> PublicFields:
    return _seat(table, event.seat, PublicSeat("bot", event.name, event.level, ready=True, fair=event.fair))


def _opened_again(table: PublicTable, event: e.Kicked | e.SeatLeft | ForgottenSeen) -> PublicFields:
    host = None if table.host == event.seat else table.host
    watchers = tuple(
        msgspec.structs.replace(each, agreed=tuple(seat for seat in each.agreed if seat != event.seat))
        for each in table.watchers
    )
    return {**_seat(table, event.seat, PublicSeat("open")), "host": host, "watchers": watchers}


def _left(table: PublicTable, event: e.SeatLeft) -> PublicFields:
    if event.stand_in is None:
        return _opened_again(table, event)
    return _changed(table, event.seat, left=True, stand_in=event.stand_in)


def _forgotten(table: PublicTable, event: ForgottenSeen) -> PublicFields:
    if event.stand_in is None:
        return _opened_again(table, event)
    return _changed(table, event.seat, left=True, stand_in=event.stand_in, name="", face="")


def _seats_closed(table: PublicTable, event: e.SeatsClosed) -> PublicFields:
    def now(number: int) -> int:
        return number - sum(seat < number for seat in event.seats)

    host = None if table.host is None or table.host in event.seats else now(table.host)
    seats = tuple(seat for number, seat in enumerate(table.seats) if number not in event.seats)
    watchers = tuple(
        msgspec.structs.replace(each, agreed=tuple(now(seat) for seat in each.agreed if seat not in event.seats))
        for each in table.watchers
    )
    return {"seats": seats, "host": host, "games": event.games, "watchers": watchers, "entries": (), "winners": ()}


def _began(table: PublicTable, event: BeganSeen) -> PublicFields:
    seats = tuple(
        msgspec.structs.replace(seat, ready=seat.kind == "bot", words=False, bank=event.bank) for seat in table.seats
    )
    return {
        **_STILL,
        "phase": "playing",
        "seats": seats,
        "match": event.match,
        "number": event.number,
        "entries": () if event.number == 1 else table.entries,
        "winners": (),
        "game": event.game,
    }


def _game_ended(table: PublicTable, event: GameEndedSeen) -> PublicFields:
    return {
        **_STILL,
        "phase": "over" if event.over else "between",
        "entries": (*table.entries, Entry(event.scores, event.winner)),
        "winners": event.winners,
        "commitment": event.commitment,
    }


def _watch_asked(table: PublicTable, event: WatchAskedSeen) -> PublicFields:
    return {"watchers": (*table.watchers, PublicWatcher(event.name))}


def _let_in(table: PublicTable, event: e.LetIn) -> PublicFields:
    agreed = tuple(sorted({*table.watchers[event.watcher].agreed, *event.seats}))
    return _watcher(table, event.watcher, agreed=agreed, declined=False)


def _kept_out(table: PublicTable, event: e.KeptOut) -> PublicFields:
    agreed = tuple(sorted({*table.watchers[event.watcher].agreed} - {*event.seats}))
    return _watcher(table, event.watcher, agreed=agreed, declined=True)


def _watch_ended(table: PublicTable, event: WatchEndedSeen) -> PublicFields:
    return _watcher(table, event.watcher, name="", agreed=(), declined=False)


_STILL: PublicFields = {"turn": None, "turn_at": None, "due": None, "pause": None}

_FOLDS: dict[type, Callable[[PublicTable, Any], PublicFields]] = {
    SatSeen: _sat,
    e.BotSeated: _bot_seated,
    e.DialTurned: lambda table, event: _changed(table, event.seat, level=event.level),
    e.Kicked: _opened_again,
    e.SeatLeft: _left,
    e.StoodIn: lambda table, event: _changed(table, event.seat, stand_in=event.level),
    e.CameBack: lambda table, event: _changed(table, event.seat, stand_in=None, left=False),
    HostChangedSeen: lambda table, event: {"host": event.seat},
    RenamedSeen: lambda table, event: _changed(table, event.seat, name=event.name, face=event.face),
    ForgottenSeen: _forgotten,
    e.SeatsClosed: _seats_closed,
    ReadiedSeen: lambda table, event: _changed(table, event.seat, ready=True, words=event.words),
    e.Unreadied: lambda table, event: _changed(table, event.seat, ready=False, words=False),
    RematchWantedSeen: lambda table, event: _changed(table, event.seat, ready=True, words=event.words),
    BeganSeen: _began,
    MovedSeen: lambda table, event: {},
    TurnBeganSeen: lambda table, event: {"turn": event.seat, "turn_at": event.at, "due": event.due},
    e.PaceChosen: lambda table, event: {"pace": event.pace},
    BankSpentSeen: lambda table, event: _changed(table, event.seat, bank=event.left),
    GameEndedSeen: _game_ended,
    e.PauseAsked: lambda table, event: {"pause": Pause(event.agreed)},
    e.PauseDeclined: lambda table, event: {"pause": None},
    e.Paused: lambda table, event: {"pause": Pause(event.agreed, event.since, event.used), "due": None},
    e.Resumed: lambda table, event: {"pause": None},
    e.Abandoned: lambda table, event: {**_STILL, "phase": "over", "abandoned": True, "winners": event.winners},
    WatchAskedSeen: _watch_asked,
    e.LetIn: _let_in,
    e.KeptOut: _kept_out,
    WatchEndedSeen: _watch_ended,
}


def _watcher(table: PublicTable, number: int, **fields: object) -> PublicFields:
    changed = msgspec.structs.replace(table.watchers[number], **fields)
    return {"watchers": (*table.watchers[:number], changed, *table.watchers[number + 1 :])}


def _seat(table: PublicTable, number: int, seat: PublicSeat) -> PublicFields:
    return {"seats": (*table.seats[:number], seat, *table.seats[number + 1 :])}


def _changed(table: PublicTable, number: int, **fields: object) -> PublicFields:
    return _seat(table, number, msgspec.structs.replace(table.seats[number], **fields))
