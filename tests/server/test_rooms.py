"""Whoever folds the events of a table has the same table: another process, a reload, and those who are kept behind."""

from __future__ import annotations

import asyncio
import gc
import logging
import weakref
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, select, update

from tests.kit.rooms import Process, processes, sample
from tilery.bots.host import Fault
from tilery.game import Play
from tilery.notation import Table
from tilery.server.hub import ChangeNotice
from tilery.server.hub.notices import pack, unpack
from tilery.server.room.connection import Connection as RoomConnection
from tilery.server.room.work import Thought, Work
from tilery.server.store.rows import Guest
from tilery.server.store.schema import metadata, tables
from tilery.server.table.commands import DrawCommand
from tilery.server.table.messages import ClosingMessage


def act(folder: Path, scene: Callable[..., Awaitable[None]], count: int = 1, **options: Any) -> None:
    """Play a scene with so many processes."""

    async def run() -> None:
        async with processes(folder, count, **options) as made:
            async with asyncio.timeout(60):
                await scene(*made)

    asyncio.run(run())


# Telling


class Wire:
    """The other end of a socket, with what goes over it together."""

    unread = 0

    def __init__(self) -> None:
        self.sent: list[list[str]] = []

    def send_text(self, *texts: bytes) -> None:
        self.sent.append([msgspec.json.decode(text)["tell"] for text in texts])

    def end(self, code: int) -> None: ...


def test_who_asks_is_sent_what_comes_of_it_and_the_answer_together(tmp_path: Path) -> None:
    async def scene(one: Process) -> None:
        table = await one.table(seats=["me", "open"])
        await one.does(table, "bob", {"do": "sit"})
        room = await one.begins(table, "ann", "bob")
        wires = {guest: Wire() for guest in ("ann", "bob")}
        people = {guest: RoomConnection(await one.guest(guest), "key", wire) for guest, wire in wires.items()}
        for connection in people.values():
            await room.enter(connection)
        asker, other = ("ann", "bob") if room.table.turn == 0 else ("bob", "ann")
        revision = room.table.revision
        for id in ("first", "first", "second"):
            for wire in wires.values():
                wire.sent.clear()
            await room.handle(people[asker], DrawCommand(id=id, revision=revision))
            told.append([list(wires[guest].sent) for guest in (asker, other)])

    told: list[list[list[list[str]]]] = []
    act(tmp_path, scene)
    carried_out, repeated, refused = told
    assert carried_out == [[["change", "done"]], [["change"]]]
    assert repeated == [[["done"]], []]
    assert refused == [[["refused"]], []]


def test_who_has_to_go_hears_first_what_was_kept_for_them() -> None:
    wire = Wire()
    connection = RoomConnection(Guest("ann", "Ann", 0.0), "key", wire)
    connection.tell(b'{"tell":"change"}', more=True)
    assert wire.sent == []
    connection.end(ClosingMessage("gone", "this table no longer exists", again=False))
    assert wire.sent == [["change", "closing"]]


# Following


def test_another_process_tells_every_revision_as_it_was(tmp_path: Path) -> None:
    async def scene(one: Process, other: Process) -> None:
        table = await one.table(seats=["me", "open"])
        ann, seen = await one.comes(table, "ann"), await other.comes(table, "ann")
        await one.does(table, "bob", {"do": "sit"})
        await one.does(table, "ann", {"do": "kick", "seat": 1})
        assert seen.heard("change") == []
        await (await other.room(table)).catch_up()
        assert seen.heard("change") == ann.heard("change")
        first, second = seen.heard("change")
        assert first["events"] == [{"event": "sat", "seat": 1, "name": "Bob"}]
        assert second["events"] == [{"event": "kicked", "seat": 1}]

    act(tmp_path, scene, count=2)


