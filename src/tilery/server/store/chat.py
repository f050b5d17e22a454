"""What is said at tables."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, insert, select, update

from tilery.server.store.rows import Line, SilencedError, StoreError
from tilery.server.store.schema import guests, lines, tables

__all__ = ["lines_after", "say"]

_COUNT = (
    update(tables).where(tables.c.id == bindparam("its_id")).values(said=tables.c.said + 1).returning(tables.c.said)
)
_LINE = (
    lines.c.table_id,
    lines.c.number,
    lines.c.at,
    lines.c.guest_id,
    lines.c.name,
    lines.c.text,
    lines.c.emote,
)
_SAID = select(*_LINE).where(
    lines.c.table_id == bindparam("id"),
    lines.c.guest_id == bindparam("guest"),
    lines.c.command == bindparam("command"),
)
_SILENCED = select(guests.c.silenced).where(guests.c.id == bindparam("guest"))
_LINES = (
    select(*_LINE)
    .where(lines.c.table_id == bindparam("id"), lines.c.number > bindparam("after"))
    .order_by(lines.c.number.desc())
    .limit(bindparam("most"))
)


def say(
    connection: Connection, table: str, at: float, guest: str, name: str, text: str, emote: bool, command: str | None
) -> Line:
    """Write down a line of chat under the table's next number, which is never given twice.

    A command that was carried out before gives the line it led to then; who is silenced says nothing new.
    """
    if command is not None:
        said = connection.execute(_SAID, {"id": table, "guest": guest, "command": command}).first()
        if said is not None:
            return Line(*said)
    until = connection.execute(_SILENCED, {"guest": guest}).scalar()
    if until is not None and until > at:
        raise SilencedError(until)
    number = connection.execute(_COUNT, {"its_id": table}).scalar()
    if number is None:
        raise StoreError("there is no such table")
    values = {"table_id": table, "number": number, "at": at, "guest_id": guest, "name": name, "text": text}
    connection.execute(insert(lines), values | {"emote": emote, "command": command})
    return Line(table, number, at, guest, name, text, emote)


def lines_after(connection: Connection, table: str, after: int, limit: int) -> list[Line]:
    """The last lines said at a table after a number, newest last."""
    rows = connection.execute(_LINES, {"id": table, "after": after, "most": limit}).all()
    return [Line(*row) for row in reversed(rows)]
