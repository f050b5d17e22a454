"""What is written or asked very often: put into SQL once, and run on the driver itself.

Making a statement, and leading it through SQLAlchemy, costs several times what the database needs for it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Compiled, Connection, Executable
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
        self.steps = tuple(str(_for_sqlite(step)) for step in steps)
        compiled = whole.compile(dialect=numbered)  # type: ignore[attr-defined]
        self.whole = str(compiled)
        self._order: tuple[str, ...] = tuple(compiled.positiontup or ())

    def in_order(self, values: Values) -> list[Any]:
        """The values as ``whole`` takes them."""
        return [values[name] for name in self._order]


class Ready:
    """One statement that is not as frequent, but would take ten times as long in SQLAlchemy's hands.

    SQLite's driver gets it as it is, and gives numbers where truths are asked for; PostgreSQL has its own ways of
    remembering it.
    """

    def __init__(self, statement: Executable) -> None:
        compiled = _for_sqlite(statement)
        self._statement, self._named = statement, str(compiled)
        self._fixed = {name: value for name, value in compiled.params.items() if value is not None}

    def run(self, connection: Connection, values: Values) -> Sequence[Sequence[Any]]:
        """The rows it gives, none for most."""
        raw = connection.connection.driver_connection
        if isinstance(raw, sqlite3.Connection):
            if not raw.in_transaction:  # whatever else is read on it is of the same moment
                raw.execute("BEGIN")
            return raw.execute(self._named, {**self._fixed, **values}).fetchall()
        done = connection.execute(self._statement, values)
        return done.all() if done.returns_rows else ()


def _for_sqlite(statement: Executable) -> Compiled:
    """A statement in SQLite's words, every value by its name."""
    compiled: Compiled = statement.compile(dialect=sqlite.dialect(paramstyle="named"))  # type: ignore[attr-defined]
    return compiled
