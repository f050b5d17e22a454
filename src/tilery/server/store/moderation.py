"""Keeping the peace: what people report, what operators do about it, and the log of every such act."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, and_, delete, insert, or_, select, update

from tilery.server.store.rows import Act, Guest, Report
from tilery.server.store.schema import acts, guests, lines, players, reports, tables

__all__ = [
    "ACT",
    "REPORT",
    "acts_of",
    "add_report",
    "close_report",
    "forget_traces",
    "latest_tables",
    "line",
    "log_act",
    "reports_of",
    "sanction",
]

REPORT = (
    reports.c.id,
    reports.c.at,
    reports.c.table_id,
    reports.c.by,
    reports.c.about,
    reports.c.kind,
    reports.c.text,
    reports.c.note,
    reports.c.closed,
)
ACT = (acts.c.id, acts.c.at, acts.c.operator, acts.c.act, acts.c.target, acts.c.text)


def line(connection: Connection, table: str, number: int) -> tuple[str, str] | None:
    """Who said a line of chat, and what."""
    whose = and_(players.c.table_id == lines.c.table_id, players.c.player == lines.c.player)
    query = select(players.c.guest_id, lines.c.text).join(players, whose)
    query = query.where(lines.c.table_id == table, lines.c.number == number, players.c.guest_id.is_not(None))
    row = connection.execute(query).first()
    return None if row is None else (row[0], row[1])


def add_report(connection: Connection, report: Report) -> bool:
    """Write a report down; whether the same person had not reported the same before."""
    same = select(reports.c.id).where(
        reports.c.by == report.by,
        reports.c.about == report.about,
        reports.c.kind == report.kind,
        reports.c.text == report.text,
        reports.c.closed.is_(None),
    )
    if connection.execute(same).first() is not None:
        return False
    values = msgspec.structs.asdict(report)
    values["table_id"] = values.pop("table")
    connection.execute(insert(reports), values)
    return True


def reports_of(connection: Connection, closed: bool, about: str | None, limit: int) -> list[Report]:
    """Reports, newest first: those still open, or all; about one guest or about everybody."""
    query = select(*REPORT)
    if not closed:
        query = query.where(reports.c.closed.is_(None))
    if about is not None:
        query = query.where(reports.c.about == about)
    return [Report(*row) for row in connection.execute(query.order_by(reports.c.at.desc(), reports.c.id).limit(limit))]


def close_report(connection: Connection, id: str, act: Act) -> bool:
    """A report is dealt with; whether it was open."""
    query = update(reports).where(reports.c.id == id, reports.c.closed.is_(None)).values(closed=act.at)
    if not connection.execute(query).rowcount:
        return False
    log_act(connection, act)
    return True


def sanction(connection: Connection, guest: str, changed: dict[str, float | str], act: Act) -> Guest | None:
    """Warn, silence or ban a guest, or lift that, and log it; ``None`` if there is no such guest."""
    columns = (guests.c.id, guests.c.name, guests.c.created, guests.c.settings)
    columns_of_peace = (guests.c.banned, guests.c.silenced, guests.c.warning)
    query = update(guests).where(guests.c.id == guest).values(**changed).returning(*columns, *columns_of_peace)
    row = connection.execute(query).first()
    if row is None:
        return None
    log_act(connection, act)
    return Guest(*row)


def log_act(connection: Connection, act: Act) -> None:
    """Write down what an operator did."""
    connection.execute(insert(acts), msgspec.structs.asdict(act))


def acts_of(connection: Connection, target: str | None, limit: int) -> list[Act]:
    """What operators did, newest first: to one guest or table, or in all."""
    query = select(*ACT)
    if target is not None:
        query = query.where(acts.c.target == target)
    return [Act(*row) for row in connection.execute(query.order_by(acts.c.at.desc(), acts.c.id).limit(limit))]


def latest_tables(connection: Connection, limit: int) -> list[str]:
    """The tables at which something happened last, also those that are over."""
    return list(connection.execute(select(tables.c.id).order_by(tables.c.active.desc()).limit(limit)).scalars())


def forget_traces(connection: Connection, guest: str) -> None:
    """A guest is deleted: reports by them and about them go, acts stay without saying to whom."""
    connection.execute(delete(reports).where(or_(reports.c.by == guest, reports.c.about == guest)))
    connection.execute(update(acts).where(acts.c.target == guest).values(target="", text=""))
