"""What goes out to each connection: its own view of the game and of what happened, and nothing else.

This is the only place of the server that turns a game into bytes for somebody; it does so through
``tilery.game.view`` alone.
"""

from __future__ import annotations

import msgspec

from tilery.game import Event, Game, view, view_events
from tilery.server.table import clock
from tilery.server.table import messages as tell
from tilery.server.table.decide import Outcome
from tilery.server.table.table import PublicTable, State, public
from tilery.wire import to_plain

__all__ = ["Happening", "game_seen", "position", "table_seen"]


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

    def __init__(self, outcome: Outcome, now: float) -> None:
        self.at, self.state = now, outcome.state
        self.kind, self._seat = outcome.kind, outcome.seat
        self._events: tuple[Event, ...] = tuple(event for _, events in outcome.moves for event in events)
        self._position = position(outcome.state.game)
        self._table = msgspec.Raw(msgspec.json.encode(public(outcome.state, clock.GRACE)))
        self._public = view_events(self._events, None)
        self._for_all: bytes | None = None

    @property
    def revision(self) -> int:
        """The revision this change made."""
        return self.state.live.revision

    def seen_by(self, seat: int | None, racks: bool = False) -> bytes:
        """The message for one seat, for a spectator, or for a spectator who sees racks."""
        if not self._events:
            return self._same_for_all()
        events = view_events(self._events, seat, racks=racks)
        return self._same_for_all() if events == self._public else self._message(events)

    def _same_for_all(self) -> bytes:
        if self._for_all is None:
            self._for_all = self._message(self._public)
        return self._for_all

    def _message(self, events: tuple[Event, ...]) -> bytes:
        plain = msgspec.Raw(msgspec.json.encode(to_plain(events))) if events else msgspec.Raw(b"[]")
        return msgspec.json.encode(
            tell.ChangeMessage(self.revision, self.at, self.kind, self._seat, plain, self._table, self._position)
        )


def table_seen(state: State) -> PublicTable:
    """The table as everybody there sees it."""
    return public(state, clock.GRACE)
