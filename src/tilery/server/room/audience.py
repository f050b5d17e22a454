"""The people connected to a table in this process, and what each of them is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tilery.server.hub import Present
from tilery.server.room.connection import Connection
from tilery.server.room.late import Late
from tilery.server.room.presence import Presence
from tilery.server.room.sight import Happening, game_seen, position, table_seen
from tilery.server.table import messages as m
from tilery.server.table.table import State, public_terms, seat_of

if TYPE_CHECKING:
    from tilery.server.room.room import Room

__all__ = ["Audience"]

_SEATING = {"sat", "left", "kicked", "bot-seated", "began", "stood-in", "back", "forgotten"}


class Audience:
    """Everybody connected to a table here: each hears what its seat may know."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.connections: set[Connection] = set()
        self.late = Late(room) if room.state.terms.setup.spectators == "racks" else None
        self._elsewhere = Presence(room.backing.now)
        self._terms = public_terms(room.state.terms)

    # Coming and going

    def add(self, connection: Connection, lines: tuple[m.SaidMessage, ...], draft: str | None) -> None:
        """One more, who is told everything it may know."""
        self.connections.add(connection)
        self.tell_state(connection, lines, draft)
        self._presence_changed()

    def remove(self, connection: Connection) -> None:
        """One fewer."""
        self.connections.remove(connection)
        self._presence_changed()

    def end(self, why: m.ClosingMessage, guest: str | None = None) -> None:
        """Close the connections of a guest, or all."""
        for connection in tuple(self.connections):
            if guest is None or connection.guest.id == guest:
                connection.end(why)

    def _may_stay(self, connection: Connection) -> bool:
        """Whether somebody may go on looking; who came before the start and did not sit down may have to go."""
        state = self._room.state
        if connection.seat is not None or state.live.phase == "gathering":
            return True
        if state.terms.setup.spectators != "none":
            return True
        connection.end(m.ClosingMessage("no-spectators", "nobody looks on at this table", again=False))
        return False

    # What happens

    def tell(self, happening: Happening) -> None:
        """Something happened: everybody hears of it as far as its seat may know."""
        live = happening.state.live
        for connection in tuple(self.connections):
            seat = seat_of(live, connection.guest.id, connection.wanted)
            moved, connection.seat = seat != connection.seat, seat
            if not self._may_stay(connection):
                continue
            if moved:  # sat down or stood up: from now on another view
                self.tell_state(connection, (), None)
            elif not self._is_late(connection):
                connection.tell(happening.seen_by(seat))
        if self.late is not None:
            self.late.add(happening)
        if happening.kind in _SEATING:
            self._presence_changed()

    def tell_state(self, connection: Connection, lines: tuple[m.SaidMessage, ...], draft: str | None) -> None:
        """Tell a connection everything it may know."""
        state, seat = self.shown(connection), connection.seat
        late = self._is_late(connection)
        muted = tuple(n for n, held in enumerate(state.live.seats) if held.guest in connection.muted)
        connection.tell(
            m.StateMessage(
                version=m.VERSION,
                revision=state.live.revision,
                now=self._room.backing.now(),
                you=seat,
                terms=self._terms,
                table=table_seen(state),
                game=game_seen(state.game, seat, late),
                draft=draft,
                position=position(state.game),
                lines=lines,
                present=self._presence(),
                muted=muted,
                behind=state.terms.setup.delay if late else 0,
            )
        )

    def shown(self, connection: Connection) -> State:
        """The table as far as this connection may know it."""
        return self.late.state if self.late is not None and self._is_late(connection) else self._room.state

    def _is_late(self, connection: Connection) -> bool:
        """Whether this is a spectator who sees racks and is kept behind for that."""
        return connection.seat is None and self.late is not None and self._room.state.live.phase != "gathering"

    # Who is there

    @property
    def seats(self) -> frozenset[int]:
        """The seats somebody is connected to, here or in another process."""
        here = {connection.seat for connection in self.connections if connection.seat is not None}
        return frozenset(here) | self._elsewhere.seats

    def heard(self, notice: Present) -> None:
        """Another process says who is connected to it."""
        before = self._presence()
        self._elsewhere.heard(notice)
        if before != self._presence():
            self._tell_presence()

    def say_presence(self) -> None:
        """Tell other processes who is connected here."""
        seated = tuple((c.guest.id, -1 if c.seat is None else c.seat) for c in self.connections)
        looking = sum(seat < 0 for _, seat in seated)
        backing = self._room.backing
        backing.hub.publish(Present(self._room.id, backing.process, seated, looking))

    def _presence_changed(self) -> None:
        self._tell_presence()
        self.say_presence()

    def _tell_presence(self) -> None:
        message = msgspec.json.encode(self._presence())
        for connection in tuple(self.connections):
            connection.tell(message)

    def _presence(self) -> m.PresenceMessage:
        looking = sum(connection.seat is None for connection in self.connections) + self._elsewhere.spectators
        return m.PresenceMessage(tuple(sorted(self.seats)), looking)
