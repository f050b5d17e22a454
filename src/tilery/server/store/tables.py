"""Tables and what happened at them: the hot path of the server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Boolean, Connection, bindparam, delete, exists, insert, literal_column, select, update
from sqlalchemy import text as sql

from tilery.server.store.database import upsert
from tilery.server.store.history import add_game
from tilery.server.store.rows import Change, ConflictError, Due, FinishedGame, TableRow
from tilery.server.store.schema import changes, drafts, games, going, seated, tables

__all__ = [
    "Draft",
    "add_table",
    "append",
    "append_at_once",
    "changes_after",
    "changes_of_game",
    "command",
    "draft",
    "drafts_of",
    "due",
    "forget_tables",
    "idle",
    "listed",
    "news",
    "revisions",
    "save_drafts",
    "table",
    "table_by_code",
    "tables_of",
]


class Draft(NamedTuple):
    """What a player has laid out so far, at the revision it was made."""

    table: str
    seat: int
    revision: int
    text: str


_TABLE = (
    tables.c.id,
    tables.c.code,
    tables.c.revision,
    tables.c.phase,
    tables.c.listed,
    tables.c.host,
    tables.c.deadline,
    tables.c.created,
    tables.c.active,
    tables.c.guests,
    tables.c.state,
)
_CHANGE = (
    changes.c.table_id,
    changes.c.revision,
    changes.c.at,
    changes.c.kind,
    changes.c.seat,
    changes.c.guest_id,
    changes.c.command,
    changes.c.game_id,
    changes.c.moves,
)

# Statements are made once: making one costs more than running it.
_INSERT_CHANGE = insert(changes)
_MOVE_ON = (
    update(tables)
    .where(tables.c.id == bindparam("its_id"), tables.c.revision == bindparam("before"))
    .values({name: bindparam(name) for name in ("revision", "phase", "listed", "host", "deadline", "active", "state")})
    .returning(tables.c.guests)
)
_moved = _MOVE_ON.where(tables.c.guests == bindparam("its_guests")).returning(tables.c.id).cte("moved")
_changed = (
    insert(changes)
    .from_select(
        _CHANGE, select(*(bindparam(f"new_{column.name}", type_=column.type) for column in _CHANGE)).select_from(_moved)
    )
    .cte("changed")
)
_dropped = (
    delete(drafts).where(drafts.c.table_id.in_(select(_moved.c.id)), bindparam("drop", type_=Boolean)).cte("dropped")
)
_AT_ONCE = select(_moved.c.id).add_cte(_changed, _dropped)
_SEATS = update(tables).where(tables.c.id == bindparam("its_id")).values(guests=bindparam("guests"))
_DROP_DRAFTS = delete(drafts).where(drafts.c.table_id == bindparam("its_id"))
_FIND = select(*_TABLE).where(tables.c.id == bindparam("id"))
_BY_CODE = select(tables.c.id).where(tables.c.code == bindparam("code"), going)
_CHANGES = (
    select(*_CHANGE)
    .where(changes.c.table_id == bindparam("id"), changes.c.revision > bindparam("after"))
    .order_by(changes.c.revision)
    .limit(bindparam("most"))
)
_OF_GAME = select(*_CHANGE).where(changes.c.game_id == bindparam("id")).order_by(changes.c.revision)
_COMMAND = select(changes.c.revision).where(
    changes.c.table_id == bindparam("id"),
    changes.c.guest_id == bindparam("guest"),
    changes.c.command == bindparam("command"),
)
_DUE = (
    select(tables.c.id, tables.c.revision)
    .where(going, tables.c.deadline <= bindparam("now"))
    .order_by(tables.c.deadline)
    .limit(bindparam("most"))
)
_REVISIONS = select(tables.c.id, tables.c.revision).where(tables.c.id.in_(bindparam("ids", expanding=True)))
_SOON = sql("SET LOCAL synchronous_commit TO OFF")
_DRAFT = select(drafts.c.text).where(
    drafts.c.table_id == bindparam("id"),
    drafts.c.seat == bindparam("seat"),
    drafts.c.revision == bindparam("revision"),
)


def add_table(connection: Connection, row: TableRow, change: Change) -> None:
    """Write down a new table and its first change."""
    values = msgspec.structs.asdict(row) | {"guests": _seats(row)}
    connection.execute(insert(tables), values)
    _seat(connection, row)
    connection.execute(_INSERT_CHANGE, _values(change))


def append(connection: Connection, row: TableRow, change: Change, finished: FinishedGame | None = None) -> None:
    """Write down what happened at a table and how it stands now, if nothing else happened before.

    A table keeps its code and its time of creation for life.
    """
    # The table goes first: its row makes others wait for their turn, and they find their revision gone.
    stored = connection.execute(_MOVE_ON, _standing(row, change)).scalar()
    if stored is None:
        raise ConflictError(f"revision {change.revision} of the table is taken")
    connection.execute(_INSERT_CHANGE, _values(change))
    if change.moves != b"[]":
        connection.execute(_DROP_DRAFTS, {"its_id": row.id})
    if stored != (seats := _seats(row)):
        connection.execute(_SEATS, {"its_id": row.id, "guests": seats})
        connection.execute(delete(seated).where(seated.c.table_id == row.id))
        _seat(connection, row)
    if finished is not None:
        add_game(connection, finished)


def append_at_once(connection: Connection, row: TableRow, change: Change) -> bool:
    """Append as one statement of PostgreSQL if nobody came or left; ``False``, and nothing done, if it cannot be."""
    values = _standing(row, change) | {f"new_{name}": value for name, value in _values(change).items()}
    values |= {"its_guests": _seats(row), "drop": change.moves != b"[]"}
    return connection.execute(_AT_ONCE, values).scalar() is not None


def _standing(row: TableRow, change: Change) -> dict[str, object]:
    return {
        "its_id": row.id,
        "before": change.revision - 1,
        "revision": row.revision,
        "phase": row.phase,
        "listed": row.listed,
        "host": row.host,
        "deadline": row.deadline,
        "active": row.active,
        "state": row.state,
    }


def _seats(row: TableRow) -> str:
    return msgspec.json.encode(row.guests).decode()


def _seat(connection: Connection, row: TableRow) -> None:
    if row.guests:
        who = [{"table_id": row.id, "guest_id": guest} for guest in sorted(set(row.guests))]
        connection.execute(insert(seated), who)


def _values(change: Change) -> dict[str, object]:
    return {
        "table_id": change.table,
        "revision": change.revision,
        "at": change.at,
        "kind": change.kind,
        "seat": change.seat,
        "guest_id": change.guest,
        "command": change.command,
        "game_id": change.game,
        "moves": change.moves,
    }


def _table(row: Sequence[Any]) -> TableRow:
    *fields, guests, state = row
    fields += (msgspec.json.decode(guests, type=tuple[str, ...]), state)
    return TableRow(*fields)


def table(connection: Connection, id: str) -> TableRow | None:
    """The table of this id."""
    row = connection.execute(_FIND, {"id": id}).first()
    return None if row is None else _table(row)


def table_by_code(connection: Connection, code: str) -> str | None:
    """The table, not over, that this code leads to."""
    return connection.execute(_BY_CODE, {"code": code}).scalar()


def changes_after(connection: Connection, table: str, after: int, limit: int) -> list[Change]:
    """What happened at a table after a revision, in order."""
    rows = connection.execute(_CHANGES, {"id": table, "after": after, "most": limit})
    return [Change(*row) for row in rows]


def news(connection: Connection, id: str, after: int) -> tuple[TableRow | None, list[Change]]:
    """A table and what happened there after a revision."""
    return table(connection, id), changes_after(connection, id, after, 10_000)


def changes_of_game(connection: Connection, game: str) -> list[Change]:
    """What happened in one game, in order."""
    return [Change(*row) for row in connection.execute(_OF_GAME, {"id": game})]


def command(connection: Connection, table: str, guest: str, command: str) -> int | None:
    """The revision a guest's command led to, if it was carried out."""
    return connection.execute(_COMMAND, {"id": table, "guest": guest, "command": command}).scalar()


