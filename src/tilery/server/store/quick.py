"""Writes that are done very often: put into SQL once, and run on the driver itself.

Making a statement, and leading it through SQLAlchemy, costs several times what the database needs for it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Executable
from sqlalchemy.dialects import postgresql, sqlite

__all__ = ["Quick", "Ready", "Values"]

Values = Mapping[str, Any]


class Quick:
    """A write of a few steps, of which the first says whether it is to be done: it changes a row if so.

    SQLite takes one step after the other. PostgreSQL takes ``whole``, which is all of them in one statement and gives
    a row if they were done.
    """

    def __init__(self, *steps: Executable, whole: Executable) -> None:
        numbered = postgresql.asyncpg.dialect()  # type: ignore[no-untyped-call]
        self.steps = tuple(map(_named, steps))
        compiled = whole.compile(dialect=numbered)  # type: ignore[attr-defined]
        self.whole = str(compiled)
        self._order: tuple[str, ...] = tuple(compiled.positiontup or ())

    def in_order(self, values: Values) -> list[Any]:
        """The values as ``whole`` takes them."""
        return [values[name] for name in self._order]


class Ready:
    """One statement of a write that is not as frequent, but would take ten times as long in SQLAlchemy's hands.

    SQLite's driver gets it as it is; PostgreSQL has its own ways of remembering it.
    """

    def __init__(self, statement: Executable) -> None:
        self._statement, self._named = statement, _named(statement)

    def run(self, connection: Connection, values: Values) -> Sequence[Sequence[Any]]:
        """The rows it gives, none for most."""
        raw = connection.connection.driver_connection
        if isinstance(raw, sqlite3.Connection):
            return raw.execute(self._named, values).fetchall()
        done = connection.execute(self._statement, values)
        return done.all() if done.returns_rows else ()


def _named(statement: Executable) -> str:
    """A statement in SQLite's words."""
    return str(statement.compile(dialect=sqlite.dialect(paramstyle="named")))  # type: ignore[attr-defined]
