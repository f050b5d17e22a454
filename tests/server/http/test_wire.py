"""Connections that keep a server waiting: how long it waits, and how many of them an address may have."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import resource
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.kit.online import PATIENCE, Player, arrive
from tests.kit.online_hostile import act, beginning, close, raw_socket, sit_down, told
from tests.kit.served import RELAXED, Serving, code_of, serving, settings_in
from tilery.server.http.doors import Doors
from tilery.server.http.wire import EXTENSION, HttpWire, SocketWire, WireConfig
from tilery.server.serve import listen
from tilery.server.settings import Limits, Settings

pytestmark = pytest.mark.usefixtures("nothing_failed")

HEAD = b"GET /api/bots HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: "
BODY = b"POST /api/guests HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"
HANDSHAKE = (
    b"GET /x HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
WHOLE = b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@contextlib.contextmanager
def with_limits(folder: Path, **limits: object) -> Iterator[Serving]:
    with serving(settings_in(folder, limits=msgspec.structs.replace(RELAXED, **limits))) as running:
        yield running


async def opened(url: str, data: bytes, source: str = "127.0.0.1") -> Stream:
    """A connection that has sent this much and no more."""
    port = urlsplit(url).port
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    writer.write(data)
    return reader, writer


async def rest(stream: Stream) -> bytes:
    """What the server still says until it closes."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await stream[0].read()
    except ConnectionError:
        return b""
    finally:
        stream[1].close()


def play(running: Serving, scene: Callable[[httpx.AsyncClient], Awaitable[None]]) -> None:
    act(running, scene)


def test_eight_hundred_unfinished_requests_are_gone_after_a_while_and_disturb_nobody(tmp_path: Path) -> None:
    many = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (many, many))
    with with_limits(tmp_path, request_seconds=2.0) as running:

        async def scene(http: httpx.AsyncClient) -> None:
            ann, bo = await beginning(http, "Ann", "Bo")
            slow = [await opened(running.url, data) for data in (HEAD, BODY, b"", b"G") for _ in range(200)]
            mover = next(player for player in (ann, bo) if player.to_move)
            await mover.ask("draw", revision=mover.revision)
            assert (await http.get("/health")).status_code == 200
            answers = await asyncio.gather(*map(rest, slow))
            assert {answer[:12] for answer in answers[:400]} == {b"HTTP/1.1 408"}
            assert {answer[:12] for answer in answers[400:600]} == {b""}
            await close(ann, bo)

        play(running, scene)


@pytest.mark.parametrize("data", [HEAD, BODY, WHOLE + HEAD])
def test_a_request_that_trickles_in_has_no_longer(tmp_path: Path, data: bytes) -> None:
    with with_limits(tmp_path, request_seconds=1.0) as running:

        async def scene(_http: httpx.AsyncClient) -> None:
            stream = await opened(running.url, data)

            async def trickle() -> None:
                while True:
                    stream[1].write(b"x")
                    await asyncio.sleep(0.05)

            trickling = asyncio.ensure_future(trickle())
            answer = await rest(stream)
            assert answer == b"" or b"408" in answer  # who still writes may lose the answer with the connection
            trickling.cancel()

        play(running, scene)


def test_who_hangs_up_in_the_middle_of_a_request_is_no_error_of_the_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with with_limits(tmp_path) as running, caplog.at_level("INFO", "tilery.server.access"):

        async def scene(http: httpx.AsyncClient) -> None:
            _, writer = await opened(running.url, BODY)
            await asyncio.sleep(0.1)
            writer.close()
            async with asyncio.timeout(PATIENCE):
                while not any(map(seen, caplog.records)):
                    await asyncio.sleep(0.01)
            assert 'status="500"' not in (await http.get("/metrics")).text

        def seen(record: Any) -> bool:
            return "status" in getattr(record, "values", {})

        play(running, scene)


