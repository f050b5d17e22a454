"""Who may have a game analysed now, and how far each analysis has come.

An analysis is made a few turns at a time, in turn with all the others, in processes that give way to everything else.
So the first figures of each are there soon, however many there are. It's kept with its game and made only once: where
several processes serve, each tells the others through the store how far it has come. A record that somebody brings
along is only in the memory of this process, and not for long.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import TypeVar

import msgspec

from tilery.errors import TileryError
from tilery.record import RecordError
from tilery.record.lines import GameLine, MatchLine, parse_line
from tilery.server.http.analysisjob import AnalysisJob, Purses
from tilery.server.http.errors import ProblemError
from tilery.server.http.limits import Limiter
from tilery.server.http.records import game_record
from tilery.server.room.analysing import analyse_turns, open_record, sum_up
from tilery.server.room.work import BusyError, LateError, Work
from tilery.server.settings import Limits
from tilery.server.store.lanes import apart
from tilery.server.store.rows import AnalysisRow, StoreError
from tilery.server.store.store import Store
from tilery.study.figures import ANALYSIS_VERSION

__all__ = ["AnalysingDesk"]

log = logging.getLogger("tilery.server.analysis")

_T = TypeVar("_T")

_TURNS = 2
"""Turns that are analysed in one go: few, so that others come in between."""
_UNWATCHED = 60.0
"""Seconds after which an analysis that nobody asks about is stopped."""
_FORGOTTEN = 1800.0
"""Seconds after which one that nobody asks about is no longer in memory."""
_KEPT = 200
"""Analyses in memory at most, those being made apart."""
_ELSEWHERE = 20.0
"""Seconds in which another process must have written, to be still at it."""
_TELLING = 1.0
"""Seconds after which other processes are told how far an analysis has come."""
_FIRST_LINE = 20_000
"""Characters of the first line of a record at most: it has the rules and the names."""
_BROUGHT = "r-"
"""What the id of an analysis of a record begins with that somebody brought along: no game's does."""


