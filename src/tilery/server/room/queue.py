"""What changes a table: one thing after the other is decided, stored, and only then told.

A queue holds nothing that the store does not: any process may have one of the same table, and the store decides who
was first. Whoever lost reads what is new and decides again.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import msgspec

from tilery.errors import TileryError
from tilery.game import Event
from tilery.server.hub import ChangeNotice, Notice
from tilery.server.metrics import Metrics
from tilery.server.room.audience import Audience
from tilery.server.room.connection import Connection
from tilery.server.room.kept import append_of, read_changes
from tilery.server.room.sight import Happening
from tilery.server.store.rows import CannotSaveError, ChangeRow, ConflictError, StoreError, UnavailableError
from tilery.server.store.store import Store
from tilery.server.table import messages as tell
from tilery.server.table.change import Change
from tilery.server.table.decide import Decided
from tilery.server.table.events import Began, TableEvent, events_of
from tilery.server.table.evolve import advance, numbered
from tilery.server.table.refusal import RefusedError
from tilery.server.table.standing import OnlineTable, player_of
from tilery.server.tracing import span

__all__ = ["NOBODY", "Asked", "Decision", "TableQueue", "not_stored"]

_TRIES = 8
_REMEMBERED = 200
_SMALL = 3_000
"""Bytes of a change that goes out with its notice: most moves, and a few fit into what the channels take at once."""

Decision = Callable[[OnlineTable], tuple[TableEvent, ...]]
"""What happens at a table as it is when its turn comes; refused with a ``RefusedError``."""


class Asked(NamedTuple):
    """Who asks for something, under which id, and when it was read off the socket; nobody for what comes by itself.

    Whoever asks over a ``connection`` is answered there as soon as it is carried out.
    """

    guest: str | None = None
    command: str | None = None
    began: float | None = None
    connection: Connection | None = None


NOBODY = Asked()


class TableQueue:
    """A table as it is now, and the way to the next revision of it.

    ``game_events`` is all that has happened in the game; ``unsure`` says that the store may know more.
    """

    def __init__(
        self,
        table: OnlineTable,
        changes: Sequence[Change],
        audience: Audience,
        store: Store,
        publish: Callable[[Notice], None],
        metrics: Metrics,
        now: Callable[[], float],
    ) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.last_used = now()
        self.unsure = False
        self.game_events: list[Event] = []
        self._audience, self._store, self._publish, self._metrics, self._now = audience, store, publish, metrics, now
        self._commands: OrderedDict[tuple[int, str], int] = OrderedDict()
        for change in changes:
            self._take(change, advance(self.table, change))

    @property
    def _id(self) -> str:
        return self.table.terms.id

    async def carry_out(self, decision: Decision, asked: Asked = NOBODY) -> int:
        """Decide and store, in turn; the revision at which it stands, now or when it was first asked for."""
        began = time.perf_counter()
        async with self.lock:
            self._metrics.room_wait_seconds.observe(time.perf_counter() - began)
            self.last_used = self._now()
            for attempt in range(_TRIES):
                try:
                    if self.unsure:
                        await self._catch_up()
                        known = await self._stored(asked)
                    else:
                        known = self._known(asked)
                    if known is not None:
                        return known
                    return await self._decide_and_store(decision, asked)
                except ConflictError:
                    self._metrics.conflicts.inc()
                    self.unsure = True
                except asyncio.CancelledError:  # it may be stored all the same
                    self.unsure = True
                    raise
                except CannotSaveError:  # that stays so until somebody helps
                    self.unsure = True
                    raise
                except UnavailableError:
                    self.unsure = True
                    await asyncio.sleep(0.05 * 2**attempt)
        raise UnavailableError("the table cannot be reached right now")

    def _known(self, asked: Asked) -> int | None:
        """The revision of a command that was carried out before, as far as is remembered here."""
        player = None if asked.guest is None else player_of(self.table, asked.guest)
        return None if player is None or asked.command is None else self._commands.get((player, asked.command))

    async def _stored(self, asked: Asked) -> int | None:
        """The revision of a command that was carried out before, as the store knows."""
        player = None if asked.guest is None else player_of(self.table, asked.guest)
        if player is None or asked.command is None:
            return None
        return await self._store.command(self._id, player, asked.command)

    async def _decide_and_store(self, decision: Decision, asked: Asked) -> int:
        try:
            with span("decide"):
                events = decision(self.table)
        except RefusedError:
            # Perhaps it was carried out before this room was opened, or elsewhere a moment ago.
            new = await self._catch_up()
            known = await self._stored(asked)
            if known is not None:
                return known
            if not new:
                raise
            events = decision(self.table)
        except TileryError as error:
            raise RefusedError("illegal", error.text) from None
        return await self._commit(events, asked)

    async def _commit(self, events: tuple[TableEvent, ...], asked: Asked) -> int:
        before = self.table
        change = Change(before.revision + 1, self._now(), tuple(events))
        after = numbered(events.table, change) if isinstance(events, Decided) else advance(before, change)
        if asked.guest is not None:
            change = msgspec.structs.replace(change, player=player_of(after, asked.guest), command=asked.command)
        began = time.perf_counter()
        try:
            with span("append", revision=change.revision):
                appended = append_of(before, change, after)
                await self._store.append(appended)
        finally:
            self._metrics.append_seconds.observe(time.perf_counter() - began)
        with span("tell"):
            self._tell(change, after, asked.connection)
        if asked.began is not None:
            self._metrics.change_seconds.observe(time.perf_counter() - asked.began)
        row = appended.change
        small = appended.is_plain and len(row.events) + len(row.moves) <= _SMALL
        self._publish(ChangeNotice(self._id, change.revision, row if small else None))
        return change.revision

    def _take(self, change: Change, after: OnlineTable) -> None:
        """What is stored is so."""
        if change.player is not None and change.command is not None:
            self._commands[change.player, change.command] = change.revision
            while len(self._commands) > _REMEMBERED:
                self._commands.popitem(last=False)
        if Began in map(type, change.events):
            self.game_events = []
        self.game_events.extend(events_of(change.moves))
        self.table = after

    def _tell(self, change: Change, after: OnlineTable, asker: Connection | None = None) -> None:
        """What is stored is told: to every connection its own view."""
        self._take(change, after)
        self._audience.tell(Happening(change, after), asker)

    def follow(self, row: ChangeRow) -> bool:
        """Take what another process has stored, if it is the next thing to happen here."""
        if row.revision != self.table.revision + 1 or self.unsure or self.lock.locked():
            return False
        self._follow(read_changes([row], ()))
        return True

    async def catch_up(self) -> None:
        """Read what other processes have done."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> bool:
        """Whether there was anything new."""
        news = await self._store.news(self._id, self.table.revision)
        self.unsure = False
        if news is None:
            self._audience.end(tell.ClosingMessage("gone", "this table no longer exists", again=False))
            return False
        changes = read_changes(*news)
        self._follow(changes)
        return bool(changes)

    def _follow(self, changes: Iterable[Change]) -> None:
        for change in changes:
            self._tell(change, advance(self.table, change))
            self._metrics.follow_seconds.observe(max(0.0, self._now() - change.at))


def not_stored(error: StoreError) -> RefusedError:
    """What whoever asked is told when the store cannot do it."""
    if isinstance(error, CannotSaveError):
        return RefusedError("cannot-save", "the server cannot save anything at the moment: nothing has changed")
    return RefusedError("unavailable", "the table cannot be reached right now: send this again in a moment")
