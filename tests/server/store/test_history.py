from __future__ import annotations

from tests.kit.stored import add_table, appended, finished, player, result
from tilery.server.store.rows import PlayedGame
from tilery.server.store.store import Store


async def add_games(store: Store, ends: list[float], edition: str = "classic-2015", table: str = "table") -> None:
    await add_table(store, table)
    for number, ended in enumerate(ends, start=1):
        game = finished(f"{table}-{number}", table, ended, number=number, edition=edition)
        await store.append(appended(table, number, finished=game))


async def test_a_finished_game_comes_back_whole(store: Store) -> None:
    await add_games(store, [200.0])
    assert await store.game("table-1") == finished()
    assert await store.game("other") is None
    assert await store.games_of("ann") == [PlayedGame(finished(), 0)]
    assert await store.games_of("bob") == []


async def test_the_history_is_read_in_pages_newest_first(store: Store) -> None:
    ends = [10.0, 20.0, 20.0, 20.0, 30.0, 5.0]
    await add_games(store, ends)
    seen = []
    page = await store.games_of("ann", limit=2)
    while page:
        seen += [(played.game.ended, played.game.id) for played in page]
        last = page[-1].game
        page = await store.games_of("ann", last.ended, 2, before_game=last.id)
    assert seen == sorted(((ended, f"table-{n}") for n, ended in enumerate(ends, start=1)), reverse=True)
    assert [played.game.ended for played in await store.games_of("ann", 20.0)] == [10.0, 5.0]


async def test_a_game_without_its_time_bounds_nothing(store: Store) -> None:
    await add_games(store, [10.0, 20.0, 20.0])
    assert [played.game.id for played in await store.games_of("ann", before_game="table-2")] == [
        "table-3",
        "table-2",
        "table-1",
    ]
    assert [played.game.id for played in await store.games_of("ann", 20.0)] == ["table-1"]
    assert [played.game.id for played in await store.games_of("ann", 20.0, before_game="table-3")] == [
        "table-2",
        "table-1",
    ]


async def test_the_history_can_be_of_one_edition(store: Store) -> None:
    await add_games(store, [10.0, 20.0], table="one")
    await add_games(store, [15.0], edition="sabra", table="two")
    assert [played.game.id for played in await store.games_of("ann", edition="sabra")] == ["two-1"]
    assert [played.game.id for played in await store.games_of("ann", None, 1, "classic-2015")] == ["one-2"]


async def test_a_player_may_have_sat_at_any_seat(store: Store) -> None:
    await add_table(store)
    game = finished(results=(result(0, None, bot="random"), result(1, "bob"), result(2, "ann")))
    await store.append(appended(finished=game))
    assert [played.seat for played in await store.games_of("ann")] == [2]
    assert (await store.game("table-1")) == game


async def test_two_seats_of_one_player_come_in_their_order(store: Store) -> None:
    await add_table(store)
    await store.append(appended(finished=finished(results=(result(0, "ann"), result(1, "ann"), result(2, "bob")))))
    assert [played.seat for played in await store.games_of("ann")] == [0, 1]
    assert [played.seat for played in await store.games_of("ann", limit=1)] == [0]


async def test_a_match_is_its_games_in_order(store: Store) -> None:
    await add_games(store, [10.0, 20.0, 30.0])
    await store.append(appended(revision=4, finished=finished("rematch", match=2, ended=40.0)))
    assert [game.id for game in await store.games_of_match("table", 1)] == ["table-1", "table-2", "table-3"]
    assert [game.id for game in await store.games_of_match("table", 2)] == ["rematch"]


async def test_whose_result_it_is_stands_in_the_store_when_the_game_is_written_down(store: Store) -> None:
    await add_table(store, guests=("ann", "bob"))
    await store.delete_guest("ann", 1.0)
    seats = (result(0, None, name="", player=0), result(1, None, name="", player=1), result(2, None, name="bot"))
    await store.append(appended(players=(player(1, "bob", "Bob 2"),), finished=finished(results=seats)))
    game = await store.game("table-1")
    assert game is not None
    assert [(seat.guest, seat.name) for seat in game.results] == [(None, ""), ("bob", "Bob 2"), (None, "bot")]
    assert [played.seat for played in await store.games_of("bob")] == [1]


async def test_the_moves_of_a_game_are_the_changes_from_its_first_to_its_last(store: Store) -> None:
    await add_table(store)
    await store.append(appended(revision=1))
    await store.append(appended(revision=2))
    await store.append(appended(revision=3, finished=finished(first=2, last=3)))
    await store.append(appended(revision=4))
    assert [change.revision for change in await store.changes_of_game("table-1")] == [2, 3]
    assert await store.changes_of_game("other") == []
