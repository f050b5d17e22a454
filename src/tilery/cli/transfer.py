"""``tilery transfer``: a server's whole database into another."""

from __future__ import annotations

import asyncio
from typing import Annotated

from tilery.cli.command import argument
from tilery.errors import TileryError
from tilery.server.store.rows import StoreError
from tilery.server.store.transfer import transfer as copy

__all__ = ["transfer"]


def transfer(
    source: Annotated[str, argument(metavar="FROM", help="The database to copy: a file or postgresql://…")],
    target: Annotated[str, argument(metavar="TO", help="The database to fill: an empty one, or a new file.")],
) -> None:
    """Copy a server's whole database to another, SQLite to PostgreSQL or back, and compare every row.

    Stop the server first: neither database may be in use. The target has to be empty. Everything is copied or
    nothing, and it counts only after every row was read back and compared. Passwords belong into ~/.pgpass or
    PGPASSWORD, for other users of the machine see arguments.
    """
    try:
        asyncio.run(copy(source, target, lambda table, rows: print(f"{table:14}{rows:>10,}")))
    except StoreError as error:
        raise TileryError("database", str(error)) from None
    print("Everything was copied and compared.")
