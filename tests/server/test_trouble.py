"""Trouble with the disk, the file and the clock: told loudly, refused plainly, and nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.kit.online import PATIENCE, Host, Player, RefusedError, arrive, make_table, visiting
from tests.kit.served import code_of, served, serving, settings_in
from tests.kit.small_disk import small_disk
from tests.server.test_figures import draw, figures
from tilery.server.store.rows import StoreError
from tilery.server.store.store import open_store
from tilery.server.store.upkeep import backup


async def begin(url: str, **setup: Any) -> list[Player]:
    """Two at a table whose game has begun."""
    async with visiting(url) as http:
        ann, bo = await arrive(http, "Ann"), await arrive(http, "Bo")
        table = (await make_table(http, ann, **{"seats": ["me", "open"], **setup}))["terms"]["id"]
    players = [await Player(who, table).open() for who in (ann, bo)]
    await players[1].ask("sit")
    for player in players:
        await player.ask("ready")
    for player in players:
        await player.until(lambda known: known.phase == "playing" and known.game)
    return players


async def refused(players: list[Player]) -> str:
    """Draw until it is refused; the code."""
    for _ in range(60):
        try:
            await draw(players)
        except RefusedError as error:
            return error.code
    return ""


async def close(players: list[Player]) -> None:
    for player in players:
        await player.close()


async def until_ready(url: str, status: int) -> httpx.Response:
    """The answer to whether the server is ready, once it is this one."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = await asyncio.to_thread(httpx.get, f"{url}/ready")
        if answer.status_code == status:
            return answer
        await asyncio.sleep(0.1)
    raise AssertionError(f"/ready is {answer.status_code}, not {status}")


def told(caplog: pytest.LogCaptureFixture, event: str) -> list[dict[str, Any]]:
    """The named values of every line of this event."""
    return [getattr(record, "values", {}) for record in caplog.records if record.getMessage() == event]


