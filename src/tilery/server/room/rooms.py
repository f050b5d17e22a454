"""The tables of this process: rooms opened when somebody comes, and the rounds that keep them going.

Rounds: due deadlines are settled, drafts are saved, revisions are compared with the store in case a notice was
lost, keys are checked again, rooms nobody uses are closed, tables nobody comes back to are cleared, and what is old is
removed.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping

import msgspec

from tilery.bots.fair import is_fair
from tilery.errors import TileryError
from tilery.server import logs
from tilery.server.hub import Hub, Notice
from tilery.server.identity import new_id
from tilery.server.metrics import Metrics
from tilery.server.once import Once
from tilery.server.pushes import Pushes
from tilery.server.room.connection import AGAIN, Connection
from tilery.server.room.elsewhere import REPEATED
from tilery.server.room.form import form_of_guest
from tilery.server.room.kept import first_rows, look_at
from tilery.server.room.room import Backing, Room
from tilery.server.room.sweep import Sweep
from tilery.server.room.work import Work
from tilery.server.settings import Settings
from tilery.server.store.rows import ConflictError, Due, Guest, StoredTable, StoreError
from tilery.server.store.store import Store
from tilery.server.store.watch import is_trouble
from tilery.server.table.change import Change
from tilery.server.table.decide import Asking, open_table
from tilery.server.table.evolve import advance
from tilery.server.table.messages import ClosingMessage
from tilery.server.table.refusal import TurnedAwayError
from tilery.server.table.seen import PublicTable, public
from tilery.server.table.setup import Setup, check, tidied
from tilery.server.table.standing import OnlineTable, blank, name_of, seats_of
from tilery.server.table.terms import PublicTerms, Terms, public_terms
from tilery.server.unwelcome import UnwelcomeWords

__all__ = ["Rooms", "ShownTable"]

log = logging.getLogger("tilery.server.rooms")

_CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_UNUSED = 60.0
_AT_ONCE = 50
_SCATTERED = 50.0
"""Tables whose players are sent elsewhere in a second."""
_ELSEWHERE = ClosingMessage("elsewhere", "another process goes on with this table: connect again", again=True)


class ShownTable(msgspec.Struct, frozen=True):
    """A table as somebody outside sees it: its terms, how it stands, and which seats are theirs.

    ``turn`` is whose turn it is, ``None`` when no game is running.
    """

    terms: PublicTerms
    table: PublicTable
    revision: int
    yours: tuple[int, ...] = ()
    turn: int | None = None


class Rooms:
    """Every table of this process, and the way to all others."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        hub: Hub,
        metrics: Metrics,
        process: str,
        now: Callable[[], float] = time.time,
    ) -> None:
        work, words = Work(settings.thinkers, settings.limits.thoughts), UnwelcomeWords.read(settings.words)
        self.pushes = Pushes(store, settings.public_url or "https://localhost", now)
        self.backing = Backing(store, hub, work, metrics, settings, now, process, self.pushes.tell, words)
        self.sweep = Sweep(store, settings, now)
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._sockets: Counter[str] = Counter()
        self._rounds: list[asyncio.Task[None]] = []
        self._draining = False
        hub.on_back(self._compare_soon)
        metrics.count(self._count_tables, self._count_connections)
        metrics.work_queued.set_function(lambda: work.waiting)

    def open(self) -> None:
        """Begin the rounds."""
        settings = self.backing.settings
        for seconds, work in (
            (settings.deadline_scan, self._settle_due),
            (1.0, self._save_drafts),
            (settings.compare, self._compare),
            (REPEATED, self._repeat_presence),
            (settings.recheck, self._check_keys),
            (_UNUSED / 4, self._close_unused),
            (1.0, self._leave_the_cut_off),
            (600.0, self._clear_idle),
            (600.0, self.sweep.round),
        ):
            self._rounds.append(asyncio.ensure_future(self._round(seconds, work)))

    async def drain(self) -> None:
        """Tell everybody that this process stops, and write down what is waiting."""
        self._draining = True
        await self._save_drafts()
        closing = ClosingMessage("restarting", "the server is restarting: connect again in a moment", again=True)
        for room in tuple(self._rooms.values()):
            room.audience.end(closing, code=AGAIN)

    async def scatter(self) -> None:
        """Send everybody to wherever the proxy would have them now, table by table: after a restart all may be here."""
        rooms = [room for room in self._rooms.values() if room.connections]
        logs.say(log, "players are sent to other processes", tables=len(rooms))
        for room in rooms:
            room.audience.end(_ELSEWHERE, code=AGAIN)
            await asyncio.sleep(1 / _SCATTERED)

    async def close(self) -> None:
        """Stop everything that runs in the background."""
        for task in self._rounds:
            task.cancel()
        await asyncio.gather(*self._rounds, return_exceptions=True)
        for room in tuple(self._rooms.values()):
            await room.close()
        await self.backing.work.close()

    # What HTTP asks

    async def create(self, guest: Guest, wanted: Setup, once: Once | None = None) -> ShownTable:
        """A new table of this guest; :class:`TileryError` for what cannot be."""
        wanted = tidied(wanted)
        self.backing.words.refuse(*wanted.names, wanted.house_name)
        rules, now = check(wanted), self.backing.now()
        form = await form_of_guest(self.backing.store, guest.id) if any(map(is_fair, wanted.seats)) else None
        for _ in range(5):
            code = "".join(secrets.choice(_CODE_LETTERS) for _ in range(6))
            terms = Terms(new_id(), code, now, msgspec.structs.replace(wanted, names=()), rules)
            asking = Asking(guest.id, guest.name, None, now, secrets.token_hex(32), face=guest.face, form=form)
            change = Change(0, now, open_table(terms, wanted, asking))
            table = advance(blank(terms), change)
            shown = _shown(table, guest)
            answer = None if once is None else once.answered(guest.id, shown, now)
            try:
                await self.backing.store.add_table(*first_rows(table, change), answer)
            except ConflictError:  # the code is taken, or the same was sent twice at once
                if once is not None and await once.before(self.backing.store, now) is not None:
                    raise
                continue
            return shown
        raise TileryError("busy", "no free code was found: try again")

    async def look(self, table: str, guest: Guest | None) -> ShownTable | None:
        """A table, ``None`` when there is none."""
        stored = await self.backing.store.table(table, moves=False)
        return None if stored is None else _shown(look_at(stored), guest)

    async def seats(self, table: str) -> list[tuple[str | None, str]] | None:
        """The guest and the name of every seat, ``None`` when there is no such table."""
        stored = await self.backing.store.table(table, moves=False)
        if stored is None:
            return None
        found = look_at(stored)
        seats = enumerate(found.seats)
        return [(None if s.player is None else found.people[s.player].guest, name_of(found, n)) for n, s in seats]

    async def people(self, table: str) -> dict[int, tuple[str, str]]:
        """The guest and the name of everybody who ever sat at a table and is not forgotten, by their number."""
        stored = await self.backing.store.table(table, moves=False)
        rows = [] if stored is None else stored.players
        return {row.player: (row.guest, row.name) for row in rows if row.guest is not None}

    async def listed(self, limit: int) -> list[ShownTable]:
        """The open tables that wait for players."""
        return _shown_all(await self.backing.store.listed(limit), None)

    async def of(self, guest: Guest, limit: int) -> list[ShownTable]:
        """The tables at which this guest sits."""
        return _shown_all(await self.backing.store.tables_of(guest.id, limit), guest)

    async def rename(self, guest: Guest) -> None:
        """Call a guest by the name they have now, with the face they have now, wherever they sit."""
        for table in await self.backing.store.tables_seated(guest.id):
            room = await self.room(table)
            if room is not None:
                await room.rename(guest)

    async def leave_everywhere(self, guest: Guest) -> None:
        """Give up every seat of a guest who is being deleted, and have no table know them."""
        for table in await self.backing.store.tables_known(guest.id):
            room = await self.room(table)
            if room is not None:
                await room.forget(guest.id)

    def turn_out(self, guest: str) -> None:
        """A guest is banned: their sockets here are closed at once, elsewhere soon."""
        why = ClosingMessage("banned", "the people who run this server have banned you for now", again=False)
        for room in self._rooms.values():
            room.audience.end(why, guest)

    async def close_table(self, table: str) -> bool:
        """Clear a table for everybody; whether there is one that is not over."""
        room = await self.room(table)
        if room is None or room.table.phase == "over":
            return False
        await room.clear()
        return True

    def disconnect(self, credential: str) -> None:
        """A key or token was revoked: its sockets here are closed at once, elsewhere within a round."""
        for room in self._rooms.values():
            for connection in tuple(room.connections):
                if connection.credential == credential:
                    connection.end(ClosingMessage("unknown-key", "this key was revoked", again=False))

    # Rooms

    async def room(self, table: str) -> Room | None:
        """The room of a table, opened if it is not; ``None`` when there is no such table."""
        room = self._rooms.get(table)
        if room is not None:
            return room
        lock = self._opening.setdefault(table, asyncio.Lock())
        try:
            async with lock:
                room = self._rooms.get(table)
                if room is None:
                    room = await Room.load(self.backing, table)
                    if room is not None:
                        self._rooms[table] = room
                        await self.backing.hub.watch(table, self._hear)
                        if not self.backing.settings.embedded:  # between reading and watching a notice may have gone
                            await room.catch_up()
                return room
        finally:
            if not lock.locked():
                self._opening.pop(table, None)

    async def enter(self, table: str, connection: Connection) -> Room:
        """Let a connection in at a table."""
        if self._draining:
            raise TurnedAwayError("restarting", "the server is restarting: connect again in a moment")
        guest, most = connection.guest.id, self.backing.settings.limits.connections_per_guest
        if self._sockets[guest] >= most:
            raise TurnedAwayError("too-many", f"you are already connected {most} times")
        self._sockets[guest] += 1
        try:
            room = await self.room(table)
            if room is None:
                raise TurnedAwayError("no-table", "there is no such table")
            await room.enter(connection)
        except BaseException:
            self._forget_socket(guest)
            raise
        return room

    def leave(self, room: Room, connection: Connection) -> None:
        """A connection that was let in is gone."""
        room.leave(connection)
        self._forget_socket(connection.guest.id)

    def _forget_socket(self, guest: str) -> None:
        self._sockets[guest] -= 1
        if not self._sockets[guest]:
            del self._sockets[guest]

    def _hear(self, notice: Notice) -> None:
        room = self._rooms.get(notice.table)
        if room is not None:
            room.heard(notice)

    def _count_tables(self) -> Mapping[str, int]:
        return Counter(room.table.phase for room in self._rooms.values())

    def _count_connections(self) -> Mapping[str, int]:
        everybody = (connection for room in self._rooms.values() for connection in room.connections)
        return Counter("seat" if connection.own else "spectator" for connection in everybody)

    # Rounds

    async def _round(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except StoreError as error:
                if not is_trouble(error):
                    values = {"round": work.__name__, "kind": error.kind, "why": str(error)}
                    log.warning("a round was put off", extra={"values": values})
            except Exception as error:  # whatever it was, the next round comes
                log.error("a round failed", exc_info=error, extra={"values": {"round": work.__name__}})

    async def _settle_due(self) -> None:
        now = self.backing.now()
        due = await self.backing.store.due(now, 200)
        gate = asyncio.Semaphore(_AT_ONCE)

        async def settle(each: Due) -> None:
            async with gate:
                room = await self.room(each.table)
                if room is not None and room.table.revision < each.revision:
                    await room.catch_up()
                if room is not None and room.due(now):
                    await room.expire()
                elif room is not None:  # the store's deadline is an earlier turn's: say when to look again
                    await self.backing.store.look_again(room.id, room.table.revision, room.table.deadline)

        await asyncio.gather(*map(settle, due))

    async def _save_drafts(self) -> None:
        waiting = [(room.drafts, draft) for room in self._rooms.values() if (draft := room.drafts.unsaved) is not None]
        await self.backing.store.save_drafts([draft for _, draft in waiting])
        for drafts, draft in waiting:
            drafts.saved(draft)

    async def _compare(self) -> None:
        """Notices can be lost: what does the store say?"""
        if self.backing.settings.embedded or not self._rooms:
            return
        tables = tuple(self._rooms)
        for first in range(0, len(tables), _AT_ONCE):  # few at a time: moves are not to wait for this
            stored = await self.backing.store.revisions(tables[first : first + _AT_ONCE])
            for table, revision in stored.items():
                room = self._rooms.get(table)
                if room is not None and revision > room.table.revision:
                    room.tasks.start(room.catch_up())

    def _compare_soon(self) -> None:
        self._rounds.append(asyncio.ensure_future(self._round_once(self._compare)))

    async def _round_once(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except StoreError:
            return

    async def _repeat_presence(self) -> None:
        rooms = [room for room in self._rooms.values() if room.connections]
        for room in rooms:  # spread out: thousands at once would keep everybody waiting
            room.audience.say_presence()
            await asyncio.sleep(REPEATED / 2 / len(rooms))

    async def _check_keys(self) -> None:
        """Keys may have been revoked in another process."""
        if self.backing.settings.embedded:
            return
        used = {connection.credential for room in self._rooms.values() for connection in room.connections}
        for credential in used - await self.backing.store.valid(used, self.backing.now()):
            self.disconnect(credential)

    @property
    def cut_off(self) -> bool:
        """Whether this process has been without the database for so long that players had better try another."""
        settings = self.backing.settings
        return not settings.embedded and self.backing.store.away_seconds > settings.cut_off

    async def _leave_the_cut_off(self) -> None:
        """Players of a process that has lost its database go to one that has not."""
        if self.cut_off:
            for room in tuple(self._rooms.values()):
                room.audience.end(_ELSEWHERE, code=AGAIN)

    async def _close_unused(self) -> None:
        long_ago = self.backing.now() - _UNUSED
        for table, room in tuple(self._rooms.items()):
            if room.idle and room.queue.last_used < long_ago:
                del self._rooms[table]
                await self.backing.hub.unwatch(table)
                await room.close()

    async def _clear_idle(self) -> None:
        settings, now = self.backing.settings, self.backing.now()
        for table in await self.backing.store.idle(now - settings.idle_days * 86_400, 100):
            room = await self.room(table)
            if room is not None:
                await room.clear()


def _shown_all(stored: list[StoredTable], guest: Guest | None) -> list[ShownTable]:
    return [_shown(look_at(each), guest) for each in stored]


def _shown(table: OnlineTable, guest: Guest | None) -> ShownTable:
    yours = () if guest is None else tuple(seats_of(table, guest.id))
    return ShownTable(public_terms(table.terms), public(table), table.revision, yours, table.turn)
