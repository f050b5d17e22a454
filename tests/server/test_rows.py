"""Tables by rows that booklets know: a drawn tile that frees a joker, and the end when nobody can play."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec

from tests.kit.midgame import playing
from tests.kit.rooms import processes
from tests.kit.scene import Scene
from tests.kit.table_walk import guest_in, table_of
from tilery.notation import Tiles
from tilery.server.table import commands as ask
from tilery.server.table.setup import Setup, TurnClock

STUCK: dict[str, Any] = {"ending": "nobody-can-play", "opening": 1000, "rack_size": 50, "players": [2, 2]}


def test_a_pass_is_answered_once_a_thinking_process_has_found_that_nobody_can_play(tmp_path: Path) -> None:
    async def scene() -> None:
        async with processes(tmp_path, 1) as (one,), asyncio.timeout(60):
            table = await one.table(seats=["me", "open"], edition="sabra", house=STUCK)
            await one.does(table, "bob", {"do": "sit"})
            room = await one.begins(table, "ann", "bob")
            while (game := room.table.game) is not None and room.table.phase == "playing":
                move = {"do": "draw" if game.pool else "pass", "revision": room.table.revision}
                answer = await one.does(table, guest_in(room.table, game.turn) or "", move)
                assert answer["tell"] == "done", answer
            assert [entry.scores for entry in room.table.entries]

    asyncio.run(scene())


def test_a_bot_that_would_pass_says_who_can_play(tmp_path: Path) -> None:
    async def scene() -> None:
        async with processes(tmp_path, 1) as (one,), asyncio.timeout(60):
            table = await one.table(
                seats=["me", "newcomer"], edition="sabra", house={**STUCK, "rack_size": 52, "tile_set": {"copies": 2}}
            )
            await one.does(table, "ann", {"do": "start"})
            room = await one.room(table)
            if room.table.turn == 0:
                await one.does(table, "ann", {"do": "pass", "revision": room.table.revision})
            while room.table.phase == "playing":
                await asyncio.sleep(0.05)
            assert room.table.entries

    asyncio.run(scene())


def test_the_clock_runs_on_after_a_draw_that_may_free_a_joker_and_the_tile_may_be_kept() -> None:
    scene = Scene("ann", "bob", edition="classic-2002", clock=TurnClock(60))
    scene.begin("ann", "bob")
    seat = scene.table.turn
    assert seat is not None
    game = playing("classic-2002", "k9 k10 r1", "k9 k10 r1", table="b6 b7 j", pool="b8 k1", turn=seat)
    scene.table = msgspec.structs.replace(scene.table, game=game)
    due, guest = scene.table.due, ("ann", "bob")[seat]
    assert scene.draw() == ["moved"]
    assert (scene.table.turn, scene.table.due) == (seat, due)
    assert scene.table.game is not None and scene.table.game.drawn == Tiles("b8")
    keep = ask.KeepCommand(id="2", revision=scene.table.revision)
    assert scene.asks(guest, keep, seat) == ["moved", "turn-began"]
    assert scene.table.turn != seat


def test_nobody_keeps_a_tile_that_was_not_drawn() -> None:
    scene = Scene("ann", "bob", edition="classic-2002")
    scene.begin("ann", "bob")
    assert scene.table.turn is not None
    guest = ("ann", "bob")[scene.table.turn]
    assert scene.refuses(guest, ask.KeepCommand(id="2", revision=scene.table.revision)) == "illegal"


def test_a_table_is_set_up_with_the_rows() -> None:
    table = table_of(
        Setup(seats=("me", "newcomer"), edition="classic-2015", house={"freed_joker": "new-set"}), "a", "A"
    )
    assert table.terms.rules.freed_joker == "new-set"
