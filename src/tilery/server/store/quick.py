"""Writes that are done very often: put into SQL once, and run on the driver itself.

Making a statement, and leading it through SQLAlchemy, costs several times what the database needs for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Executable
from sqlalchemy.dialects import postgresql, sqlite

__all__ = ["Quick", "Values"]

Values = Mapping[str, Any]


class Quick:
    """A write of a few steps, of which the first says whether it is to be done: it changes a row if so.

    SQLite takes one step after the other. PostgreSQL takes ``whole``, which is all of them in one statement and gives
    a row if they were done.
    """

    def __init__(self, *steps: Executable, whole: Executable) -> None:
        named = sqlite.dialect(paramstyle="named")
        numbered = postgresql.asyncpg.dialect()  # type: ignore[no-untyped-call]
        self.steps = tuple(str(step.compile(dialect=named)) for step in steps)  # type: ignore[attr-defined]
        compiled = whole.compile(dialect=numbered)  # type: ignore[attr-defined]
        self.whole = str(compiled)
        self._order: tuple[str, ...] = tuple(compiled.positiontup or ())

    def in_order(self, values: Values) -> list[Any]:
        """The values as ``whole`` takes them."""
        return [values[name] for name in self._order]
