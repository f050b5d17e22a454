"""What PostgreSQL's codes mean to who uses the store."""

from __future__ import annotations

import pytest
from sqlalchemy.exc import DBAPIError

from tilery.server.store.postgres import _translated
from tilery.server.store.rows import CannotSaveError, ConflictError, StoreError, UnavailableError


class RefusedError(Exception):
    """An error with a code, as the driver gives it."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__("<class 'driver.RefusedError'>: it says why")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("states", "meaning", "kind"),
    [
        (("23505", "40001", "40P01"), ConflictError, "conflict"),
        (("53100",), CannotSaveError, "full"),
        (("25006",), CannotSaveError, "read-only"),
        (("58030",), CannotSaveError, "io"),
        (("55P03",), UnavailableError, "lock"),
        (("57014", "25P03"), UnavailableError, "slow"),
        (("08000", "08006", "53300", "57P01", "57P03"), UnavailableError, "away"),
        (("28000", "28P01", "42501"), StoreError, "denied"),
        (("3D000", "42P01"), StoreError, "missing"),
        (("XX000", "XX001"), StoreError, "damaged"),
        (("22003", "57000"), StoreError, "refused"),
    ],
)
def test_every_code_has_its_meaning(states: tuple[str, ...], meaning: type[StoreError], kind: str) -> None:
    for state in states:
        error = _translated(RefusedError(state))
        assert (type(error), getattr(error, "kind", None)) == (meaning, kind)


@pytest.mark.parametrize("state", ["53100", "55P03"])
def test_what_postgresql_says_is_told_without_the_class_of_the_driver(state: str) -> None:
    assert str(_translated(RefusedError(state))).endswith(": it says why")
    assert "driver" not in str(_translated(RefusedError(state)))


def test_a_host_that_cannot_be_reached_is_told_with_why() -> None:
    away = _translated(OSError("no route to db"))
    assert (type(away), str(away)) == (UnavailableError, "the database cannot be reached now: no route to db")
    assert str(_translated(RefusedError("08006"))) == "the database cannot be reached now"


def test_what_the_driver_refuses_by_itself_is_told_by_its_name() -> None:
    error = _translated(DBAPIError("SELECT 1", None, ValueError("a secret")))
    assert (type(error), str(error)) == (StoreError, "the database refuses it (ValueError)")


def test_what_is_no_error_of_the_database_stays_what_it_is() -> None:
    own = KeyError("ours")
    assert _translated(own) is own
