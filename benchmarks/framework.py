"""What Litestar brings along beside what was written here instead: ``python -m benchmarks.framework``.

Rate limits by the request, notices between processes through Redis and PostgreSQL (how long each takes, what a burst
costs, whether they come back after a lost connection), and which errors come out as problem details. The reasons that
follow from it are in ``docs/dependencies.md``.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
from litestar import Litestar, get, post
from litestar.channels import ChannelsBackend, ChannelsPlugin
from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend
from litestar.channels.backends.redis import RedisChannelsPubSubBackend
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.plugins.problem_details import ProblemDetailsConfig, ProblemDetailsPlugin
from redis.asyncio import Redis

from tests.kit.services import postgres, redis
from tilery.server.http.limits import Limiter
from tilery.server.hub import ChangeNotice, Hub, Notice, open_hub
from tilery.server.settings import Rate

REQUESTS = 3_000
SINGLE = 200
BURST, TABLES = 2_000, 200
PATIENCE = 20.0

Publish = Callable[[str, int], None]
Hear = Callable[[str, int], None]


@get("/", sync_to_thread=False)
def nothing() -> None:
    return None


async def ask(app: Any, path: str = "/", method: str = "GET", body: bytes = b"") -> tuple[int, str]:
    """Send a request straight to an application; the answer's status and type."""
    headers = [(b"content-type", b"application/json")]
    scope: Any = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "path": path,
        "raw_path": path.encode(), "query_string": b"", "root_path": "", "scheme": "http", "headers": headers,
        "client": ("192.0.2.7", 1), "server": ("tiles.example", 80),
    }  # fmt: skip
    said: list[tuple[int, str]] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            kind = dict(message["headers"]).get(b"content-type", b"").decode()
            said.append((message["status"], kind.partition(";")[0]))

    await app(scope, receive, send)
    return said[0]


async def rates() -> None:
    """The processor's time for a request from an address that has asked often in this minute."""
    bare = Litestar([nothing], openapi_config=None, logging_config=None)
    config = RateLimitConfig(rate_limit=("minute", 10 * REQUESTS), set_rate_limit_headers=False)
    limited = Litestar([nothing], openapi_config=None, logging_config=None, middleware=[config.middleware])
    limiter, rate = Limiter(), Rate(burst=10 * REQUESTS, per_minute=600)

    async def ours(*scope: Any) -> None:
        limiter.take("requests", "192.0.2.7", rate)
        await bare(*scope)

    without = await _each(bare)
    print(f"a request that does nothing: {without:.0f} µs of processor time")
    for name, app in (("the limiter here", ours), ("Litestar's", limited)):
        first, rest = await _each(app, 300), await _each(app)
        print(f"  with {name}: {first - without:+.0f} µs for the first 300 in a minute, {rest - without:+.0f} µs after")


async def _each(app: Any, many: int = REQUESTS) -> float:
    began = time.process_time()
    for _ in range(many):
        await ask(app)
    return (time.process_time() - began) / many * 1e6


@asynccontextmanager
async def our_hub(url: str, process: str, hear: Hear | None) -> AsyncIterator[Publish]:
    """A process with a hub of ours, listening to every table if it hears."""
    hub: Hub = open_hub(url, process)
    await hub.open()

    def heard(notice: Notice) -> None:
        if hear is not None and isinstance(notice, ChangeNotice):
            hear(notice.table, notice.revision)

    for number in range(TABLES if hear is not None else 0):
        await hub.watch(f"table-{number}", heard)
    yield lambda table, revision: hub.publish(ChangeNotice(table, revision))
    await hub.close()


@asynccontextmanager
async def their_hub(backend: ChannelsBackend, hear: Hear | None) -> AsyncIterator[Publish]:
    """A process with Litestar's channels, subscribed to every table if it hears."""
    plugin = ChannelsPlugin(backend, arbitrary_channels_allowed=True)

    async def heard(data: bytes) -> None:
        table, _, revision = data.decode().partition(" ")
        if hear is not None:
            hear(table, int(revision))

    async with plugin:
        if hear is None:
            yield lambda table, revision: plugin.publish(f"{table} {revision}", table)
        else:
            listening = await plugin.subscribe([f"table-{number}" for number in range(TABLES)])
            async with listening.run_in_background(heard, join=False):
                yield lambda table, revision: plugin.publish(f"{table} {revision}", table)
            await plugin.unsubscribe(listening)


async def notices(name: str, opened: Callable[[Hear | None], Any], cut: Callable[[], Awaitable[None]]) -> None:
    """One process tells another: one by one, in a burst, and after the connection was lost."""
    try:
        await _notices(name, opened, cut)
    except Exception as error:  # what was lost is told once more when it is closed
        print(f"    at the end: {type(error).__name__}: {error}")


