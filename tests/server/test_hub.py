"""What every hub keeps to, and what those between processes keep to when the connection is lost."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager
from typing import Any

import pytest

from tests.kit.services import Postgres, Redis, postgres, redis
from tilery.errors import TileryError
from tilery.server.hub import ChangeNotice, Hub, Notice, Present, SaidNotice, SpentNotice, linked, open_hub
from tilery.server.hub.notices import LIMIT, channel, pack, unpack
from tilery.server.hub.outbox import Outbox
from tilery.server.metrics import Metrics

Service = Postgres | Redis
SERVICES: dict[str, Callable[[], AbstractContextManager[Service]]] = {"postgres": postgres, "redis": redis}


@pytest.fixture(scope="module", params=["postgres", "redis"])
def service(request: pytest.FixtureRequest) -> Iterator[Service]:
    with SERVICES[request.param]() as running:
        yield running


@pytest.fixture(params=["memory", "postgres", "redis"])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "memory":
        yield "memory:"
    else:
        with SERVICES[request.param]() as running:
            yield running.url


@asynccontextmanager
async def opened(url: str, process: str, metrics: Metrics | None = None) -> AsyncIterator[Hub]:
    hub = open_hub(url, process, metrics)
    await hub.open()
    try:
        yield hub
    finally:
        await hub.close()


async def until(condition: Callable[[], object], seconds: float = 120) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


def between(service: Service, play: Callable[[Hub, Hub], Awaitable[None]]) -> None:
    """Play with the hubs of two processes."""

    async def run() -> None:
        async with opened(service.url, "one") as one, opened(service.url, "two") as two:
            await play(one, two)

    asyncio.run(run())


def test_every_hub_can_be_used_the_same_way(url: str) -> None:
    async def run() -> None:
        hub = open_hub(url, "one")
        heard: list[Notice] = []
        hub.on_back(lambda: heard.append(ChangeNotice("back", 0)))
        hub.publish(ChangeNotice("kitchen", 1))
        await hub.open()
        assert hub.alive
        await hub.watch("kitchen", heard.append)
        await hub.watch("kitchen", heard.append)
        hub.publish(ChangeNotice("kitchen", 2))
        await hub.unwatch("kitchen")
        await hub.unwatch("kitchen")
        await hub.unwatch("kitchen")
        await hub.unwatch("never watched")
        await asyncio.sleep(0.1)
        await hub.close()
        await hub.close()
        hub.publish(ChangeNotice("kitchen", 3))
        assert heard == []

    asyncio.run(run())


def test_processes_hear_each_other_in_order_and_not_themselves(service: Service) -> None:
    async def play(one: Hub, two: Hub) -> None:
        heard: dict[str, list[Notice]] = {"one": [], "two": []}
        await one.watch("kitchen", heard["one"].append)
        await two.watch("kitchen", heard["two"].append)
        for revision in range(1, 51):
            one.publish(ChangeNotice("kitchen", revision))
            await asyncio.sleep(0.001)
        await until(lambda: ChangeNotice("kitchen", 50) in heard["two"])
        two.publish(SaidNotice("kitchen", 1))
        await until(lambda: heard["one"])
        revisions = [notice.revision for notice in heard["two"] if isinstance(notice, ChangeNotice)]
        assert revisions == sorted(set(revisions))
        assert len(revisions) > 1
        assert heard["one"] == [SaidNotice("kitchen", 1)]

    between(service, play)


def test_every_notice_arrives_as_it_was(service: Service) -> None:
    notices: list[Notice] = [
        ChangeNotice("küche", 7),
        SaidNotice("küche", 3),
        Present("küche", "one", (("anna", 0), ("ben", -1)), 4),
        SpentNotice("küche", (("a+{;~", 250, 70_000),)),
    ]

    async def play(one: Hub, two: Hub) -> None:
        heard: list[Notice] = []
        await two.watch("küche", heard.append)
        await two.watch("hall", heard.append)
        for notice in [*notices, ChangeNotice("hall", 1)]:
            one.publish(notice)
        await until(lambda: len(heard) == len(notices) + 1)
        assert set(heard) == {*notices, ChangeNotice("hall", 1)}

    between(service, play)


def test_tables_of_one_channel_are_heard_apart(service: Service) -> None:
    other = next(f"table{i}" for i in range(1000) if channel(f"table{i}") == channel("kitchen"))

    async def play(one: Hub, two: Hub) -> None:
        heard: list[Notice] = []
        await two.watch("kitchen", heard.append)
        one.publish(ChangeNotice(other, 1))
        one.publish(ChangeNotice("kitchen", 1))
        await until(lambda: heard)
        assert heard == [ChangeNotice("kitchen", 1)]

    between(service, play)


def test_watches_are_counted(service: Service) -> None:
    async def play(one: Hub, two: Hub) -> None:
        first: list[Notice] = []
        second: list[Notice] = []
        await two.watch("kitchen", first.append)
        await two.watch("kitchen", second.append)
        await two.unwatch("kitchen")
        one.publish(ChangeNotice("kitchen", 1))
        await until(lambda: second)
        await two.unwatch("kitchen")
        await two.watch("hall", second.append)
        one.publish(ChangeNotice("kitchen", 2))
        one.publish(ChangeNotice("hall", 1))
        await until(lambda: ChangeNotice("hall", 1) in second)
        assert first == []
        assert second == [ChangeNotice("kitchen", 1), ChangeNotice("hall", 1)]

    between(service, play)


def test_a_watch_hears_from_its_return_on(service: Service) -> None:
    async def play(one: Hub, two: Hub) -> None:
        heard: set[Notice] = set()

        async def come(table: str) -> None:
            await two.watch(table, heard.add)
            one.publish(ChangeNotice(table, 1))

        await asyncio.gather(*(come(f"table{i}") for i in range(200)))
        await until(lambda: len(heard) == 200)
        for i in range(200):
            await two.unwatch(f"table{i}")
            await come(f"table{i}")

    between(service, play)


def test_one_who_fails_at_hearing_does_not_disturb_the_others(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(notice: Notice) -> None:
        raise RuntimeError("deaf")

    async def play(one: Hub, two: Hub) -> None:
        heard: list[Notice] = []
        await two.watch("kitchen", fail)
        await two.watch("kitchen", heard.append)
        one.publish(ChangeNotice("kitchen", 1))
        await until(lambda: heard)
        assert two.alive

    between(service, play)
    assert "hearing a notice failed" in caplog.text


def test_a_flood_arrives(service: Service) -> None:
    async def play(one: Hub, two: Hub) -> None:
        heard: set[Notice] = set()
        flood = [ChangeNotice(f"table{i}", i) for i in range(9_900)]
        for notice in flood:
            await two.watch(notice.table, heard.add)
        for notice in flood:
            one.publish(notice)
        await until(lambda: len(heard) == len(flood))
        assert heard == set(flood)

    between(service, play)


def test_a_newer_notice_stands_for_the_older_ones_of_a_flood(service: Service) -> None:
    async def play(one: Hub, two: Hub) -> None:
        heard: list[Notice] = []
        await two.watch("kitchen", heard.append)
        for revision in range(10_000):
            one.publish(ChangeNotice("kitchen", revision))
        await until(lambda: ChangeNotice("kitchen", 9_999) in heard)
        assert len(heard) < 100

    between(service, play)


def test_malformed_payloads_are_ignored_and_counted(service: Service) -> None:
    junk = [
        "hello",
        "{}",
        "[]",
        '["one",[{"type":"changed","table":1,"revision":1}]]',
        '["one",[{"type":"changed","table":"kitchen","revision":1,"rack":"r1"}]]',
        '["one",[{"type":"exploded"}]]',
        "[" * 3_000,
    ]

    async def run() -> None:
        metrics = Metrics("two")
        heard: list[Notice] = []
        async with opened(service.url, "two", metrics) as two, opened(service.url, "one") as one:
            await two.watch("kitchen", heard.append)
            await one._link.send([(channel("kitchen"), payload) for payload in junk])  # type: ignore[attr-defined]
            one.publish(ChangeNotice("kitchen", 1))
            await until(lambda: heard)
        assert heard == [ChangeNotice("kitchen", 1)]
        assert f'tilery_notices_malformed_total{{process="two"}} {len(junk)}.0'.encode() in metrics.render()

    asyncio.run(run())


def test_a_lost_server_comes_back_and_everyone_is_told(service: Service) -> None:
    async def play(one: Hub, two: Hub) -> None:
        heard: list[Notice] = []
        back: list[str] = []
        one.on_back(lambda: back.append("one"))
        two.on_back(lambda: back.append("two"))
        await two.watch("kitchen", heard.append)
        await asyncio.to_thread(service.stop)
        await until(lambda: not one.alive and not two.alive)
        began = time.monotonic()
        one.publish(ChangeNotice("kitchen", 1))
        await two.watch("attic", heard.append)
        await two.unwatch("kitchen")
        await two.watch("kitchen", heard.append)
        assert time.monotonic() - began < linked.PATIENCE
        assert back == []
        await asyncio.to_thread(service.start)
        await until(lambda: one.alive and two.alive)
        assert sorted(back) == ["one", "two"]
        one.publish(ChangeNotice("attic", 1))
        one.publish(ChangeNotice("kitchen", 2))
        await until(lambda: ChangeNotice("kitchen", 2) in heard and ChangeNotice("attic", 1) in heard)

    between(service, play)


def test_a_hub_opened_before_its_server_gets_there_in_the_end(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(linked, "OPENING", 0.3)

    async def run() -> None:
        back: list[str] = []
        heard: list[Notice] = []
        service.stop()
        try:
            async with opened(service.url, "one") as one:
                assert not one.alive
                one.on_back(lambda: back.append("one"))
                await one.watch("kitchen", heard.append)
                await asyncio.to_thread(service.start)
                await until(lambda: one.alive)
                assert back == ["one"]
                async with opened(service.url, "two") as two:
                    two.publish(ChangeNotice("kitchen", 1))
                    await until(lambda: heard)
        finally:
            service.restart()

    asyncio.run(run())


def test_closing_sends_what_is_waiting(service: Service) -> None:
    async def run() -> None:
        heard: list[Notice] = []
        async with opened(service.url, "two") as two:
            await two.watch("kitchen", heard.append)
            async with opened(service.url, "one") as one:
                one.publish(Present("kitchen", "one", (), 0))
            await until(lambda: heard)

    asyncio.run(run())


@pytest.mark.parametrize("scheme", ["postgresql", "redis"])
def test_a_password_is_in_no_log_and_no_error(
    scheme: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(linked, "OPENING", 0.3)

    async def run() -> None:
        async with opened(f"{scheme}://anna:sesame@127.0.0.1:1/0?password=sesame", "one") as hub:
            assert not hub.alive

    asyncio.run(run())
    for bad in [f"{scheme}://anna:sesame@host:port/", f"{scheme}s://anna:sesame@[host/"]:
        with pytest.raises(TileryError) as caught:
            open_hub(bad, "one")
        assert "sesame" not in str(caught.value)
    assert "hub lost" in caplog.text
    assert "sesame" not in caplog.text + str([vars(record) for record in caplog.records])


@pytest.mark.parametrize(("url", "package"), [("postgresql://db", "asyncpg"), ("redis://db", "redis")])
def test_a_missing_package_is_named(url: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [
        name for name in sys.modules if name.split(".")[0] == package or name.startswith("tilery.server.hub.")
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(TileryError, match=f"{package}.*pip install 'tilery\\[scale\\]'"):
        open_hub(url, "one")


def lock(service: Service) -> str:
    """Have a service ask for a password; an address with a wrong one."""
    if isinstance(service, Redis):
        with socket.create_connection(("127.0.0.1", service.port)) as line:
            line.sendall(b"CONFIG SET requirepass sesame\r\n")
            assert line.recv(100).startswith(b"+OK")
        return service.url.replace("redis://", "redis://:wrong@")
    service.run("CREATE ROLE locked LOGIN PASSWORD 'sesame'")
    rules = service.folder / "data" / "pg_hba.conf"
    rules.write_text("host all locked 127.0.0.1/32 scram-sha-256\n" + rules.read_text())
    service.run("SELECT pg_reload_conf()")
    return service.url.replace("tilery@", "locked:wrong@")


@pytest.mark.parametrize("name", SERVICES)
def test_a_wrong_password_is_told_at_the_start_and_not_tried_for_ever(name: str) -> None:
    async def run(url: str) -> None:
        with pytest.raises(TileryError, match="check the user and the password of --channels") as refused:
            await open_hub(url, "one").open()
        assert "wrong" not in refused.value.text

    with SERVICES[name]() as service:
        asyncio.run(run(lock(service)))


class Deaf:
    """A link whose other end takes what it gets and never answers some of it."""

    lost = False

    def __init__(self, unanswered: str) -> None:
        self.opened = self.closed = 0
        self.unanswered = unanswered

    async def answer(self, what: str) -> None:
        if what == self.unanswered:
            await asyncio.Event().wait()

    async def open(self, hear: Callable[[str | bytes], None], lost: Callable[[], None]) -> None:
        self.opened += 1

    async def listen(self, channels: set[str]) -> None:
        await self.answer("listen")

    async def unlisten(self, channels: set[str]) -> None:
        await self.answer("unlisten")

    async def send(self, parcels: list[tuple[str, str]]) -> None:
        await self.answer("send")

    async def ping(self) -> None:
        await self.answer("ping")

    async def close(self) -> None:
        self.closed += 1

    def is_refused(self, error: Exception) -> bool:
        return False


@pytest.mark.parametrize("unanswered", ["listen", "unlisten", "send", "ping"])
def test_a_server_that_does_not_answer_is_given_up(unanswered: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linked, "PATIENCE", 0.05)
    monkeypatch.setattr(linked, "HEARTBEAT", 0.05)

    async def run() -> None:
        link = Deaf(unanswered)
        hub = linked.LinkedHub(link, "one", Metrics("one"))
        await hub.open()
        assert hub.alive
        async with asyncio.timeout(60):
            while not link.closed:  # busy all the time, which must not hide it
                await hub.watch("kitchen", print)
                await hub.unwatch("kitchen")
                hub.publish(ChangeNotice("kitchen", 1))
                await asyncio.sleep(0.005)
            link.unanswered = ""
            await until(lambda: link.opened > 1 and hub.alive)
        await hub.close()
        assert link.opened == link.closed

    asyncio.run(run())


class Counting(Deaf):
    """A link that keeps what is sent through it, sending by sending."""

    def __init__(self) -> None:
        super().__init__("")
        self.sent: list[list[str]] = []

    async def send(self, parcels: list[tuple[str, str]]) -> None:
        told = [unpack(payload) for _, payload in parcels]
        self.sent.append([notice.table for parcel in told if parcel for notice in parcel.notices])


def test_what_comes_shortly_after_a_sending_waits_and_goes_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linked, "APART", 0.5)

    async def run() -> None:
        link = Counting()
        hub = linked.LinkedHub(link, "one", Metrics("one"))
        await hub.open()
        hub.publish(ChangeNotice("attic", 1))
        await until(lambda: link.sent)
        for table in ("cellar", "kitchen", "porch"):
            hub.publish(ChangeNotice(table, 1))
            for _ in range(10):
                await asyncio.sleep(0)
        await until(lambda: len(link.sent) > 1)
        await hub.close()
        assert [sorted(tables) for tables in link.sent] == [["attic"], ["cellar", "kitchen", "porch"]]

    asyncio.run(run())


def test_what_is_too_much_is_dropped_counted_and_said_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(linked, "QUEUE", 10)
    metrics = Metrics("one")
    hub = linked.LinkedHub(Deaf("send"), "one", metrics)
    with caplog.at_level(logging.WARNING):
        for i in range(30):
            hub.publish(ChangeNotice(f"table{i}", 1))
    assert b'tilery_notices_dropped_total{process="one"} 20.0' in metrics.render()
    assert caplog.messages == ["notices dropped"]


def tables(outbox: Outbox) -> list[str]:
    return [table for (_, table), _ in outbox.take(100)]


def test_an_outbox_drops_the_oldest_presence_first() -> None:
    outbox = Outbox(3)
    notices: list[Notice] = [
        ChangeNotice("a", 1),
        Present("b", "one", (), 0),
        Present("c", "one", (), 0),
        SaidNotice("d", 1),
    ]
    for notice in notices:
        outbox.put(notice)
    assert tables(outbox) == ["a", "d", "c"]


def test_what_could_not_be_sent_is_next_again_unless_newer_news_came() -> None:
    outbox = Outbox(10)
    for table in "abc":
        outbox.put(ChangeNotice(table, 1))
    batch = outbox.take(2)
    outbox.put(ChangeNotice("b", 2))
    outbox.give_back(batch)
    sent = outbox.take(100)
    assert [table for (_, table), _ in sent] == ["a", "c", "b"]
    assert b'"revision":2' in dict(sent)[(ChangeNotice, "b")]


bad: list[Any] = [ChangeNotice("\ud800", 1), ChangeNotice("x" * LIMIT, 1), None, Present("a", "one", (object(),), 0)]  # type: ignore[arg-type]


@pytest.mark.parametrize("notice", bad, ids=["surrogate", "long", "none", "object"])
def test_a_notice_that_cannot_travel_is_dropped(notice: Any) -> None:
    outbox = Outbox(10)
    assert outbox.put(notice) == 1
    assert not outbox


def test_parcels_stay_below_the_limit_and_lose_nothing() -> None:
    outbox = Outbox(5_000)
    for i in range(2_000):
        outbox.put(ChangeNotice(f"table{i}", i))
        outbox.put(SaidNotice("kitchen" + "é" * i, i))
    parcels = pack("one", [(table, data) for (_, table), data in outbox.take(5_000)])
    assert all(len(payload.encode()) <= LIMIT for _, payload in parcels)
    found = [(name, notice) for name, payload in parcels if (p := unpack(payload)) for notice in p.notices]
    assert len(found) == 4_000
    assert all(name == channel(notice.table) for name, notice in found)
    numbers = [notice.number for name, notice in found if isinstance(notice, SaidNotice) and name == "tilery_00"]
    assert numbers == sorted(numbers)