def test_who_still_waits_when_the_server_stops_is_told_to_come_back(tmp_path: Path) -> None:
    answers: list[httpx.Response] = []

    def ask(url: str) -> None:
        answers.append(httpx.get(f"{url}/ready", timeout=PATIENCE))

    with with_limits(tmp_path, closing=1) as running, pytest.MonkeyPatch.context() as patch:
        asked = threading.Event()

        async def never() -> None:
            asked.set()
            await asyncio.sleep(3600)

        patch.setattr(running.services.store, "check", never)
        patch.setattr("tilery.server.http.operations._PATIENCE", 3600)
        asking = threading.Thread(target=ask, args=[running.url])
        asking.start()
        assert asked.wait(PATIENCE)
    asking.join(PATIENCE)
    assert [code_of(answer, 503) for answer in answers] == ["draining"]


def test_small_packets_are_sent_at_once() -> None:
    """Asked of a connection as Python's own event loop makes it, which sees no TCP in a socket that is handed to it."""
    with listen(Settings(database="", port=0)) as listener, socket.create_connection(listener.getsockname()):
        taken, _ = listener.accept()
        with taken:
            assert taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_of_one_address_one_request_is_heard_in_a_round_and_all_are_answered(tmp_path: Path) -> None:
    with with_limits(tmp_path) as running:
        heard: list[int] = []
        rounds = 0

        async def scene(_http: httpx.AsyncClient) -> None:
            streams = [await opened(running.url, b"") for _ in range(20)]
            for _, writer in streams:
                writer.write(WHOLE)
            await asyncio.sleep(0.05)
            for _, writer in streams[:5]:
                writer.write(WHOLE[:30])
                writer.write(WHOLE[30:])
                writer.write(WHOLE)
            for number, (reader, writer) in enumerate(streams):
                for _ in range(3 if number < 5 else 1):
                    assert (await reader.readuntil(b"}"))[:15] == b"HTTP/1.1 200 OK"
                writer.close()

        def count() -> None:
            nonlocal rounds
            rounds += 1
            running.loop.call_soon(count)

        hear = HttpWire._hear

        def noted(self: HttpWire, data: bytes) -> None:
            heard.append(rounds)
            hear(self, data)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(HttpWire, "_hear", noted)
            running.loop.call_soon_threadsafe(count)
            play(running, scene)
        assert len(heard) >= 25  # what comes in parts may come together
        assert len(set(heard)) == len(heard), "two in one round"


def test_an_address_has_so_many_connections_and_others_have_theirs(tmp_path: Path) -> None:
    with with_limits(tmp_path, connections_per_address=3) as running:

        async def scene(_http: httpx.AsyncClient) -> None:
            held = [await opened(running.url, HEAD, "127.0.0.2") for _ in range(3)]
            assert await rest(await opened(running.url, WHOLE, "127.0.0.2")) == b""
            elsewhere = await opened(running.url, WHOLE, "127.0.0.3")
            assert b"200 OK" in await elsewhere[0].readline()
            elsewhere[1].close()
            held[0][1].close()
            async with asyncio.timeout(PATIENCE):
                while b"200 OK" not in await _first_line(running.url, "127.0.0.2"):
                    await asyncio.sleep(0.05)
            for _, writer in held:
                writer.close()

        play(running, scene)


async def _first_line(url: str, source: str) -> bytes:
    reader, writer = await opened(url, WHOLE, source)
    try:
        return await reader.readline()
    except ConnectionError:
        return b""
    finally:
        writer.close()


