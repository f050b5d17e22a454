from __future__ import annotations

from pathlib import Path

import pytest

from tilery.server.store.address import read_address
from tilery.server.store.rows import StoreError


@pytest.mark.parametrize("text", ["sqlite:////var/games.db", "/var/games.db"])
def test_a_path_is_a_sqlite_file(text: str) -> None:
    assert read_address(text) == Path("/var/games.db")


def test_a_path_may_begin_at_home_or_here() -> None:
    assert read_address("~/games.db") == Path.home() / "games.db"
    assert read_address("sqlite:///games.db") == Path.cwd() / "games.db"


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":memory:",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite://host/games.db",
        "mysql://root:hunter2@db/games",
        "postgresql+psycopg://ann:hunter2@db/games",
        "postgresql://ann:hunter2@db:port/games",
        "https://ann:hunter2@example.org",
        "://hunter2",
        "games\0hunter2",
    ],
)
def test_anything_else_is_refused_with_what_is_allowed_and_no_password(text: str) -> None:
    with pytest.raises(StoreError, match="a path, sqlite:///path or postgresql://user@host/name") as caught:
        read_address(text)
    assert "hunter2" not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("options", ["colour=red", "sslmode=hunter2", "host=a&host=b", "password=hunter2"])
def test_options_that_mean_nothing_are_refused(options: str) -> None:
    with pytest.raises(StoreError, match="sslmode") as caught:
        read_address(f"postgresql://db/tilery?{options}")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("mode", ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"])
def test_an_address_may_say_how_to_encrypt_and_where_the_socket_is(mode: str) -> None:
    url = read_address(f"postgresql://ann@db/tilery?sslmode={mode}&host=/run/postgresql")
    assert not isinstance(url, Path)
    assert (url.drivername, url.username, url.host, url.database) == ("postgresql+asyncpg", "ann", "db", "tilery")
    assert url.query == {"ssl": mode, "host": "/run/postgresql"}


def test_an_address_may_say_nothing_of_that() -> None:
    url = read_address("postgresql://db/tilery")
    assert not isinstance(url, Path)
    assert url.query == {}
