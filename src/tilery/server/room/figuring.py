"""What people did in a finished game, in figures: worked out beside the event loop when somebody asks for theirs.

Each game is worked out once, newest first and one at a time; whoever asks is told what is there, and how many are still
to come. What waits is in memory alone: after a restart it is asked for again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tilery.errors import TileryError
from tilery.game import TimeOut
from tilery.server.room.playedgame import StoredGame, stored_record
from tilery.server.room.work import BusyError, Work
from tilery.server.store.lanes import apart
from tilery.server.store.rows import ChangeRow, FinishedGame, SeatFigures, StoreError
from tilery.server.store.store import Store
from tilery.server.table.change import decode_events, decode_moves
from tilery.server.table.events import Moved, TurnBegan
from tilery.study.laying import could_have_laid
from tilery.study.turns import played_turns

__all__ = ["FiguresDesk", "TimedMove", "figure_game", "made_moves"]

_LONGEST = 8.0
"""Seconds of a processor for one game; what is left of its turns then is not looked at, which no game has come to."""
_GUESTS, _EACH = 50, 100
"""How many guests' games wait, and how many of each; whoever asks again has the next ones looked at."""
_PAUSE = 2.0
"""Seconds until the desk tries again what the processes or the database had no time for."""
_NOTHING = SeatFigures(0, None, 0, 0.0, 0, 0, 0, {})

log = logging.getLogger("tilery.server.figures")


class TimedMove(NamedTuple):
    """A move of a game as it was made at the table: by a person or for them, and how long it took them."""

    own: bool
    seconds: float | None


def made_moves(changes: Iterable[ChangeRow]) -> Iterator[TimedMove]:
    """The moves of a game in order. A turn begins when the table says so, and again, that much later, after a pause."""
    began: dict[int, float] = {}
    for change in changes:
        moves = decode_moves(change.moves)
        for event in decode_events(change.events, {}, moves):
            if isinstance(event, TurnBegan):
                began[event.seat] = event.at
            elif isinstance(event, Moved):
                since = began.pop(event.seat, None)
                began[event.seat] = change.at  # should the turn go on
                for move in event.moves:
                    own = change.player is not None or isinstance(move.action, TimeOut)
                    yield TimedMove(own, None if since is None else max(0.0, change.at - since))
                    since = change.at
                moves = ()
        for _ in moves:  # the words and the deal, and games of which an old database has only the moves
            yield TimedMove(True, None)


def figure_game(game: StoredGame, made: Sequence[TimedMove], seats: Sequence[int]) -> dict[int, SeatFigures]:
    """The figures of people's seats in a game; a game that can't be replayed has none worth showing."""
    counts = {seat: _Count() for seat in seats}
    end = time.thread_time() + _LONGEST
    try:
        for turn in played_turns(stored_record(game)):
            count, move = counts.get(turn.seat), made[turn.move - 1]
            if count is None or not move.own:
                continue
            count.turns.add(turn.turn)
            if not turn.had_opened and turn.after.opened[turn.seat]:
                count.opened = turn.turn
            if move.seconds is not None and turn.is_own:
                count.timed.add(turn.turn)
                count.seconds += move.seconds
            if turn.did != "resign" and turn.is_own and time.thread_time() < end:
                could = could_have_laid(turn)
                count.looked.add(turn.turn)
                count.laid += len(turn.played)
                count.missed[turn.turn] = max(count.missed.get(turn.turn, 0), could.missed_tiles)
                count.overlooked |= {(turn.turn, one.code) for one in could.overlooked}
    except (TileryError, IndexError):
        return dict.fromkeys(seats, _NOTHING)
    return {seat: count.figures() for seat, count in counts.items()}


class _Count:
    """What is counted of one seat; by own turns, for a turn may have two moves."""

    def __init__(self) -> None:
        self.turns: set[int] = set()
        self.timed: set[int] = set()
        self.looked: set[int] = set()
        self.opened: int | None = None
        self.seconds = 0.0
        self.laid = 0
        self.missed: dict[int, int] = {}
        self.overlooked: set[tuple[int, str]] = set()

    def figures(self) -> SeatFigures:
        """All of it added up."""
        codes = Counter(code for _, code in self.overlooked)
        return SeatFigures(
            len(self.turns),
            self.opened,
            len(self.timed),
            round(self.seconds, 1),
            len(self.looked),
            self.laid,
            sum(self.missed.values()),
            dict(sorted(codes.items())),
        )


class FiguresDesk:
    """Works out what is asked for, a game of each guest in turn, and keeps it."""

    def __init__(self, store: Store, work: Work) -> None:
        self._store, self._work = store, work
        self._waiting: OrderedDict[str, deque[str]] = OrderedDict()
        self._task: asyncio.Task[None] | None = None

    def want(self, guest: str, games: Sequence[str]) -> None:
        """Have these games of a guest looked at, the last of them first, in place of those that waited before."""
        if not games:
            self._waiting.pop(guest, None)
            return
        if guest not in self._waiting and len(self._waiting) >= _GUESTS:
            return  # they ask again
        self._waiting[guest] = deque(games[-_EACH:])
        if self._task is None or self._task.done():
            self._task = apart(self._go_on())

    async def close(self) -> None:
        """Let everything be; it is asked for again."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _go_on(self) -> None:
        while self._waiting:
            guest, games = self._waiting.popitem(last=False)
            game = games.pop()
            try:
                await self.figure(game)
            except (BusyError, StoreError):
                await asyncio.sleep(_PAUSE)
            except Exception:  # one game that can't be counted keeps nobody else from theirs
                log.exception("figures of a game could not be made")
            if games and guest not in self._waiting:  # unless it was asked for anew meanwhile
                self._waiting[guest] = games

    async def figure(self, game: str) -> None:
        """Work out the figures of a game and keep them."""
        finished = await self._store.game(game)
        seats = () if finished is None else tuple(one.seat for one in finished.results if one.guest is not None)
        if finished is None or not seats:
            return
        changes = await self._store.changes_of_game(game)
        made = await self._work.run(_figure, finished, changes, seats)
        await self._store.add_figures(game, made)


def _figure(finished: FinishedGame, changes: Sequence[ChangeRow], seats: Sequence[int]) -> dict[int, SeatFigures]:
    stored = StoredGame(finished.header, len(finished.results), tuple(change.moves for change in changes))
    return figure_game(stored, list(made_moves(changes)), seats)
