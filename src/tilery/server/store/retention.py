"""What is old enough to go: guests who never came back, tables, chat and games, few at a time.

Each of these looks at so many rows in one short transaction and goes on where the last one ended, so that what has to
stay is not looked at again and again. Two processes that do it at once pass over what the other has in hand.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, bindparam, delete, exists, literal_column, or_, select

from tilery.server.store.guests import delete_guest
from tilery.server.store.schema import (
    changes,
    credentials,
    drafts,
    games,
    going,
    guests,
    lines,
    passkeys,
    players,
    puzzle_players,
    reports,
    results,
    tables,
)

__all__ = ["BEGINNING", "Reached", "forget_chat", "forget_games", "forget_guest", "forget_tables", "unseen"]


class Reached(NamedTuple):
    """Where a sweep has got to: the time and the id of the last row it looked at."""

    time: float
    id: str


BEGINNING = Reached(-1.0, "")

_is_over = tables.c.phase == literal_column("'over'")
_seat_kept = exists().where(players.c.guest_id == guests.c.id, players.c.table_id == tables.c.id, going)
_at_stake = or_(
    _seat_kept,
    exists().where(results.c.guest_id == guests.c.id),
    exists().where(puzzle_players.c.guest_id == guests.c.id),
    exists().where(passkeys.c.guest_id == guests.c.id),
    exists().where(credentials.c.guest_id == guests.c.id, credentials.c.kind != "key"),
    exists().where(or_(reports.c.by == guests.c.id, reports.c.about == guests.c.id), reports.c.closed.is_(None)),
)
"""What somebody may come back for, or is still to be dealt with."""

_UNSAY = delete(lines).where(lines.c.table_id == bindparam("its_table"), lines.c.number == bindparam("its_number"))


def _after(time: Any, id: Any, place: Reached) -> Any:
    return and_(time >= place.time, or_(time > place.time, id > place.id))


def unseen(connection: Connection, before: float, place: Reached, limit: int) -> tuple[list[str], Reached | None]:
    """Of the next guests who were last here before then those with nothing at stake, and where to go on."""
    query = select(guests.c.seen, guests.c.id, ~_at_stake).where(guests.c.seen < before)
    query = query.where(_after(guests.c.seen, guests.c.id, place)).order_by(guests.c.seen, guests.c.id).limit(limit)
    rows = connection.execute(query).all()
    return [id for _, id, is_free in rows if is_free], Reached(*rows[-1][:2]) if len(rows) == limit else None


def forget_guest(connection: Connection, id: str, before: float, now: float) -> bool:
    """Forget a guest who was not here since then, unless something is at stake by now; whether it was done."""
    # Whoever comes just now waits for this row, or has changed it.
    query = select(guests.c.id).where(guests.c.id == id, guests.c.seen < before, guests.c.banned <= now)
    query = query.where(guests.c.silenced <= now).with_for_update(skip_locked=True)
    if connection.execute(query).first() is None:
        return False
    if connection.execute(select(_at_stake).where(guests.c.id == id)).scalar():
        return False
    delete_guest(connection, id, now)
    return True


def forget_tables(connection: Connection, before: float, place: Reached, limit: int) -> tuple[int, Reached | None]:
    """Remove those of the next tables that were over before then without a finished game, and say where to go on."""
    since = exists().where(
        changes.c.table_id == tables.c.id, changes.c.revision == tables.c.revision, changes.c.at >= before
    )
    free = and_(~since, ~exists().where(games.c.table_id == tables.c.id))
    query = select(tables.c.active, tables.c.id).where(_is_over, tables.c.active < before)
    query = query.where(_after(tables.c.active, tables.c.id, place)).order_by(tables.c.active, tables.c.id).limit(limit)
    rows = connection.execute(query).all()
    ids = [id for _, id in rows]
    if ids:
        # Whoever changes one just now waits for this row, or has changed it.
        still = select(tables.c.id).where(tables.c.id.in_(ids), _is_over, free).order_by(tables.c.id)
        ids = list(connection.execute(still.with_for_update(of=tables, skip_locked=True)).scalars())
    if ids:
        connection.execute(delete(drafts).where(drafts.c.table_id.in_(ids)))
        connection.execute(delete(tables).where(tables.c.id.in_(ids)))
    return len(ids), Reached(*rows[-1]) if len(rows) == limit else None


def forget_chat(connection: Connection, before: float, limit: int) -> int:
    """Remove some of the lines of chat that were said before then, the oldest first; how many there were."""
    query = select(lines.c.table_id, lines.c.number).where(lines.c.at < before).order_by(lines.c.at).limit(limit)
    rows = connection.execute(query.with_for_update(skip_locked=True)).all()
    if rows:
        connection.execute(_UNSAY, [{"its_table": table, "its_number": number} for table, number in rows])
    return len(rows)


def forget_games(connection: Connection, before: float, place: Reached, limit: int) -> tuple[int, Reached | None]:
    """Remove those of the next games that ended before then and whose whole match did, and say where to go on.

    A match is removed as a whole, and not while one is played at its table, or its score sheet would be wrong.
    """
    of_match = games.alias("of_match")
    later = exists().where(
        of_match.c.table_id == games.c.table_id, of_match.c.match == games.c.match, of_match.c.ended >= before
    )
    query = select(games.c.ended, games.c.id, and_(_is_over, ~later)).join(tables, tables.c.id == games.c.table_id)
    query = query.where(games.c.ended < before, _after(games.c.ended, games.c.id, place))
    rows = connection.execute(query.order_by(games.c.ended, games.c.id).limit(limit)).all()
    ids = [id for _, id, is_free in rows if is_free]
    if ids:
        connection.execute(delete(games).where(games.c.id.in_(ids)))
    return len(ids), Reached(*rows[-1][:2]) if len(rows) == limit else None
