"""What one guest, one address and one table may use of a server, by however many sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from tests.kit.online import PATIENCE, Player, RefusedError
from tests.kit.online_hostile import act, beginning, close, raw_socket, sit_down, told
from tests.kit.served import RELAXED, Serving, code_of, serving, settings_in
from tilery.server.http.budgets import Account, Budgets, Metered, marking
from tilery.server.hub import SpentNotice
from tilery.server.room.connection import Connection
from tilery.server.room.room import Room
from tilery.server.settings import Limits, Rate
from tilery.server.table import commands as ask

pytestmark = pytest.mark.usefixtures("nothing_failed")

HERE = "127.0.0.1"


@contextlib.contextmanager
def with_limits(folder: Path, **limits: object) -> Iterator[Serving]:
    with serving(settings_in(folder, limits=msgspec.structs.replace(RELAXED, **limits))) as running:
        yield running


# Chat


async def talk(player: Player, times: int) -> Counter[str]:
    """Say something so many times, each by a new connection; what came of it."""
    found: Counter[str] = Counter()
    for number in range(times):
        await player.reconnect()
        try:
            await (player.ask("emote", name="wave") if number % 3 else player.ask("say", text="hi"))
        except RefusedError as error:
            found[error.code] += 1
        else:
            found["said"] += 1
    return found


def test_one_guest_says_so_much_a_minute_whatever_reconnects(tmp_path: Path) -> None:
    with with_limits(tmp_path, lines_per_guest=4) as running:

        async def scene(http: httpx.AsyncClient) -> None:
            ann, bo = await sit_down(http, "Ann", "Bo")
            assert await talk(ann, 8) == {"said": 4, "too-often": 4}
            assert await talk(bo, 2) == {"said": 2}
            await close(ann, bo)

        act(running, scene)


def test_one_guest_says_so_much_at_all_tables_together(tmp_path: Path) -> None:
    with with_limits(tmp_path, lines_per_guest=4) as running:

        async def scene(http: httpx.AsyncClient) -> None:
            ann, bo = await sit_down(http, "Ann", "Bo")
            cy, dee = await sit_down(http, "Cy", "Dee", seats=["me", "open", "open"])
            also = await Player(ann.host, cy.table_id).open()
            await also.ask("sit")
            assert await talk(ann, 3) == {"said": 3}
            assert await talk(also, 3) == {"said": 1, "too-often": 2}
            assert await talk(dee, 1) == {"said": 1}
            await close(ann, bo, cy, dee, also)

        act(running, scene)


def test_one_table_hears_so_much_a_minute_whoever_speaks(tmp_path: Path) -> None:
    with with_limits(tmp_path, lines_per_guest=3, lines_per_table=5) as running:

        async def scene(http: httpx.AsyncClient) -> None:
            ann, bo = await sit_down(http, "Ann", "Bo")
            cy, dee = await sit_down(http, "Cy", "Dee")
            assert await talk(ann, 3) == {"said": 3}
            assert await talk(bo, 3) == {"said": 2, "too-often": 1}
            assert await talk(cy, 1) == {"said": 1}
            await close(ann, bo, cy, dee)

        act(running, scene)


# Messages, work and bytes


def test_messages_are_counted_for_the_guest_by_whatever_sockets(tmp_path: Path) -> None:
    with with_limits(tmp_path, commands=Rate(10, 1)) as running:

        async def scene(http: httpx.AsyncClient) -> None:
            ann, bo = await sit_down(http, "Ann", "Bo")
            for _ in range(3):
                await ann.reconnect()
                for _ in range(3):
                    await ann.ask("ping")
            async with raw_socket(ann.host, ann.table_id) as another:
                await told(another, "state")
                for number in range(3):
                    await another.send(json.dumps({"do": "ping", "id": str(number)}))
                assert (await told(another, "closing"))["code"] == "too-many"
            await bo.ask("ping")
            await close(ann, bo)

        act(running, scene)


@pytest.mark.parametrize("limit", [{"work_per_guest": Rate(5_000, 1)}, {"bytes_per_guest": Rate(1_000_000, 1)}])
def test_work_and_bytes_are_counted_for_the_guest_by_whatever_sockets(tmp_path: Path, limit: dict[str, Rate]) -> None:
    with with_limits(tmp_path, **limit) as running:

        async def scene(http: httpx.AsyncClient) -> None:
            ann, bo = await sit_down(http, "Ann", "Bo")
            also = await Player(ann.host, ann.table_id).open()
            of_ann, of_bo = (running.services.budgets.account(HERE, each.host.guest["id"]) for each in (ann, bo))
            of_ann.spend(-60.0, -60_000_000)
            assert not of_ann.debt()  # a full purse, however much coming here has cost
            of_ann.spend(4.994, 960_000)
            for asked in range(200):
                if of_ann.debt():
                    break
                await (ann, also)[asked % 2].send({"do": "sync", "revision": 0})  # its answer may have to wait already
                await bo.ask("ping")
            assert of_ann.debt() and not of_bo.debt()
            await also.send({"do": "emote", "name": "wave"})
            await bo.ask("ping")
            assert not bo.said, "it waits"
            of_ann.spend(-60.0, -60_000_000)
            await bo.until(lambda p: p.said)
            await close(ann, bo, also)

        act(running, scene)


def test_what_is_asked_at_a_socket_is_not_paid_again_at_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paid: list[float] = []
    spend, handle = Account.spend, Room.handle

    def note(account: Account, seconds: float, size: int = 0) -> None:
        paid.append(seconds)
        spend(account, seconds, size)

    async def slowly(room: Room, connection: Connection, command: ask.Command) -> None:
        time.sleep(0.04)
        await handle(room, connection, command)

    monkeypatch.setattr(Account, "spend", note)
    with with_limits(tmp_path) as running:

        async def scene(http: httpx.AsyncClient) -> None:
            ann, bo = await sit_down(http, "Ann", "Bo")
            monkeypatch.setattr(Room, "handle", slowly)
            paid.clear()
            for number in range(1, 4):
                await bo.ask("ping")
                await many_payments(number)
            asked = list(paid)
            assert min(asked) >= 0.04
            await close(ann, bo)
            await many_payments(5)
            assert max(paid[3:]) < sum(asked), paid

        async def many_payments(number: int) -> None:
            """What is asked for is paid once it's answered."""
            async with asyncio.timeout(PATIENCE):
                while len(paid) < number:
                    await asyncio.sleep(0.01)

        act(running, scene)


