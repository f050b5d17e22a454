"""Several people around one screen: the server shows nobody's rack before somebody says that they have it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.kit.rooms import Listener, Process, processes
from tilery.server.table.commands import HintCommand

AROUND: dict[str, Any] = {"seats": ["me", "me", "newcomer"], "shared": True, "names": ["Ann", "Bo"], "hints": True}


def act(folder: Path, scene: Callable[..., Awaitable[None]], count: int = 1) -> None:
    async def run() -> None:
        async with processes(folder, count) as made:
            await scene(*made)

    asyncio.run(run())


async def begun(one: Process, **more: Any) -> str:
    """A game around one screen has begun, and one of the two people is to move."""
    table = await one.table(**{**AROUND, "seats": ["me", "me"], **more})
    room = await one.begins(table, "ann")
    assert room.table.turn in (0, 1)
    return table


def racks_seen(listener: Listener) -> list[Any]:
    """The rack in every state this screen was told."""
    return [state["game"] and state["game"]["rack"] for state in listener.heard("state")]


def test_no_rack_is_sent_before_somebody_says_that_they_have_the_screen(tmp_path: Path) -> None:
    async def scene(one: Process) -> None:
        table = await begun(one)
        room = await one.room(table)
        screen = await one.comes(table, "ann")
        (state,) = screen.heard("state")
        assert (state["covered"], state["you"], state["game"]["rack"]) == (True, None, None)
        assert state["present"] == {"tell": "presence", "seats": [0, 1], "spectators": 0}
        for seat in (1, 0):
            assert (await one.asks(room, screen, {"do": "i-am", "seat": seat}))["tell"] == "done"
            assert (await one.asks(room, screen, {"do": "hand-over"}))["tell"] == "done"
        game = room.table.game
        assert game is not None
        assert racks_seen(screen) == [None, str(game.racks[1]), None, str(game.racks[0]), None]
        assert (await one.asks(room, screen, {"do": "i-am", "seat": 4}))["code"] == "seat"

    act(tmp_path, scene)


@pytest.mark.parametrize(
    "command",
    [
        {"do": "draw", "revision": 1},
        {"do": "draft", "revision": 1, "table": ""},
        {"do": "hint", "revision": 1, "step": 1},
        {"do": "say", "text": "hello"},
        {"do": "resign"},
    ],
    ids=lambda command: str(command["do"]),
)
def test_nobody_acts_for_a_seat_while_the_screen_is_covered(tmp_path: Path, command: dict[str, Any]) -> None:
    async def scene(one: Process) -> None:
        table = await begun(one)
        before = (await one.room(table)).table
        assert (await one.does(table, "ann", dict(command)))["code"] == "covered"
        assert (await one.room(table)).table is before

    act(tmp_path, scene)


def test_what_one_draws_is_told_to_who_has_the_screen_and_to_no_other_screen_of_the_same_guest(tmp_path: Path) -> None:
    async def scene(one: Process, two: Process) -> None:
        table = await begun(one)
        room = await one.room(table)
        turn = room.table.turn
        assert turn is not None
        mine, theirs = await one.comes(table, "ann", turn), await one.comes(table, "ann", 1 - turn)
        lying = await one.comes(table, "ann")
        far = await two.comes(table, "ann")
        await one.asks(room, mine, {"do": "draw", "revision": room.table.revision})
        await (await two.room(table)).catch_up()
        game = room.table.game
        assert game is not None
        drawn = str(game.racks[turn][-1])
        told = [change["events"][0]["events"][0]["tiles"] for each in (mine, theirs, lying, far)
                for change in each.heard("change")]  # fmt: skip
        assert told == [drawn, None, None, None]

    act(tmp_path, scene, count=2)


def test_who_has_the_screen_is_known_to_that_screen_alone_whatever_process_it_is_connected_to(tmp_path: Path) -> None:
    async def scene(one: Process, two: Process) -> None:
        table = await begun(one)
        first = await one.comes(table, "ann", 0)
        assert racks_seen(first)[-1] is not None
        for process in (one, two):
            assert racks_seen(await process.comes(table, "ann")) == [None], "a reload opens no rack, here or elsewhere"
        assert racks_seen(first)[-1] is not None

    act(tmp_path, scene, count=2)


def test_new_tiles_cover_every_screen_again(tmp_path: Path) -> None:
    async def scene(one: Process) -> None:
        table = await begun(one, length={"games": 2})
        room = await one.room(table)
        screen = await one.comes(table, "ann", 1)
        await one.asks(room, screen, {"do": "resign"})
        assert (await one.asks(room, screen, {"do": "ready"}))["tell"] == "done", "the next game begins"
        assert screen.heard("state")[-1]["covered"]
        assert '"started"' not in json.dumps(screen.heard("change"))

    act(tmp_path, scene)


def test_a_screen_that_comes_while_a_game_begins_is_covered(tmp_path: Path) -> None:
    async def scene(one: Process) -> None:
        table = await one.table(**{**AROUND, "seats": ["me", "me"]})
        room = await one.room(table)
        screen = Listener(await one.guest("ann"))
        coming = asyncio.ensure_future(room.enter(screen))
        await asyncio.sleep(0)
        assert screen.seat == 0
        await one.begins(table, "ann")
        await coming
        assert [state["covered"] for state in screen.heard("state")][-1]
        assert racks_seen(screen)[-1] is None

    act(tmp_path, scene)


def test_a_hint_that_comes_after_the_screen_was_handed_on_is_not_told(tmp_path: Path) -> None:
    async def scene(one: Process) -> None:
        table = await begun(one)
        room = await one.room(table)
        screen = await one.comes(table, "ann", 0)
        await room.handle(screen, HintCommand(id="h1", revision=room.table.revision, step=3))
        await one.asks(room, screen, {"do": "hand-over"})
        while screen.hinting:
            await asyncio.sleep(0.01)
        assert screen.heard("hint") == []
        assert [refused["code"] for refused in screen.heard("refused")] == ["no-hints"]

    act(tmp_path, scene)


def test_the_draft_of_whoever_is_to_move_comes_back_when_they_say_who_they_are(tmp_path: Path) -> None:
    async def scene(one: Process) -> None:
        table = await begun(one)
        room = await one.room(table)
        turn, game = room.table.turn, room.table.game
        assert turn is not None and game is not None
        draft = str(game.racks[turn][0])
        screen = await one.comes(table, "ann", turn)
        await one.asks(room, screen, {"do": "draft", "revision": room.table.revision, "table": draft})
        again = await one.comes(table, "ann")
        assert again.heard("state")[-1]["draft"] is None
        for seat, found in ((1 - turn, None), (turn, draft)):
            await one.asks(room, again, {"do": "i-am", "seat": seat})
            assert again.heard("state")[-1]["draft"] == found

    act(tmp_path, scene)
