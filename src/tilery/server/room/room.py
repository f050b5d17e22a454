"""One table in this process: everything asked of it goes through one queue, is stored, and only then told.

A room holds nothing that the store does not: any process may have a room of the same table, and the store decides
who was first. Whoever lost reads what is new and decides again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine
from typing import Any, NamedTuple

import msgspec

from tilery.errors import TileryError
from tilery.game import Event
from tilery.notation import Table
from tilery.server.hub import Changed, Hub, Notice, Present, Said
from tilery.server.metrics import Metrics
from tilery.server.room.audience import Audience
from tilery.server.room.bot_turns import BotTurns
from tilery.server.room.chat import Chat
from tilery.server.room.connection import Connection
from tilery.server.room.drafts import Drafts
from tilery.server.room.finished import finished_game
from tilery.server.room.following import outcomes
from tilery.server.room.hints import Hints
from tilery.server.room.sight import Happening
from tilery.server.room.work import Work
from tilery.server.settings import Settings
from tilery.server.store.rows import Change, ConflictError, UnavailableError
from tilery.server.store.store import Store
from tilery.server.table import messages as m
from tilery.server.table.decide import Asking, Outcome, abandon, decide, forget, rename, time_passes
from tilery.server.table.table import (
    State,
    decode_moves,
    encode_moves,
    from_row,
    rebuild,
    seat_of,
    to_row,
)

__all__ = ["Backing", "Room"]

log = logging.getLogger("tilery.server.room")

_TRIES = 8
_REMEMBERED = 200


class Backing(NamedTuple):
    """What every room works with."""

    store: Store
    hub: Hub
    work: Work
    metrics: Metrics
    settings: Settings
    now: Callable[[], float]
    process: str


class Room:
    """A table with the people connected to it here."""

    def __init__(self, backing: Backing, state: State, terms: msgspec.Raw, events: list[Event]) -> None:
        self.backing = backing
        self.state = state
        self.lock = asyncio.Lock()
        self.audience = Audience(self)
        self.chat = Chat(self)
        self.last_used = backing.now()
        self.drafts = Drafts(self)
        self.hints = Hints(self)
        self.bots = BotTurns(self)
        self._terms = terms
        self.events = events
        self._commands: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._unsure = False
        self._tasks: set[asyncio.Task[Any]] = set()

    @staticmethod
    async def load(backing: Backing, table: str) -> Room | None:
        """The room of a stored table, ``None`` when there is no such table."""
        row = await backing.store.table(table)
        if row is None:
            return None
        terms, live, raw = from_row(row)
        changes = await backing.store.changes_of_game(live.game) if live.game else []
        moves = [move for change in changes if change.revision <= row.revision for move in decode_moves(change.moves)]
        game = rebuild(terms, live, moves)
        room = Room(backing, State(terms, live, game), raw, [event for move in moves for event in move.events])
        if room.audience.late is not None:
            room.audience.late.refill(changes)
        room.bots.wake()
        return room

    @property
    def id(self) -> str:
        """The table's id."""
        return self.state.terms.id

    @property
    def connections(self) -> Collection[Connection]:
        """Who is connected here."""
        return self.audience.connections

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing is going on."""
        return not self.connections and not self._tasks and self.drafts.saved and not self.lock.locked()

    # Coming and going

    async def enter(self, connection: Connection) -> None:
        """Let a connection in and tell it everything it may know, or refuse it."""
        setup, live = self.state.terms.setup, self.state.live
        connection.seat = seat_of(live, connection.guest.id, connection.wanted)
        if connection.seat is None and live.phase != "gathering" and setup.spectators == "none":
            raise m.TurnedAwayError("no-spectators", "nobody looks on at this table")
        most = self.backing.settings.limits.connections_per_table
        if len(self.connections) >= most and connection.seat is None:
            raise m.TurnedAwayError("crowded", f"{most} are connected to this table already")
        connection.muted = await self.backing.store.muted(connection.guest.id)
        lines = await self.chat.recent(connection)
        draft = await self.drafts.kept(connection.seat)
        self.audience.add(connection, lines, draft)

    def leave(self, connection: Connection) -> None:
        """A connection is gone."""
        if connection in self.connections:
            self.last_used = self.backing.now()
            self.audience.remove(connection)

    async def handle(self, connection: Connection, command: m.Command) -> None:
        """Do what a connection asks; what cannot be done is told to it alone."""
        code = "ok"
        try:
            await self._handle(connection, command)
        except m.RefusedError as error:
            code = error.code
            self.refuse(connection, command.id, error)
        except UnavailableError:
            code = "unavailable"
            self.refuse(connection, command.id, _unreachable())
        self.backing.metrics.command(str(command.__struct_config__.tag), code)

    def refuse(self, connection: Connection, command: str | None, error: m.RefusedError) -> None:
        """Tell a connection why not."""
        connection.tell(m.RefusedMessage(command, self.state.live.revision, error.code, error.text, error.defects))

    async def _handle(self, connection: Connection, command: m.Command) -> None:
        match command:
            case m.PingCommand():
                connection.tell(m.PongMessage(command.id, self.backing.now(), self.state.live.revision))
            case m.DraftCommand():
                self.drafts.take(connection, command)
            case m.SyncCommand():
                await self._sync(connection, command)
            case m.HintCommand():
                self.hints.give(connection, command)
            case m.SayCommand() | m.EmoteCommand() | m.MuteCommand():
                await self.chat.handle(connection, command)
            case _:
                began = time.perf_counter()
                revision = await self._carry_out(
                    connection.guest.id, command.id, lambda: decide(self.state, self._asking(connection), command)
                )
                self.backing.metrics.change_seconds.observe(time.perf_counter() - began)
                connection.tell(m.DoneMessage(command.id, revision))

    def _asking(self, connection: Connection) -> Asking:
        live = self.state.live
        seat = seat_of(live, connection.guest.id, connection.wanted)
        here = self.audience.seats
        absent = frozenset(n for n, held in enumerate(live.seats) if held.kind == "person" and n not in here)
        now = self.backing.now()
        return Asking(connection.guest.id, connection.guest.name, seat, now, secrets.token_hex(32), absent)

    # The queue

    async def _carry_out(self, guest: str | None, command: str | None, decision: Callable[[], Outcome]) -> int:
        """Decide and store, in turn; the revision at which it stands, now or when it was first asked for.

        Whoever asks may be cut off meanwhile: what is being stored is told to the others all the same.
        """
        work = asyncio.ensure_future(self._in_turn(guest, command, decision))
        self._tasks.add(work)
        work.add_done_callback(self._tasks.discard)
        return await asyncio.shield(work)

    async def _in_turn(self, guest: str | None, command: str | None, decision: Callable[[], Outcome]) -> int:
        async with self.lock:
            self.last_used = self.backing.now()
            for attempt in range(_TRIES):
                try:
                    known = await self._known(guest, command)
                    if known is not None:
                        return known
                    if self._unsure:
                        await self._catch_up()
                    return await self._decide_and_store(guest, command, decision)
                except ConflictError:
                    self.backing.metrics.conflicts.inc()
                    self._unsure = True
                except UnavailableError:
                    self._unsure = True
                    await asyncio.sleep(0.05 * 2**attempt)
        raise _unreachable()

    async def _known(self, guest: str | None, command: str | None) -> int | None:
        """The revision of a command that was carried out before; the store is asked when this room may not know."""
        if guest is None or command is None:
            return None
        known = self._commands.get((guest, command))
        if known is None and self._unsure:
            known = await self.backing.store.command(self.id, guest, command)
            if known is not None:
                await self._catch_up()
        return known

    async def _decide_and_store(self, guest: str | None, command: str | None, decision: Callable[[], Outcome]) -> int:
        try:
            outcome = decision()
        except m.RefusedError:
            # Perhaps it was carried out before this room was opened, or elsewhere a moment ago.
            if guest is not None and command is not None:
                known = await self.backing.store.command(self.id, guest, command)
                if known is not None:
                    if known > self.state.live.revision:
                        await self._catch_up()
                    return known
            if not await self._catch_up():
                raise
            outcome = decision()
        except TileryError as error:
            raise m.RefusedError("illegal", error.text) from None
        await self._commit(outcome, guest, command)
        return outcome.state.live.revision

    async def _commit(self, outcome: Outcome, guest: str | None, command: str | None) -> None:
        now, live = self.backing.now(), outcome.state.live
        row = to_row(outcome.state, self._terms)
        change = Change(
            table=self.id,
            revision=live.revision,
            at=now,
            kind=outcome.kind,
            seat=outcome.seat,
            guest=guest,
            command=command,
            game=live.game if outcome.moves else None,
            moves=encode_moves(outcome.moves) if outcome.moves else b"[]",
        )
        finished = finished_game(outcome, now)
        began = time.perf_counter()
        await self.backing.store.append(row, change, finished)
        self.backing.metrics.append_seconds.observe(time.perf_counter() - began)
        if guest is not None and command is not None:
            self._remember(guest, command, live.revision)
        self._advance(outcome, now)
        self.backing.hub.publish(Changed(self.id, live.revision))
        self.bots.wake()

    def _remember(self, guest: str, command: str, revision: int) -> None:
        self._commands[guest, command] = revision
        while len(self._commands) > _REMEMBERED:
            self._commands.popitem(last=False)

    def _advance(self, outcome: Outcome, now: float) -> None:
        """What is stored is told: to every connection its own view."""
        if outcome.kind == "began":
            self.events = []
        for _, events in outcome.moves:
            self.events.extend(events)
        self.state = outcome.state
        if outcome.moves:
            self.drafts.clear()
        self.audience.tell(Happening(outcome, now))

    # Catching up with other processes

    async def catch_up(self) -> None:
        """Read what other processes have done."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> bool:
        """Whether there was anything new."""
        row, changes = await self.backing.store.news(self.id, self.state.live.revision)
        self._unsure = False
        if row is None:
            self.audience.end(m.ClosingMessage("gone", "this table is no more", again=False))
            return False
        if row.revision <= self.state.live.revision:
            return False
        _, live, _ = from_row(row)
        news = [change for change in changes if change.revision <= row.revision]
        for change in news:
            if change.guest is not None and change.command is not None:
                self._remember(change.guest, change.command, change.revision)
        for outcome, at in outcomes(msgspec.structs.replace(self.state, live=live), news):
            self._advance(outcome, at)
        return True

    def heard(self, notice: Notice) -> None:
        """Another process says that something has happened."""
        match notice:
            case Changed(revision=revision) if revision > self.state.live.revision:
                self.start(self.catch_up())
            case Said():
                self.start(self.chat.catch_up())
            case Present():
                self.audience.heard(notice)
            case _:
                pass

    async def _sync(self, connection: Connection, command: m.SyncCommand) -> None:
        """A client missed something: the changes since then where they can be had, else everything."""
        if command.revision > self.state.live.revision:
            await self.catch_up()
        if command.revision != self.audience.shown(connection).live.revision:
            self.backing.metrics.resyncs.inc()
            self.audience.tell_state(connection, (), await self.drafts.kept(connection.seat))
        connection.tell(m.DoneMessage(command.id, self.audience.shown(connection).live.revision))

    # Time and bots

    def due(self, now: float) -> bool:
        """Whether the deadline has come, as far as this room knows."""
        return self.state.live.deadline is None or self.state.live.deadline <= now

    async def expire(self) -> None:
        """The deadline has come: settle it, here or wherever it was settled first."""
        if self.bots.to_move() is not None:
            self.bots.wake()
            return
        draft: Table | None = None
        game = self.state.game
        if game is not None:
            text = await self.drafts.kept(game.turn)
            draft = None if text is None else Table(text)

        def settle() -> Outcome:
            outcome = time_passes(self.state, self.backing.now(), secrets.token_hex(32), draft)
            if outcome is None:
                raise m.RefusedError("not-now", "nothing is due")
            return outcome

        await self.quietly(settle)

    async def clear(self) -> None:
        """Nobody has been here for very long: the table is cleared."""
        await self.quietly(lambda: abandon(self.state))

    async def forget(self, guest: str, name: str) -> None:
        """A guest is deleted."""
        await self.quietly(lambda: forget(self.state, guest, name, self.backing.now()))
        self.audience.end(m.ClosingMessage("unknown-key", "this identity was deleted", again=False), guest)

    async def rename(self, guest: str, name: str) -> None:
        """A guest has another name."""
        await self.quietly(lambda: rename(self.state, guest, name))

    async def quietly(self, decision: Callable[[], Outcome]) -> None:
        """Carry something out that nobody waits for: what cannot be done now comes up again by itself."""
        try:
            await self._carry_out(None, None, decision)
        except m.RefusedError:
            return

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something without anybody waiting for it."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, UnavailableError):  # the next command or comparison reads what is new
            self._unsure = True
            log.warning("the database was away", extra={"values": {"table": self.id}})
        elif error is not None:
            log.error("a task of a table failed", exc_info=error, extra={"values": {"table": self.id}})

    async def close(self) -> None:
        """End what is going on; nothing is lost that was stored."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _unreachable() -> m.RefusedError:
    return m.RefusedError("unavailable", "the table cannot be reached just now: send this again in a moment")
