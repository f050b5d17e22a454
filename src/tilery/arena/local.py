"""Games on all cores of this machine: worker processes that die with their parent and may die before it.

Every worker has a pipe of its own and a few games at a time. When one is gone its games are played again
by a new one. Games come back in any order; whoever needs an order sorts.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

from tilery.arena.chunks import Chunks
from tilery.arena.game import ArenaGame, play
from tilery.arena.tournament import GameSpec, Tournament

__all__ = ["play_here", "play_on_cores"]

_SPAWN = multiprocessing.get_context("spawn")


def play_here(of: Tournament, specs: Iterable[GameSpec], with_records: bool = False) -> Iterator[ArenaGame]:
    """Play games one after the other in this process."""
    for spec in specs:
        yield play(of, spec, with_records)


def play_on_cores(
    of: Tournament, specs: Iterable[GameSpec], jobs: int, with_records: bool = False
) -> Iterator[ArenaGame]:
    """Play games on so many worker processes at a time."""
    chunks = Chunks(specs, jobs)
    workers: dict[Connection, _Worker] = {}
    try:
        while True:
            while len(workers) < jobs and (chunk := chunks.take()):
                worker = _Worker(of, with_records)
                workers[worker.pipe] = worker
                worker.give(chunk)
            if not workers:
                return
            for ready in wait(list(workers)):
                assert isinstance(ready, Connection)
                worker = workers[ready]
                try:
                    done, seconds = worker.take()
                except (EOFError, OSError):
                    worker.stop()
                    del workers[ready]
                    chunks.lost(worker.games)
                    continue
                yield from done
                chunks.done(len(done), seconds)
                if chunk := chunks.take():
                    worker.give(chunk)
                else:
                    worker.stop()
                    del workers[ready]
    finally:
        for worker in workers.values():
            worker.stop()


class _Worker:
    """A process that plays the games it is given."""

    def __init__(self, of: Tournament, with_records: bool) -> None:
        self.games: list[GameSpec] = []
        self.pipe, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_work, args=(theirs, of, with_records), daemon=True)
        with _without_interrupts():
            self._process.start()
        theirs.close()

    def give(self, games: list[GameSpec]) -> None:
        self.games = games
        with contextlib.suppress(OSError):  # it is gone already: the next take says so
            self.pipe.send(games)

    def take(self) -> tuple[list[ArenaGame], float]:
        answer: Any = self.pipe.recv()
        if isinstance(answer, BaseException):
            raise answer
        done: tuple[list[ArenaGame], float] = answer
        return done

    def stop(self) -> None:
        self.pipe.close()
        self._process.kill()
        self._process.join()


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes started meanwhile ignore Ctrl-C: it is the parent's to answer."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(pipe: Connection, of: Tournament, with_records: bool) -> None:
    """What a worker does until its parent is gone."""
    threading.Thread(target=_follow_parent, daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        while True:
            games = pipe.recv()
            pipe.send(_answer(of, games, with_records))


def _answer(of: Tournament, games: list[GameSpec], with_records: bool) -> Any:
    start = time.perf_counter()
    try:
        done = [play(of, spec, with_records) for spec in games]
    except Exception as error:
        return error
    return done, time.perf_counter() - start


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
