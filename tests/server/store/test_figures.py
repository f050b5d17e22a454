"""Figures of games: kept once made, read with the games, and gone with whoever they are about."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, func, select

from tests.kit.stored import add_guest, add_table, appended, everything, finished, result
from tilery.server.store import figures as module
from tilery.server.store.retention import BEGINNING
from tilery.server.store.rows import FiguredGame, FiguredOther, OwnFigures, SeatFigures
from tilery.server.store.schema import figures
from tilery.server.store.store import Store

MADE = SeatFigures(7, 3, 7, 210.5, 7, 14, 4, {"joker": 1, "set": 2})


async def count(store: Store) -> int:
    def read(connection: Connection) -> int:
        return connection.execute(select(func.count()).select_from(figures)).scalar_one()

    return await store._database.read(read)


async def add_game(store: Store, id: str, ended: float, revision: int, **fields: Any) -> None:
    game = finished(id, ended=ended, number=revision, **fields)
    await store.append(appended(revision=revision, finished=game))


async def test_a_game_has_its_figures_once_they_are_made(store: Store) -> None:
    await add_table(store)
    await add_game(store, "one", 10.0, 1)
    bot = FiguredOther(None, "", "most-tiles", behind=True)
    unknown = FiguredGame("one", 10.0, "classic-2015", 0, 10, True, 0, 7, 1, None, (bot,))
    assert await store.figured_games("ann", 10) == [unknown]
    await store.add_figures("one", {0: MADE, 1: MADE})
    await store.add_figures("one", {0: MADE})
    assert await store.figured_games("ann", 10) == [unknown._replace(figures=MADE)]
    assert await count(store) == 1, "a bot has none"
    assert await store.own_figures("ann", ("", -1), 10) == [OwnFigures("one", 0, MADE)]
    assert await store.own_figures("ann", ("one", 0), 10) == []


async def test_the_newest_games_come_oldest_first_and_of_a_time_if_asked(store: Store) -> None:
    await add_table(store)
    for number, ended in enumerate((10.0, 30.0, 20.0, 20.0), 1):
        await add_game(store, f"g{number}", ended, number)
    assert [game.id for game in await store.figured_games("ann", 3)] == ["g3", "g4", "g2"]
    assert [game.id for game in await store.figured_games("ann", 9, 20.0, 30.0)] == ["g3", "g4"]
    await add_game(store, "g5", 40.0, 5, practice=True)
    assert [game.id for game in await store.figured_games("ann", 1)] == ["g2"], "practice doesn't count"
    assert await store.figured_games("bob", 9) == []


async def test_the_place_is_by_score_and_the_winner_is_first(store: Store) -> None:
    await add_table(store, guests=("ann", "bob"))
    scores = {"a": (5, 5, -10), "b": (-20, 50, -30), "c": (-5, 40, -5)}
    for number, (id, each) in enumerate(scores.items(), 1):
        seats = tuple(
            result(seat, "ann" if not seat else None, score=score, won=seat == 1) for seat, score in enumerate(each)
        )
        await add_game(store, id, float(number), number, results=seats)
    assert [game.place for game in await store.figured_games("ann", 9)] == [2, 2, 2]


async def test_around_one_screen_the_first_seat_counts_and_the_others_are_opponents(store: Store) -> None:
    await add_table(store)
    seats = (
        result(0, None, bot="casual"),
        result(1, "ann", name="Ann", won=False, score=-1),
        result(2, "ann", name="Mum", won=False, score=-9),
    )
    await add_game(store, "one", 10.0, 1, results=seats)
    (game,) = await store.figured_games("ann", 9)
    assert (game.seat, game.others) == (1, ((None, "", "casual", False), ("ann", "Mum", None, True)))


async def test_who_is_deleted_takes_their_figures_along_and_gets_none_afterwards(store: Store) -> None:
    await add_guest(store, "bob")
    await add_table(store, guests=("ann", "bob"))
    seats = (result(0, None, player=0), result(1, None, player=1, won=False))
    await add_game(store, "one", 10.0, 1, results=seats)
    await add_game(store, "two", 20.0, 2, results=seats)
    await store.add_figures("one", {0: MADE, 1: MADE})
    await store.delete_guest("ann", 100.0)
    await store.add_figures("two", {0: MADE, 1: MADE})
    assert "ann" not in (await everything(store)).lower()
    assert await count(store) == 2
    assert [one.game for one in await store.own_figures("bob", ("", -1), 9)] == ["one", "two"]


async def test_figures_go_with_their_game(store: Store) -> None:
    await add_table(store)
    await store.append(appended(phase="over", finished=finished("one", ended=10.0)))
    await store.add_figures("one", {0: MADE})
    removed, _ = await store.forget_games(20.0, BEGINNING, 10)
    assert removed == 1 and await count(store) == 0


async def test_figures_counted_in_an_older_way_are_made_anew(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await add_table(store)
    await add_game(store, "one", 10.0, 1)
    with monkeypatch.context() as older:
        older.setattr(module, "FIGURES_VERSION", 0)
        await store.add_figures("one", {0: MADE})
    (game,) = await store.figured_games("ann", 9)
    assert game.figures is None
    await store.add_figures("one", {0: MADE})
    (game,) = await store.figured_games("ann", 9)
    assert game.figures == MADE
