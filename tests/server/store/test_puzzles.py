"""Attempts at puzzles: the first is rated, once, whatever comes at the same time; and all of it goes with its guest."""

from __future__ import annotations

import asyncio

from sqlalchemy import Connection, select

from tests.kit.stored import add_guest
from tilery.puzzles.glicko import NEWCOMER, Rating, rated_both
from tilery.server.store.puzzles import PuzzleAttemptRow
from tilery.server.store.schema import metadata, puzzle_ratings
from tilery.server.store.store import Store

STARTED = Rating(1200, 150)


def tried(puzzle: str = "one", guest: str = "ann", solved: bool = True, helped: bool = False) -> PuzzleAttemptRow:
    return PuzzleAttemptRow(guest, puzzle, 5.0, solved, helped)


async def test_the_first_attempt_is_rated_for_the_guest_and_for_the_puzzle(store: Store) -> None:
    await add_guest(store)
    assert await store.puzzle_player("ann") is None
    kept = await store.attempt_puzzle(tried(), STARTED, None)
    player, puzzle = rated_both(NEWCOMER, STARTED, solved=True)
    assert (kept.rated, kept.before, kept.puzzle, kept.player.rating) == (True, NEWCOMER, puzzle, player)
    assert (kept.player.solved, kept.player.storm, kept.player.days) == (1, 0, ())
    assert await store.puzzle_ratings(["one", "two"]) == {"one": puzzle.rating}
    again = await store.attempt_puzzle(tried(solved=False), STARTED, None)
    assert (again.rated, again.before, again.puzzle) == (False, player, puzzle)
    assert again.player == kept.player
    assert await store.own_attempts("ann", "", 9) == [PuzzleAttemptRow("ann", "one", 5.0, True, False, player.rating)]


async def test_how_often_a_puzzle_was_tried_and_solved_is_counted(store: Store) -> None:
    def counts(connection: Connection) -> object:
        return connection.execute(select(puzzle_ratings.c.tried, puzzle_ratings.c.solved)).all()

    for number, solved in enumerate((False, True, True)):
        await add_guest(store, f"guest{number}")
        await store.attempt_puzzle(tried(guest=f"guest{number}", solved=solved), STARTED, None)
    assert await store._database.read(counts) == [(3, 2)]


async def test_a_rating_goes_on_from_what_it_has_become(store: Store) -> None:
    await add_guest(store, "ann")
    await add_guest(store, "bob")
    first = await store.attempt_puzzle(tried(solved=False), STARTED, None)
    second = await store.attempt_puzzle(tried(guest="bob"), STARTED, None)
    assert (second.player.rating, second.puzzle) == rated_both(NEWCOMER, first.puzzle, solved=True)
    third = await store.attempt_puzzle(tried("two"), STARTED, None)
    assert third.player.rating == rated_both(first.player.rating, STARTED, solved=True)[0]


async def test_help_is_never_rated_and_neither_is_what_comes_after_it(store: Store) -> None:
    await add_guest(store)
    for solved in (False, True):
        kept = await store.attempt_puzzle(tried(solved=solved, helped=not solved), STARTED, 20)
        assert (kept.rated, kept.player.rating, kept.puzzle) == (False, NEWCOMER, STARTED)
    assert (kept.player.solved, kept.player.days) == (1, (20,))
    assert await store.puzzle_ratings(["one"]) == {}


async def test_attempts_at_once_are_rated_once(store: Store) -> None:
    for guest in ("ann", "bob"):
        await add_guest(store, guest)
    asked = [tried(guest=guest) for guest in ("ann", "bob") for _ in range(5)]
    kept = await asyncio.gather(*(store.attempt_puzzle(row, STARTED, 20) for row in asked))
    assert sum(each.rated for each in kept[:5]) == sum(each.rated for each in kept[5:]) == 1
    last = max((each.puzzle for each in kept), key=lambda rating: -rating.deviation)
    assert await store.puzzle_ratings(["one"]) == {"one": last.rating}
    assert {each.player.days for each in kept} == {(20,)}


async def test_what_was_solved_or_shown_need_not_be_seen_again(store: Store) -> None:
    await add_guest(store)
    await store.attempt_puzzle(tried("solved"), STARTED, None)
    await store.attempt_puzzle(tried("missed", solved=False), STARTED, None)
    await store.attempt_puzzle(tried("shown", solved=False, helped=True), STARTED, None)
    assert await store.tried_puzzles("ann") == {"solved", "shown"}
    await store.attempt_puzzle(tried("missed"), STARTED, None)
    assert await store.tried_puzzles("ann") == {"solved", "shown", "missed"}


async def test_the_best_storm_stays(store: Store) -> None:
    await add_guest(store)
    assert [await store.storm("ann", solved) for solved in (7, 3, 9)] == [7, 7, 9]
    player = await store.puzzle_player("ann")
    assert player is not None
    assert (player.storm, player.rating) == (9, NEWCOMER)


def naming(connection: Connection) -> list[str]:
    return [
        table.name
        for table in metadata.sorted_tables
        for row in connection.execute(select(table))
        if "ann" in tuple(row)
    ]


async def test_who_is_deleted_leaves_nothing_but_what_puzzles_are_rated(store: Store) -> None:
    await add_guest(store)
    await store.attempt_puzzle(tried(), STARTED, 20)
    assert {"puzzle_players", "puzzle_attempts", "puzzle_days"} <= set(await store._database.read(naming))
    await store.delete_guest("ann", 9.0)
    assert await store._database.read(naming) == []
    assert list(await store.puzzle_ratings(["one"])) == ["one"]


async def test_attempts_come_in_pages(store: Store) -> None:
    await add_guest(store)
    for puzzle in ("c", "a", "b"):
        await store.attempt_puzzle(tried(puzzle, helped=True), STARTED, None)
    assert [row.puzzle for row in await store.own_attempts("ann", "", 2)] == ["a", "b"]
    assert [row.puzzle for row in await store.own_attempts("ann", "b", 2)] == ["c"]