async def _notices(name: str, opened: Callable[[Hear | None], Any], cut: Callable[[], Awaitable[None]]) -> None:
    newest: dict[str, int] = {}
    arrived = asyncio.Event()

    def hear(table: str, revision: int) -> None:
        newest[table] = revision
        arrived.set()

    async def until(done: Callable[[], bool]) -> bool:
        end = time.monotonic() + PATIENCE
        while not done() and time.monotonic() < end:
            arrived.clear()
            try:
                async with asyncio.timeout(0.5):
                    await arrived.wait()
            except TimeoutError:
                continue
        return done()

    async with opened(hear), opened(None) as publish:
        times = []
        for number in range(SINGLE):
            began = time.perf_counter()
            publish("table-0", number)
            await until(lambda number=number: newest.get("table-0") == number)  # type: ignore[misc]
            times.append((time.perf_counter() - began) * 1000)
        cpu, began = time.process_time(), time.perf_counter()
        for number in range(BURST):
            publish(f"table-{number % TABLES}", 1000 + number)
        whole = await until(lambda: sum(newest.values()) >= sum(range(1000 + BURST - TABLES, 1000 + BURST)))
        took, spent = time.perf_counter() - began, time.process_time() - cpu
        times.sort()
        slow = times[int(0.99 * SINGLE)]
        print(f"  {name}: one by one {statistics.median(times):.1f} ms, the slowest of 100 {slow:.1f} ms;")
        print(f"    {BURST} at once {took:.2f} s, {spent:.2f} s of processor time{'' if whole else ', NOT ALL HEARD'};")
        await cut()
        back = False
        for attempt in range(10):
            await asyncio.sleep(0.5)
            publish("table-1", 10_000 + attempt)
            back = await _soon(lambda: newest.get("table-1", 0) >= 10_000)
            if back:
                break
        print(f"    after a lost connection: {'heard again' if back else 'NOTHING is heard any more'}")


async def _soon(done: Callable[[], bool]) -> bool:
    for _ in range(20):
        if done():
            return True
        await asyncio.sleep(0.025)
    return done()


async def channels() -> None:
    """Both ways through Redis and through PostgreSQL."""
    with redis() as server:
        url = server.url

        async def cut_redis() -> None:
            async with Redis.from_url(url) as client:
                await client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")

        def theirs_by_redis(hear: Hear | None) -> Any:
            return their_hub(RedisChannelsPubSubBackend(redis=Redis.from_url(url)), hear)

        print("through Redis")
        await notices("the hub here", lambda hear: our_hub(url, "a" if hear else "b", hear), cut_redis)
        await notices("Litestar's channels", theirs_by_redis, cut_redis)
    with postgres() as database:
        address = database.create()

        async def cut_postgres() -> None:
            connection = await asyncpg.connect(address)
            try:
                await connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            finally:
                await connection.close()

        print("through PostgreSQL")
        await notices("the hub here", lambda hear: our_hub(address, "a" if hear else "b", hear), cut_postgres)
        await notices(
            "Litestar's channels", lambda hear: their_hub(AsyncPgChannelsBackend(address), hear), cut_postgres
        )


async def problems() -> None:
    """What Litestar's plugin makes of what goes wrong."""

    @post("/typed", sync_to_thread=False)
    def typed(data: dict[str, int]) -> None:
        return None

    @get("/broken", sync_to_thread=False)
    def broken() -> None:
        raise LookupError

    plugin = ProblemDetailsPlugin(ProblemDetailsConfig(enable_for_all_http_exceptions=True))
    routes = [nothing, typed, broken]
    app = Litestar(routes, openapi_config=None, logging_config=None, plugins=[plugin], request_max_body_size=10)
    print("as problem details, by Litestar's plugin for all HTTP exceptions")
    for what, asked in {
        "not found": {"path": "/none"},
        "wrong method": {"method": "DELETE"},
        "wrong type": {"path": "/typed", "method": "POST", "body": b'["x"]'},
        "nested too deeply": {"path": "/typed", "method": "POST", "body": b"[" * 9},
        "too large": {"path": "/typed", "method": "POST", "body": b"[0, 0, 0, 0, 0]"},
        "a fault of ours": {"path": "/broken"},
    }.items():
        status, kind = await ask(app, **asked)  # type: ignore[arg-type]
        print(f"  {what}: {status} {kind}")


def main() -> None:
    asyncio.run(rates())
    asyncio.run(problems())
    asyncio.run(channels())


if __name__ == "__main__":
    main()