def test_of_drafts_that_wait_only_the_newest_is_judged(tmp_path: Path) -> None:
    with with_limits(tmp_path, work_per_guest=Rate(100, 6_000)) as running:

        async def scene(http: httpx.AsyncClient) -> None:
            ann, bo = await beginning(http, "Ann", "Bo")
            async with raw_socket(ann.host, ann.table_id) as drafting:
                await told(drafting, "state")
                running.services.budgets.account(HERE, ann.host.guest["id"]).spend(0.3)
                for number in range(20):
                    draft = {"do": "draft", "id": f"d{number}", "revision": ann.revision, "table": ann.game["rack"]}
                    await drafting.send(json.dumps(draft))
                await drafting.send(json.dumps({"do": "ping", "id": "p"}))
                assert (await told(drafting, "verdict"))["id"] == "d19"
                assert (await told(drafting, "pong"))["id"] == "p"
            await close(ann, bo)

        act(running, scene)


def test_hints_are_counted_for_the_guest_and_for_the_address(tmp_path: Path) -> None:
    with with_limits(tmp_path, hints=Rate(2, 1), hints_per_address=Rate(3, 1)) as running:

        async def scene(http: httpx.AsyncClient) -> None:
            ann, bo = await beginning(http, "Ann", "Bo", hints=True)
            codes = []
            for player in (ann, ann, ann, bo, bo):
                await player.reconnect()
                try:
                    codes.append((await player.ask("hint", revision=player.revision, step=1))["tell"])
                except RefusedError as error:
                    codes.append(error.code)
            assert codes == ["hint", "hint", "too-often", "hint", "too-often"]
            await close(ann, bo)

        act(running, scene)


def test_requests_are_paid_by_their_address_in_time_and_bytes(tmp_path: Path) -> None:
    for limit in ({"work_per_address": Rate(2, 1)}, {"bytes_per_address": Rate(2_000, 1)}):
        with with_limits(tmp_path, **limit) as running:

            async def scene(http: httpx.AsyncClient, url: str = running.url) -> None:
                async with httpx.AsyncClient(
                    base_url=url, transport=httpx.AsyncHTTPTransport(local_address="127.0.0.2")
                ) as greedy:
                    assert (await greedy.get("/api/bots")).status_code == 200
                    for _ in range(12):
                        answer = await greedy.get("/api/bots")
                        if answer.status_code != 200:
                            break
                    assert code_of(answer, 429) == "too-often"
                assert (await http.get("/api/bots")).status_code == 200

            act(running, scene)


def test_a_flood_at_a_wrong_host_is_a_flood(tmp_path: Path) -> None:
    with with_limits(tmp_path, requests=Rate(3, 1)) as running:

        async def scene(http: httpx.AsyncClient) -> None:
            headers = {"host": "elsewhere.example"}
            statuses = [(await http.get("/api/bots", headers=headers)).status_code for _ in range(4)]
            assert statuses == [421, 421, 421, 429]

        act(running, scene)


