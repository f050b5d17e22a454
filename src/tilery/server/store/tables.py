"""Tables and what happened at them: the hot path of the server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    Connection,
    Double,
    Integer,
    and_,
    bindparam,
    case,
    delete,
    insert,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy import text as sql

from tilery.server.store.answers import add_answer
from tilery.server.store.database import upsert
from tilery.server.store.guests import forget_player
from tilery.server.store.history import add_game
from tilery.server.store.quick import Quick, Ready, Values
from tilery.server.store.rows import (
    Appended,
    ChangeRow,
    ConflictError,
    DraftRow,
    Due,
    KeptAnswer,
    PlayerRow,
    StoredTable,
    TableRow,
)
from tilery.server.store.schema import changes, drafts, games, going, players, tables

__all__ = [
    "add_table",
    "append",
    "changes_of_game",
    "command",
    "draft",
    "due",
    "idle",
    "listed",
    "look_again",
    "news",
    "plain_append",
    "revisions",
    "save_drafts",
    "stored",
    "table_by_code",
    "tables_known",
    "tables_of",
    "tables_seated",
]

_MINUTE = 60.0

_TABLE = (
    tables.c.id,
    tables.c.code,
    tables.c.revision,
    tables.c.phase,
    tables.c.listed,
    tables.c.deadline,
    tables.c.created,
    tables.c.active,
    tables.c.terms,
    tables.c.host,
    tables.c.snapshot,
    tables.c.snapped,
)
_CHANGE = (
    changes.c.table_id,
    changes.c.revision,
    changes.c.at,
    changes.c.player,
    changes.c.command,
    changes.c.events,
    changes.c.moves,
)
_LOOKED_AT = _CHANGE[:-1]
_PLAYER = (players.c.player, players.c.guest_id, players.c.name, players.c.seated, players.c.face)

# Statements are made once: making one costs more than running it.
_INSERT_CHANGE = Ready(insert(changes))
_deadline = bindparam("deadline", type_=Double)
_active = bindparam("active", type_=Double)
# What indexes hold is left alone where it can be: a deadline that is too early only makes somebody look in vain.
_is_earlier = or_(tables.c.deadline.is_(None), _deadline < tables.c.deadline)
_is_later = _active > tables.c.active + literal_column(str(_MINUTE), Double)
_unindexed = {"revision": bindparam("revision"), "host": bindparam("host", type_=Integer)}
_indexed = {
    "phase": bindparam("phase"),
    "deadline": case((_is_earlier, _deadline), else_=tables.c.deadline),
    "active": case((_is_later, _active), else_=tables.c.active),
}
_next_revision = update(tables).where(tables.c.id == bindparam("its_id"), tables.c.revision == bindparam("before"))
_move_on = _next_revision.values(_unindexed | _indexed).returning(tables.c.id)
_MOVE_ON = Ready(_move_on)
_moved = _move_on.cte("moved")
_changed = (
    insert(changes)
    .from_select(
        _CHANGE, select(*(bindparam(f"new_{column.name}", type_=column.type) for column in _CHANGE)).select_from(_moved)
    )
    .cte("changed")
)
_new_change = insert(changes).values({column: bindparam(f"new_{column.name}", type_=column.type) for column in _CHANGE})
# SQLite writes index pages anew for every column that is set, to whatever value.
_find_elsewhere = (
    update(tables)
    .where(
        tables.c.id == bindparam("its_id"),
        or_(tables.c.phase != bindparam("phase"), and_(_deadline.is_not(None), _is_earlier), _is_later),
    )
    .values(_indexed)
)
_APPEND = Quick(
    _next_revision.values(_unindexed), _find_elsewhere, _new_change, whole=select(_moved.c.id).add_cte(_changed)
)
_SNAP = Ready(
    update(tables)
    .where(tables.c.id == bindparam("its_id"))
    .values(snapshot=bindparam("snapshot"), snapped=bindparam("snapped"))
)
_NO_DRAFTS = Ready(delete(drafts).where(drafts.c.table_id == bindparam("its_id")))
_LOOK_AGAIN = (
    update(tables)
    .where(tables.c.id == bindparam("its_id"), tables.c.revision == bindparam("at"))
    .values(deadline=bindparam("deadline"))
)
_BY_CODE = select(tables.c.id).where(tables.c.code == bindparam("code"), going)
_FIND = select(*_TABLE).where(tables.c.id.in_(bindparam("ids")))
_LISTED = Ready(
    select(*_TABLE)
    .where(tables.c.listed, tables.c.phase == literal_column("'gathering'"))
    .order_by(tables.c.created.desc(), tables.c.id)
    .limit(bindparam("most"))
)
_SEATED = select(players.c.table_id).where(players.c.guest_id == bindparam("guest"), players.c.seated)
_TABLES_OF = Ready(
    select(*_TABLE)
    .where(tables.c.id.in_(_SEATED), going)
    .order_by(tables.c.active.desc(), tables.c.created.desc(), tables.c.id)
    .limit(bindparam("most"))
)
_since = and_(changes.c.table_id == tables.c.id, changes.c.revision > tables.c.snapped)
_among = tables.c.id.in_(bindparam("ids"))
_SINCE = select(*_CHANGE).join(tables, _since).where(_among).order_by(changes.c.table_id, changes.c.revision)
_LOOK = select(*_LOOKED_AT).join(tables, _since).where(_among).order_by(changes.c.table_id, changes.c.revision)
_PLAYERS = (
    select(players.c.table_id, *_PLAYER)
    .where(players.c.table_id.in_(bindparam("ids")))
    .order_by(players.c.table_id, players.c.player)
)
_NEWS = (
    select(*_CHANGE)
    .where(changes.c.table_id == bindparam("id"), changes.c.revision > bindparam("after"))
    .order_by(changes.c.revision)
)
_OF_GAME = (
    select(*_CHANGE)
    .join(
        games,
        and_(changes.c.table_id == games.c.table_id, changes.c.revision.between(games.c.first, games.c.last)),
    )
    .where(games.c.id == bindparam("id"))
    .order_by(changes.c.revision)
)
_COMMAND = select(changes.c.revision).where(
    changes.c.table_id == bindparam("id"),
    changes.c.player == bindparam("player"),
    changes.c.command == bindparam("command"),
)
_DUE = (
    select(tables.c.id, tables.c.revision)
    .where(going, tables.c.deadline <= bindparam("now"))
    .order_by(tables.c.deadline)
    .limit(bindparam("most"))
)
_REVISIONS = select(tables.c.id, tables.c.revision).where(tables.c.id.in_(bindparam("ids")))
_SOON = sql("SET LOCAL synchronous_commit TO OFF")
_DRAFT = select(drafts.c.table_id, drafts.c.seat, drafts.c.revision, drafts.c.number, drafts.c.text).where(
    drafts.c.table_id == bindparam("id"),
    drafts.c.seat == bindparam("seat"),
    drafts.c.revision == bindparam("revision"),
)


def add_table(
    connection: Connection,
    row: TableRow,
    people: Sequence[PlayerRow],
    change: ChangeRow,
    answer: KeptAnswer | None = None,
) -> None:
    """Write down a new table and its first change, and what was answered if it may be asked again."""
    connection.execute(insert(tables), msgspec.structs.asdict(row))
    _seat(connection, row.id, people)
    _INSERT_CHANGE.run(connection, _values(change))
    add_answer(connection, answer, row.created)


def append(connection: Connection, appended: Appended) -> None:
    """Write down what happened at a table and what it is found by now, if nothing else happened before."""
    change = appended.change
    # The table goes first: its row makes others wait for their turn, and they find their revision gone.
    if not _MOVE_ON.run(connection, _found_by(appended)):
        raise ConflictError(f"revision {change.revision} of the table is taken")
    _INSERT_CHANGE.run(connection, _values(change))
    if appended.is_plain:
        return
    _seat(connection, change.table, appended.players)
    if appended.snapshot is not None:
        at = {"snapshot": appended.snapshot, "snapped": change.revision - 1}
        _SNAP.run(connection, {"its_id": change.table, **at})
    if appended.finished is not None:
        add_game(connection, appended.finished)
        _NO_DRAFTS.run(connection, {"its_id": change.table})


def plain_append(appended: Appended) -> tuple[Quick, Values]:
    """How a plain change is appended quickly; nothing is done if somebody was first."""
    change, values = appended.change, _found_by(appended)
    values["new_table_id"] = change.table
    values["new_revision"] = change.revision
    values["new_at"] = change.at
    values["new_player"] = change.player
    values["new_command"] = change.command
    values["new_events"] = change.events
    values["new_moves"] = change.moves
    return _APPEND, values


def _found_by(appended: Appended) -> dict[str, object]:
    return {
        "its_id": appended.change.table,
        "before": appended.change.revision - 1,
        "revision": appended.change.revision,
        "phase": appended.phase,
        "host": appended.host,
        "deadline": appended.deadline,
        "active": appended.active,
    }


def _seat(connection: Connection, table: str, people: Sequence[PlayerRow]) -> None:
    """Write down who came, went or has another name; who is nobody any more leaves nothing behind."""
    for row in people:
        if row.guest is None:
            forget_player(connection, table, row.player)
    known = [row for row in people if row.guest is not None]
    if known:
        query = upsert(connection, players)
        query = query.on_conflict_do_update(
            index_elements=["table_id", "player"],
            set_={name: query.excluded[name] for name in ("guest_id", "name", "seated", "face")},
        )
        connection.execute(
            query,
            [
                {
                    "table_id": table,
                    "player": row.player,
                    "guest_id": row.guest,
                    "name": row.name,
                    "seated": row.seated,
                    "face": row.face,
                }
                for row in known
            ],
        )


def _values(change: ChangeRow) -> dict[str, object]:
    return {
        "table_id": change.table,
        "revision": change.revision,
        "at": change.at,
        "player": change.player,
        "command": change.command,
        "events": change.events,
        "moves": change.moves,
    }


def stored(connection: Connection, ids: Sequence[str], moves: bool = True) -> list[StoredTable]:
    """These tables, what happened at each since its snapshot, and who is who; ``moves`` says whether to read those."""
    return _stored(connection, connection.execute(_FIND, {"ids": ids}).all(), moves)


def _stored(connection: Connection, rows: Sequence[Sequence[Any]], moves: bool = False) -> list[StoredTable]:
    found = {row[0]: StoredTable(_table_row(row), [], []) for row in rows}
    if found:
        # Who is who comes last: whoever a change speaks of is there then.
        for change in connection.execute(_SINCE if moves else _LOOK, {"ids": list(found)}):
            if change[1] <= found[change[0]].row.revision:
                found[change[0]].changes.append(ChangeRow(*change))
        for table, *player in connection.execute(_PLAYERS, {"ids": list(found)}):
            found[table].players.append(PlayerRow(*player))
    return list(found.values())


def _table_row(row: Sequence[Any]) -> TableRow:
    id, code, revision, phase, listed, *rest = row
    return TableRow(id, code, revision, phase, bool(listed), *rest)


def table_by_code(connection: Connection, code: str) -> str | None:
    """The table, not over, that this code leads to."""
    return connection.execute(_BY_CODE, {"code": code}).scalar()


def news(connection: Connection, id: str, after: int) -> tuple[list[ChangeRow], list[PlayerRow]] | None:
    """What happened at a table after a revision, in order, and who is who; ``None`` when there is no such table."""
    new = [ChangeRow(*row) for row in connection.execute(_NEWS, {"id": id, "after": after})]
    if not new:
        return ([], []) if revisions(connection, [id]) else None
    return new, [PlayerRow(*row[1:]) for row in connection.execute(_PLAYERS, {"ids": [id]})]


def changes_of_game(connection: Connection, game: str) -> list[ChangeRow]:
    """What happened while a game was played that has ended, in order."""
    return [ChangeRow(*row) for row in connection.execute(_OF_GAME, {"id": game})]


def command(connection: Connection, table: str, player: int, command: str) -> int | None:
    """The revision a player's command led to, if it was carried out."""
    return connection.execute(_COMMAND, {"id": table, "player": player, "command": command}).scalar()


