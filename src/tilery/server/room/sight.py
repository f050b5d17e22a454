"""What goes out to each connection: its own view of the game and of what happened, and nothing else.

This is the only place of the server that turns a game into bytes for somebody; it does so through
``tilery.game.view`` and ``tilery.server.table.seen`` alone.
"""

from __future__ import annotations

import msgspec

from tilery.game import Event, Game, view, view_events
from tilery.server.table import events as e
from tilery.server.table import messages as tell
from tilery.server.table.change import Change
from tilery.server.table.seen import view_event
from tilery.server.table.standing import OnlineTable
from tilery.wire import to_plain

__all__ = ["Happening", "game_seen", "position"]


def position(game: Game | None) -> str:
    """The position line: what everybody sees, so that a client can compare its own.

    >>> from tilery.game import Start, apply, new_game
    >>> from tilery.rules.edition import edition
    >>> position(apply(new_game(edition("sabra").rules(), 2, "00" * 32), Start())[0])
    ' / 14 14 / 78 / 1'
    """
    if game is None:
        return ""
    counts = " ".join(str(len(rack)) for rack in game.racks)
    return f"{game.table} / {counts} / {len(game.pool)} / {game.turn}"


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


class Happening:
    """A change on its way out: encoded once for everybody who may know the same."""

    def __init__(self, change: Change, table: OnlineTable) -> None:
        self.change, self.table = change, table
        self._events: tuple[Event, ...] = tuple(event for move in change.moves for event in move.events)
        self._position = position(table.game)
        self._public = view_events(self._events, None)
        self._for_all: bytes | None = None

    @property
    def whole(self) -> bool:
        """Whether it can only be told as a whole state: it comes from before there were events."""
        return any(isinstance(event, e.Imported) for event in self.change.events)

    @property
    def seating(self) -> bool:
        """Whether other people may sit elsewhere now."""
        return any(type(event) in e.SEATING or isinstance(event, e.Began) for event in self.change.events)

    def seen_by(self, seat: int | None, racks: bool = False) -> bytes:
        """The message for one seat, for a spectator, or for a spectator who sees racks."""
        if self._events and view_events(self._events, seat, racks=racks) != self._public:
            return self._message(seat, racks)
        if self._for_all is None:
            self._for_all = self._message(None, False)
        return self._for_all

    def _message(self, seat: int | None, racks: bool) -> bytes:
        seen = [view_event(event, seat, racks=racks) for event in self.change.events]
        plain = msgspec.json.encode([to_plain(event) for event in seen if event is not None])
        told = tell.ChangeMessage(self.table.revision, self.change.at, msgspec.Raw(plain), self._position)
        return msgspec.json.encode(told)
