"""Whichever process a draft was sent to, and whichever settles the turn: the newest draft is what counts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from tests.kit.midgame import playing
from tests.kit.rooms import Listener, Process, processes
from tests.kit.stored import changes_of, drafts_of
from tests.kit.table_walk import table_of
from tilery.server.room.drafts import Drafts, DraftStore
from tilery.server.table import commands as ask
from tilery.server.table import messages as tell
from tilery.server.table.setup import Setup

TURN = 60


@pytest.fixture(params=["sqlite", "postgresql"])
def options(request: pytest.FixtureRequest) -> dict[str, Any]:
    return {} if request.param == "sqlite" else {"database": request.getfixturevalue("database")}


def act(folder: Path, options: dict[str, Any], scene: Callable[..., Awaitable[None]]) -> None:
    """Two processes with a game between Ann and Bob."""

    async def run() -> None:
        async with processes(folder, 2, **options) as (one, other), asyncio.timeout(60):
            table = await one.table(seats=["me", "open"], clock={"turn": TURN}, edition="sabra")
            await one.does(table, "bob", {"do": "sit"})
            await one.begins(table, "ann", "bob")
            await (await other.room(table)).catch_up()
            await scene(table, one, other)

    asyncio.run(run())


class Mover(Listener):
    """Whoever is to move, connected to one process."""

    process: Process
    table: str

    @classmethod
    async def at(cls, process: Process, table: str) -> Mover:
        room = await process.room(table)
        seat = room.table.turn
        player = None if seat is None else room.table.seats[seat].player
        assert player is not None
        mover = cls(await process.guest(room.table.people[player].guest or ""))
        mover.process, mover.table = process, table
        await room.enter(mover)
        return mover

    @property
    def tiles(self) -> list[str]:
        rack: str = self.heard("state")[-1]["game"]["rack"]
        return rack.split()

    async def drafts(self, text: str, number: int | None = None) -> dict[str, Any]:
        room = await self.process.room(self.table)
        command = ask.DraftCommand(id=f"d{len(self.told)}", revision=room.table.revision, table=text, number=number)
        await room.handle(self, ask.decode(msgspec.json.encode(command)))
        return self.heard("verdict")[-1]


async def settled(process: Process, table: str) -> str | None:
    """Have the deadline come; the draft with which it was settled."""
    await process.wait(TURN + 5)
    await process.rooms._settle_due()
    change = (await changes_of(process.store, table))[-1]
    (move,) = [move for move in msgspec.json.decode(change.moves) if move["action"]["do"] == "time-out"]
    draft: str | None = move["action"].get("draft")
    return draft


@pytest.mark.parametrize("numbered", [True, False])
def test_the_newest_draft_is_settled_by_a_process_that_knew_an_older(
    tmp_path: Path, options: dict[str, Any], numbered: bool
) -> None:
    async def scene(table: str, one: Process, other: Process) -> None:
        here, there = await Mover.at(one, table), await Mover.at(other, table)
        await here.drafts(here.tiles[0], 1 if numbered else None)
        await one.rooms._save_drafts()
        await one.wait(2)
        await there.drafts(there.tiles[1], 2 if numbered else None)
        await other.rooms._save_drafts()
        assert await settled(one, table) == there.tiles[1]

    act(tmp_path, options, scene)


def test_a_process_that_wakes_up_with_an_old_draft_does_not_replace_a_newer(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    async def scene(table: str, asleep: Process, other: Process) -> None:
        here, there = await Mover.at(asleep, table), await Mover.at(other, table)
        await here.drafts(here.tiles[0], 7)
        await there.drafts(there.tiles[1], 8)
        await other.rooms._save_drafts()
        await asleep.rooms._save_drafts()
        assert [text for _, text in (await drafts_of(asleep.store, table)).values()] == [there.tiles[1]]
        assert (await Mover.at(asleep, table)).heard("state")[0]["draft"] == there.tiles[1]
        assert await settled(asleep, table) == there.tiles[1]

    act(tmp_path, options, scene)


def test_a_draft_that_is_not_written_down_yet_counts_where_it_is_known(tmp_path: Path, options: dict[str, Any]) -> None:
    async def scene(table: str, one: Process, other: Process) -> None:
        here, there = await Mover.at(one, table), await Mover.at(other, table)
        await here.drafts(here.tiles[0], 1)
        await one.rooms._save_drafts()
        await there.drafts(there.tiles[1], 2)
        assert await settled(other, table) == there.tiles[1]

    act(tmp_path, options, scene)


def test_shortly_before_the_deadline_a_draft_is_written_down_at_once(tmp_path: Path, options: dict[str, Any]) -> None:
    async def scene(table: str, one: Process, other: Process) -> None:
        here, there = await Mover.at(one, table), await Mover.at(other, table)
        await one.wait(TURN - 1)
        await there.drafts(there.tiles[1])
        while not await drafts_of(one.store, table):
            await asyncio.sleep(0.01)
        assert await settled(one, table) == there.tiles[1]
        assert here.heard("change")

    act(tmp_path, options, scene)


def test_whoever_leaves_finds_their_draft_at_another_process(tmp_path: Path, options: dict[str, Any]) -> None:
    async def scene(table: str, one: Process, other: Process) -> None:
        here = await Mover.at(one, table)
        await here.drafts(here.tiles[0], 5)
        (await one.room(table)).leave(here)
        while not await drafts_of(one.store, table):
            await asyncio.sleep(0.01)
        (state,) = (await Mover.at(other, table)).heard("state")
        assert (state["draft"], state["drafted"]) == (here.tiles[0], 5)

    act(tmp_path, options, scene)


def test_a_draft_that_is_not_the_newest_is_judged_but_not_kept(tmp_path: Path) -> None:
    async def scene(table: str, one: Process, other: Process) -> None:
        laptop, phone = await Mover.at(one, table), await Mover.at(one, table)
        assert (await laptop.drafts(laptop.tiles[0], 9))["number"] == 9
        assert (await phone.drafts(phone.tiles[1], 3))["number"] == 9
        assert (await phone.drafts(phone.tiles[1], 10))["number"] == 10
        assert (await phone.drafts(phone.tiles[2]))["number"] > 10
        assert await settled(one, table) == phone.tiles[2]

    act(tmp_path, {}, scene)


def test_drafts_out_of_turn_have_no_number(tmp_path: Path) -> None:
    async def scene(table: str, one: Process, other: Process) -> None:
        mover = await Mover.at(one, table)
        waits = Mover(await one.guest("bob" if mover.guest.id == "ann" else "ann"))
        waits.process, waits.table = one, table
        await (await one.room(table)).enter(waits)
        assert (await waits.drafts(waits.tiles[0], 4))["number"] == 0
        assert await settled(one, table) is None

    act(tmp_path, {}, scene)


def verdict_on(rules: str, rack: str, draft: str, opened: bool) -> tell.VerdictMessage:
    """The verdict on what Ann has laid on an empty table."""
    table = table_of(Setup(seats=("me", "newcomer"), edition=rules), "ann", "Ann")
    table = msgspec.structs.replace(table, phase="playing", game=playing(rules, rack, "y1", opened=opened))
    drafts = Drafts(cast(DraftStore, None), lambda: 0.0)
    return drafts.take(table, 0, ask.DraftCommand(id="1", revision=0, table=draft))


@pytest.mark.parametrize(
    ("draft", "opened", "lies"),
    [
        ("j k9 k10", False, "k9 k10 j"),
        ("k9 k10 j", False, None),
        ("j k9 k10", True, None),
        ("k10 j k9", True, "k9 k10 j"),
        ("j k9 k10 | r1", False, None),
    ],
)
def test_a_verdict_says_how_a_draft_will_lie_where_that_is_not_as_it_was_sent(
    draft: str, opened: bool, lies: str | None
) -> None:
    assert verdict_on("classic-2015", "j k9 k10 r1", draft, opened).table == lies
