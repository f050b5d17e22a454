from __future__ import annotations

import re

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from tilery.server.store import migration
from tilery.server.store.schema import metadata
from tilery.server.store.store import Store


def differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata))


def indexes(connection: Connection) -> dict[str, str]:
    """Every index as the database writes it, conditions included, which Alembic does not compare."""
    if connection.dialect.name == "sqlite":
        query = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    else:
        query = "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"
    return {name: re.sub(r"\s+", " ", sql) for name, sql in connection.execute(text(query))}


ADDED = {("changes", "events"), ("lines", "player")}
"""Columns that came later and gave the rows of then a value; all rows since bring one."""


def columns(connection: Connection) -> set[tuple[str, ...]]:
    """Every column with its type, and with its value where none is given, which Alembic does not compare."""
    seen = inspect(connection)
    return {
        (table, each["name"], str(each["type"]), "" if (table, each["name"]) in ADDED else str(each["default"]))
        for table in metadata.tables
        for each in seen.get_columns(table)
    }


def shape(connection: Connection) -> tuple[dict[str, str], set[tuple[str, ...]]]:
    """All that Alembic doesn't compare."""
    return indexes(connection), columns(connection)


def made_anew(connection: Connection) -> tuple[dict[str, str], set[tuple[str, ...]]]:
    metadata.drop_all(connection)
    metadata.create_all(connection)
    return shape(connection)


async def test_the_migrations_make_the_schema(store: Store) -> None:
    assert await store._database.write(differences) == []
    migrated = await store._database.write(shape)
    assert len(migrated[0]) >= 15
    assert await store._database.write(made_anew) == migrated


async def test_a_database_knows_its_version(store: Store) -> None:
    assert await store._database.write(migration.schema_version) == migration.newest()


async def test_every_version_follows_another(store: Store) -> None:
    scripts = ScriptDirectory(str(migration.FOLDER))
    assert [script.revision for script in scripts.walk_revisions()] == list(reversed(migration.versions()))
