"""Heavy work, off the event loop: bots and hints think in processes of their own, in a queue with an end.

A process that dies takes only its own task along; one that never answers is replaced. Those that have had nothing to do
for a while end and give their memory back; the next task starts them again.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import NamedTuple, TypeVar

from tilery.bots.host import Fault, ask
from tilery.bots.ladder import level
from tilery.bots.protocol import ThinkingTime
from tilery.errors import TileryError
from tilery.game import Event, Game, View
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.server.table.messages import HintMove
from tilery.solver.able import Able
from tilery.solver.steps import Step

__all__ = [
    "BusyError",
    "HintFound",
    "LateError",
    "Thought",
    "Work",
    "find_able",
    "find_hint",
    "let_rest",
    "think",
    "told_moves",
]

_T = TypeVar("_T")

THINKING = 1.0
"""Seconds a bot may think about a move."""
PATIENCE = 15.0
"""Seconds after which a task is given up and its process replaced."""
IDLE = 300.0
"""Seconds without a task after which the processes end."""
LOOK = 20.0
"""Seconds between two looks at that."""
_NICE = 5
"""By how much thinking gives way to the server."""
_NICER = 10
"""The same for work in the background. At 19, or under SCHED_IDLE, others waited no less, and it stood still on a busy
machine."""


class BusyError(TileryError):
    """Too much work is waiting already."""


class LateError(BusyError):
    """A task was given up, and its process with it."""


class HintFound(NamedTuple):
    """The best play found for a hint: what it lays, the table after it, and the moves of the hands."""

    played: Tiles
    table: Table
    goes_out: bool
    moves: tuple[HintMove, ...]


class Thought(NamedTuple):
    """What a bot answers, or its fault, and the code of its reason where it gave one."""

    answer: object
    why: str = ""


def think(name: str, seed: int, view: View, events: Sequence[Event]) -> Thought:
    """What a bot of this level answers, made anew and told all that its seat has seen, or its fault."""
    try:
        bot = level(name).make(seed)
        bot.watch(events)
    except Exception as error:
        return Thought(Fault("crash", f"{type(error).__name__}: {error}"))
    answer = ask(bot, view, ThinkingTime(THINKING))
    why = bot.why
    with contextlib.suppress(Exception):  # it has answered
        bot.close()
    return Thought(answer, "" if why is None else why.code)


def find_hint(
    rules: Rules,
    table: Table,
    rack: Tiles,
    opened: bool,
    drawn: Tiles = Tiles(),  # noqa: B008 (immutable)
) -> HintFound | None:
    """The play of most tiles that changes the table least, ``None`` when nothing can be played."""
    from tilery.solver import Question, fewest_changes, steps

    question = Question(rules, table, rack, opened=opened, seconds=THINKING, drawn=drawn)
    found = fewest_changes(question)
    if found is None:
        return None
    best = found.play
    moves = told_moves(steps(table, best, rack))
    return HintFound(best.played, best.table, best.goes_out, moves)


def told_moves(steps: Sequence[Step]) -> tuple[HintMove, ...]:
    """The moves of the hands as they are told."""
    return tuple(
        HintMove(step.kind, *map(str, (step.tiles, step.set, step.onto, step.from_rack, step.table, step.aside)))
        for step in steps
    )


def find_able(game: Game) -> Able:
    """Who can play now."""
    from tilery.solver import who_can_play

    return who_can_play(game)


class Work:
    """The processes that think, and how much may wait for them.

    In the ``background`` they give way to everybody else.
    """

    def __init__(
        self,
        processes: int,
        most_waiting: int,
        patience: float = PATIENCE,
        idle: float = IDLE,
        background: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._processes, self._most_waiting = processes, most_waiting
        self.patience, self._idle, self._clock = patience, idle, clock
        self.background = background
        self._pool: ProcessPoolExecutor | None = None
        self._used = clock()
        self._closed = False
        self.waiting = 0

    def warm(self) -> None:
        """Have a process ready, for somebody else's bots may soon be ours."""
        self._used = self._clock()
        if self._pool is None:
            self._started().submit(os.getpid)

    async def choose(self, name: str, seed: int, view: View, events: Sequence[Event]) -> Thought:
        """What a bot answers and why, or the fault that kept it from answering."""
        try:
            return await self._run(think, name, seed, view, events)
        except TimeoutError:
            return Thought(Fault("late", f"no answer within {self.patience:.0f} s"))
        except BrokenProcessPool:
            return Thought(Fault("crash", "its process ended"))

    async def hint(self, rules: Rules, table: Table, rack: Tiles, opened: bool, drawn: Tiles) -> HintFound | None:
        """The play a hint shows; refused with a :class:`BusyError` when too much is waiting."""
        return await self.run(find_hint, rules, table, rack, opened, drawn)

    async def run(self, task: Callable[..., _T], *given: object) -> _T:
        """What a task gives; refused with a :class:`BusyError` when too much is waiting, a late one with its own."""
        if self.waiting >= self._most_waiting:
            raise BusyError("busy", "too many are thinking now: ask again in a moment")
        try:
            return await self._run(task, *given)
        except TimeoutError:
            raise LateError("busy", "no answer was found in time: ask again in a moment") from None
        except BrokenProcessPool:
            raise BusyError("busy", "no answer was found in time: ask again in a moment") from None

    async def able(self, game: Game) -> Able | None:
        """Who can play, where the game asks for that, else ``None``; refused with a :class:`BusyError`."""
        if not game.asks_who_can_play:
            return None
        if self.waiting >= self._most_waiting:
            raise BusyError("busy", "too many are thinking now: try again in a moment")
        try:
            return await self._run(find_able, game)
        except (TimeoutError, BrokenProcessPool):
            raise BusyError("busy", "whether anybody can play was not found in time: try again in a moment") from None

    def rest(self) -> None:
        """End the processes if they have had nothing to do for long."""
        if not self.waiting and self._clock() - self._used >= self._idle:
            self._stop()

    async def close(self) -> None:
        """End the processes."""
        self._closed = True
        self._stop()

    async def _run(self, task: Callable[..., _T], *given: object) -> _T:
        self.waiting += 1
        pool = self._started()
        try:
            async with asyncio.timeout(self.patience):
                while True:
                    try:
                        return await asyncio.get_running_loop().run_in_executor(pool, task, *given)
                    except asyncio.CancelledError:
                        if self._closed or _is_cancelled():
                            raise
                        pool = self._started()  # another's task ended the processes before this one was begun
        except (TimeoutError, BrokenProcessPool):
            if pool is self._pool:
                self._stop()
            raise
        finally:
            self.waiting -= 1
            self._used = self._clock()

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            settle_in = partial(_settle_in, self.background)
            self._pool = ProcessPoolExecutor(self._processes, context, initializer=settle_in)
        return self._pool

    def _stop(self) -> None:
        pool, self._pool = self._pool, None
        if pool is None:
            return
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()


def _is_cancelled() -> bool:
    """Whether it is the waiting itself that is cancelled, and not what it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def let_rest(works: Iterable[Work]) -> None:
    """Look now and then whether processes have had nothing to do for long."""
    while True:
        await asyncio.sleep(LOOK)
        for work in works:
            work.rest()


def _settle_in(background: bool) -> None:
    """Ctrl-C is for the server, which then ends its processes; without the server they end by themselves.

    Where processors are few, thinking waits for the server and not the other way round.
    """
    if hasattr(os, "nice"):
        os.nice(_NICER if background else _NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_server, daemon=True).start()


def _follow_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)
