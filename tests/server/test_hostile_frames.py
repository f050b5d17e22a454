"""Frames that are no commands, floods, and peers that never read: nothing breaks, and others play on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Iterator
from random import Random
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.kit.online import Host, Player, arrive
from tests.kit.online_hostile import act, beginning, close, fuzz_socket, play_on, raw_socket, token, told
from tests.kit.served import PLENTY, RELAXED, Serving, serving, settings_in
from tilery.server.http.wire import PATIENCE
from tilery.server.room import connection
from tilery.server.room.connection import Connection
from tilery.server.room.room import Room

LIMITS = msgspec.structs.replace(RELAXED, connections_per_table=6, connections_per_guest=8)
SLOWEST = 20.0
"""Seconds that a move of the others may take beside an attack, on a busy machine."""

pytestmark = pytest.mark.usefixtures("nothing_failed")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(settings_in(tmp_path_factory.mktemp("hostile"), bot_pause=0.0, limits=LIMITS)) as found:
        yield found


@pytest.fixture(scope="module")
def generous(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that lets everybody say as much as they like."""
    limits = msgspec.structs.replace(RELAXED, commands=PLENTY)
    with serving(settings_in(tmp_path_factory.mktemp("generous"), bot_pause=0.0, limits=limits)) as found:
        yield found


# Frames

WRONG = {
    "": "not-json",
    "[]": "shape",
    "[" * 10_000: "shape",
    '{"do":"say","id":"7","text":' + "[" * 10_000: "shape",
    '{"a":' * 3_000: "not-json",
    '{"do":"ping","id":"7"': "not-json",
    '{"do":"ping","id":"7","more":1}': "shape",
    '{"do":"ping","id":7}': "shape",
    '{"do":"ping","id":"' + "x" * 65 + '"}': "shape",
    '{"do":"win","id":"7"}': "shape",
    '{"do":"draw","id":"7","revision":' + "9" * 5_000 + "}": "shape",
    '{"do":"draw","id":"7","revision":-1}': "shape",
    '{"do":"draw","id":"7","revision":1,"seat":1}': "shape",
    '{"do":"ping","id":"\\ud800"}': "not-json",
}


def test_a_frame_that_is_no_command_is_refused_and_the_connection_stays(running: Serving) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        ann, bo = await beginning(http, "Ann", "Bo")
        async with raw_socket(ann.host, ann.table_id) as opened:
            for frame, code in WRONG.items():
                await opened.send(frame)
                assert (await told(opened, "refused"))["code"] == code, frame[:80]
            await opened.send(b'{"do":"ping","id":"7"}')
            assert (await told(opened, "refused"))["code"] == "not-json"
            await opened.send('{"do":"ping","do":"ping","id":"7"}')
            await opened.send('{"do":"ping","id":"8"}')
            assert (await told(opened, "pong"))["id"] in ("7", "8")
        await close(ann, bo)

    act(running, scene)


@pytest.mark.parametrize(("frame", "code"), [("x" * 20_000, 1009), (b"\xff\xfe{", 1007), (b"\xc3", 1007)])
def test_a_frame_too_large_or_no_text_ends_only_its_own_connection(
    running: Serving, frame: str | bytes, code: int
) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        ann, bo = await beginning(http, "Ann", "Bo")
        async with raw_socket(ann.host, ann.table_id) as opened:
            await opened.send(frame, text=True)
            with pytest.raises(ConnectionClosed) as closed:
                await told(opened, "pong")
            assert closed.value.rcvd is not None and closed.value.rcvd.code == code
        await ann.ask("ping")
        await close(ann, bo)

    act(running, scene)


def test_fuzzed_messages_break_nothing_and_others_play_on(generous: Serving) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        players = await beginning(http, "Vic", "Val")
        hostile = await beginning(http, "Eve", "Mal", hints=True, length={"games": 3})
        attacks = (fuzz_socket(p.host, p.table_id, Random(f"fuzz {p.seat}"), 1_200) for p in hostile)
        playing = asyncio.ensure_future(play_on(players))
        found = await asyncio.gather(*attacks)
        took = await playing
        assert max(took) < SLOWEST
        assert sum(each["sent"] for each in found) == 2_400
        assert all(each["refused"] > 800 and each["done"] > 20 for each in found)
        await close(*players, *hostile)

    act(generous, scene)


# Floods


