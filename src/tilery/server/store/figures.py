"""What people's seats did in finished games, in figures: kept once made, and gone with whoever they are about."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, and_, bindparam, delete, or_, select

from tilery.server.store.database import upsert
from tilery.server.store.quick import Ready
from tilery.server.store.rows import FIGURES_VERSION, FiguredGame, FiguredOther, OwnFigures, SeatFigures
from tilery.server.store.schema import figures, games, results

__all__ = ["add_figures", "figured_games", "forget_figures", "own_figures"]

_FIGURES = (
    figures.c.turns,
    figures.c.opened,
    figures.c.timed,
    figures.c.seconds,
    figures.c.looked,
    figures.c.laid,
    figures.c.missed,
    figures.c.overlooked,
)
_MADE = and_(
    figures.c.game_id == results.c.game_id,
    figures.c.seat == results.c.seat,
    figures.c.version == FIGURES_VERSION,
)
_PEOPLE = (
    select(results.c.seat)
    .where(results.c.game_id == bindparam("game"), results.c.guest_id.is_not(None))
    .order_by(results.c.seat)
    .with_for_update()  # whoever is being deleted just now goes first, or takes these along
)
_SEATS = select(results.c.game_id, results.c.seat).where(results.c.guest_id == bindparam("id"))
_FORGET = delete(figures).where(figures.c.game_id == bindparam("game"), figures.c.seat == bindparam("its_seat"))


def add_figures(connection: Connection, game: str, made: Mapping[int, SeatFigures]) -> None:
    """Keep the figures of a game's seats, if they are still somebody's; what was made before is the same."""
    people = set(connection.execute(_PEOPLE, {"game": game}).scalars())
    rows = [
        msgspec.structs.asdict(one)
        | {
            "game_id": game,
            "seat": seat,
            "version": FIGURES_VERSION,
            "overlooked": msgspec.json.encode(one.overlooked).decode(),
        }
        for seat, one in made.items()
        if seat in people
    ]
    if rows:
        query = upsert(connection, figures)
        changed = {name: query.excluded[name] for name in rows[0] if name not in ("game_id", "seat")}
        connection.execute(query.on_conflict_do_update(index_elements=["game_id", "seat"], set_=changed), rows)


def forget_figures(connection: Connection, guest: str) -> None:
    """Remove the figures of a guest, who is still known by the results."""
    seats = [{"game": game, "its_seat": seat} for game, seat in connection.execute(_SEATS, {"id": guest})]
    if seats:
        connection.execute(_FORGET, seats)


def own_figures(connection: Connection, guest: str, after: tuple[str, int], limit: int) -> list[OwnFigures]:
    """A guest's figures, by the ids of the games."""
    game, seat = after
    query = select(results.c.game_id, results.c.seat, *_FIGURES).join(figures, _MADE).where(results.c.guest_id == guest)
    query = query.where(or_(results.c.game_id > game, and_(results.c.game_id == game, results.c.seat > seat)))
    rows = connection.execute(query.order_by(results.c.game_id, results.c.seat).limit(limit))
    return [OwnFigures(game, seat, _figures(made)) for game, seat, *made in rows]


def figured_games(
    connection: Connection, guest: str, limit: int, since: float | None, until: float | None
) -> list[FiguredGame]:
    """A player's newest games with their figures, oldest first; of several seats around one screen, the first.

    Practice doesn't count: who plays a position on knows every rack, and may do it until it comes out well.
    """
    found: dict[str, list[_ResultRow]] = defaultdict(list)
    asked = {"guest": guest, "since": since, "until": until, "most": limit}
    for game, ended, edition, seat, whose, name, bot, score, won, left, turns, *made in _newest(
        since is not None, until is not None
    ).run(connection, asked):
        found[game].append(
            _ResultRow(game, ended, edition, seat, whose, name, bot, score, bool(won), left, turns, made)
        )
    return [_figured(rows, guest) for rows in found.values()]


@functools.cache
def _newest(since: bool, until: bool) -> Ready:
    """The question for a player's newest games: making it takes longer than answering it."""
    page = select(results.c.game_id, results.c.ended).join(games, games.c.id == results.c.game_id)
    page = page.where(results.c.guest_id == bindparam("guest"), games.c.practice.is_(False))
    if since:
        page = page.where(results.c.ended >= bindparam("since"))
    if until:
        page = page.where(results.c.ended < bindparam("until"))
    page = page.order_by(results.c.ended.desc(), results.c.game_id.desc())
    newest = page.limit(bindparam("most")).distinct().subquery("page")
    return Ready(
        select(
            results.c.game_id,
            results.c.ended,
            results.c.edition,
            results.c.seat,
            results.c.guest_id,
            results.c.name,
            results.c.bot,
            results.c.score,
            results.c.won,
            results.c.tiles_left,
            results.c.turns,
            *_FIGURES,
        )
        .join(newest, newest.c.game_id == results.c.game_id)
        .outerjoin(figures, and_(_MADE, results.c.guest_id == bindparam("guest")))
        .order_by(results.c.ended, results.c.game_id, results.c.seat)
    )


class _ResultRow(NamedTuple):
    """A seat of a game with its figures, as that question finds it."""

    game_id: str
    ended: float
    edition: str
    seat: int
    guest_id: str | None
    name: str
    bot: str | None
    score: int
    won: bool
    tiles_left: int
    turns: int
    made: list[Any]


def _figured(rows: list[_ResultRow], guest: str) -> FiguredGame:
    own = next(row for row in rows if row.guest_id == guest)
    return FiguredGame(
        own.game_id,
        own.ended,
        own.edition,
        own.seat,
        own.score,
        own.won,
        own.tiles_left,
        own.turns,
        1 + sum(_is_ahead(row, own) for row in rows),
        None if own.made[0] is None else _figures(own.made),
        tuple(FiguredOther(row.guest_id, row.name, row.bot, _is_ahead(own, row)) for row in rows if row is not own),
    )


def _is_ahead(one: _ResultRow, other: _ResultRow) -> bool:
    """Whether a seat finished ahead of another: the winner of all, then by score."""
    return one is not other and not other.won and (one.won or one.score > other.score)


def _figures(made: Any) -> SeatFigures:
    *counts, overlooked = made
    fields = dict(zip(SeatFigures.__struct_fields__, counts, strict=False))
    return SeatFigures(**fields, overlooked=msgspec.json.decode(overlooked, type=dict[str, int]))
