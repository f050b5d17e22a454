"""The people connected to a table in this process, and what each of them is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from tilery.server.hub import Present
from tilery.server.room.connection import GONE, Connection
from tilery.server.room.elsewhere import Elsewhere
from tilery.server.room.late import Late
from tilery.server.room.sight import Happening, game_seen, moves_seen, position
from tilery.server.store.rows import ChatLine, DraftRow
from tilery.server.table.messages import VERSION, ClosingMessage, PresenceMessage, SaidMessage, StateMessage
from tilery.server.table.seen import public
from tilery.server.table.standing import OnlineTable, is_kicked, sees_racks, watcher_of
from tilery.server.table.terms import public_terms

__all__ = ["Audience", "said"]


class Audience:
    """Everybody connected to a table here: each hears what its seat may know.

    ``table`` is the table as they were last told of; ``late`` is there for spectators who are kept behind.
    """

    def __init__(
        self,
        table: OnlineTable,
        late: Late | None,
        now: Callable[[], float],
        process: str,
        publish: Callable[[Present], None],
    ) -> None:
        self.table, self.late = table, late
        self.connections: set[Connection] = set()
        self._now, self._process, self._publish = now, process, publish
        self._elsewhere = Elsewhere(now)
        self._is_waiting = False
        self._terms = public_terms(table.terms)

    # Coming and going

    def add(self, connection: Connection, lines: tuple[SaidMessage, ...], draft: DraftRow | None) -> None:
        """One more, who is told everything it may know."""
        connection.look_for_seat(self.table)  # a game may have begun since it was let in
        self.connections.add(connection)
        self.tell_state(connection, lines, draft)
        self._presence_changed()

    def remove(self, connection: Connection) -> None:
        """One fewer."""
        self.connections.remove(connection)
        self._presence_changed()

    def end(self, why: ClosingMessage, guest: str | None = None, code: int = GONE) -> None:
        """Close the connections of a guest, or all."""
        for connection in tuple(self.connections):
            if guest is None or connection.guest.id == guest:
                connection.end(why, code)

    def _may_stay(self, connection: Connection) -> bool:
        """Whether somebody without a seat may go on looking; who came before the start may have to go."""
        if self.table.phase == "gathering":
            return True
        if self.table.terms.setup.spectators != "none":
            return True
        connection.end(ClosingMessage("no-spectators", "spectators are not allowed at this table", again=False))
        return False

    # What happens

    def tell(self, happening: Happening, asker: Connection | None = None) -> None:
        """Something happened: everybody hears of it as far as its seat may know, who asked for it with the answer."""
        seating = happening.seating
        changes_seats = seating or happening.table.phase != self.table.phase  # by hardly any move
        hides = self.late is not None
        self.table = happening.table
        for connection in tuple(self.connections):
            if happening.deals:  # new racks: around one screen somebody has to say who they are
                connection.held = None
            moved = changes_seats and connection.look_for_seat(self.table)
            if not connection.own and not self._may_stay(connection):
                continue
            if moved or (hides and self._sight(connection) != (connection.watcher, connection.late)):
                self.tell_state(connection, (), None)  # sat down, stood up or was let in: from now on another view
            elif not connection.late:
                connection.tell(happening.seen_by(connection.seat), more=connection is asker)
        if self.late is not None:
            self.late.add(happening.change)
            if self.table.phase == "gathering":  # they heard of it with the others
                self.late.pass_over(self._now())
        if seating:
            self._presence_changed()

    def tell_late(self) -> None:
        """Time has passed: those who are kept behind see a little more."""
        if self.late is None:
            return
        for happening in self.late.show(self._now()):
            for connection in tuple(self.connections):
                if connection.late and happening.whole:
                    self.tell_state(connection, (), None)
                elif connection.late:
                    connection.tell(happening.seen_by(None, racks=True))

    def begin_to_wait(self) -> bool:
        """Whether somebody has to begin to wait until there is more to be seen."""
        begins = not self._is_waiting and self.waiting() is not None
        self._is_waiting = self._is_waiting or begins
        return begins

    def waiting(self) -> float | None:
        """How many seconds it takes until those who are kept behind see more, ``None`` when there is nothing."""
        then = None if self.late is None else self.late.next
        self._is_waiting = then is not None
        return None if then is None else max(0.05, then - self._now())

    def tell_state(self, connection: Connection, lines: tuple[SaidMessage, ...], draft: DraftRow | None) -> None:
        """Tell a connection everything it may know."""
        connection.watcher, connection.late = self._sight(connection)
        table, seat, late = self.shown(connection), connection.seat, connection.late
        guests = [None if held.player is None else table.people[held.player].guest for held in table.seats]
        connection.tell(
            StateMessage(
                version=VERSION,
                revision=table.revision,
                now=self._now(),
                you=seat,
                terms=self._terms,
                table=public(table),
                game=game_seen(table.game, seat, late),
                draft=None if draft is None else draft.text,
                position=position(table.game),
                lines=lines,
                present=self._presence(),
                muted=tuple(number for number, guest in enumerate(guests) if guest in connection.muted),
                behind=table.terms.setup.delay if late else 0,
                drafted=0 if draft is None else draft.number,
                watcher=connection.watcher,
                covered=connection.covered,
                before=str(table.latest.before),
                moves=moves_seen(table.latest, seat, late),
                removed=is_kicked(self.table, connection.guest.id),
            )
        )

    def shown(self, connection: Connection) -> OnlineTable:
        """The table as far as this connection may know it."""
        return self.late.table if self.late is not None and connection.late else self.table

    def _sight(self, connection: Connection) -> tuple[int | None, bool]:
        """Which watcher this is, and whether it sees the racks, as things are now, and is kept behind for that."""
        if connection.own or self.late is None:
            return None, False
        guest, hidden = connection.guest.id, self.table.phase != "gathering"
        return watcher_of(self.table, guest), hidden and sees_racks(self.table, guest)

    # What is said

    def tell_lines(self, lines: Iterable[ChatLine]) -> None:
        """Tell everybody what was said, but for those who do not want to hear it of them."""
        for line in lines:
            message, speaker = said(self.table, line), self.table.people[line.player].guest
            for connection in tuple(self.connections):
                if speaker not in connection.muted:
                    connection.tell(message)

    # Who is there

    @property
    def seats(self) -> frozenset[int]:
        """The seats somebody is connected to, here or in another process."""
        here = {seat for connection in self.connections for seat in connection.own}
        return frozenset(here) | self._elsewhere.seats

    def is_at(self, seat: int) -> bool:
        """Whether somebody is connected to a seat, here or in another process."""
        return any(seat in connection.own for connection in self.connections) or seat in self._elsewhere.seats

    def heard(self, notice: Present) -> None:
        """Another process says who is connected to it."""
        before = self._presence()
        self._elsewhere.heard(notice)
        if before != self._presence():
            self._tell_presence()

    def say_presence(self) -> None:
        """Tell other processes who is connected here."""
        seated = tuple((c.guest.id, seat) for c in self.connections for seat in c.own or (-1,))
        looking = sum(seat < 0 for _, seat in seated)
        self._publish(Present(self.table.terms.id, self._process, seated, looking))

    def _presence_changed(self) -> None:
        self._tell_presence()
        self.say_presence()

    def _tell_presence(self) -> None:
        message = msgspec.json.encode(self._presence())
        for connection in tuple(self.connections):
            connection.tell(message)

    def _presence(self) -> PresenceMessage:
        looking = sum(not connection.own for connection in self.connections) + self._elsewhere.spectators
        return PresenceMessage(tuple(sorted(self.seats)), looking)


def said(table: OnlineTable, line: ChatLine) -> SaidMessage:
    """A line of chat as it is told: by whom, under the name they have now."""
    seat = next((number for number, held in enumerate(table.seats) if held.player == line.player), None)
    return SaidMessage(line.number, line.at, seat, table.people[line.player].name, line.text, line.emote)
