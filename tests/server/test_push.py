"""Being told that it is one's turn: encrypted for one browser, sent to public push services only."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.push_service import PushService
from tests.kit.rooms import Process, processes
from tests.kit.served import guest, served, settings_in
from tilery.errors import TileryError
from tilery.server.outward import Caller
from tilery.server.webpush import Recipient, decode_bytes, encode_bytes, encrypt

SLOW: dict[str, Any] = {"seats": ["me", "open"], "clock": {"turn": 86_400}}


@pytest.fixture
def browser() -> Iterator[PushService]:
    service = PushService()
    yield service
    service.close()


def act(folder: Path, scene: Callable[..., Awaitable[None]], count: int = 1) -> None:
    async def run() -> None:
        async with processes(folder, count) as made:
            for process in made:
                process.rooms.pushes.caller = Caller(loopback=True)
            await scene(*made)

    asyncio.run(run())


async def subscribed(one: Process, name: str, browser: PushService) -> None:
    await one.guest(name)
    found = browser.subscription
    await one.rooms.pushes.subscribe(name, found["endpoint"], found["keys"]["p256dh"], found["keys"]["auth"])


async def begun(one: Process, **setup: Any) -> tuple[str, str, str]:
    """A table of two people who have begun: its id, who is to move, and who is next."""
    table = await one.table("ann", **{**SLOW, **setup})
    await one.does(table, "bob", {"do": "sit"})
    room = await one.begins(table, "ann", "bob")
    return (table, "ann", "bob") if room.table.turn == 0 else (table, "bob", "ann")


def test_a_message_is_encrypted_as_in_the_example_of_rfc_8291() -> None:
    to = Recipient(
        decode_bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        decode_bytes("BTBZMqHH6r4Tts7J_aSIgg"),
    )
    key, salt = decode_bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), decode_bytes("DGv6ra1nlYgDCS1FRnbzlw")
    body = encrypt(b"When I grow up, I want to be a watermelon", to, key=key, salt=salt)
    assert encode_bytes(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/1",
        "https://push.example:8443/1",
        "https://user@push.example/1",
        "https://127.0.0.1/1",
        "https://10.0.0.8/1",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/1",
        "https://[::ffff:192.168.0.1]/1",
        "https://[64:ff9b::c0a8:1]/1",
        "https://localhost/1",
        "https://push.example/a b",
        "https://push.example/1\r\nX: y",
        "ftp://push.example/1",
        "https://" + "a" * 1_000 + "/1",
    ],
)
def test_only_public_https_endpoints_are_called(endpoint: str) -> None:
    with pytest.raises(TileryError) as refused:
        asyncio.run(Caller().check(endpoint))
    assert refused.value.code == "push"


def test_a_name_that_leads_inside_is_not_called_though_another_of_its_addresses_is_public() -> None:
    async def both(host: str, port: int, **more: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in ("9.9.9.9", "10.0.0.1")]

    async def call() -> None:
        asyncio.get_running_loop().getaddrinfo = both  # type: ignore[method-assign,assignment]
        await Caller().post("https://push.example/1", {}, b"")

    with pytest.raises(TileryError):
        asyncio.run(call())


def test_the_server_refuses_an_endpoint_inside_its_network_and_a_key_that_is_none(tmp_path: Path) -> None:
    with served(settings_in(tmp_path)) as url, guest(url, "Ann") as ann:
        offered = ann.get("/api/me/push").json()
        assert offered["available"] and len(decode_bytes(offered["key"])) == 65
        inside = {"endpoint": "https://127.0.0.1/1", "keys": {"p256dh": offered["key"], "auth": "A" * 22}}
        answer = ann.post("/api/me/push", json=inside)
        assert (answer.status_code, answer.json()["code"]) == (422, "push")


def test_who_is_not_here_is_told_that_it_is_their_turn_in_a_slow_game(tmp_path: Path, browser: PushService) -> None:
    async def scene(one: Process) -> None:
        table, mover, waiting = await begun(one)
        await subscribed(one, waiting, browser)
        await one.does(table, mover, {"do": "draw", "revision": (await one.room(table)).table.revision})
        assert await asyncio.to_thread(browser.await_message) == {"table": table}
        headers = browser.headers[-1]
        assert (headers["Content-Encoding"], headers["Topic"], headers["TTL"]) == ("aes128gcm", table, "86400")
        await one.draws(table)
        await one.draws(table)
        await asyncio.to_thread(browser.await_message)
        assert len(browser.read) == 2, "once each turn, and not when it is the other's"

    act(tmp_path, scene)


@pytest.mark.parametrize(
    "setup", [{"clock": {"turn": 60}}, {"seats": ["me", "open", "newcomer"], "clock": {"turn": 60}}]
)
def test_nobody_is_told_in_a_quick_game(tmp_path: Path, browser: PushService, setup: dict[str, Any]) -> None:
    async def scene(one: Process) -> None:
        table, _, waiting = await begun(one, **setup)
        await subscribed(one, waiting, browser)
        room = await one.room(table)
        if room.table.turn is not None and room.table.seats[room.table.turn].player is not None:  # a bot may begin
            await one.draws(table)
        await asyncio.sleep(0.05)
        assert browser.read == []

    act(tmp_path, scene)


def test_who_is_connected_is_not_told_otherwise(tmp_path: Path, browser: PushService) -> None:
    async def scene(one: Process) -> None:
        table, mover, waiting = await begun(one)
        await subscribed(one, waiting, browser)
        there = await one.comes(table, waiting)
        await one.does(table, mover, {"do": "draw", "revision": (await one.room(table)).table.revision})
        assert there.heard("change")
        await asyncio.sleep(0.05)
        assert browser.read == []

    act(tmp_path, scene)


def test_a_browser_that_has_unsubscribed_at_its_service_is_forgotten(tmp_path: Path, browser: PushService) -> None:
    async def scene(one: Process) -> None:
        table, _, waiting = await begun(one)
        browser.status = 410
        await subscribed(one, waiting, browser)
        await one.draws(table)
        await asyncio.to_thread(browser.await_message)
        room = await one.room(table)
        while room.tasks:
            await asyncio.sleep(0.01)
        assert await one.store.subscriptions(waiting) == []

    act(tmp_path, scene)


def test_all_processes_have_the_same_key_and_keep_it(tmp_path: Path) -> None:
    async def scene(one: Process, two: Process) -> None:
        keys = await asyncio.gather(one.rooms.pushes.key(), two.rooms.pushes.key())
        assert keys[0] == keys[1] == await one.store.push_key("vapid", b"another")

    act(tmp_path, scene, count=2)


def test_a_guest_has_so_many_browsers_and_takes_them_along(tmp_path: Path, browser: PushService) -> None:
    async def scene(one: Process) -> None:
        await one.guest("ann")
        found = browser.subscription
        for number in range(10):
            await one.wait(1.0)
            endpoint = f"{found['endpoint']}{number}"
            await one.rooms.pushes.subscribe("ann", endpoint, found["keys"]["p256dh"], found["keys"]["auth"])
        kept = [each.endpoint[-1] for each in await one.store.subscriptions("ann")]
        assert kept == list("23456789"), "the oldest have gone"
        await one.rooms.pushes.unsubscribe("bob", f"{found['endpoint']}9")
        assert len(await one.store.subscriptions("ann")) == 8, "nobody else ends it"
        await one.rooms.pushes.unsubscribe("ann", f"{found['endpoint']}9")
        assert len(await one.store.subscriptions("ann")) == 7
        await one.store.delete_guest("ann", 2_000.0)
        assert await one.store.subscriptions("ann") == []

    act(tmp_path, scene)
