"""Nobody waits for ever: between games and before a rematch those who are there go on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.kit.rooms import processes
from tests.kit.scene import Scene
from tilery.match import Length
from tilery.server.table import commands as ask


def over(*people: str) -> Scene:
    """A match of one game that these people have played."""
    scene = Scene(*people, seats=("me", *("open",) * (len(people) - 1)))
    scene.begin(*people)
    for name in people[1:]:
        scene.asks(name, ask.ResignCommand(id="1"))
    assert scene.table.phase == "over"
    return scene


def test_a_rematch_begins_when_the_one_it_waits_for_leaves() -> None:
    scene = over("Ann", "Bo", "Cy")
    scene.asks("Ann", ask.RematchCommand(id="1"))
    scene.asks("Bo", ask.RematchCommand(id="1"))
    assert "began" in scene.asks("Cy", ask.LeaveCommand(id="1"))
    assert scene.table.seats[2].stand_in is not None


def test_before_a_rematch_a_bot_plays_for_who_is_not_there() -> None:
    scene = over("Ann", "Bo")
    scene.asks("Ann", ask.RematchCommand(id="1"))
    assert scene.refuses("Ann", ask.StandInCommand(id="1", seat=1)) == "connected"
    scene.absent = frozenset({1})
    assert "began" in scene.asks("Ann", ask.StandInCommand(id="1", seat=1))
    assert scene.table.match == 2


def test_a_rematch_starts_without_who_is_not_there_and_their_seat_goes() -> None:
    scene = over("Ann", "Bo", "Cy")
    scene.asks("Cy", ask.RematchCommand(id="1"))
    assert scene.refuses("Ann", ask.StartCommand(id="1")) == "not-ready", "who starts is ready"
    scene.asks("Bo", ask.RematchCommand(id="1"))
    assert scene.refuses("Bo", ask.StartCommand(id="1")) == "not-ready", "Ann is there: she is waited for"
    scene.absent = frozenset({0})
    assert scene.asks("Bo", ask.StartCommand(id="1"))[:3] == ["seats-closed", "host-changed", "began"]
    assert scene.names == ["Bo", "Cy"]
    assert (scene.table.match, scene.table.number, scene.table.entries) == (2, 1, ())
    assert scene.refuses("Ann", ask.DrawCommand(id="1", revision=scene.table.revision)) == "no-seat"


def test_two_cannot_start_without_one_of_them() -> None:
    scene = over("Ann", "Bo")
    scene.asks("Ann", ask.RematchCommand(id="1"))
    scene.absent = frozenset({1})
    assert scene.refuses("Ann", ask.StartCommand(id="1")) == "too-few"


def test_between_two_games_bots_play_for_who_is_missing_without_a_clock_too() -> None:
    scene = Scene("Ann", "Bo", "Cy", seats=("me", "open", "open"), length=Length(games=2))
    scene.begin("Ann", "Bo", "Cy")
    for name in ("Bo", "Cy"):
        scene.asks(name, ask.ResignCommand(id="1"))
    assert scene.table.phase == "between"
    scene.asks("Ann", ask.ReadyCommand(id="1"))
    scene.absent = frozenset({1, 2})
    assert scene.asks("Ann", ask.StartCommand(id="1"))[:3] == ["stood-in", "stood-in", "began"]
    assert [seat.stand_in is None for seat in scene.table.seats] == [True, False, False]


@pytest.mark.parametrize("removed", [True, False])
def test_who_was_removed_is_told_so(tmp_path: Path, removed: bool) -> None:
    async def scene() -> None:
        async with processes(tmp_path) as (one,):
            table = await one.table(seats=["me", "open"])
            await one.does(table, "bob", {"do": "sit"})
            bob = await one.comes(table, "bob")
            await one.does(table, "ann", {"do": "kick", "seat": 1} if removed else {"do": "ready"})
            state = (await one.comes(table, "bob")).heard("state")[-1]
            assert (state["removed"], state["you"]) == ((True, None) if removed else (False, 1))
            assert bob.heard("state")[-1]["removed"] is removed

    asyncio.run(scene())