def test_a_small_change_comes_with_its_notice_and_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(one: Process, other: Process) -> None:
        heard: list[Any] = []
        monkeypatch.setattr(one.rooms.backing.hub, "publish", heard.append)
        table = await one.table(seats=["me", "open"])
        await one.does(table, "bob", {"do": "sit"})
        room = await one.begins(table, "ann", "bob")
        follower, seen = await other.room(table), await other.comes(table, "ann")
        heard.clear()
        told = await one.comes(table, "ann")
        for _ in range(3):
            await one.draws(table)
        notices = [each for each in heard if isinstance(each, ChangeNotice)]
        for notice in (notices[0], notices[0], notices[1], unpacked(notices[2])):
            follower.heard(notice)
            assert follower.table.revision == notice.revision
        assert follower.table == room.table
        assert seen.heard("change") == told.heard("change")
        await one.draws(table)
        await one.draws(table)
        follower.heard([each for each in heard if isinstance(each, ChangeNotice)][-1])  # the one before was lost
        assert follower.table != room.table
        await follower.catch_up()
        assert follower.table == room.table

    def unpacked(notice: ChangeNotice) -> ChangeNotice:
        ((_, payload),) = pack("one", [(notice.table, msgspec.json.encode(notice))])
        parcel = unpack(payload)
        assert parcel is not None and isinstance(parcel.notices[0], ChangeNotice)
        return parcel.notices[0]

    act(tmp_path, scene, count=2)


def test_a_room_a_follower_and_a_reload_have_the_same_table(tmp_path: Path) -> None:
    async def scene(one: Process, other: Process) -> None:
        table = await one.table(seats=["me", "open", "open"], length={"games": 2}, clock={"turn": 60, "bank": 30})
        await other.room(table)
        for guest in ("bob", "cem", "dee"):
            await one.does(table, guest, {"do": "sit"})
        await one.does(table, "cem", {"do": "leave"})
        await one.does(table, "dee", {"do": "sit"})
        await one.begins(table, "ann", "bob", "dee")
        for _ in range(4):
            await one.draws(table)
            await one.wait(70.0)
        await one.does(table, "bob", {"do": "leave"})
        await one.rooms.rename(msgspec.structs.replace(await one.guest("ann"), name="Anna"))
        assert await same(table, one, other) == "playing"
        for guest in ("ann", "dee"):
            await one.does(table, guest, {"do": "resign"})
        assert await same(table, one, other) == "between"
        await one.begins(table, "ann", "dee")
        await (await one.room(table)).forget("dee")
        assert await same(table, one, other) == "playing"
        found = (await one.room(table)).table
        assert (found.number, found.people[0].name, found.people[2].name, found.people[3].name) == (
            2,
            "Anna",
            "Cem",
            "",
        )

    async def same(table: str, one: Process, other: Process) -> str:
        room, follower = await one.room(table), await other.room(table)
        while True:  # a stand-in may move meanwhile
            reloaded = await one.reloaded(table)
            await follower.catch_up()
            if reloaded.table.revision == room.table.revision:
                break
        assert room.table == follower.table == reloaded.table
        assert room.queue.game_events == follower.queue.game_events == reloaded.queue.game_events
        return room.table.phase

    act(tmp_path, scene, count=2)


def test_without_its_snapshots_everything_comes_back_the_same(tmp_path: Path) -> None:
    async def scene(one: Process) -> None:
        table = await one.table(seats=["me", "open"], length={"games": 2})
        await one.does(table, "bob", {"do": "sit"})
        for _ in range(2):
            await one.begins(table, "ann", "bob")
            await one.draws(table)
            await one.does(table, "bob", {"do": "resign"})
        await one.does(table, "ann", {"do": "rematch"})
        await one.does(table, "bob", {"do": "rematch"})
        await one.draws(table)
        room, looked = await one.reloaded(table), await one.rooms.look(table, None)
        assert room.table == (await one.room(table)).table
        await one.store._database.write(forget_snapshots)
        again = await one.reloaded(table)
        assert again.table == room.table
        assert again.queue.game_events == room.queue.game_events
        assert await one.rooms.look(table, None) == looked

    def forget_snapshots(connection: Connection) -> None:
        found = connection.execute(select(tables.c.snapped)).scalar_one()
        assert found > 5
        connection.execute(update(tables).values(snapshot=None, snapped=-1))

    act(tmp_path, scene)


def test_a_command_is_known_to_another_process_and_after_a_reload(tmp_path: Path) -> None:
    async def scene(one: Process, other: Process) -> None:
        table = await one.table(seats=["me", "open"])
        done = await one.does(table, "bob", {"do": "sit", "id": "once"})
        await one.does(table, "bob", {"do": "ready"})
        for room in (await other.room(table), await one.reloaded(table)):
            assert (await other.does(room, "bob", {"do": "sit", "id": "once"}))["revision"] == done["revision"]

    act(tmp_path, scene, count=2)


# Kept behind