def test_behind_a_proxy_the_address_behind_it_counts(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(RELAXED, connections_per_address=2)
    with serving(settings_in(tmp_path, limits=limits, trusted_proxy=("127.0.0.0/8",))) as running:

        async def scene(http: httpx.AsyncClient) -> None:
            (ann,) = await sit_down(http, "Ann", seats=["me", "open"])

            def by(address: str) -> contextlib.AbstractAsyncContextManager[object]:
                return raw_socket(ann.host, ann.table_id, headers={**ann.host.headers(), "x-forwarded-for": address})

            async with by("198.51.100.7"), by("198.51.100.7"):
                with pytest.raises(InvalidStatus) as refused:
                    async with by("198.51.100.7"):
                        pass
                assert refused.value.response.status_code == 429
                async with by("198.51.100.8"):
                    pass
                answer = await http.get("/api/bots", headers={"x-forwarded-for": "198.51.100.7"})
                assert (answer.status_code, answer.json()["code"]) == (429, "too-often")
            async with by("198.51.100.7"):
                pass
            await close(ann)

        play(running, scene)


def test_a_flood_of_pings_is_cut_off(tmp_path: Path) -> None:
    with with_limits(tmp_path) as running:

        async def scene(http: httpx.AsyncClient) -> None:
            (ann,) = await sit_down(http, "Ann", seats=["me", "open"])
            async with raw_socket(ann.host, ann.table_id, ping_interval=None) as flooding:
                await told(flooding, "state")
                for _ in range(5):
                    await (await flooding.ping())
                with pytest.raises(ConnectionClosed):
                    for _ in range(5_000):
                        await flooding.ping()
                        await asyncio.sleep(0)
            await ann.ask("ping")
            await close(ann)

        play(running, scene)


def test_only_who_is_silent_is_asked_whether_they_are_there() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while await scope["extensions"][EXTENSION].hear() is not None:
            pass

    async def scene() -> None:
        doors = Doors(Settings(database=""))
        config = WireConfig(app, Limits(), doors, ws_max_size=512, ws_ping_interval=60.0, lifespan="off")
        config.load()
        wire, transport = SocketWire(config, ServerState(), {}), _Transport()
        wire.connection_made(transport)
        wire.data_received(HANDSHAKE)
        await asyncio.sleep(0)
        asked = []
        for said in (b"", _masked(b"{}"), _masked(b"{}") * 2, b"", b""):
            transport.written.clear()
            wire.data_received(said)
            assert wire.ping_timer is not None, "whoever was not asked now is asked the next time"
            wire.ping_timer.cancel()
            wire.send_keepalive_ping()
            asked.append([frame[:2] for frame in transport.written])
            if transport.written:  # and a pong is an answer, not something said
                wire.data_received(_masked(transport.written[0][2:], opcode=10))
        assert asked == [[b"\x89\x04"], [], [], [b"\x89\x04"], [b"\x89\x04"]]
        wire.stop_keepalive()
        for task in tuple(wire.tasks):
            task.cancel()
        await asyncio.gather(*wire.tasks, return_exceptions=True)

    asyncio.run(scene())


def test_what_waits_when_a_socket_closes_is_dropped(tmp_path: Path) -> None:
    with with_limits(tmp_path) as running:

        async def scene(http: httpx.AsyncClient) -> None:
            ann, bo = await sit_down(http, "Ann", "Bo")
            async with raw_socket(ann.host, ann.table_id) as talking:
                await told(talking, "state")
                said = [{"do": "say", "id": f"s{number}", "text": f"line {number}"} for number in range(50)]
                frames = [_masked(json.dumps(each).encode()) for each in said]  # within the rate
                talking.transport.write(b"".join(frames) + _masked(b"\x03\xe8", opcode=8))
                with contextlib.suppress(ConnectionClosed):
                    async with asyncio.timeout(PATIENCE):
                        while True:
                            await talking.recv()
            await bo.ask("ping")
            late = await Player(bo.host, bo.table_id).open()
            assert len(late.state["lines"]) < 5
            await close(ann, bo, late)

        play(running, scene)


def _masked(data: bytes, opcode: int = 1, begins: int = 0x80, mask: bytes = bytes(4)) -> bytes:
    """A frame as a client sends it, with a mask that changes nothing if no other is given."""
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([begins | opcode]) + size + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))


