"""Where a database is, read from one line of text."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from tilery.server.store.rows import StoreError

__all__ = ["read_address"]

_ALLOWED = "a database is a path, sqlite:///path or postgresql://user@host/name"


def read_address(text: str) -> Path | URL:
    """The file of a SQLite database, or the address of a PostgreSQL one.

    >>> read_address("sqlite:///games.db").name
    'games.db'
    >>> read_address("postgresql://tilery:secret@db/tilery?sslmode=require")
    postgresql+asyncpg://tilery:***@db/tilery?ssl=require
    """
    if "://" not in text and not text.startswith(("sqlite:", "postgresql:")):
        return _file(text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise StoreError(_ALLOWED) from None  # what was given may hold a password
    if url.drivername == "sqlite" and not url.host and not url.query:
        return _file(url.database or "")
    if url.drivername == "postgresql":
        query = dict(url.query)
        if "sslmode" in query:  # what every other program calls it
            query["ssl"] = query.pop("sslmode")
        return url.set(drivername="postgresql+asyncpg", query=query)
    raise StoreError(_ALLOWED)


def _file(text: str) -> Path:
    if text in ("", ":memory:") or "\0" in text:
        raise StoreError(_ALLOWED)
    return Path(text).expanduser().absolute()
