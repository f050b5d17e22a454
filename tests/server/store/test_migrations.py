from __future__ import annotations

import re

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

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


def made_anew(connection: Connection) -> dict[str, str]:
    metadata.drop_all(connection)
    metadata.create_all(connection)
    return indexes(connection)


async def test_the_migrations_make_the_schema(store: Store) -> None:
    assert await store._database.write(differences) == []
    migrated = await store._database.write(indexes)
    assert len(migrated) >= 15
    assert await store._database.write(made_anew) == migrated


async def test_a_database_knows_its_version(store: Store) -> None:
    assert await store._database.write(migration.schema_version) == migration.newest()


async def test_every_version_follows_another(store: Store) -> None:
    revisions = [script.revision for script in reversed(list(migration._scripts().walk_revisions()))]
    assert revisions == sorted(revisions)
    assert revisions[-1] == migration.newest()
