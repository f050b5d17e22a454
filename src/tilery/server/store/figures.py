"""What people's seats did in finished games, in figures: kept once made, and gone with whoever they are about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, bindparam, delete, or_, select

from tilery.server.store.database import upsert
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
    page = select(results.c.game_id, results.c.ended).join(games, games.c.id == results.c.game_id)
    page = page.where(results.c.guest_id == guest, games.c.practice.is_(False))
    if since is not None:
        page = page.where(results.c.ended >= since)
    if until is not None:
        page = page.where(results.c.ended < until)
    newest = page.order_by(results.c.ended.desc(), results.c.game_id.desc()).limit(limit).distinct().subquery("page")
    query = (
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
        .outerjoin(figures, and_(_MADE, results.c.guest_id == guest))
        .order_by(results.c.ended, results.c.game_id, results.c.seat)
    )
    found: dict[str, list[Any]] = defaultdict(list)
    for row in connection.execute(query):
        found[row.game_id].append(row)
    return [_figured(rows, guest) for rows in found.values()]


def _figured(rows: list[Any], guest: str) -> FiguredGame:
    own = next(row for row in rows if row.guest_id == guest)
    made = own[-len(_FIGURES) :]
    return FiguredGame(
        own.game_id,
        own.ended,
        own.edition,
        own.seat,
        own.score,
        own.won,
        own.tiles_left,
        own[10],
        1 + sum(_is_ahead(row, own) for row in rows),
        None if made[0] is None else _figures(made),
        tuple(FiguredOther(row.guest_id, row.name, row.bot, _is_ahead(own, row)) for row in rows if row is not own),
    )


def _is_ahead(one: Any, other: Any) -> bool:
    """Whether a seat finished ahead of another: the winner of all, then by score."""
    return one is not other and not other.won and (one.won or one.score > other.score)


def _figures(made: Any) -> SeatFigures:
    *counts, overlooked = made
    fields = dict(zip(SeatFigures.__struct_fields__, counts, strict=False))
    return SeatFigures(**fields, overlooked=msgspec.json.decode(overlooked, type=dict[str, int]))
