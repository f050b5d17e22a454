"""What is said at tables."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, func, insert, select, update

from tilery.server.store.rows import ChatLine, SilencedError, Speech, StoreError, TooTalkativeError
from tilery.server.store.schema import guests, lines, players, tables

__all__ = ["lines_after", "say"]

_MINUTE = 60.0

_COUNT = (
    update(tables).where(tables.c.id == bindparam("its_id")).values(said=tables.c.said + 1).returning(tables.c.said)
)
_LINE = (lines.c.table_id, lines.c.number, lines.c.at, lines.c.player, lines.c.text, lines.c.emote)
_SAID = select(*_LINE).where(
    lines.c.table_id == bindparam("id"),
    lines.c.player == bindparam("player"),
    lines.c.command == bindparam("command"),
)
_SPEAKER = (
    select(guests.c.silenced)
    .join(players, players.c.guest_id == guests.c.id)
    .where(players.c.table_id == bindparam("id"), players.c.player == bindparam("player"))
)
_LATELY = select(func.count(), func.count().filter(lines.c.player == bindparam("player"))).where(
    lines.c.table_id == bindparam("id"), lines.c.number >= bindparam("first"), lines.c.at > bindparam("since")
)
_LINES = (
    select(*_LINE)
    .where(lines.c.table_id == bindparam("id"), lines.c.number > bindparam("after"))
    .order_by(lines.c.number.desc())
    .limit(bindparam("most"))
)


def say(
    connection: Connection,
    table: str,
    at: float,
    player: int,
    text: str,
    emote: bool,
    command: str | None,
    most: Speech | None,
) -> ChatLine:
    """Write down a line of chat under the table's next number, which is never given twice.

    A command that was carried out before gives the line it led to then; who is silenced or was forgotten says
    nothing new, nor does anybody where too much was said within a minute. Taking the number locks the table, so that
    the count is right whichever processes speak at once.
    """
    who = {"id": table, "player": player}
    if command is not None:
        said = connection.execute(_SAID, {**who, "command": command}).first()
        if said is not None:
            return ChatLine(*said)
    silenced = connection.execute(_SPEAKER, who).scalar()
    if silenced is not None and silenced > at:
        raise SilencedError(silenced)
    number = connection.execute(_COUNT, {"its_id": table}).scalar()
    if number is None or silenced is None:
        raise StoreError("there is no such table, or nobody to say it")
    if most is not None:
        lately = connection.execute(_LATELY, {**who, "first": number - most.by_all, "since": at - _MINUTE}).one()
        if lately[0] >= most.by_all or lately[1] >= most.by_one:
            raise TooTalkativeError
    values = {"table_id": table, "number": number, "at": at, "player": player, "text": text}
    connection.execute(insert(lines), values | {"emote": emote, "command": command})
    return ChatLine(table, number, at, player, text, emote)


def lines_after(connection: Connection, table: str, after: int, limit: int) -> list[ChatLine]:
    """The last lines said at a table after a number, newest last."""
    rows = connection.execute(_LINES, {"id": table, "after": after, "most": limit}).all()
    return [ChatLine(*row) for row in reversed(rows)]
