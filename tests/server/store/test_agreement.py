"""The same things done to SQLite and to PostgreSQL have the same outcome."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.kit.stored import add_guest, add_table, appended, changes_of, drafts_of, finished, player, result
from tilery.server.store.retention import BEGINNING
from tilery.server.store.rows import Appended, DraftRow, StoreError
from tilery.server.store.store import Store, open_store

Step = Callable[[Store], Awaitable[object]]

GUESTS = ("ann", "bob", "eve")
STEPS = 400


def steps(chance: random.Random) -> list[Step]:
    """Random things to do, many of which collide with what was done before."""
    return [step for number in range(STEPS) for step in (write(chance, number), read(chance))]


def write(chance: random.Random, number: int) -> Step:
    guest, other = chance.choice(GUESTS), chance.choice(GUESTS)
    table, revision, at = f"t{chance.randrange(4)}", chance.randrange(12), float(chance.randrange(50))
    change = appended(
        table,
        revision,
        phase=chance.choice(("gathering", "playing", "playing", "over")),
        host=chance.choice((0, 1, None)),
        deadline=chance.choice((None, at)),
        active=chance.choice((None, 10 * at)),
        player=chance.randrange(3),
        command=f"c{chance.randrange(30)}",
        moves=chance.choice((b"[]", b"[1]")),
    )
    people = tuple(player(n, name, seated=at < 25) for n, name in enumerate(chance.sample(GUESTS, 2)))
    seats = (result(0, guest, score=chance.randrange(-50, 50)), result(1, other, won=False))
    game = finished(
        f"g{number}", table, at, number=number, edition=chance.choice(("sabra", "classic-2015")), results=seats
    )
    choices: list[Step] = [
        lambda store: add_guest(store, guest),
        lambda store: add_table(store, table, code=other, guests=(guest,), listed=at < 25),
        lambda store: store.save_drafts([DraftRow(table, seat, revision, number, f"d{at}") for seat in (0, 1)]),
        lambda store: store.say(table, at, revision % 3, "hi"),
        lambda store: store.mute(guest, other, revision % 2 == 0),
        lambda store: store.forget_tables(at, BEGINNING, 2),
        lambda store: store.forget_chat(at / 5, 2),
        lambda store: store.forget_games(at / 5, BEGINNING, 2),
        lambda store: store.forget_guest(guest, at, at),
        lambda store: store.delete_guest(guest, at),
    ]
    appends: list[Step] = [
        lambda store: at_next_revision(store, change),
        lambda store: at_next_revision(store, replace(change, finished=game)),
        lambda store: at_next_revision(store, replace(change, players=people, snapshot=b"so it was")),
        lambda store: store.append(change),
        lambda store: store.look_again(table, revision, at),
    ]
    return chance.choice(appends * 4 + choices)


async def at_next_revision(store: Store, change: Appended) -> None:
    revision = (await store.revisions([change.change.table])).get(change.change.table, 0) + 1
    await store.append(replace(change, change=replace(change.change, revision=revision)))


def read(chance: random.Random) -> Step:
    guest, table, at = chance.choice(GUESTS), f"t{chance.randrange(4)}", float(chance.randrange(50))
    choices: list[Step] = [
        lambda store: store.find(f"digest-of-{guest}"),
        lambda store: store.muted(guest),
        lambda store: store.count_tables("ann"),
        lambda store: store.table(table),
        lambda store: store.table_by_code(guest),
        lambda store: changes_of(store, table, int(at) % 10),
        lambda store: store.command(table, int(at) % 3, f"c{int(at) % 30}"),
        lambda store: store.due(at, 3),
        lambda store: store.listed(3),
        lambda store: store.tables_of(guest, 3),
        lambda store: drafts_of(store, table),
        lambda store: store.lines(table, 0, 5),
        lambda store: store.games_of(guest, at, 4),
        lambda store: store.figured_games(guest, 4, at),
        lambda store: store.table(table, moves=False),
        lambda store: store.tables_seated(guest),
    ]
    return chance.choice(choices)


async def outcome(step: Step, store: Store) -> object:
    try:
        return await step(store)
    except StoreError as error:
        return type(error)


@pytest.mark.parametrize("seed", range(3))
async def test_sqlite_and_postgresql_agree(seed: int, tmp_path: Path, postgres_url: str) -> None:
    kinds = set()
    async with open_store(str(tmp_path / "tilery.db")) as small, open_store(postgres_url) as large:
        for number, step in enumerate(steps(random.Random(seed))):
            expected = await outcome(step, small)
            found = await outcome(step, large)
            assert found == expected, f"step {number}"
            if not isinstance(found, frozenset):  # True and 1 are equal, but not told alike
                assert repr(found) == repr(expected), f"step {number}"
            kinds.add(str(expected))
    assert len(kinds) > 50