def check_whole(database: str, table: str, revision: int) -> None:
    """The file is sound, and has this table at this revision with every change there was."""
    with closing(sqlite3.connect(database)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert file.execute("SELECT revision FROM tables WHERE id = ?", [table]).fetchone() == (revision,)
        found = file.execute("SELECT revision FROM changes WHERE table_id = ? ORDER BY revision", [table]).fetchall()
        assert [row[0] for row in found] == list(range(revision + 1))


# The disk


def test_on_a_full_disk_everybody_is_told_nothing_is_lost_and_play_goes_on_when_there_is_room(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(url: str, disk: Any) -> tuple[str, int]:
        players = await begin(url)
        await draw(players)
        disk.fill()
        assert await refused(players) == "cannot-save"
        revision = players[0].revision
        assert code_of(await until_ready(url, 503), 503) == "cannot-save"
        async with visiting(url) as http:
            assert code_of(await http.post("/api/guests", json={"name": "Cy"}), 503) == "cannot-save"
        found = await asyncio.to_thread(figures, url)
        assert found["tilery_store_works"] == 0
        assert found["tilery_store_errors_total full"] >= 1
        for _ in range(5):
            assert await refused(players) == "cannot-save"
        assert players[0].revision == revision
        disk.make_room()
        await draw(players)
        assert players[0].revision == revision + 1
        await until_ready(url, 200)
        await close(players)
        return players[0].table_id, players[0].revision

    with small_disk(tmp_path / "disk") as disk:
        settings = settings_in(disk.folder)
        with served(settings) as url:
            table, revision = asyncio.run(play(url, disk))
        check_whole(settings.database, table, revision)
    (trouble,) = told(caplog, "the database does not work")
    assert trouble["kind"] == "full"
    assert "disk is full" in trouble["why"] and "make room" in trouble["advice"]
    assert len(told(caplog, "the database works again")) == 1


def test_a_disk_that_may_only_be_read_is_refused_at_the_start(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        with served(settings_in(disk.folder)):
            pass
        disk.set_read_only()
        with pytest.raises(StoreError, match=r"(?i)read-only"), served(settings_in(disk.folder)):
            pass


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write to any file")
def test_a_file_that_may_only_be_read_is_refused_at_the_start(tmp_path: Path) -> None:
    with served(settings_in(tmp_path)):
        pass
    (tmp_path / "tilery.db").chmod(0o400)
    with pytest.raises(StoreError, match="cannot use"), served(settings_in(tmp_path)):
        pass


# The file


def deleted(path: Path) -> None:
    path.unlink()


def replaced(path: Path) -> None:
    backup(str(path), path.with_name("other.db"))
    path.with_name("other.db").replace(path)


def without_its_log(path: Path) -> None:
    path.with_name(path.name + "-wal").unlink()


@pytest.mark.parametrize("harm", [deleted, replaced, without_its_log])
def test_a_file_deleted_or_replaced_in_use_acknowledges_nothing_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, harm: Any
) -> None:
    async def play(url: str) -> None:
        players = await begin(url)
        await draw(players)
        revision = players[0].revision
        await asyncio.to_thread(harm, tmp_path / "tilery.db")
        assert await refused(players) == "cannot-save"
        assert players[0].revision == revision
        assert code_of(await until_ready(url, 503), 503) == "cannot-save"
        await close(players)

    with served(settings_in(tmp_path)) as url:
        asyncio.run(play(url))
    (trouble,) = told(caplog, "the database does not work")
    assert trouble["kind"] == "gone"
    assert "deleted or replaced" in trouble["why"] and "restore a backup" in trouble["advice"]


def test_a_file_that_is_gone_is_noticed_though_nobody_plays(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with served(settings_in(tmp_path)):
        (tmp_path / "tilery.db").unlink()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not told(caplog, "the database does not work"):
            time.sleep(0.05)
    assert [values["kind"] for values in told(caplog, "the database does not work")] == ["gone"]


def test_a_file_that_comes_back_is_used_again(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        players = await begin(url)
        path = tmp_path / "tilery.db"
        path.rename(tmp_path / "aside")
        assert await refused(players) == "cannot-save"
        (tmp_path / "aside").rename(path)
        await until_ready(url, 200)
        await draw(players)
        await close(players)

    with served(settings_in(tmp_path)) as url:
        asyncio.run(play(url))


def killed_in_the_middle(folder: Path) -> tuple[Path, str, int]:
    """A database as a killed server leaves it, its last changes in the file beside it; a table and its revision."""
    kept = folder / "kept"
    kept.mkdir()

    async def play(url: str) -> tuple[str, int]:
        players = await begin(url)
        for _ in range(8):
            await draw(players)
        for file in folder.glob("tilery.db*"):
            if not file.name.endswith(".lock"):
                shutil.copy(file, kept)
        found = players[0].table_id, players[0].revision
        await close(players)
        return found

    with served(settings_in(folder)) as url:
        table, revision = asyncio.run(play(url))
    assert (kept / "tilery.db-wal").stat().st_size > 0
    return kept, table, revision


def revisions(database: Path, table: str) -> list[int]:
    with closing(sqlite3.connect(database)) as file:
        query = "SELECT revision FROM changes WHERE table_id = ? ORDER BY revision"
        return [row[0] for row in file.execute(query, [table])]


def test_a_killed_server_finds_what_is_in_the_file_beside_it(tmp_path: Path) -> None:
    kept, table, revision = killed_in_the_middle(tmp_path)
    with served(settings_in(kept)):
        pass
    check_whole(str(kept / "tilery.db"), table, revision)


def test_with_a_damaged_file_beside_it_the_database_is_whole_up_to_the_damage(tmp_path: Path) -> None:
    kept, table, revision = killed_in_the_middle(tmp_path)
    log = kept / "tilery.db-wal"
    written = bytearray(log.read_bytes())
    for place in range(len(written) * 5 // 6, len(written), 997):  # among the moves
        written[place] ^= 0xFF
    log.write_bytes(written)
    with served(settings_in(kept)) as url:
        assert httpx.get(f"{url}/ready").status_code == 200
    left = revisions(kept / "tilery.db", table)
    assert 0 < len(left) < revision + 1
    check_whole(str(kept / "tilery.db"), table, len(left) - 1)


def test_a_damaged_database_is_refused_and_named(tmp_path: Path) -> None:
    with served(settings_in(tmp_path)):
        pass
    path = tmp_path / "tilery.db"
    written = bytearray(path.read_bytes())
    written[4096:] = os.urandom(len(written) - 4096)
    path.write_bytes(written)

    async def read() -> None:
        async with open_store(str(path)) as store:
            await store.table("anything")

    with pytest.raises(StoreError) as refusal:
        asyncio.run(read())
    assert refusal.value.kind == "damaged"


# Backups


def test_after_a_restore_players_go_on_from_where_the_backup_stands(tmp_path: Path) -> None:
    path, copy = tmp_path / "tilery.db", tmp_path / "monday.db"

    async def play(url: str) -> tuple[list[Host], str, int]:
        players = await begin(url)
        await draw(players)
        await asyncio.to_thread(backup, str(path), copy)
        saved = players[0].revision
        for _ in range(3):
            await draw(players)
        await close(players)
        return [player.host for player in players], players[0].table_id, saved

    async def go_on(url: str, hosts: list[Host], table: str, saved: int) -> None:
        players = [await Player(Host(url, host.cookie, {}), table).open() for host in hosts]
        assert [player.revision for player in players] == [saved, saved]
        await draw(players)
        await close(players)

    with served(settings_in(tmp_path)) as url:
        hosts, table, saved = asyncio.run(play(url))
    for name in ("tilery.db", "tilery.db-wal", "tilery.db-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    shutil.move(copy, path)
    assert path.stat().st_mode & 0o777 == 0o600
    with served(settings_in(tmp_path)) as url:
        asyncio.run(go_on(url, hosts, table, saved))


# The clock

HOUR = 3_600.0


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_clock_that_is_set_neither_ends_a_turn_nor_keeps_one_from_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    async def play(url: str, clock: Any) -> None:
        slow = await begin(url, clock={"turn": 1_800})
        quick = await begin(url, clock={"turn": 5})
        turn, revision = quick[0].game["turn"], slow[0].revision
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + jump)
        assert abs(clock.drift() - jump) < 60
        await quick[0].until(lambda known: known.game["turn"] != turn)  # its time was up
        assert slow[0].revision == revision
        await draw(slow)
        for players in (slow, quick):
            await close(players)

    with serving(settings_in(tmp_path, deadline_scan=0.05)) as running:
        asyncio.run(play(running.url, running.services.tables.backing.now))


def test_a_server_that_begins_with_a_clock_an_hour_back_goes_on_with_every_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(url: str) -> tuple[list[Host], str]:
        players = await begin(url, clock={"turn": 60})
        await draw(players)
        await close(players)
        return [player.host for player in players], players[0].table_id

    async def go_on(url: str, hosts: list[Host], table: str) -> None:
        players = [await Player(Host(url, host.cookie, {}), table).open() for host in hosts]
        for _ in range(4):
            await draw(players)
        await close(players)

    with served(settings_in(tmp_path, deadline_scan=0.05)) as url:
        hosts, table = asyncio.run(play(url))
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() - HOUR)
    with served(settings_in(tmp_path, deadline_scan=0.05)) as url:
        asyncio.run(go_on(url, hosts, table))
