"""Where a database is, read from one line of text."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from tilery.server.store.rows import StoreError

__all__ = ["read_address"]

_ALLOWED = "a database is a path, sqlite:///path or postgresql://user@host/name"
_SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")


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
        return url.set(drivername="postgresql+asyncpg", query=_options(url))
    raise StoreError(_ALLOWED)


def _options(url: URL) -> dict[str, str]:
    """What an address may say after its question mark: where a socket is, and how to encrypt."""
    query = {name: value for name, value in url.query.items() if isinstance(value, str)}
    if not url.query.keys() <= {"host", "sslmode"} or len(query) < len(url.query):
        raise StoreError("the only options of a PostgreSQL address are host and sslmode, once each")
    mode = query.pop("sslmode", None)
    if mode is None:
        return query
    if mode not in _SSL_MODES:
        raise StoreError(f"sslmode is one of {', '.join(_SSL_MODES)}")
    return query | {"ssl": mode}  # as asyncpg calls it


def _file(text: str) -> Path:
    if text in ("", ":memory:") or "\0" in text:
        raise StoreError(_ALLOWED)
    return Path(text).expanduser().absolute()