def due(connection: Connection, now: float, limit: int) -> list[Due]:
    """The tables whose deadline has come, longest overdue first."""
    return [Due(*row) for row in connection.execute(_DUE, {"now": now, "most": limit})]


def revisions(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """The revision each of these tables has come to."""
    found: dict[str, int] = {}
    for start in range(0, len(ids), 500):
        rows = connection.execute(_REVISIONS, {"ids": ids[start : start + 500]})
        found.update((id, revision) for id, revision in rows)
    return found


def listed(connection: Connection, limit: int) -> list[TableRow]:
    """The open tables that wait for players, newest first."""
    query = select(*_TABLE).where(tables.c.listed, tables.c.phase == literal_column("'gathering'"))
    rows = connection.execute(query.order_by(tables.c.created.desc(), tables.c.id).limit(limit))
    return [_table(row) for row in rows]


def tables_of(connection: Connection, guest: str, limit: int) -> list[TableRow]:
    """The tables a guest sits at that are not over, latest active first."""
    query = select(*_TABLE).join(seated, seated.c.table_id == tables.c.id)
    query = query.where(seated.c.guest_id == guest, going)
    rows = connection.execute(query.order_by(tables.c.active.desc(), tables.c.id).limit(limit))
    return [_table(row) for row in rows]


def idle(connection: Connection, before: float, limit: int) -> list[str]:
    """The tables, not over, at which no person did anything since, longest idle first."""
    query = select(tables.c.id).where(going, tables.c.active < before)
    return list(connection.execute(query.order_by(tables.c.active).limit(limit)).scalars())


def forget_tables(connection: Connection, before: float, limit: int) -> int:
    """Remove tables that were over before then without a finished game; how many there were."""
    since = exists().where(
        changes.c.table_id == tables.c.id, changes.c.revision == tables.c.revision, changes.c.at >= before
    )
    query = select(tables.c.id).where(tables.c.phase == literal_column("'over'"), tables.c.active < before, ~since)
    query = query.where(~exists().where(games.c.table_id == tables.c.id)).order_by(tables.c.active).limit(limit)
    ids = list(connection.execute(query).scalars())
    if ids:
        connection.execute(delete(drafts).where(drafts.c.table_id.in_(ids)))
        connection.execute(delete(tables).where(tables.c.id.in_(ids)))
    return len(ids)


def save_drafts(connection: Connection, saved: Iterable[tuple[str, int, int, str]]) -> None:
    """Keep the latest draft of each seat; one made at an older revision than the kept one is late and ignored."""
    latest = {(table, seat): (revision, text) for table, seat, revision, text in saved}
    if not latest:
        return
    if connection.dialect.name == "postgresql":  # a crash may cost the last second of drafts anyway
        connection.execute(_SOON)
    query = upsert(connection, drafts)
    query = query.on_conflict_do_update(
        index_elements=["table_id", "seat"],
        set_={"revision": query.excluded.revision, "text": query.excluded.text},
        where=query.excluded.revision >= drafts.c.revision,
    )
    # In one order for everybody: two processes that save the same drafts wait for each other, but not in a circle.
    values = [
        {"table_id": table, "seat": seat, "revision": revision, "text": text}
        for (table, seat), (revision, text) in sorted(latest.items())
    ]
    connection.execute(query, values)


def draft(connection: Connection, table: str, seat: int, revision: int) -> str | None:
    """A seat's draft, if it was made at this very revision."""
    return connection.execute(_DRAFT, {"id": table, "seat": seat, "revision": revision}).scalar()


def drafts_of(connection: Connection, table: str) -> list[Draft]:
    """The drafts kept at a table, by seat."""
    query = select(drafts.c.table_id, drafts.c.seat, drafts.c.revision, drafts.c.text)
    rows = connection.execute(query.where(drafts.c.table_id == table).order_by(drafts.c.seat))
    return [Draft(*row) for row in rows]