class _Transport(asyncio.Transport):
    """A connection of which nothing goes anywhere."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.reading = True
        self.written: list[bytes] = []

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))

    def is_closing(self) -> bool:
        return False

    def close(self) -> None: ...


def test_of_ten_thousand_small_messages_at_once_few_are_looked_at_before_they_are_asked_for() -> None:
    heard: list[str] = []
    more = asyncio.Semaphore(0)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while True:
            await more.acquire()
            heard.append(await scope["extensions"][EXTENSION].hear())

    async def scene() -> None:
        config = WireConfig(app, Limits(), Doors(Settings(database="")), ws_max_size=16_384, lifespan="off")
        config.load()
        wire, transport = SocketWire(config, ServerState(), {}), _Transport()
        wire.connection_made(transport)
        wire.data_received(HANDSHAKE)
        await asyncio.sleep(0)
        wire.data_received(b"".join(_masked(str(number).encode()) for number in range(10_000)))
        assert wire.queue.qsize() < 1_000 and not transport.reading
        for _ in range(9_999):
            more.release()
        while len(heard) < 9_999:
            await asyncio.sleep(0)
            assert wire.queue.qsize() < 1_000 and not transport.reading
        for _ in range(2):
            more.release()
            await asyncio.sleep(0)
        assert heard == [str(number) for number in range(10_000)]
        assert bool(transport.reading), "now that nothing is left and more is asked for"
        for task in tuple(wire.tasks):
            task.cancel()
        await asyncio.gather(*wire.tasks, return_exceptions=True)

    asyncio.run(scene())


def test_while_a_message_is_answered_one_more_is_read_and_then_none() -> None:
    heard: list[str] = []
    more = asyncio.Semaphore(1)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while True:
            await more.acquire()
            heard.append(await scope["extensions"][EXTENSION].hear())

    async def scene() -> None:
        config = WireConfig(app, Limits(), Doors(Settings(database="")), ws_max_size=16_384, lifespan="off")
        config.load()
        wire, transport = SocketWire(config, ServerState(), {}), _Transport()
        wire.connection_made(transport)
        wire.data_received(HANDSHAKE)
        reading = []
        for step in (None, "one", "two", more.release, more.release, "three"):
            if isinstance(step, str):
                wire.data_received(_masked(step.encode()))
            elif step is not None:
                step()
            for _ in range(3):
                await asyncio.sleep(0)
            reading.append((tuple(heard), transport.reading))
        assert reading == [
            ((), True),
            (("one",), True),
            (("one",), False),
            (("one", "two"), False),
            (("one", "two"), True),
            (("one", "two", "three"), True),
        ]
        for task in tuple(wire.tasks):
            task.cancel()
        await asyncio.gather(*wire.tasks, return_exceptions=True)

    asyncio.run(scene())


def test_who_was_told_to_go_is_not_listened_to_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = []
    look = SocketWire.send_receive_event_to_app

    def count(wire: SocketWire) -> None:
        looked_at.append(wire)
        look(wire)

    monkeypatch.setattr(SocketWire, "send_receive_event_to_app", count)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        wire = scope["extensions"][EXTENSION]
        while await wire.hear() is not None:
            pass

    async def scene() -> None:
        config = WireConfig(app, Limits(), Doors(Settings(database="")), ws_max_size=16_384, lifespan="off")
        config.load()
        wire, transport = SocketWire(config, ServerState(), {}), _Transport()
        wire.connection_made(transport)
        wire.data_received(HANDSHAKE)
        await asyncio.sleep(0)
        wire.end(1008)
        for _ in range(100):
            wire.data_received(_masked(b"") * 1_000)
        assert len(looked_at) < 1_000
        await asyncio.gather(*wire.tasks, return_exceptions=True)

    asyncio.run(scene())


def _odd_frames(chance: random.Random) -> list[bytes]:
    """What a client may send: mostly messages, but pings, parts and in the end nonsense too."""
    frames = []
    for number in range(chance.randint(1, 8)):
        mask, text = chance.randbytes(4), f"message {number} ".encode() * chance.choice((0, 1, 1, 1, 9, 40))
        odd = chance.random()
        if odd < 0.7:
            frames.append(_masked(text, mask=mask))
        elif odd < 0.8:
            frames.append(_masked(b"ping", opcode=chance.choice((9, 10)), mask=mask))
        elif odd < 0.85:
            frames.append(_masked(text, opcode=2, mask=mask))
        elif odd < 0.9:
            frames += [_masked(text, begins=0, mask=mask), _masked(b"ping", opcode=9), _masked(b" and on", opcode=0)]
        else:
            close, no_text = _masked(b"\x03\xe8", opcode=8, mask=mask), _masked(b"\xff\xfe", mask=mask)
            nonsense = (b"\x81\x02{}", b"\xc1\x80aaaa", b"\x83\x80aaaa", b"\x80\x80aaaa", b"\x81\xff" + bytes(12))
            return [*frames, chance.choice((close, no_text, *nonsense))]
    return frames


def _cut_up(chance: random.Random, frames: list[bytes]) -> list[bytes]:
    """The same bytes as a network may bring them; the last frame, after which there may be no more, by itself."""
    whole = b"".join(frames[:-1])
    cuts = sorted(chance.randint(0, len(whole)) for _ in range(chance.randint(0, 6)))
    parts = [whole[start:end] for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    return [part for part in (*parts, frames[-1]) if part]


async def _heard(sent: list[bytes], simple: bool) -> tuple[list[str | None], bytes]:
    """What an application hears of what is sent, and what goes back."""
    heard: list[str | None] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while not heard or heard[-1] is not None:
            heard.append(await scope["extensions"][EXTENSION].hear())

    config = WireConfig(app, Limits(), Doors(Settings(database="")), ws_max_size=512, lifespan="off")
    config.load()
    wire, transport = SocketWire(config, ServerState(), {}), _Transport()
    wire._is_simple = simple
    wire.connection_made(transport)
    wire.data_received(HANDSHAKE)
    await asyncio.sleep(0)
    for data in sent:
        if wire.conn.parser_exc is None and not wire.conn.close_sent:
            wire.data_received(data)
        for _ in range(3):
            await asyncio.sleep(0)
    for task in tuple(wire.tasks):
        task.cancel()
    await asyncio.gather(*wire.tasks, return_exceptions=True)
    return heard, b"".join(transport.written[1:])


@pytest.mark.parametrize("seed", range(300))
def test_messages_are_heard_as_the_library_hears_them_however_they_come(seed: int) -> None:
    chance = random.Random(seed)
    frames = _odd_frames(chance)
    heard = asyncio.run(_heard(frames, simple=False))
    assert asyncio.run(_heard(frames, simple=True)) == heard
    assert asyncio.run(_heard(_cut_up(chance, frames), simple=True)) == heard


def test_a_peer_that_does_not_read_its_answers_is_cut_off(tmp_path: Path) -> None:
    with with_limits(tmp_path, unread_seconds=0.5) as running:

        async def scene(http: httpx.AsyncClient) -> None:
            ask = b"GET /api/schema HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
            size = len((await http.get("/api/schema")).content)
            times = 20_000_000 // size
            reader, writer = await opened(running.url, ask * times)
            reader._transport.pause_reading()  # type: ignore[attr-defined]
            await asyncio.sleep(2)
            assert (await arrive(http, "Ann")).guest["name"] == "Ann"
            reader._transport.resume_reading()  # type: ignore[attr-defined]
            assert len(await rest((reader, writer))) < size * times

        play(running, scene)


def test_the_limits_leave_room_for_a_class_of_children() -> None:
    assert Limits().connections_per_address >= 30 * 7  # a browser has a socket and up to six connections
