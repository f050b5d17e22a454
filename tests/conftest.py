"""What every test shares: Hypothesis profiles, the soak switch, and proof of which tilery is tested."""

from __future__ import annotations

import asyncio
import importlib.util
import inspect
import logging
import os
import signal
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import httpx
import pytest
from httpx._transports import default
from hypothesis import HealthCheck, settings

import tilery
from tests.kit.online import PATIENCE
from tests.kit.services import Postgres, postgres
from tilery.server.store.upkeep import migrate

SOAK = bool(os.environ.get("TILERY_SOAK"))
WHEEL = bool(os.environ.get("TILERY_WHEEL"))

settings.register_profile("default", max_examples=40, derandomize=True, deadline=None)
settings.register_profile(
    "soak",
    max_examples=5_000,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("soak" if SOAK else "default")

# On a busy machine an answer may take longer than the five seconds that httpx waits unless told otherwise.
_unless_told: httpx.Timeout = inspect.signature(httpx.Client).parameters["timeout"].default
_unless_told.connect = _unless_told.read = _unless_told.write = _unless_told.pool = PATIENCE
# Every client reads the world's certificates, which takes longer than most tests: once is enough.
default.create_ssl_context = cache(default.create_ssl_context)  # type: ignore[attr-defined]

# Where tests run in the background a shell may have had SIGINT ignored, and programs started here would ignore it too.
signal.signal(signal.SIGINT, signal.default_int_handler)

collect_ignore = ["kit/ray_cluster.py"]  # runs in a process of its own, and needs the extra
if not SOAK:
    collect_ignore += ["soak", "browser/test_games_soak.py"]
if not os.environ.get("TILERY_BROWSER"):  # `make browser`
    collect_ignore.append("browser")
if not hasattr(os, "fork"):
    collect_ignore.append("mutants")


@pytest.fixture(scope="session")
def database_server() -> Iterator[Postgres]:
    """A PostgreSQL for one test after the other; who stops it starts it again."""
    with postgres() as service:
        yield service


@pytest.fixture(scope="session")
def empty_database(database_server: Postgres) -> str:
    """A database with our tables, to be copied: that takes a tenth of what migrating does."""
    url = database_server.create()
    asyncio.run(migrate(url))
    return url


@pytest.fixture
def database(database_server: Postgres, empty_database: str) -> str:
    """A fresh database on it, with our tables."""
    return database_server.create(empty_database)


@pytest.fixture
def nothing_failed(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever is sent to a server, its log has no error in it."""
    yield
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


def pytest_report_header() -> str:
    kernel = "compiled" if importlib.util.find_spec("tilery.solver.kernel.calls") else "absent"
    return f"tilery: {Path(tilery.__file__).parent} (kernel {kernel})"


def pytest_sessionstart() -> None:
    home = Path(tilery.__file__).resolve()
    if WHEEL and not (home.is_relative_to(Path(sys.prefix).resolve()) and "site-packages" in home.parts):
        pytest.exit(f"the installed wheel was to be tested, but tilery comes from {home}", returncode=3)
