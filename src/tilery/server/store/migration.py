"""The schema's versions, and the way from one to the next."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, column, inspect, select, table

from tilery.server.store.rows import StoreError
from tilery.server.store.schema import metadata

if TYPE_CHECKING:
    from alembic.runtime.migration import MigrationContext

__all__ = ["FOLDER", "is_current", "newest", "schema_version", "upgrade", "versions"]

FOLDER = Path(__file__).with_name("migrations")
"""Where the ways from one version to the next are."""

_KEPT = table("alembic_version", column("version_num"))


def versions() -> tuple[str, ...]:
    """Every version, oldest first, by the names of the files that lead to it."""
    return tuple(sorted(file.name[1:].partition("_")[0] for file in FOLDER.glob("versions/v*_*.py")))


def newest() -> str:
    """The version of the schema that this program knows."""
    return versions()[-1]


def schema_version(connection: Connection) -> str | None:
    """The version of the schema in a database; ``None`` where there is none yet."""
    if not inspect(connection).has_table(_KEPT.name):
        return None
    return connection.scalar(select(_KEPT.c.version_num))


def is_current(version: str | None) -> bool:
    """Whether a schema is as this program knows it; one from the future is refused."""
    if version is not None and version not in versions():
        raise StoreError(f"the database was made by a newer version of Tilery (its schema is {version})")
    return version == newest()


def upgrade(connection: Connection, to: str = "head") -> None:
    """Bring the schema of a database to the newest version, or to another, in the transaction at hand."""
    # Most starts find nothing to bring up to date, and to load Alembic takes an eighth of a start.
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(FOLDER))

    def steps(version: Any, _context: MigrationContext) -> Any:
        return scripts._upgrade_revs(to, version)

    with EnvironmentContext(Config(), scripts, fn=steps) as environment:
        environment.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
        environment.run_migrations()