def test_after_a_reload_spectators_who_see_racks_are_kept_behind_as_before(tmp_path: Path) -> None:
    async def scene(one: Process) -> None:
        table = await one.table(seats=["me", "open"], clock={"turn": 60}, spectators="racks", delay=120)
        await one.does(table, "bob", {"do": "sit"})
        await one.lets_in(table, "eve", "ann", "bob")
        room = await one.begins(table, "ann", "bob")
        began = room.table.revision
        await one.wait(50.0)
        await one.draws(table)
        await one.wait(100.0)
        for there in (room, await one.reloaded(table)):
            there.audience.tell_late()
            eve = await one.comes(there, "eve")
            (state,) = eve.heard("state")
            assert (state["revision"], state["behind"]) == (began, 120)
            assert [len(rack.split()) for rack in state["game"]["racks"]] == [14, 14]
            await one.wait(19.0)
            there.audience.tell_late()
            assert eve.heard("change") == []
            await one.wait(1.0)
            there.audience.tell_late()
            (change,) = eve.heard("change")
            assert change["revision"] == began + 1
            assert change["events"][0]["events"][0]["tiles"]
            await one.wait(-20.0)

    act(tmp_path, scene)


def test_before_the_start_nobody_is_kept_behind(tmp_path: Path) -> None:
    async def scene(one: Process) -> None:
        table = await one.table(seats=["me", "open"], clock={"turn": 60}, spectators="racks", delay=120)
        await one.does(table, "bob", {"do": "sit"})
        await one.lets_in(table, "eve", "ann", "bob")
        eve = await one.comes(table, "eve")
        room = await one.begins(table, "ann", "bob")
        assert room.audience.shown(eve).revision == 5
        assert room.audience.shown(eve).phase == "gathering"
        assert [each["revision"] for each in eve.heard("change")] == [5]
        assert [(each["revision"], each["behind"]) for each in eve.heard("state")] == [(4, 0), (5, 120)]

    act(tmp_path, scene)


# Bots and deadlines


def broken(patch: pytest.MonkeyPatch, answer: object) -> None:
    async def choose(self: Work, *given: object) -> object:
        return Thought(answer)

    patch.setattr(Work, "choose", choose)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (Fault("crash", "ZeroDivisionError"), "crash"),
        (None, "answer"),
        (Play(1, Table("r1 r2 r3")), "illegal"),
    ],
)
def test_whatever_a_bot_answers_its_seat_draws_and_the_fault_is_logged_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, answer: object, code: str
) -> None:
    async def scene(one: Process) -> None:
        table = await one.table(seats=["me", "newcomer"])
        room = await one.begins(table, "ann")
        if room.table.turn == 0:
            await one.draws(table)
        while not sample(one.metrics, "tilery_bot_faults_total"):
            await asyncio.sleep(0.01)
        assert room.table.game is not None
        assert len(room.table.game.racks[1]) == 14 + sample(one.metrics, "tilery_bot_faults_total")

    broken(monkeypatch, answer)
    act(tmp_path, scene)
    noted = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert {each.__dict__["values"]["code"] for each in noted} == {code}


def test_a_bot_that_does_well_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(one: Process) -> None:
        table = await one.table(seats=["me", "newcomer"])
        room = await one.begins(table, "ann")
        if room.table.turn == 0:
            await one.draws(table)
        while room.table.turn == 1:
            await asyncio.sleep(0.01)
        assert sample(one.metrics, "tilery_bot_faults_total") == 0

    act(tmp_path, scene)


def test_a_deadline_is_counted_where_and_when_it_is_settled(tmp_path: Path) -> None:
    async def scene(one: Process, other: Process) -> None:
        table = await one.table(seats=["me", "open"], clock={"turn": 60})
        await one.does(table, "bob", {"do": "sit"})
        room, follower = await one.begins(table, "ann", "bob"), await other.room(table)
        await one.wait(30.0)
        await one.rooms._settle_due()
        assert fired(one, other) == [0, 0]
        await one.wait(32.0)
        before = room.table.revision
        await asyncio.gather(room.expire(), follower.expire())
        await follower.catch_up()
        await room.catch_up()
        assert room.table.revision == follower.table.revision == before + 1
        assert sorted(fired(one, other)) == [0, 1]
        late = sample(one.metrics, "tilery_deadline_late_seconds_sum") + sample(
            other.metrics, "tilery_deadline_late_seconds_sum"
        )
        assert late == pytest.approx(0.5)

    def fired(*those: Process) -> list[float]:
        return [sample(each.metrics, "tilery_deadlines_fired_total") for each in those]

    act(tmp_path, scene, count=2)


