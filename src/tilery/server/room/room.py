"""One table in this process: who is connected to it, what they ask, and what happens there by itself.

Everything that changes the table goes through its queue, is stored, and only then told.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, NamedTuple

from tilery.bots.fair import Form, is_fair
from tilery.notation import Table
from tilery.server.hub import ChangeNotice, Hub, Notice, Present, SaidNotice
from tilery.server.metrics import Metrics
from tilery.server.room.audience import Audience, said
from tilery.server.room.bots import BotTurn, bot_to_move, slowest
from tilery.server.room.chat import Chat
from tilery.server.room.connection import Connection
from tilery.server.room.drafts import Drafts
from tilery.server.room.form import form_of_guest
from tilery.server.room.hints import give_hint, hinted
from tilery.server.room.kept import read_table
from tilery.server.room.late import Late
from tilery.server.room.queue import NOBODY, Asked, Decision, TableQueue, not_stored
from tilery.server.room.tasks import Tasks
from tilery.server.room.work import BusyError, Work
from tilery.server.settings import Settings
from tilery.server.store.rows import ChatLine, Guest, StoreError, UnavailableError
from tilery.server.store.store import Store
from tilery.server.table import commands as ask
from tilery.server.table import messages as tell
from tilery.server.table.change import Change
from tilery.server.table.decide import Asking, abandon, decide, forget, rename, time_passes
from tilery.server.table.events import TableEvent
from tilery.server.table.refusal import COVERED, RefusedError, TurnedAwayError
from tilery.server.table.standing import OnlineTable, seat_of, slow_turn
from tilery.server.tracing import span
from tilery.server.unwelcome import UNWELCOME, UnwelcomeWords

__all__ = ["Backing", "Room"]

_SPARE = 0.5
"""Seconds that another process has for a bot's move beyond the usual, before it is thought to have died."""
_COVERED = (ask.IAmCommand, ask.HandOverCommand, ask.SyncCommand, ask.PingCommand, ask.MuteCommand)
"""What can be asked for before anybody has said who has the screen."""
_FOR_OTHERS = (ask.StandInCommand, ask.StartCommand)
"""What can be asked for only because somebody is not there."""
_WORDED = (ask.SayCommand, ask.ReadyCommand, ask.RematchCommand)  # made once: a union is made anew wherever it stands
_NAMED = (ask.SitCommand, ask.WatchCommand)
_AGAIN = 1.0
"""Seconds after which a bot's move is tried again that could not be stored."""


class Backing(NamedTuple):
    """What every room works with."""

    store: Store
    hub: Hub
    work: Work
    metrics: Metrics
    settings: Settings
    now: Callable[[], float]
    process: str
    push: Callable[[str, str], Coroutine[Any, Any, None]]
    words: UnwelcomeWords = UnwelcomeWords()