def test_a_flood_of_messages_ends_its_own_connection(running: Serving) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        players = await beginning(http, "Vic", "Val")
        eve = await arrive(http, "Eve")

        async def flood() -> str:
            async with raw_socket(eve, players[0].table_id) as opened:
                with pytest.raises(ConnectionClosed):
                    for number in range(5_000):
                        await opened.send(json.dumps({"do": "sync", "id": str(number), "revision": 0}))
                    await told(opened, "nothing")
            return "closed"

        playing = asyncio.ensure_future(_slowly(players))
        ends = await asyncio.gather(*(flood() for _ in range(3)))
        took = await playing
        assert set(ends) == {"closed"}
        assert max(took) < SLOWEST
        await close(*players)

    act(running, scene)


async def _slowly(players: list[Player]) -> list[float]:
    """A dozen draws, no more often than the limits allow."""
    took = []
    for _ in range(12):
        mover = next(player for player in players if player.to_move)
        began = asyncio.get_running_loop().time()
        done = await mover.ask("draw", revision=mover.revision)
        for player in players:
            await player.until(lambda p, r=done["revision"]: p.revision >= r)
        took.append(asyncio.get_running_loop().time() - began)
        await asyncio.sleep(0.05)
    return took


def test_too_many_connections_are_refused_but_never_a_players(running: Serving) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        ann, bo = await beginning(http, "Ann", "Bo")
        lookers = [await Player(await arrive(http, "Eve"), ann.table_id).open() for _ in range(6)]
        refused = [looker.closing["code"] for looker in lookers if looker.closing is not None]
        assert refused == ["crowded"] * 2
        await bo.reconnect()
        assert bo.seat == 1
        many = [await Player(ann.host, ann.table_id).open() for _ in range(9)]
        assert [each.closing["code"] for each in many if each.closing is not None] == ["too-many"] * 2
        await close(*lookers, *many)
        again = await Player(ann.host, ann.table_id).open()
        assert again.seat == 0
        await close(ann, bo, again)

    act(running, scene)


# Somebody who never reads


@contextlib.asynccontextmanager
async def deaf_socket(
    running: Serving, host: Host, table: str, headers: dict[str, str]
) -> AsyncIterator[tuple[ClientConnection, Connection]]:
    """A socket that reads nothing, with so much sent to it that no more goes through; and the server's end of it."""
    small, (listener,) = socket.socket(), running.server.servers[0].sockets
    before = listener.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # the system keeps little of what is not read
    small.connect(("127.0.0.1", urlsplit(running.url).port))
    async with raw_socket(host, table, headers=headers, sock=small, max_queue=1, ping_interval=None) as deaf:
        deaf.transport.pause_reading()
        room = running.services.tables._rooms[table]
        there = await _new_connection(room, host)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, before // 2)
        for number in range(2_000):
            await deaf.send(json.dumps({"do": "sync", "id": str(number), "revision": 0}))
            await asyncio.sleep(0.001)
            if there._peer.unread > 30_000:
                break
        assert there._peer.unread > 30_000 and not there.closed
        yield deaf, there
        deaf.transport.abort()


async def _new_connection(room: Room, host: Host) -> Connection:
    """The server's end of a connection that a guest has made with a token."""
    async with asyncio.timeout(60):
        while True:
            for each in tuple(room.connections):
                if each.guest.id == host.guest["id"] and each.credential != host.guest["key"]:
                    return each
            await asyncio.sleep(0.01)


def test_a_revoked_token_does_nothing_more_though_nobody_reads_why(generous: Serving) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        ann, bo = await beginning(http, "Ann", "Bo")
        name, stolen = await token(http, ann.host)
        async with deaf_socket(generous, ann.host, ann.table_id, stolen) as (thief, there):
            answer = await http.delete(f"/api/me/tokens/{name}", headers=ann.host.headers())
            assert answer.status_code == 204 and there.closed
            before = ann.revision
            await thief.send(json.dumps({"do": "resign", "id": "1"}))
            await asyncio.sleep(PATIENCE + 0.5)
            await ann.ask("ping")
            assert (ann.revision, ann.phase) == (before, "playing")
            assert there not in generous.services.tables._rooms[ann.table_id].connections
        await close(ann, bo)

    act(generous, scene)


def test_somebody_who_never_reads_is_let_go_and_nobody_waits(
    generous: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        ann, bo = await beginning(http, "Vic", "Val")
        _, headers = await token(http, ann.host)
        async with deaf_socket(generous, ann.host, ann.table_id, headers) as (_, there):
            monkeypatch.setattr(connection, "MOST_UNREAD", there._peer.unread + 5_000)
            assert max(await _slowly([ann, bo])) < SLOWEST
            for number in range(2_000):  # how much the system takes meanwhile is its own affair
                if there.closed:
                    break
                await bo.ask("say", text=f"are you there? {number}")
            assert there.closed
            await asyncio.sleep(PATIENCE + 0.5)
            assert there not in generous.services.tables._rooms[ann.table_id].connections
        await close(ann, bo)

    act(generous, scene)