def test_a_deadline_in_the_store_that_was_an_earlier_turns_is_put_off_once(tmp_path: Path) -> None:
    async def scene(one: Process) -> None:
        table = await one.table(seats=["me", "open"], clock={"turn": 60})
        await one.does(table, "bob", {"do": "sit"})
        room = await one.begins(table, "ann", "bob")
        await one.wait(40.0)
        await one.draws(table)
        await one.wait(22.0)
        assert [due.table for due in await one.store.due(1_062.0, 10)] == [table]
        await one.rooms._settle_due()
        assert room.table.deadline == 1_000.0 + 40 + 60 + 1.5
        assert await one.store.due(1_062.0, 10) == []
        await one.wait(40.0)
        await one.rooms._settle_due()
        assert sample(one.metrics, "tilery_deadlines_fired_total") == 1

    act(tmp_path, scene)


# Forgetting


def test_nothing_in_the_whole_database_names_who_was_deleted(tmp_path: Path) -> None:
    async def scene(one: Process) -> None:
        played = await one.table(seats=["me", "open"], length={"games": 2})
        await one.does(played, "zoe", {"do": "sit", "id": "zoe-1"})
        await one.does(played, "zoe", {"do": "say", "text": "good evening", "id": "zoe-2"})
        await one.does(played, "ann", {"do": "mute", "seat": 1})
        await one.begins(played, "ann", "zoe")
        await one.draws(played)
        await one.rooms.rename(msgspec.structs.replace(await one.guest("zoe"), name="Zoe Again"))
        await one.does(played, "zoe", {"do": "resign"})
        await one.begins(played, "ann", "zoe")
        hosted = await one.table("zoe", seats=["me", "open"])
        await one.does(hosted, "ann", {"do": "sit"})
        around = await one.table("zoe", seats=["me", "me", "casual"], shared=True, names=["Zoe", "Zoes mother"])
        await one.does(around, "zoe", {"do": "ready"})
        sent_away = await one.table(seats=["me", "open"])
        await one.does(sent_away, "zoe", {"do": "sit"})
        await one.does(sent_away, "ann", {"do": "kick", "seat": 1})
        guest = await one.guest("zoe")
        assert "zoe" in (await one.store._database.read(everything)).lower()

        await one.rooms.leave_everywhere(guest)
        await one.store.delete_guest("zoe", 2_000.0)

        assert "zoe" not in (await one.store._database.read(everything)).lower()
        table = (await one.room(hosted)).table
        assert table.host is not None and table.people[table.host].guest == "ann"
        for each in (played, hosted, around, sent_away):
            assert (await one.reloaded(each)).table.seats == (await one.room(each)).table.seats
        await one.does(played, "ann", {"do": "resign"})  # the game goes on to its end, and is written down
        assert "zoe" not in (await one.store._database.read(everything)).lower()
        assert len(await one.store.games_of("ann")) == 2

    def everything(connection: Connection) -> str:
        return str([connection.execute(select(table)).all() for table in metadata.sorted_tables])

    act(tmp_path, scene)


# Memory


def test_a_closed_room_and_its_connections_are_freed_without_a_search_for_circles(tmp_path: Path) -> None:
    async def scene(one: Process) -> None:
        table = await one.table(seats=["me", "open", "newcomer"], clock={"turn": 60}, spectators="racks", hints=True)
        await one.does(table, "bob", {"do": "sit"})
        await one.begins(table, "ann", "bob")
        room = await one.room(table)
        listeners = [await one.comes(table, guest) for guest in ("ann", "bob", "eve")]
        await one.does(table, "ann", {"do": "say", "text": "hello"})
        await asyncio.sleep(0.05)
        listeners[0].end(ClosingMessage("gone", "away with you", again=False))
        for each in listeners:
            room.leave(each)
        del one.rooms._rooms[table]
        await room.close()
        gone: list[weakref.ref[Any]] = [weakref.ref(room), weakref.ref(room.audience), *map(weakref.ref, listeners)]
        del room, listeners, each
        await asyncio.sleep(0.05)
        assert [each() for each in gone] == [None] * len(gone)

    gc.collect()
    gc.disable()
    try:
        act(tmp_path, scene)
    finally:
        gc.enable()
