"""A real server on a free port, in a thread of this process."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec

from tests.kit.online import PATIENCE
from tests.kit.stored import new_file
from tilery.server.http.services import Services
from tilery.server.serve import Server, listen, run_server
from tilery.server.settings import Limits, Rate, Settings

PLENTY = Rate(1_000_000, 1_000_000)
RELAXED = Limits(
    requests=PLENTY,
    guests=PLENTY,
    tables=PLENTY,
    codes=PLENTY,
    device_codes=PLENTY,
    records=PLENTY,
    connections_per_address=1_000_000,
    work_per_guest=PLENTY,
    work_per_address=PLENTY,
    bytes_per_guest=Rate(1_000_000_000, 1_000_000_000),
    bytes_per_address=Rate(1_000_000_000, 1_000_000_000),
    hints=PLENTY,
    analysis_per_guest=PLENTY,
    analysis_per_address=PLENTY,
    analyses_per_address=1_000_000,
    solving_per_guest=PLENTY,
    solving_per_address=PLENTY,
    attempts_per_guest=PLENTY,
    attempts_per_address=PLENTY,
    hints_per_address=PLENTY,
    lines_per_guest=1_000_000,
    lines_per_table=1_000_000,
)
"""Limits that do not get in the way of tests of other things; trying device codes stays limited."""


def settings_in(folder: Path, **options: Any) -> Settings:
    """Settings for a test: a fresh SQLite file in a folder, any free port, relaxed limits."""
    if "database" not in options:
        options["database"] = str(new_file(folder / "tilery.db"))
    return Settings(**{"port": 0, "limits": RELAXED, "thinkers": 1, "analysts": 1, **options})


class Serving:
    """A server that runs: its address, and its services for a look inside."""

    def __init__(self, url: str, server: Server, services: Services, loop: asyncio.AbstractEventLoop) -> None:
        self.url = url
        self.server = server
        self.services = services
        self.loop = loop

    def run(self, work: Any) -> Any:
        """Await something on the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)


@contextmanager
def serving(settings: Settings) -> Iterator[Serving]:
    """Serve until the block ends; an error in the server is an error here."""
    ready, failed = threading.Event(), []
    found: list[Serving] = []

    def started(server: Server) -> None:
        url = f"http://127.0.0.1:{server.services.port}"
        found.append(Serving(url, server, server.services, asyncio.get_running_loop()))
        ready.set()

    def run() -> None:
        try:
            with listen(settings) as listener:
                asyncio.run(run_server(settings, listener, started))
        except BaseException as error:
            failed.append(error)
        finally:
            ready.set()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        if found:
            yield found[0]
    finally:
        if found:
            found[0].server.should_exit = True
        thread.join(PATIENCE)
        if failed:
            raise failed[0]
    assert not thread.is_alive()


@contextmanager
def served(settings: Settings) -> Iterator[str]:
    """Serve until the block ends; the address."""
    with serving(settings) as running:
        yield running.url


@contextmanager
def guest(url: str, name: str = "Ann") -> Iterator[httpx.Client]:
    """A browser of a new guest."""
    with httpx.Client(base_url=url, timeout=PATIENCE) as client:
        answer = client.post("/api/guests", json={"name": name})
        assert answer.status_code == 201, answer.text
        yield client


def code_of(answer: httpx.Response, status: int) -> str:
    """The code of a refusal, whose shape and status are checked."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = msgspec.json.decode(answer.content)
    assert {"type", "title", "status", "detail", "code"} <= problem.keys()
    assert problem["status"] == status
    return str(problem["code"])