def test_one_thing_of_an_address_begins_at_a_time_and_others_come_in_between() -> None:
    async def scene() -> None:
        budgets, began = Budgets(Limits()), []

        async def ask(address: str, guest: str) -> None:
            account = budgets.account(address, guest)
            if not account.begins():
                await account.in_turn()
            began.append(guest)

        flood = [asyncio.ensure_future(ask("192.0.2.1", f"eve {number}")) for number in range(40)]
        await asyncio.sleep(0)
        await ask("192.0.2.7", "ann")
        assert began == ["eve 0", "ann"]
        await asyncio.gather(*flood)
        assert began[2:] == [f"eve {number}" for number in range(1, 40)], "and nobody waits for ever"

    asyncio.run(scene())


def test_who_owes_work_waits_while_others_do_not() -> None:
    async def scene() -> None:
        now = 0.0

        budgets = Budgets(Limits(work_per_guest=Rate(100, 600)), clock=lambda: now)
        eve, again, bo = (budgets.account("192.0.2.1", guest) for guest in ("eve", "eve", "bo"))
        eve.spend(0.2)
        assert (again.debt(), bo.debt()) == (10.0, 0.0)
        now = 9.9
        assert not again.begins() and bo.begins()
        await asyncio.sleep(0)
        now = 10.1
        assert again.begins()

    asyncio.run(scene())


def test_what_is_measured_is_ones_own_work_not_the_waiting() -> None:
    async def scene() -> None:
        async def work() -> str:
            await asyncio.sleep(0.05)
            for _ in range(20_000):
                pass
            with pytest.raises(asyncio.CancelledError):
                await asyncio.sleep(60)
            return "done"

        metered = Metered(work())
        task = asyncio.ensure_future(_awaited(metered))
        await asyncio.sleep(0.1)
        task.cancel()
        assert await task == "done"
        assert 0 < metered.seconds < 0.05

    asyncio.run(scene())


async def _awaited(work: Metered[str]) -> str:
    return await work


# Several processes

CHANNELS = "redis://:secret@channels/0"


def test_what_an_address_spends_at_one_process_is_missing_at_the_other(database: str, tmp_path: Path) -> None:
    limits = msgspec.structs.replace(RELAXED, work_per_address=Rate(5, 0))
    settings = settings_in(tmp_path, database=database, channels=database, limits=limits)

    async def scene(here: str, there: Serving) -> None:
        elsewhere = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
        async with httpx.AsyncClient(transport=elsewhere, timeout=PATIENCE) as greedy:
            for _ in range(20):
                answer = await greedy.get(f"{here}/api/bots")
                if answer.status_code != 200:
                    break
            assert code_of(answer, 429) == "too-often"
            async with asyncio.timeout(PATIENCE):
                while not there.services.budgets.account("127.0.0.2").debt():
                    await asyncio.sleep(0.01)
            assert code_of(await greedy.get(f"{there.url}/api/bots"), 429) == "too-often"
        async with httpx.AsyncClient(timeout=PATIENCE) as other:
            assert (await other.get(f"{there.url}/api/bots")).status_code == 200

    with serving(settings) as one, serving(settings) as two:
        asyncio.run(scene(one.url, two))


def processes(now: list[float]) -> tuple[Budgets, Budgets]:
    one, two = (Budgets(Limits(), lambda: now[0], marking(CHANNELS)) for _ in range(2))
    return one, two


def test_a_steady_spender_gets_no_more_out_of_two_processes_than_out_of_one() -> None:
    now, spent = [0.0], 0.0
    one, two = processes(now)
    for tenth in range(1, 601):
        now[0] = tenth / 10
        for budgets in (one, two):
            account = budgets.account(f"192.0.2.{tenth % 200}", "eve")
            if not account.debt():
                account.spend(0.01)
                spent += 0.01
        if tenth % 10 == 0:
            told, heard = one.news(), two.news()
            if told is not None:
                two.hear(told)
            if heard is not None:
                one.hear(heard)
    assert spent < 0.5 + 6 + 1, "what is in the purse, what flows in in a minute, and a second's delay"


def test_nothing_is_told_of_those_who_spend_little_nor_by_a_lone_process() -> None:
    now = [0.0]
    one, two = processes(now)
    one.account(HERE, "ann").spend(0.005, 2_000)
    now[0] = 1.0
    assert one.news() is None
    alone = Budgets(Limits(), lambda: now[0])
    alone.account(HERE, "eve").spend(5.0)
    now[0] = 2.0
    assert alone.news() is None
    assert two.news() is None


def test_a_notice_of_spending_names_nobody_and_holds_the_biggest_spenders() -> None:
    now = [0.0]
    one, two = processes(now)
    for number in range(300):
        one.account(f"192.0.2.{number}", f"guest {number}").spend(1.0 + number / 100)
    now[0] = 1.0
    notice = one.news()
    assert isinstance(notice, SpentNotice)
    text = msgspec.json.encode(notice).decode()
    assert len(text) < 7_000 and "192.0.2" not in text and "guest" not in text
    assert one.news() is None, "it is told once"
    two.hear(notice)
    assert two.account("192.0.2.9", "guest 299").debt() > two.account("192.0.2.9", "guest 0").debt() == 0
