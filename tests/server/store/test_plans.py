"""Every question that is asked often is answered by an index, however much there is in the store."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, event

from tilery.server.store import chat, export, figures, guests, history, puzzles, retention, tables
from tilery.server.store.retention import BEGINNING
from tilery.server.store.store import Store

ASKED: list[tuple[Callable[..., object], tuple[object, ...]]] = [
    (guests.find, ("digest",)),
    (guests.credentials_of, ("ann",)),
    (guests.muted, ("ann",)),
    (guests.count_tables, ("ann",)),
    (guests.redeem_device_code, ("digest", 1.0)),
    (guests.delete_guest, ("ann", 1.0)),
    (tables.stored, (["table"],)),
    (tables.stored, (["table"], False)),
    (tables.news, ("table", 1)),
    (tables.look_again, ("table", 1, 1.0)),
    (tables.tables_seated, ("ann",)),
    (tables.table_by_code, ("CODE",)),
    (tables.changes_of_game, ("game",)),
    (tables.command, ("table", 0, "c")),
    (tables.due, (1.0, 10)),
    (tables.revisions, (["one", "two"],)),
    (tables.listed, (10,)),
    (tables.tables_of, ("ann", 10)),
    (tables.idle, (1.0, 10)),
    (tables.draft, ("table", 0, 1)),
    (chat.lines_after, ("table", 0, 10)),
    (history.games_of, ("ann", None, 10, None, None)),
    (history.games_of, ("ann", 5.0, 10, "sabra", "game")),
    (history.game, ("game",)),
    (history.games_of_match, ("table", 1)),
    (figures.figured_games, ("ann", 10, None, None)),
    (figures.figured_games, ("ann", 10, 1.0, 2.0)),
    (figures.own_figures, ("ann", ("game", 0), 10)),
    (figures.add_figures, ("game", {})),
    (figures.forget_figures, ("ann",)),
    (export.loose_ends, ("ann",)),
    (export.own_acts, ("ann", "a", 10)),
    (export.own_reports, ("ann", "a", 10)),
    (export.own_tables, ("ann", ("table", 0), 10)),
    (export.own_lines, ("table", 0, 0, 10)),
    (puzzles.puzzle_player, ("ann",)),
    (puzzles.puzzle_ratings_of, (["one", "two"],)),
    (puzzles.tried_puzzles, ("ann",)),
    (puzzles.own_attempts, ("ann", "a", 10)),
    (retention.unseen, (1.0, BEGINNING, 10)),
    (retention.forget_guest, ("ann", 1.0, 1.0)),
    (retention.forget_tables, (1.0, BEGINNING, 10)),
    (retention.forget_chat, (1.0, 10)),
    (retention.forget_games, (1.0, BEGINNING, 10)),
]


def plans(connection: Connection, query: Callable[..., object], arguments: tuple[object, ...]) -> list[str]:
    """How the database means to carry out the statements of a query."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL enable_seqscan = off")  # it would read an empty table whole otherwise
        connection.exec_driver_sql("SET LOCAL plan_cache_mode = force_generic_plan")
        asked, explain = asked_of_postgres(connection, query, arguments), "EXPLAIN "
    else:
        asked, explain = asked_of_sqlite(connection, query, arguments), "EXPLAIN QUERY PLAN "
    return ["\n".join(map(str, connection.exec_driver_sql(explain + sql, given))) for sql, given in asked]


def asked_of_postgres(
    connection: Connection, query: Callable[..., object], arguments: tuple[object, ...]
) -> list[tuple[str, Any]]:
    asked: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, parameters: Any, *_rest: object) -> None:
        asked.append((statement, parameters))

    event.listen(connection, "before_cursor_execute", note)
    query(connection, *arguments)
    event.remove(connection, "before_cursor_execute", note)
    return asked


def asked_of_sqlite(
    connection: Connection, query: Callable[..., object], arguments: tuple[object, ...]
) -> list[tuple[str, Any]]:
    """All that the driver is asked, for much of it is not by way of SQLAlchemy."""
    asked: list[tuple[str, Any]] = []
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    raw.set_trace_callback(lambda sql: asked.append((sql, ())))
    query(connection, *arguments)
    raw.set_trace_callback(None)
    assert asked
    return [(sql, given) for sql, given in asked if not sql.startswith(("BEGIN", "--"))]


@pytest.mark.parametrize(("query", "arguments"), ASKED, ids=lambda value: getattr(value, "__name__", ""))
async def test_no_table_is_read_whole(
    store: Store, query: Callable[..., object], arguments: tuple[object, ...]
) -> None:
    for plan in await store._database.write(plans, query, arguments):
        for line in plan.splitlines():
            assert "Seq Scan" not in line, plan
            assert "SCAN" not in line or "INDEX" in line or "SCAN page" in line, plan


async def test_tables_are_found_by_the_index_of_those_not_over(store: Store) -> None:
    (due,) = await store._database.write(plans, tables.due, (1.0, 10))
    (idle,) = await store._database.write(plans, tables.idle, (1.0, 10))
    (listed,) = await store._database.write(plans, tables.listed, (10,))
    assert "tables_by_deadline" in due
    assert "tables_by_active" in idle
    assert "tables_listed" in listed
