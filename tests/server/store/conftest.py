"""Every test of the store runs on SQLite and on a real PostgreSQL; asynchronous tests run with their store open."""

from __future__ import annotations

import asyncio
import inspect
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.kit.services import Postgres
from tests.kit.stored import AMPLE, new_file
from tilery.server.store.schema import metadata
from tilery.server.store.store import Store, open_store


@pytest.fixture(scope="session")
def shared_url(database_server: Postgres, empty_database: str) -> str:
    """A PostgreSQL database with the schema, for one test after the other."""
    return database_server.create(empty_database)


@pytest.fixture
def postgres_url(database_server: Postgres, shared_url: str) -> str:
    """An empty PostgreSQL database: emptied, since making and removing one takes longer than most tests."""
    names = (table.name for table in reversed(metadata.sorted_tables))
    database_server.run("; ".join(f"DELETE FROM {name}" for name in names), shared_url)
    return shared_url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database, with our tables."""
    if request.param == "sqlite":
        return f"sqlite:///{new_file(tmp_path / 'data' / 'tilery.db')}"
    found: str = request.getfixturevalue("postgres_url")
    return found


@pytest.fixture
def store(url: str) -> Store:
    """A store that is open while the test runs."""
    return open_store(url, AMPLE)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    asyncio.run(_run(pyfuncitem.obj, arguments))
    return True


async def _run(test: Any, arguments: dict[str, Any]) -> None:
    async with AsyncExitStack() as stack:
        if "store" in arguments:
            await stack.enter_async_context(arguments["store"])
        await asyncio.wait_for(test(**arguments), timeout=300)