class AnalysingDesk:
    """Every analysis of this process, and the processes that make them."""

    def __init__(
        self,
        store: Store,
        work: Work,
        processes: int,
        limiter: Limiter,
        limits: Limits,
        now: Callable[[], float],
        shared: bool,
    ) -> None:
        self.work = work
        self._store, self._processes, self._limiter, self._limits = store, processes, limiter, limits
        self._now, self._shared = now, shared
        self._jobs: dict[str, AnalysisJob] = {}
        self._queue: deque[AnalysisJob] = deque()
        self._reading: list[str] = []
        """The addresses whose records are being read."""
        self._free = asyncio.Semaphore(processes)
        """So many tasks are given to the processes: who waits here isn't late yet, and isn't hurt by who is."""
        self._runners: set[asyncio.Task[None]] = set()

    async def begin_game(self, address: str, guest: str | None, game: str) -> bytes:
        """Begin the analysis of a finished game, or go on with it; how far it has come, as JSON."""
        job = self._known(game)
        if job is not None and job.phase != "stopped":
            return job.told(0)
        finished = await self._store.game(game)
        if finished is None:
            raise ProblemError(404, "no-game", "there is no such game, or it is still being played")
        row = await self._kept(game)
        # What was stopped here has just been written by this process itself.
        if row is not None and self._is_elsewhere(row) and (job is None or row.done > job.done):
            return self._from_row(row, 0)
        if row is not None and row.done >= row.total > 0:
            return self._remember(self._job_of(row)).told(0)
        purses = self._charge(address, guest)
        if job is None or not job.text:
            text = b"".join(game_record(finished, await self._store.changes_of_game(game)))
            job = AnalysisJob(game, text, 1, False, time.monotonic())
            if row is not None:
                job.take(row)
        return self._start(job, purses).told(0)

    async def begin_record(self, address: str, guest: str | None, record: str, number: int) -> bytes:
        """Begin the analysis of a record that somebody brings along; one that isn't a game by the rules is refused."""
        text = record.encode("utf-8", "replace")
        if len(text) > self._limits.record:
            raise ProblemError(413, "too-large", f"a record can't have more than {self._limits.record} bytes")
        _check_first_line(record)
        id = _BROUGHT + hashlib.blake2b(text + number.to_bytes(8), digest_size=16).hexdigest()
        job = self._known(id)
        if job is not None and job.phase != "stopped":
            return job.told(0)
        purses = self._charge(address, guest)
        if job is None:
            job = AnalysisJob(id, text, number, True, time.monotonic())
            self._reading.append(address)
            try:
                await self._read(job, purses)
            except BusyError:
                raise _too_many() from None
            finally:
                self._reading.remove(address)
        return self._start(job, purses).told(0)

    async def look(self, id: str, after: int) -> bytes:
        """How far an analysis has come, with the turns after so many."""
        job = self._known(id)
        if job is not None:
            return job.told(after)
        row = None if id.startswith(_BROUGHT) else await self._kept(id)
        if row is None:
            raise ProblemError(
                404, "no-analysis", "this analysis was never begun, or is kept no longer: begin it again"
            )
        if row.done >= row.total > 0:
            return self._remember(self._job_of(row)).told(after)
        return self._from_row(row, after)

    async def close(self) -> None:
        """Stop all that is being made, keep how far it has come, and end the processes."""
        self._queue.clear()
        for runner in self._runners:
            runner.cancel()
        await asyncio.gather(*self._runners, return_exceptions=True)
        for job in self._jobs.values():
            if job.is_active:
                await self._stop(job)
        await self.work.close()

    # What is known already.

    def _known(self, id: str) -> AnalysisJob | None:
        job = self._jobs.pop(id, None)
        if job is not None:
            job.asked = time.monotonic()
            self._jobs[id] = job  # the last asked for is the last to be forgotten
        return job

    def _remember(self, job: AnalysisJob) -> AnalysisJob:
        """Have an analysis in memory; of too many, and of those long unasked for, the first go."""
        self._jobs[job.id] = job
        now = time.monotonic()
        idle = [each for each in self._jobs.values() if not each.is_active and each is not job]
        too_many = len(idle) - _KEPT
        for place, each in enumerate(idle):
            if place < too_many or now - each.asked > _FORGOTTEN:
                del self._jobs[each.id]
        return job

    async def _kept(self, game: str) -> AnalysisRow | None:
        row = await self._store.analysis(game)
        return row if row is not None and row.version == ANALYSIS_VERSION else None

    def _is_elsewhere(self, row: AnalysisRow) -> bool:
        """Whether another process is making it."""
        return self._shared and row.done < row.total and self._now() - row.made < _ELSEWHERE

    def _job_of(self, row: AnalysisRow) -> AnalysisJob:
        job = AnalysisJob(row.game, b"", 1, False, time.monotonic())
        job.phase = "working" if self._is_elsewhere(row) else "stopped"
        job.take(row)
        return job

    def _from_row(self, row: AnalysisRow, after: int) -> bytes:
        return self._job_of(row).told(after)

    # Beginning.

    def _charge(self, address: str, guest: str | None) -> Purses:
        """Who pays; whoever owes something, or comes when there are too many, is refused."""
        purses = [("analysis by address", address, self._limits.analysis_per_address)]
        if guest is not None:
            purses.append(("analysis by guest", guest, self._limits.analysis_per_guest))
        for purse in purses:
            self._limiter.take(*purse)
        active = self._reading + [job.purses[0][1] for job in self._jobs.values() if job.is_active]
        own = active.count(address)
        if len(active) >= self._limits.analyses or own >= self._limits.analyses_per_address:
            raise _too_many()
        return purses

    async def _read(self, job: AnalysisJob, purses: Purses) -> None:
        opened = await self._done_by(purses, open_record, job.text, job.number, not job.brought)
        self._pay(purses, opened.seconds)
        if opened.error is not None:
            raise opened.error
        job.total, job.exact = opened.total, opened.exact
        job.seconds += opened.seconds

    async def _done_by(self, purses: Purses, task: Callable[..., _T], *given: object) -> _T:
        """What a task gives; one that is given up is paid for, else it could be asked for again and again."""
        async with self._free:
            try:
                return await self.work.run(task, *given)
            except LateError:
                self._pay(purses, self.work.patience)
                raise

    def _pay(self, purses: Purses, seconds: float) -> None:
        for purse in purses:
            self._limiter.spend(*purse, cost=seconds * 1e3)

    def _start(self, job: AnalysisJob, purses: Purses) -> AnalysisJob:
        known = self._jobs.get(job.id)
        if known is not None and known is not job and known.phase != "stopped":
            return known  # somebody else asked for the same meanwhile
        job.purses, job.phase = purses, "waiting"
        job.next = job.done
        self._remember(job)
        self._queue.append(job)
        while len(self._runners) < self._processes:
            runner = apart(self._run())
            self._runners.add(runner)
            runner.add_done_callback(self._runners.discard)
        return job

    # Making.

    async def _run(self) -> None:
        """Make some turns of the next analysis, and then of the next, as long as there are any."""
        while self._queue:
            job = self._queue.popleft()
            if time.monotonic() - job.asked > _UNWATCHED and not job.busy:
                await self._stop(job)
                continue
            job.phase = "working"
            try:
                await self._step(job)
            except BusyError:
                await self._stop(job)
            except Exception:
                log.exception("an analysis has failed")
                await self._stop(job)

    async def _step(self, job: AnalysisJob) -> None:
        job.busy += 1
        try:
            if not job.total:
                await self._read(job, job.purses)
            first, last = job.next, min(job.total, job.next + _TURNS)
            job.next = last
            if last < job.total:
                self._queue.append(job)  # another process may go on with it meanwhile
            made = await self._done_by(job.purses, analyse_turns, job.text, job.number, not job.brought, first, last)
        finally:
            job.busy -= 1
        job.turns |= dict(enumerate(made.turns, first))
        job.seconds += made.seconds
        self._pay(job.purses, made.seconds)
        if len(job.turns) == job.total and job.phase == "working":
            await self._finish(job)
        elif self._shared and not job.brought and time.monotonic() - job.written > _TELLING:
            job.written = time.monotonic()
            await self._keep(job)

    async def _finish(self, job: AnalysisJob) -> None:
        turns = b"[" + b",".join(job.turns[place] for place in range(job.total)) + b"]"
        whole = await self._done_by(job.purses, sum_up, job.text, job.number, not job.brought, turns)
        job.players, job.moments = msgspec.Raw(whole.players), msgspec.Raw(whole.moments)
        job.phase, job.text = "done", b""
        await self._keep(job)

    async def _stop(self, job: AnalysisJob) -> None:
        job.phase = "stopped"
        while job in self._queue:
            self._queue.remove(job)
        await self._keep(job)

    async def _keep(self, job: AnalysisJob) -> None:
        """Write down how far a game's analysis has come; where that can't be done it's made again one day."""
        if job.brought or not job.total:
            return
        try:
            await self._store.keep_analysis(job.row(self._now()))
        except StoreError:
            log.warning("an analysis could not be kept")


def _check_first_line(record: str) -> None:
    """Refuse at once what doesn't even begin as a record: a process is for what may be one."""
    first = record[:_FIRST_LINE].partition("\n")[0]
    try:
        line = parse_line(first, 1)
    except RecordError as error:
        raise TileryError("record", error.text) from None
    if not isinstance(line, GameLine | MatchLine):
        raise TileryError("record", "line 1: a record begins with a game or a match")


def _too_many() -> ProblemError:
    text = "too many games are being analysed now: ask again in a moment"
    return ProblemError(503, "unavailable", text, {"retry-after": "5"})
