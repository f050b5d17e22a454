"""Who looks on sees the table alone, and the racks only where everybody who sits there has let them in by name."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.kit.rooms import Listener, Process, processes
from tests.kit.scene import Scene
from tilery import Tiles
from tilery.game import Draw, Drew
from tilery.server.table import commands as ask
from tilery.server.table.decide import forget, watching
from tilery.server.table.events import GameMove, Moved
from tilery.server.table.seen import MovedSeen, PublicWatcher, public, view, view_event
from tilery.server.table.setup import TurnClock
from tilery.server.table.standing import sees_racks, watcher_of

RACKS: dict[str, Any] = {"spectators": "racks", "clock": TurnClock(60)}
WATCH = ask.WatchCommand(id="1")


def let_in(watcher: int = 0, on: bool = True) -> ask.LetInCommand:
    return ask.LetInCommand(id="1", watcher=watcher, on=on)


def test_racks_are_seen_when_everybody_who_sits_there_has_said_yes() -> None:
    scene = Scene("ann", "bo", **RACKS)
    assert scene.asks("eve", WATCH) == ["watch-asked"]
    assert public(scene.table).watchers == (PublicWatcher("eve"),)
    assert scene.asks("ann", let_in()) == ["let-in"]
    assert not sees_racks(scene.table, "eve")
    scene.asks("bo", let_in())
    assert sees_racks(scene.table, "eve")
    assert not sees_racks(scene.table, "cem")
    assert public(scene.table).watchers == (PublicWatcher("eve", (0, 1)),)


def test_nobody_sees_racks_unless_it_is_said_that_they_may() -> None:
    scene = Scene("ann", "bo", **RACKS)
    scene.begin("ann", "bo")
    seen = view(scene.table, None)
    assert seen.game is not None and seen.game.racks is None
    drawn = Drew(0, 1, Tiles("k1"))
    moved = view_event(Moved(0, (GameMove(Draw(0), (drawn,)),)), None)
    assert isinstance(moved, MovedSeen) and moved.events == (Drew(0, 1, None),)


def test_one_no_is_enough_now_or_later() -> None:
    scene = Scene("ann", "bo", **RACKS)
    scene.asks("eve", WATCH)
    for guest in ("ann", "bo"):
        scene.asks(guest, let_in())
    assert scene.asks("bo", let_in(on=False)) == ["kept-out"]
    assert not sees_racks(scene.table, "eve")
    assert public(scene.table).watchers == (PublicWatcher("eve", (0,), declined=True),)
    scene.asks("ann", let_in())
    assert not sees_racks(scene.table, "eve")
    scene.asks("bo", let_in())
    assert sees_racks(scene.table, "eve")


def test_bots_and_those_who_have_left_need_not_agree_but_whoever_comes_back_does() -> None:
    scene = Scene("ann", "bo", seats=("me", "open", "newcomer"), **RACKS)
    for guest in ("ann", "bo"):
        scene.asks(guest, ask.ReadyCommand(id="1"))
    scene.asks("eve", WATCH)
    scene.asks("ann", let_in())
    assert not sees_racks(scene.table, "eve")
    scene.asks("bo", ask.LeaveCommand(id="1"))
    assert sees_racks(scene.table, "eve")
    scene.asks("bo", ask.BackCommand(id="1"))
    assert not sees_racks(scene.table, "eve")


def test_a_no_holds_when_whoever_said_it_has_left() -> None:
    scene = Scene("ann", "bo", **RACKS)
    scene.begin("ann", "bo")
    scene.asks("eve", WATCH)
    scene.asks("ann", let_in())
    scene.asks("bo", let_in(on=False))
    scene.asks("bo", ask.LeaveCommand(id="1"))
    assert not sees_racks(scene.table, "eve")


def test_who_was_kept_out_and_sits_down_is_nobody_who_asked() -> None:
    scene = Scene("ann", seats=("me", "open"), **RACKS)
    scene.asks("eve", WATCH)
    scene.asks("ann", let_in(on=False))
    scene.asks("eve", ask.SitCommand(id="1"))
    assert public(scene.table).watchers == (PublicWatcher(""),)


def test_a_yes_is_not_the_next_persons_in_the_same_seat() -> None:
    scene = Scene("ann", "bo", **RACKS)
    scene.asks("eve", WATCH)
    for guest in ("ann", "bo"):
        scene.asks(guest, let_in())
    scene.asks("bo", ask.LeaveCommand(id="1"))
    assert public(scene.table).watchers == (PublicWatcher("eve", (0,)),)
    scene.asks("cem", ask.SitCommand(id="1"))
    assert not sees_racks(scene.table, "eve")
    scene.asks("cem", ask.LeaveCommand(id="1"))
    scene.asks("bo", ask.SitCommand(id="1"))
    assert not sees_racks(scene.table, "eve")


def test_around_one_screen_one_word_is_everybodys() -> None:
    scene = Scene("ann", seats=("me", "me"), shared=True, **RACKS)
    scene.asks("eve", WATCH)
    scene.asks("ann", let_in())
    assert sees_racks(scene.table, "eve")


def test_who_sits_down_or_is_deleted_watches_no_more() -> None:
    scene = Scene("ann", seats=("me", "open"), **RACKS)
    for guest in ("eve", "fay"):
        scene.asks(guest, WATCH)
    assert scene.asks("eve", ask.SitCommand(id="1")) == ["watch-ended", "sat"]
    assert scene.happens(forget(scene.table, "fay", 0.0)) == ["watch-ended"]
    assert public(scene.table).watchers == (PublicWatcher(""), PublicWatcher(""))
    assert [person.guest for person in scene.table.people] == ["ann", "eve", None]
    assert scene.refuses("ann", let_in()) == "empty"


def test_what_cannot_be_asked() -> None:
    scene = Scene("ann", "bo", **RACKS)
    assert scene.refuses("ann", WATCH) == "seated"
    assert scene.refuses("ann", let_in()) == "empty"
    scene.asks("eve", WATCH)
    assert scene.refuses("eve", WATCH) == "no-need"
    assert scene.refuses("eve", let_in()) == "no-seat"
    scene.asks("ann", let_in())
    assert scene.refuses("ann", let_in()) == "no-need"
    assert Scene("ann", "bo").refuses("eve", WATCH) == "no-racks"


def test_names_of_those_who_ask_differ_from_all_others() -> None:
    scene = Scene("ann", "bo", **RACKS)
    scene.name = "ann"
    for number in range(watching.MOST_WATCHERS):
        scene.asks(f"eve-{number}", WATCH)
    names = [watcher.name for watcher in public(scene.table).watchers]
    assert names[:2] == ["ann 2", "ann 3"]
    assert len(set(names)) == watching.MOST_WATCHERS
    assert scene.refuses("eve", WATCH) == "full"


# What they are told


def act(folder: Path, scene: Callable[..., Awaitable[None]], count: int = 1) -> None:
    async def run() -> None:
        async with processes(folder, count) as made, asyncio.timeout(60):
            await scene(*made)

    asyncio.run(run())


async def begun(one: Process) -> tuple[str, Listener]:
    """A game of Ann and Bob that has gone on for a while, and Eve who looks on."""
    table = await one.table(seats=["me", "open"], clock={"turn": 60}, spectators="racks", delay=120)
    await one.does(table, "bob", {"do": "sit"})
    await one.begins(table, "ann", "bob")
    await one.draws(table)
    await one.wait(200.0)
    (await one.room(table)).audience.tell_late()
    return table, await one.comes(table, "eve")


def racks_in(listener: Listener) -> list[bool]:
    """Of every state, whether it has racks in it."""
    return ["racks" in state["game"] for state in listener.heard("state")]


def test_at_a_table_with_racks_a_spectator_sees_the_table_alone_and_at_once(tmp_path: Path) -> None:
    async def scene(one: Process) -> None:
        table, eve = await begun(one)
        (state,) = eve.heard("state")
        room = await one.room(table)
        assert (state["behind"], state["revision"], state["watcher"]) == (0, room.table.revision, None)
        assert racks_in(eve) == [False]
        await one.draws(table)
        (change,) = eve.heard("change")
        assert change["events"][0]["events"][0]["tiles"] is None
        await one.wait(200.0)
        room.audience.tell_late()
        assert len(eve.heard("change")) == 1

    act(tmp_path, scene)


@pytest.mark.parametrize("count", [1, 2])
def test_whoever_is_let_in_sees_racks_from_then_on_and_no_longer_than_everybody_wants(
    tmp_path: Path, count: int
) -> None:
    async def scene(one: Process, other: Process | None = None) -> None:
        table, eve = await begun(one)
        there = other or one
        await one.does(table, "eve", {"do": "watch"})
        assert [state["watcher"] for state in eve.heard("state")] == [None, 0]
        for guest in ("ann", "bob"):
            assert racks_in(eve)[-1] is False
            await there.does(table, guest, {"do": "let-in", "watcher": 0})
            await (await one.room(table)).catch_up()
        state = eve.heard("state")[-1]
        live = (await one.room(table)).table.revision
        assert (state["behind"], state["revision"]) == (120, live - 3)
        assert [len(rack.split()) > 10 for rack in state["game"]["racks"]] == [True, True]
        await there.does(table, "ann", {"do": "let-in", "watcher": 0, "on": False})
        await (await one.room(table)).catch_up()
        state = eve.heard("state")[-1]
        assert (state["behind"], state["revision"]) == (0, live + 1)
        assert racks_in(eve) == [False, False, True, False]

    act(tmp_path, scene, count)


def test_nobody_knows_who_asked_once_they_are_deleted(tmp_path: Path) -> None:
    async def scene(one: Process) -> None:
        table, _ = await begun(one)
        ann = await one.comes(table, "ann")
        await one.does(table, "eve", {"do": "watch"})
        assert ann.heard("change")[-1]["events"] == [{"event": "watch-asked", "watcher": 0, "name": "Eve"}]
        await one.rooms.leave_everywhere(await one.guest("eve"))
        await one.store.delete_guest("eve", 0.0)
        assert ann.heard("change")[-1]["events"] == [{"event": "watch-ended", "watcher": 0}]
        room = await one.reloaded(table)
        assert watcher_of(room.table, "eve") is None
        assert public(room.table).watchers == (PublicWatcher(""),)

    act(tmp_path, scene)