def due(connection: Connection, now: float, limit: int) -> list[Due]:
    """The tables at which somebody has to look, longest overdue first."""
    return [Due(*row) for row in connection.execute(_DUE, {"now": now, "most": limit})]


def look_again(connection: Connection, table: str, revision: int, deadline: float | None) -> None:
    """Nothing was due at a table: look again then, unless something happens there first."""
    connection.execute(_LOOK_AGAIN, {"its_id": table, "at": revision, "deadline": deadline})


def revisions(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """The revision each of these tables has come to."""
    found: dict[str, int] = {}
    for start in range(0, len(ids), 500):
        rows = connection.execute(_REVISIONS, {"ids": ids[start : start + 500]})
        found.update((id, revision) for id, revision in rows)
    return found


def listed(connection: Connection, limit: int) -> list[StoredTable]:
    """The open tables that wait for players, newest first, to look at."""
    return _stored(connection, _LISTED.run(connection, {"most": limit}))


def tables_of(connection: Connection, guest: str, limit: int) -> list[StoredTable]:
    """The tables a guest sits at that are not over, latest active first, to look at."""
    return _stored(connection, _TABLES_OF.run(connection, {"guest": guest, "most": limit}))


def tables_seated(connection: Connection, guest: str) -> list[str]:
    """The ids of all tables a guest sits at that are not over."""
    seated = select(tables.c.id).where(tables.c.id.in_(_SEATED), going)
    return list(connection.execute(seated, {"guest": guest}).scalars())


def tables_known(connection: Connection, guest: str) -> list[str]:
    """The ids of all tables that are not over at which a guest ever was more than somebody who looks on."""
    known = select(players.c.table_id).where(players.c.guest_id == guest)
    return list(connection.execute(select(tables.c.id).where(tables.c.id.in_(known), going)).scalars())


def idle(connection: Connection, before: float, limit: int) -> list[str]:
    """The tables, not over, at which no person did anything since, longest idle first."""
    query = select(tables.c.id).where(going, tables.c.active < before)
    return list(connection.execute(query.order_by(tables.c.active).limit(limit)).scalars())


def save_drafts(connection: Connection, saved: Iterable[DraftRow]) -> None:
    """Keep the newest draft of each seat; one made before the kept one is late, whoever brings it, and ignored."""
    newest: dict[tuple[str, int], DraftRow] = {}
    for row in sorted(saved, key=lambda row: (row.table, row.seat, row.revision, row.number)):
        newest[row.table, row.seat] = row
    if not newest:
        return
    if connection.dialect.name == "postgresql":  # a crash may cost the last second of drafts anyway
        connection.execute(_SOON)
    query = upsert(connection, drafts)
    new = query.excluded
    query = query.on_conflict_do_update(
        index_elements=["table_id", "seat"],
        set_={"revision": new.revision, "number": new.number, "text": new.text},
        where=or_(
            new.revision > drafts.c.revision,
            and_(new.revision == drafts.c.revision, new.number > drafts.c.number),
        ),
    )
    # In one order for everybody: two processes that save the same drafts wait for each other, but not in a circle.
    values = [
        {"table_id": row.table, "seat": row.seat, "revision": row.revision, "number": row.number, "text": row.text}
        for row in newest.values()
    ]
    connection.execute(query, values)


def draft(connection: Connection, table: str, seat: int, revision: int) -> DraftRow | None:
    """A seat's draft, if it was made at this very revision."""
    row = connection.execute(_DRAFT, {"id": table, "seat": seat, "revision": revision}).first()
    return None if row is None else DraftRow(*row)
