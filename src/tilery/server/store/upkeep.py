"""What an operator does with a database from outside: bring it up to date, copy it."""

from __future__ import annotations

from pathlib import Path

from tilery.server.store.address import read_address
from tilery.server.store.postgres import migrate_postgres
from tilery.server.store.rows import StoreError
from tilery.server.store.sqlite import SqliteDatabase, copy_file

__all__ = ["backup", "migrate"]


async def migrate(url: str) -> None:
    """Bring a database to the schema this version knows, made where it is new; doing it twice is harmless."""
    address = read_address(url)
    if isinstance(address, Path):
        database = SqliteDatabase(address)  # opening one is enough
        await database.open()
        await database.close()
    else:
        await migrate_postgres(address)


def backup(url: str, path: Path) -> None:
    """Copy a SQLite database while it may be in use; to restore is to put the copy in its place."""
    address = read_address(url)
    if not isinstance(address, Path):
        raise StoreError("a PostgreSQL database is backed up with its own pg_dump, and restored with pg_restore")
    if path.exists():
        raise StoreError(f"{path} is there already")
    copy_file(address, path)
