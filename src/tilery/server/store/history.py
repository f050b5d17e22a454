"""Games that have ended."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Double, String, bindparam, insert, select, tuple_

from tilery.server.store.quick import Ready
from tilery.server.store.rows import FinishedGame, FinishedSeat, PlayedGame
from tilery.server.store.schema import games, players, results

__all__ = ["add_game", "finished_games", "game", "game_columns", "games_of", "games_of_match"]

game_columns = (
    games.c.id,
    games.c.table_id,
    games.c.match,
    games.c.number,
    games.c.edition,
    games.c.tile_set,
    games.c.began,
    games.c.ended,
    games.c.reason,
    games.c.moves,
    games.c.header,
    games.c.first,
    games.c.last,
    games.c.practice,
)
_RESULT = (
    results.c.seat,
    results.c.guest_id,
    results.c.name,
    results.c.bot,
    results.c.score,
    results.c.won,
    results.c.tiles_left,
    results.c.turns,
)
_RESULTS = (
    select(results.c.game_id, *_RESULT)
    .where(results.c.game_id.in_(bindparam("ids")))
    .order_by(results.c.game_id, results.c.seat)
)
_WHO = Ready(select(players.c.player, players.c.guest_id, players.c.name).where(players.c.table_id == bindparam("id")))
_ADD_GAME, _ADD_RESULT = Ready(insert(games)), Ready(insert(results))


def add_game(connection: Connection, game: FinishedGame) -> None:
    """Write a game into the history; who its players are is looked up, for they may be forgotten by now."""
    values = msgspec.structs.asdict(game)
    values["table_id"] = values.pop("table")
    seats = values.pop("results")
    _ADD_GAME.run(connection, values)
    known = {player: (guest, name) for player, guest, name in _WHO.run(connection, {"id": game.table})}
    shared = {"game_id": game.id, "edition": game.edition, "ended": game.ended}
    for seat in seats:
        _ADD_RESULT.run(connection, _result_values(seat, known) | shared)


def _result_values(seat: FinishedSeat, known: dict[int, tuple[str | None, str]]) -> dict[str, object]:
    values = msgspec.structs.asdict(seat)
    guest, player = values.pop("guest"), values.pop("player")
    if player is not None:
        guest, values["name"] = known.get(player, (None, ""))
    return values | {"guest_id": guest}


def finished_games(connection: Connection, rows: Sequence[Sequence[Any]]) -> list[FinishedGame]:
    """The games of these rows with their results."""
    found: dict[str, list[FinishedSeat]] = defaultdict(list)
    if rows:
        for game, *result in connection.execute(_RESULTS, {"ids": [row[0] for row in rows]}):
            found[game].append(FinishedSeat(*result))
    whole: list[tuple[Any, ...]] = [(*row[:-1], tuple(found[row[0]]), bool(row[-1])) for row in rows]
    return [FinishedGame(*fields) for fields in whole]


def games_of(
    connection: Connection,
    guest: str,
    before: float | None,
    limit: int,
    edition: str | None,
    before_game: str | None,
) -> list[PlayedGame]:
    """A page of a player's history, newest first: games that ended before a time, or before a game of that time."""
    if before is None:
        before_game = None
    page = _page(edition is not None, before is not None, before_game is not None)
    asked = {"guest": guest, "edition": edition, "before": before, "before_game": before_game, "most": limit}
    rows = page.run(connection, asked)
    finished = finished_games(connection, [row[:-1] for row in rows])
    return [PlayedGame(game, row[-1]) for game, row in zip(finished, rows, strict=True)]


@functools.cache
def _page(of_edition: bool, before: bool, before_game: bool) -> Ready:
    """The question for such a page: making it takes longer than answering it."""
    page = select(results.c.game_id, results.c.seat, results.c.ended).where(results.c.guest_id == bindparam("guest"))
    if of_edition:
        page = page.where(results.c.edition == bindparam("edition"))
    if before_game:
        last = tuple_(bindparam("before", type_=Double), bindparam("before_game", type_=String))
        page = page.where(tuple_(results.c.ended, results.c.game_id) < last)
    elif before:
        page = page.where(results.c.ended < bindparam("before"))
    # Who plays for two around one screen has both seats of a game.
    page = page.order_by(results.c.ended.desc(), results.c.game_id.desc(), results.c.seat)
    newest = page.limit(bindparam("most")).subquery("page")
    query = select(*game_columns, newest.c.seat).join(newest, newest.c.game_id == games.c.id)
    return Ready(query.order_by(newest.c.ended.desc(), newest.c.game_id.desc(), newest.c.seat))


def game(connection: Connection, id: str) -> FinishedGame | None:
    """The finished game of this id."""
    found = finished_games(connection, connection.execute(select(*game_columns).where(games.c.id == id)).all())
    return found[0] if found else None


def games_of_match(connection: Connection, table: str, match: int) -> list[FinishedGame]:
    """The finished games of a match, in the order they were played."""
    query = select(*game_columns).where(games.c.table_id == table, games.c.match == match).order_by(games.c.number)
    return finished_games(connection, connection.execute(query).all())
