"""Whatever one address asks for at once, only some of it reads at a time, and what is nobody's own waits for nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import httpx
import pytest

from tests.kit.served import guest, serving, settings_in
from tilery.server.store.lanes import LANE, Lane, apart
from tilery.server.store.sqlite import SqliteDatabase
from tilery.server.store.store import open_store

T = TypeVar("T")
ASKED = 12


class Crowded:
    """A way to the database that is slow, and notes how many read there at a time."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = self.most = self.reads = 0
        read = SqliteDatabase.read
        patch.setattr(SqliteDatabase, "read", lambda *given, **named: self._noted(lambda: read(*given, **named)))

    async def _noted(self, read: Callable[[], Awaitable[T]]) -> T:
        self.now, self.reads = self.now + 1, self.reads + 1
        self.most = max(self.most, self.now)
        try:
            await asyncio.sleep(0.01)
            return await read()  # made only now: a server that stops may have given up meanwhile
        finally:
            self.now -= 1


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch) -> Crowded:
    return Crowded(monkeypatch)


@pytest.mark.parametrize(("lanes", "most"), [(0, ASKED), (1, 2), (3, 6)])
def test_on_a_lane_two_read_at_a_time(tmp_path: Path, crowded: Crowded, lanes: int, most: int) -> None:
    async def run() -> None:
        async with open_store(str(tmp_path / "tilery.db")) as store:
            theirs = [Lane() for _ in range(lanes)]

            async def ask(number: int) -> None:
                LANE.set(theirs[number % lanes] if lanes else None)
                assert await store.guest("nobody") is None

            crowded.most = 0
            await asyncio.gather(*map(ask, range(ASKED)))

    asyncio.run(run())
    assert crowded.most == most


def test_what_somebody_gave_cause_for_reads_on_no_lane(tmp_path: Path, crowded: Crowded) -> None:
    async def run() -> None:
        async with open_store(str(tmp_path / "tilery.db")) as store:
            LANE.set(Lane())
            crowded.most = 0
            await asyncio.gather(*(apart(store.guest("nobody")) for _ in range(ASKED)))
            assert LANE.get() is not None

    asyncio.run(run())
    assert crowded.most == ASKED


def test_the_requests_of_an_address_share_a_lane(tmp_path: Path, crowded: Crowded) -> None:
    with serving(settings_in(tmp_path)) as running, guest(running.url) as ann:

        async def ask() -> None:
            async with httpx.AsyncClient(base_url=running.url, cookies=ann.cookies) as http:
                answers = await asyncio.gather(*(http.get("/api/me/tables") for _ in range(ASKED)))
            assert {answer.status_code for answer in answers} == {200}

        crowded.most = crowded.reads = 0
        asyncio.run(ask())
    assert crowded.reads > ASKED
    assert crowded.most <= 4  # two, and whatever the server reads for itself
