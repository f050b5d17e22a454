"""All that is a guest's own, to be taken away: one short query for each page of it."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, and_, false, func, or_, select

from tilery.server.store.moderation import ACT, REPORT
from tilery.server.store.rows import Act, ChatLine, OwnTable, Report
from tilery.server.store.schema import acts, answers, challenges, device_codes, lines, mutes, players, reports, tables

__all__ = ["LooseEnds", "loose_ends", "own_acts", "own_lines", "own_reports", "own_tables"]

_OWN_TABLE = (
    tables.c.id,
    tables.c.created,
    tables.c.active,
    tables.c.phase,
    tables.c.terms,
    players.c.player,
    players.c.name,
    players.c.seated,
)


class LooseEnds(NamedTuple):
    """What else there is of a guest: how many they have muted, and until when what waits for them is kept."""

    muted: int
    device_codes: list[float]
    challenges: list[float]
    answers: list[float]


def loose_ends(connection: Connection, guest: str) -> LooseEnds:
    """How many a guest has muted, and until when their codes, challenges and kept answers are there."""
    muted = connection.execute(select(func.count()).select_from(mutes).where(mutes.c.guest_id == guest)).scalar_one()
    expiring = []
    for table in (device_codes, challenges, answers):
        query = select(table.c.expires).where(table.c.guest_id == guest).order_by(table.c.expires)
        expiring.append(list(connection.execute(query).scalars()))
    return LooseEnds(muted, *expiring)


def own_acts(connection: Connection, guest: str, after: str, limit: int) -> list[Act]:
    """What operators did to a guest, by the ids of the acts."""
    query = select(*ACT).where(acts.c.target == guest, acts.c.id > after).order_by(acts.c.id).limit(limit)
    return [Act(*row) for row in connection.execute(query)]


def own_reports(connection: Connection, guest: str, after: str, limit: int) -> list[Report]:
    """What a guest reported, by the ids of the reports."""
    query = select(*REPORT).where(reports.c.by == guest, reports.c.id > after).order_by(reports.c.id).limit(limit)
    return [Report(*row) for row in connection.execute(query)]


def own_tables(connection: Connection, guest: str, after: tuple[str, int], limit: int) -> list[OwnTable]:
    """The tables that know a guest, over or not, by their ids: nobody else, and nothing of what happens there."""
    table, player = after
    is_host = func.coalesce(tables.c.host == players.c.player, false())
    query = (
        select(*_OWN_TABLE[:5], is_host, *_OWN_TABLE[5:])
        .join(players, players.c.table_id == tables.c.id)
        .where(players.c.guest_id == guest)
    )
    query = query.where(or_(tables.c.id > table, and_(tables.c.id == table, players.c.player > player)))
    rows = connection.execute(query.order_by(tables.c.id, players.c.player).limit(limit))
    return [OwnTable(*row) for row in rows]


def own_lines(connection: Connection, table: str, player: int, after: int, limit: int) -> list[ChatLine]:
    """What a player said at a table after a number."""
    query = select(lines.c.table_id, lines.c.number, lines.c.at, lines.c.player, lines.c.text, lines.c.emote)
    query = query.where(lines.c.table_id == table, lines.c.player == player, lines.c.number > after)
    return [ChatLine(*row) for row in connection.execute(query.order_by(lines.c.number).limit(limit))]
