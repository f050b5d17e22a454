"""The schema's versions, and the way from one to the next."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from tilery.server.store.rows import StoreError
from tilery.server.store.schema import metadata

__all__ = ["is_current", "newest", "schema_version", "upgrade"]


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(Path(__file__).with_name("migrations")))


def newest() -> str:
    """The version of the schema that this program knows."""
    head = _scripts().get_current_head()
    assert head is not None
    return head


def schema_version(connection: Connection) -> str | None:
    """The version of the schema in a database; ``None`` where there is none yet."""
    return MigrationContext.configure(connection).get_current_revision()


def is_current(version: str | None) -> bool:
    """Whether a schema is as this program knows it; one from the future is refused."""
    if version is not None and version not in {script.revision for script in _scripts().walk_revisions()}:
        raise StoreError(f"the database was made by a newer version of Tilery (its schema is {version})")
    return version == newest()


def upgrade(connection: Connection, to: str = "head") -> None:
    """Bring the schema of a database to the newest version, or to another, in the transaction at hand."""

    def steps(version: Any, _context: MigrationContext) -> Any:
        return _scripts()._upgrade_revs(to, version)

    with EnvironmentContext(Config(), _scripts(), fn=steps) as environment:
        environment.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
        environment.run_migrations()
