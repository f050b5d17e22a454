"""The processes that think: there when they're needed, and gone when nobody has needed them for long."""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.kit.online import PATIENCE
from tests.kit.served import serving, settings_in
from tilery.server.room import work as module
from tilery.server.room.work import BusyError, Work


async def ended(process: int) -> None:
    """Wait until a process is gone."""
    async with asyncio.timeout(PATIENCE):
        with suppress(ProcessLookupError):
            while True:
                os.kill(process, 0)
                await asyncio.sleep(0.01)


def test_a_process_without_a_task_for_long_ends_and_another_comes_when_asked() -> None:
    async def run() -> None:
        now = 1_000.0
        work = Work(1, 4, idle=300.0, clock=lambda: now)
        first = await work.run(os.getpid)
        now += 299.0
        work.rest()
        assert await work.run(os.getpid) == first
        now += 299.0  # since that, not since the first
        work.rest()
        work.warm()
        now += 299.0
        work.rest()
        assert await work.run(os.getpid) == first
        now += 300.0
        work.rest()
        await ended(first)
        asked = asyncio.ensure_future(work.run(os.getpid))
        await asyncio.sleep(0)
        now += 1_000.0
        work.rest()  # long, but somebody waits
        second = await asked
        assert second not in (first, os.getpid())
        await work.close()
        await ended(second)

    asyncio.run(run())


def test_a_task_that_never_answers_takes_no_waiting_one_along() -> None:
    async def run() -> None:
        work = Work(1, 20)
        await work.run(os.getpid)
        work.patience = 1.0
        endless = asyncio.ensure_future(work.run(time.sleep, 600.0))
        await asyncio.sleep(0.5)
        work.patience = 60.0  # the others have all the time
        waiting = [asyncio.ensure_future(work.run(os.getpid)) for _ in range(8)]
        told = await asyncio.gather(endless, *waiting, return_exceptions=True)
        # What lay ready beside it went with its process; all that had not been handed over yet is done by the next.
        lost = [each for each in told if isinstance(each, BaseException)]
        assert all(isinstance(each, BusyError) for each in lost) and len(lost) <= 3
        assert len({each for each in told if isinstance(each, int)}) == 1
        await work.close()

    asyncio.run(run())


def test_whoever_no_longer_waits_for_a_task_is_let_go() -> None:
    async def run() -> None:
        work = Work(1, 20)
        asked = asyncio.ensure_future(work.run(time.sleep, 600.0))
        await asyncio.sleep(0.1)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        waiting = [asyncio.ensure_future(work.run(os.getpid)) for _ in range(4)]
        await asyncio.sleep(0.1)
        await work.close()  # and nothing is begun anew
        told = await asyncio.gather(*waiting, return_exceptions=True)
        assert all(isinstance(each, BusyError | asyncio.CancelledError) for each in told)

    asyncio.run(run())


@pytest.mark.skipif(not hasattr(os, "nice"), reason="Windows doesn't know nice processes")
def test_thinking_gives_way_to_the_server_and_work_in_the_background_to_everybody() -> None:
    async def run() -> None:
        thinking, background = Work(1, 4), Work(1, 4, background=True)
        assert await thinking.run(os.nice, 0) == min(19, os.nice(0) + 5)
        assert await background.run(os.nice, 0) == min(19, os.nice(0) + 10)
        await thinking.close()
        await background.close()

    asyncio.run(run())


def test_analyses_and_pictures_are_made_in_the_background(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path)) as server:
        services = server.services
        waiting = {work for work in services.thinking if work.background}
        assert waiting == {services.analysing.work, services.chores}


def test_a_server_lets_all_its_processes_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK", 0.01)
    with serving(settings_in(tmp_path)) as server:
        rested: set[int] = set()
        for work in server.services.thinking:
            monkeypatch.setattr(work, "rest", lambda work=work: rested.add(id(work)))

        async def all_rested() -> None:
            async with asyncio.timeout(PATIENCE):
                while len(rested) < 5:
                    await asyncio.sleep(0.01)

        asyncio.run(all_rested())
