"""What goes out to each connection: its own view of the game and of what happened, and nothing else.

This is the only place of the server that turns a game into bytes for somebody; it does so through
``tilery.game.view`` and ``tilery.server.table.seen`` alone.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tilery.game import Event, Game, seats_apart, view, view_events
from tilery.server.table import events as e
from tilery.server.table import messages as tell
from tilery.server.table.change import Change
from tilery.server.table.latest import Latest
from tilery.server.table.seen import BeganSeen, MovedSeen, SeenEvent, view_event, view_latest
from tilery.server.table.standing import OnlineTable
from tilery.wire import table_text, to_plain

__all__ = ["Happening", "game_seen", "moves_seen", "position"]


def position(game: Game | None) -> str:
    """The position line: what everybody sees, so that a client can compare its own.

    >>> from tilery.game import Start, apply, new_game
    >>> from tilery.rules.edition import edition
    >>> position(apply(new_game(edition("sabra").rules(), 2, "00" * 32), Start())[0])
    ' / 14 14 / 78 / 1'
    """
    if game is None:
        return ""
    counts = " ".join(map(str, map(len, game.racks)))
    return f"{table_text(game.table)} / {counts} / {len(game.pool)} / {game.turn}"


def game_seen(game: Game | None, seat: int | None, racks: bool = False) -> msgspec.Raw | None:
    """A seat's view of the game as JSON, without the rules, which are the table's.

    With ``racks`` it is the view of a spectator who sees every rack.
    """
    if game is None:
        return None
    plain = to_plain(view(game, seat, racks=racks))
    del plain["rules"]
    plain["resigned"] = sorted(game.resigned)
    return msgspec.Raw(msgspec.json.encode(plain))


def moves_seen(latest: Latest, seat: int | None, racks: bool = False) -> msgspec.Raw:
    """The last moves as a seat was told of them, as JSON."""
    moves = view_latest(latest, seat, racks=racks).moves
    told = [_with_game(MovedSeen(move.seat, move.events, move.timed_out), None) for move in moves]
    return msgspec.Raw(msgspec.json.encode(told))


class Happening:
    """A change on its way out: encoded once for everybody who may know the same."""

    def __init__(self, change: Change, table: OnlineTable) -> None:
        """``whole``: it can only be told as a whole state, for it comes from before there were events.

        ``deals``: a game began, so everybody has another rack. ``seating``: other people may sit elsewhere now.
        """
        self.change, self.table = change, table
        kinds = set(map(type, change.events))
        self.whole = e.Imported in kinds
        self.deals = e.Began in kinds
        self.seating = self.deals or not kinds.isdisjoint(e.SEATING)
        self._events: tuple[Event, ...] = e.events_of(change.moves)
        self._apart = seats_apart(self._events)
        self._shown: list[SeenEvent] | None = None
        self._for_all: bytes | None = None

    def seen_by(self, seat: int | None, racks: bool = False) -> bytes:
        """The message for one seat, for a spectator, or for a spectator who sees racks."""
        if seat in self._apart or (racks and self._apart):
            return self._message(view_events(self._events, seat, racks=racks))
        if self._for_all is None:
            self._for_all = self._message(None)
        return self._for_all

    def _message(self, seen: tuple[Event, ...] | None) -> bytes:
        """The message with these events of the game, or with what all may see of them; all else in it is the same."""
        if self._shown is None:
            self._shown = [shown for event in self.change.events if (shown := view_event(event, None))]
            self._position = position(self.table.game)
        told: Any = [_with_game(event, seen) if isinstance(event, _WITH_GAME) else event for event in self._shown]
        return msgspec.json.encode(tell.ChangeMessage(self.table.revision, self.change.at, told, self._position))


_WITH_GAME = (BeganSeen, MovedSeen)


def _with_game(event: BeganSeen | MovedSeen, seen: tuple[Event, ...] | None) -> BeganSeen | MovedSeen:
    """An event with these events of the game in it, of which each seat sees its own; plain, so tiles are texts."""
    return msgspec.structs.replace(event, events=to_plain(event.events if seen is None else seen))