class Room:
    """A table with the people connected to it here."""

    def __init__(self, backing: Backing, table: OnlineTable, changes: Sequence[Change] = ()) -> None:
        self.backing = backing
        self.chat = Chat(backing.store, table.terms.id, backing.settings.limits)
        self.drafts = Drafts(backing.store, backing.now)
        self._thinking: int | None = None
        self._told = table.moved
        self._spare = "", ""
        late = Late(table, changes) if table.terms.setup.spectators == "racks" else None
        self.audience = Audience(table, late, backing.now, backing.process, backing.hub.publish)
        self.queue = TableQueue(
            table, changes, self.audience, backing.store, backing.hub.publish, backing.metrics, backing.now
        )
        self.tasks = Tasks(self.queue)
        self.audience.table = self.queue.table
        if late is not None:
            late.pass_over(backing.now())

    @staticmethod
    async def load(backing: Backing, table: str) -> Room | None:
        """The room of a stored table, ``None`` when there is no such table."""
        stored = await backing.store.table(table)
        if stored is None:
            return None
        room = Room(backing, *read_table(stored))
        room._wake()
        return room

    @property
    def table(self) -> OnlineTable:
        """The table as it is."""
        return self.queue.table

    @property
    def id(self) -> str:
        """The table's id."""
        return self.table.terms.id

    @property
    def connections(self) -> Collection[Connection]:
        """Who is connected here."""
        return self.audience.connections

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing is going on."""
        return not self.connections and not self.tasks and self.drafts.unsaved is None and not self.queue.lock.locked()

    # Coming and going

    async def enter(self, connection: Connection) -> None:
        """Let a connection in and tell it everything it may know, or refuse it."""
        table = self.table
        connection.look_for_seat(table)
        if not connection.own and table.phase != "gathering" and table.terms.setup.spectators == "none":
            raise TurnedAwayError("no-spectators", "spectators are not allowed at this table")
        most = self.backing.settings.limits.connections_per_table
        if len(self.connections) >= most and not connection.own:
            raise TurnedAwayError("crowded", f"{most} are already connected to this table")
        connection.muted = await self.backing.store.muted(connection.guest.id)
        lines = await self.chat.recent()
        await self._tell_lines(lines)  # to the others, should one of them be news here
        heard = (line for line in lines if self.table.people[line.player].guest not in connection.muted)
        draft = await self.drafts.kept(self.table, connection.seat)
        self.audience.add(connection, tuple(said(self.table, line) for line in heard), draft)

    def leave(self, connection: Connection) -> None:
        """A connection is gone."""
        if connection in self.connections:
            self.queue.last_used = self.backing.now()
            self.audience.remove(connection)
            if connection.seat is not None and self.drafts.unsaved is not None:  # it may come back elsewhere
                self.tasks.start(self.drafts.save())

    async def handle(self, connection: Connection, command: ask.Command) -> None:
        """Do what a connection asks; what cannot be done is told to it alone."""
        code, do = "ok", str(command.__struct_config__.tag)
        with span(f"command {do}", table=self.id[:6]) as handling:
            try:
                await self._handle(connection, command)
            except RefusedError as error:
                code = error.code
                self.refuse(connection, command.id, error)
            except StoreError as error:
                refused = not_stored(error)
                code = refused.code
                self.refuse(connection, command.id, refused)
            handling.set(code=code, revision=self.table.revision)
        self.backing.metrics.command(do, code)

    def refuse(self, connection: Connection, command: str | None, error: RefusedError) -> None:
        """Tell a connection why not."""
        connection.tell(tell.refused(command, self.table.revision, error))

    async def _handle(self, connection: Connection, command: ask.Command) -> None:
        if connection.covered and not isinstance(command, _COVERED):
            raise RefusedError("covered", COVERED)
        if isinstance(command, _WORDED):
            text = command.text if isinstance(command, ask.SayCommand) else command.words
            if text and self.backing.words.has(text):
                raise RefusedError("unwelcome", UNWELCOME)
        match command:
            case ask.PingCommand():
                connection.tell(tell.PongMessage(command.id, self.backing.now(), self.table.revision))
            case ask.DraftCommand():
                began = time.perf_counter()
                try:
                    verdict = self.drafts.take(self.table, connection.seat, command)
                finally:
                    self.backing.metrics.verdict_seconds.observe(time.perf_counter() - began)
                connection.tell(verdict)
                if self.drafts.is_urgent(self.table):
                    self.tasks.start(self.drafts.save())
            case ask.SyncCommand():
                await self._sync(connection, command)
            case ask.IAmCommand() | ask.HandOverCommand():
                await self._hold(connection, command)
            case ask.HintCommand():
                self._hint(connection, command)
            case ask.SayCommand() | ask.EmoteCommand():
                await self._say(connection, command)
                connection.tell(tell.DoneMessage(command.id, self.table.revision))
            case ask.MuteCommand():
                await self.chat.mute(self.table, connection, command, self.connections)
                connection.tell(tell.DoneMessage(command.id, self.table.revision))
            case _:
                if isinstance(command, _NAMED):  # by the name and face they have by now
                    found = await self.backing.store.guest(connection.guest.id)
                    connection.guest = found or connection.guest
                asked = Asked(connection.guest.id, command.id, time.perf_counter(), connection)
                able = await self._able(connection) if isinstance(command, ask.PassCommand) else None
                fair = isinstance(command, ask.SeatBotCommand) and is_fair(command.level)
                form = await form_of_guest(self.backing.store, connection.guest.id) if fair else None
                decision: Decision = lambda table: decide(  # noqa: E731
                    table, self._asking(connection, command, able, form), command
                )
                revision = await self._carry_out(decision, asked)
                connection.tell(tell.DoneMessage(command.id, revision))

    async def _able(self, connection: Connection) -> tuple[bool, ...] | None:
        """The seats that can play, where the pass of who is to move has to say so: a process that thinks finds out."""
        game = self.table.game
        if game is None or game.turn != connection.seat:
            return None
        try:
            able = await self.backing.work.able(game)
        except BusyError as error:
            raise RefusedError("busy", error.text) from None
        return None if able is None else able.seats

    def _asking(
        self, connection: Connection, command: ask.Command, able: tuple[bool, ...] | None, form: Form | None
    ) -> Asking:
        seat = seat_of(self.table, connection.guest.id, connection.held)
        absent: frozenset[int] = frozenset()
        if isinstance(command, _FOR_OTHERS):
            here = self.audience.seats
            absent = frozenset(n for n, held in enumerate(self.table.seats) if held.kind == "person" and n not in here)
        now = self.backing.now()
        guest = connection.guest
        return Asking(guest.id, guest.name, seat, now, self._secret(), absent, able, guest.face, form)

    async def _carry_out(self, decision: Decision, asked: Asked = NOBODY) -> int:
        """Have something decided and stored; the revision at which it stands."""
        try:
            revision = await self.queue.carry_out(decision, asked)
        except Exception:
            self._wake()
            raise
        self._wake()
        self._tell_away()
        return revision

    def _tell_away(self) -> None:
        """At a slow table somebody who isn't here may want to know that it is their turn: told where it became so."""
        table = self.table
        if table.turn is None or self._told == table.moved or self.audience.is_at(table.turn):
            return
        waiting = slow_turn(table)
        if waiting is None:
            return
        self._told = table.moved
        self.tasks.start(self.backing.push(waiting[1], self.id))

    def _secret(self) -> str:
        """A secret that no game has had, for the one after this: made anew whenever the table has another."""
        if self._spare[0] != self.table.secret:
            self._spare = self.table.secret, secrets.token_hex(32)
        return self._spare[1]

    async def catch_up(self) -> None:
        """Read what other processes have done."""
        await self.queue.catch_up()
        self._wake(followed=True)

    def heard(self, notice: Notice) -> None:
        """Another process says that something has happened."""
        match notice:
            case ChangeNotice(revision=revision, row=row) if revision > self.table.revision:
                if row is not None and self.queue.follow(row):
                    self._wake(followed=True)
                else:
                    self.tasks.start(self.catch_up())
            case SaidNotice():
                self.tasks.start(self._catch_up_with_chat())
            case Present():
                self.audience.heard(notice)
            case _:
                pass

    async def _sync(self, connection: Connection, command: ask.SyncCommand) -> None:
        """A client missed something: the changes since then where they can be had, else everything."""
        if command.revision > self.table.revision:
            await self.catch_up()
        if command.revision != self.audience.shown(connection).revision:
            self.backing.metrics.resyncs.inc()
            self.audience.tell_state(connection, (), await self.drafts.kept(self.table, connection.seat))
        connection.tell(tell.DoneMessage(command.id, self.audience.shown(connection).revision))

    async def _hold(self, connection: Connection, command: ask.IAmCommand | ask.HandOverCommand) -> None:
        """Around one screen: somebody says who has it now, or that it goes to somebody else."""
        seat = command.seat if isinstance(command, ask.IAmCommand) else None
        if seat is not None and seat not in connection.own:
            raise RefusedError("seat", "this seat isn't played on your screen")
        draft = await self.drafts.kept(self.table, seat)
        connection.held = seat
        if connection.look_for_seat(self.table):
            self.audience.tell_state(connection, (), draft)
        connection.tell(tell.DoneMessage(command.id, self.table.revision))

    # Talking, and being helped

    async def _say(self, connection: Connection, command: ask.SayCommand | ask.EmoteCommand) -> None:
        lines = await self.chat.say(self.table, connection.seat, command, self.backing.now())
        if lines:
            await self._tell_lines(lines)
            self.backing.hub.publish(SaidNotice(self.id, lines[-1].number))

    async def _catch_up_with_chat(self) -> None:
        await self._tell_lines(await self.chat.missed())

    async def _tell_lines(self, lines: list[ChatLine]) -> None:
        if any(line.player >= self.table.players for line in lines):  # by somebody who sat down elsewhere
            await self.catch_up()
        self.audience.tell_lines(self.chat.untold(lines))

    def _hint(self, connection: Connection, command: ask.HintCommand) -> None:
        asked = hinted(self.table, connection, command)
        connection.hinting = True
        self.tasks.start(give_hint(self.backing.work, connection, self.table, asked, command))

    # Time and bots

    def due(self, now: float) -> bool:
        """Whether the deadline has come, as far as this room knows."""
        return self.table.deadline is not None and self.table.deadline <= now

    async def expire(self) -> None:
        """The deadline has come: settle it, here or wherever it was settled first."""
        if bot_to_move(self.table) is not None:
            self._wake()
            return
        due, metrics = self.table, self.backing.metrics
        kept = await self.drafts.kept(due, due.turn)
        draft = None if kept is None else Table(kept.text)

        def settle(table: OnlineTable) -> tuple[TableEvent, ...]:
            same = table.moved == due.moved  # a draft is for no other turn
            events = time_passes(table, self.backing.now(), self._secret(), draft) if same else None
            if events is None:
                raise RefusedError("not-now", "nothing is due")
            return events

        if await self.quietly(settle) and due.deadline is not None:
            metrics.deadline_late_seconds.observe(self.backing.now() - due.deadline)
            metrics.deadlines_fired.inc()

    def _wake(self, followed: bool = False) -> None:
        """Begin what runs by itself: a bot whose turn it is, and what is still to be shown to those kept behind.

        Where another process has made it the bot's turn that one has it think; this one does only if nothing comes
        of it, for the other may have died.
        """
        table = self.table
        self.drafts.forget_older(table.moved)
        if followed and any(seat.bot for seat in table.seats):
            self.backing.work.warm()
        if bot_to_move(table) is not None and self._thinking != table.moved:
            self._thinking = table.moved
            late = slowest(table.pace, self.backing.settings.bot_pause) + _SPARE if followed else 0.0
            self.tasks.start(self._bot_turn(table.moved, table.turn_at + late))
        if self.audience.begin_to_wait():
            self.tasks.start(self._show_late())

    async def _show_late(self) -> None:
        while (wait := self.audience.waiting()) is not None:
            await asyncio.sleep(wait)
            self.audience.tell_late()

    async def _bot_turn(self, moved: int, start: float) -> None:
        try:
            await asyncio.sleep(max(0.0, start - self.backing.now()))
            level = bot_to_move(self.table)
            if level is not None and self.table.moved == moved:
                with span("bot turn", level=level, table=self.id[:6]):
                    await self._move_bot(BotTurn(level, moved))
        finally:
            if self._thinking == moved:
                self._thinking = None

    async def _move_bot(self, turn: BotTurn) -> None:
        """Have the bot think, and move; again while the store does not take it, for nobody else may be there."""
        backing, began = self.backing, self.backing.now()
        await turn.think(backing.work, self.table, self.queue.game_events)
        backing.metrics.bot_seconds.observe(backing.now() - began)
        taken = turn.seconds(self.table, backing.settings.bot_pause)
        await asyncio.sleep(max(0.0, self.table.turn_at + taken - backing.now()))
        while not await self.quietly(lambda table: turn.move(table, backing.now(), self._secret())):
            if not turn.is_on(self.table):
                return
            await asyncio.sleep(_AGAIN)
        turn.note_fault(backing.metrics, self.id)

    # What nobody here asks for

    async def clear(self) -> None:
        """Nobody has been here for very long: the table is cleared."""
        await self.quietly(abandon)

    async def forget(self, guest: str) -> None:
        """A guest is deleted."""
        await self.quietly(lambda table: forget(table, guest, self.backing.now()))
        self.audience.end(tell.ClosingMessage("unknown-key", "this identity was deleted", again=False), guest)

    async def rename(self, guest: Guest) -> None:
        """A guest has another name or face."""
        await self.quietly(lambda table: rename(table, guest.id, guest.name, guest.face))

    async def quietly(self, decision: Decision) -> bool:
        """Carry something out that nobody waits for, if it can be: else it comes up again by itself."""
        try:
            await self._carry_out(decision)
        except (RefusedError, UnavailableError):
            return False
        return True

    async def close(self) -> None:
        """End what is going on; nothing is lost that was stored."""
        await self.tasks.close()
