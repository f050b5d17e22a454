"""A history of ten thousand games: how long a player waits for a page of it, for statistics and for a replay.

``python -m benchmarks.history [--games 10000] [--database postgresql://…]`` fills a store with a hundred finished games
of one player and measures, fills it up to many, measures again and prints both times and their ratio: on SQLite in a
directory of its own, or in the empty PostgreSQL database named, which is left full. The games are real ones, a few of
them used again and again.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, insert, text

from tests.kit.stored import finished, opened, play, result, standing
from tilery.bots.host import play_game
from tilery.bots.most_tiles import MostTiles
from tilery.game import Ended, seeded_secret
from tilery.rules.edition import edition
from tilery.server.store import schema
from tilery.server.store.history import add_game
from tilery.server.store.store import Store, open_store
from tilery.server.store.tables import add_table
from tilery.server.store.upkeep import migrate
from tilery.wire import to_plain

FEW = 100
PAGE = 50
REPEATS = 30
GAMES_OF_A_TABLE = 10


class Model(NamedTuple):
    """A game as it is stored: what its header takes, each move, and its end."""

    edition: str
    header: bytes
    moves: tuple[bytes, ...]
    end: Ended


def models(count: int = 8) -> list[Model]:
    """A few games of four who play the most tiles."""
    made = []
    for number in range(count):
        name = ("classic-2015", "sabra")[number % 2]
        record = play_game(edition(name).rules(), [MostTiles() for _ in range(4)], seeded_secret(number)).record
        header = msgspec.json.encode(to_plain(record.rules))
        moves = tuple(msgspec.json.encode(to_plain([move])) for move in record.moves)
        assert record.result is not None
        made.append(Model(name, header, moves, record.result))
    return made


def fill(connection: Connection, games: list[Model], first: int, last: int) -> None:
    """Store games by their numbers; Ann sits in the first seat of each."""
    changes = []
    for number in range(first, last):
        model, table = games[number % len(games)], f"table-{number // GAMES_OF_A_TABLE}"
        if number % GAMES_OF_A_TABLE == 0:
            add_table(connection, standing(table, phase="over", snapshot=b"x" * 3000), [], opened(table))
        base = number % GAMES_OF_A_TABLE * 1000 + 1
        for move, data in enumerate(model.moves, start=base):
            change = msgspec.structs.asdict(play(table, move, player=0, command=f"c{move}", moves=data))
            changes.append({{"table": "table_id"}.get(k, k): v for k, v in change.items()})
        seats = tuple(
            result(seat, f"guest-{number * seat % 997}" if seat else "ann", score=score, won=seat == model.end.winner)
            for seat, score in enumerate(model.end.scores)
        )
        ended = 1000.0 * number
        game = finished(f"game-{number}", table, ended, number=number, edition=model.edition, header=model.header)
        game = msgspec.structs.replace(game, first=base, last=base + len(model.moves) - 1)
        add_game(connection, msgspec.structs.replace(game, moves=len(model.moves), results=seats))
    connection.execute(insert(schema.changes), changes)


async def fill_up(store: Store, first: int, last: int) -> None:
    games = models()
    for start in range(first, last, 100):
        await store._database.write(fill, games, start, min(start + 100, last))


def learn(connection: Connection) -> None:
    """Do what PostgreSQL does by itself some time after so many new rows, or never needs in SQLite's case."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("ANALYZE"))


async def milliseconds(do: Callable[[], Awaitable[object]]) -> float:
    """The median time of one."""
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        await do()
        times.append(time.perf_counter() - began)
    return sorted(times)[REPEATS // 2] * 1000


async def measure(store: Store, games: int) -> dict[str, float]:
    """What a player waits for, with this many games in the store."""
    deep = 1000.0 * max(games - 99 * PAGE, PAGE)
    middle = f"game-{games // 2}"
    return {
        "the first page of the history": await milliseconds(lambda: store.games_of("ann", None, PAGE)),
        "page 100": await milliseconds(lambda: store.games_of("ann", deep, PAGE)),
        "the first page of one edition": await milliseconds(lambda: store.games_of("ann", None, PAGE, "sabra")),
        "statistics": await milliseconds(lambda: store.figured_games("ann", 2_001)),
        "one game's changes, to replay": await milliseconds(lambda: store.changes_of_game(middle)),
        "the finished game": await milliseconds(lambda: store.game(middle)),
    }


async def run(url: str, games: int) -> None:
    await migrate(url)
    async with open_store(url) as store:
        await fill_up(store, 0, FEW)
        few = await measure(store, FEW)
        began = time.perf_counter()
        await fill_up(store, FEW, games)
        await store._database.write(learn)
        print(f"{games - FEW:,} games stored in {time.perf_counter() - began:.0f} s", flush=True)
        many = await measure(store, games)
    print(f"{'median, ms':32}{FEW:>10,}{games:>10,}{'ratio':>8}")
    for what, slow in many.items():
        print(f"{what:32}{few[what]:>10.2f}{slow:>10.2f}{slow / few[what]:>8.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.history", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--games", type=int, default=10_000, help="how many games (at least 100)")
    parser.add_argument("--database", help="an empty PostgreSQL database instead of SQLite")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(given.database or f"{folder}/history.db", max(given.games, FEW)))


if __name__ == "__main__":
    main()
