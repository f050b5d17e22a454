from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import pytest

from tests.kit.stored import add_guest, add_table, appended, changes_of, drafts_of, everything, finished, player, result
from tilery.server.room.sweep import Sweep
from tilery.server.settings import Settings
from tilery.server.store.retention import BEGINNING, Reached
from tilery.server.store.rows import Act, Credential, DraftRow, Passkey, Report
from tilery.server.store.store import Store, open_store

DAY = 86_400.0
NOW = 1_000 * DAY


def sweep(store: Store, steps: int = 200, **days: Any) -> Sweep:
    """A sweep that removes nothing but what is named."""
    never: dict[str, Any] = {"guest_days": 0.0, "table_days": 0.0, "chat_days": 0.0, "game_days": 0.0}
    return Sweep(store, Settings(database="", **{**never, **days}), lambda: NOW, steps)


async def test_only_tables_over_without_a_finished_game_are_forgotten(store: Store) -> None:
    for id in ("empty", "played", "recent", "going"):
        await add_table(store, id)
    await store.append(appended("empty", phase="over"))
    await store.append(appended("played", phase="over", finished=finished("g", table="played")))
    await store.append(appended("recent", phase="over", at=900.0))
    await store.say("empty", 1.0, 0, "nobody here?")
    await store.save_drafts([DraftRow("empty", 0, 1, 1, "draft")])
    assert await store.forget_tables(500.0, BEGINNING, 10) == (1, None)
    assert await store.table("empty") is None
    assert await changes_of(store, "empty") == []
    assert await store.lines("empty", 0, 10) == []
    assert await drafts_of(store, "empty") == {}
    assert await store.tables_of("ann", 10) != []
    assert len(await changes_of(store, "played")) == 2
    assert await store.revisions(["played", "recent", "going"]) == {"played": 1, "recent": 1, "going": 0}
    assert await store.forget_tables(500.0, BEGINNING, 10) == (0, None)


async def test_old_lines_go_and_their_numbers_are_not_given_again(store: Store) -> None:
    await add_table(store)
    for days in (400, 380, 300):
        await store.say("table", NOW - days * DAY, 0, f"{days} days ago")
    await sweep(store).round()
    assert len(await store.lines("table", 0, 10)) == 3, "0 is never"
    await sweep(store, chat_days=365).round()
    assert [(line.number, line.text) for line in await store.lines("table", 0, 10)] == [(3, "300 days ago")]
    assert (await store.say("table", NOW, 0, "now")).number == 4


async def test_old_games_go_by_whole_matches_and_not_while_one_is_played(store: Store) -> None:
    old, new = NOW - 100 * DAY, NOW - 10 * DAY
    for id in ("over", "mixed", "going"):
        await add_table(store, id)
    ended = {"over": (old, old), "mixed": (old, new), "going": (old, old)}
    for id, times in ended.items():
        for number, at in enumerate(times, 1):
            phase = "over" if number == 2 and id != "going" else "playing"
            game = finished(f"{id}-{number}", table=id, number=number, ended=at)
            await store.append(appended(id, number, phase=phase, finished=game))
    await sweep(store, game_days=30).round()
    assert {played.game.id for played in await store.games_of("ann")} == {"mixed-1", "mixed-2", "going-1", "going-2"}
    assert len(await store.figured_games("ann", 10)) == 4
    assert await store.changes_of_game("over-1") == []
    await sweep(store, table_days=30).round()
    assert set(await store.revisions(ended)) == {"mixed", "going"}, "a table without games is removed like any other"


async def sit(store: Store) -> None:
    await add_table(store, "going", ())
    await store.append(appended("going", players=(player(0, "ann"),)))


async def finish(store: Store) -> None:
    await add_table(store, "over", ())
    game = finished(table="over", results=(result(0, "ann"), result(1, None, bot="casual", won=False)))
    await store.append(appended("over", phase="over", finished=game))


async def make_token(store: Store) -> None:
    await store.add_credential(Credential("t", "ann", "token", "bot", 1.0), "digest-of-token")


async def make_passkey(store: Store) -> None:
    await store.add_passkey(Passkey("p", "ann", "phone", 1.0, 1.0, b"", 0))


async def report(store: Store) -> None:
    await store.add_report(Report("r", 1.0, "table", "bob", "ann", "name", "Ann"))


async def ban(store: Store) -> None:
    await store.sanction("ann", {"banned": NOW + DAY}, Act("a", 1.0, "op", "ban", "ann", "why"))


async def come_back(store: Store) -> None:
    await store.see("ann", NOW - 399 * DAY)


@pytest.mark.parametrize("stake", [sit, finish, make_token, make_passkey, report, ban, come_back])
async def test_a_guest_stays_who_has_something_at_stake_or_was_here(
    store: Store, stake: Callable[[Store], Awaitable[None]]
) -> None:
    await add_guest(store)
    await stake(store)
    await sweep(store, guest_days=400).round()
    assert await store.guest("ann") is not None


@pytest.mark.parametrize("stake", [sit, finish, make_token, make_passkey, report])
async def test_who_has_something_at_stake_is_passed_by(store: Store, stake: Callable[[Store], Awaitable[None]]) -> None:
    await add_guest(store)
    await stake(store)
    assert "ann" not in (await store.unseen(NOW, BEGINNING, 9))[0]


async def test_a_guest_who_never_came_back_is_forgotten_without_a_trace(store: Store) -> None:
    await add_guest(store)
    await add_table(store, "over", ("bob", "ann"))
    await store.append(appended("over", player=1, command="c of ann", phase="over"))
    await store.say("over", 1.0, 1, "so long")
    await store.mute("bob", "ann", True)
    await store.see("bob", NOW)
    await sweep(store).round()
    assert await store.guest("ann") is not None, "0 is never"
    await sweep(store, guest_days=400).round()
    assert "ann" not in (await everything(store)).lower()
    assert await store.guest("bob") is not None


async def test_who_comes_back_while_the_sweep_is_at_it_stays(store: Store) -> None:
    await add_guest(store)
    assert await store.unseen(500.0, BEGINNING, 10) == (["ann"], None)
    await store.see("ann", 600.0)
    assert not await store.forget_guest("ann", 500.0, NOW)
    assert await store.guest("ann") is not None


async def test_a_round_does_so_much_and_the_next_goes_on_behind_what_has_to_stay(store: Store) -> None:
    for number in range(120):
        await add_table(store, f"kept{number:03}", active=float(number))
        game = finished(f"g{number}", table=f"kept{number:03}")
        await store.append(appended(f"kept{number:03}", phase="over", active=None, finished=game))
    await add_table(store, "empty", active=500.0)
    await store.append(appended("empty", phase="over", active=None))
    sweeping = sweep(store, steps=1, table_days=30)
    for left in (1, 1, 0):  # fifty tables a step, of which one is enough for a round here
        await sweeping.round()
        assert len(await store.revisions(["empty"])) == left
    assert len(await store.revisions([f"kept{number:03}" for number in range(120)])) == 120


async def over(store: Store, id: str, active: float = 10.0, at: float = 10.0) -> None:
    await add_table(store, id, active=active)
    await store.append(appended(id, phase="over", active=None, at=at))


async def test_a_page_that_is_full_says_where_to_go_on(store: Store) -> None:
    for number, id in enumerate(("ann", "bob", "cy")):
        await add_guest(store, id)
        await store.see(id, 10.0 + number)
    assert await store.unseen(500.0, BEGINNING, 2) == (["ann", "bob"], Reached(11.0, "bob"))
    assert await store.unseen(500.0, BEGINNING, 1) == (["ann"], Reached(10.0, "ann"))
    assert await store.unseen(500.0, Reached(11.0, "bob"), 2) == (["cy"], None)
    assert await store.unseen(500.0, Reached(11.0, "aaa"), 2) == (["bob", "cy"], Reached(12.0, "cy"))
    for number, id in enumerate(("one", "three", "two", "zero")):
        await over(store, id, 10.0 + number // 2)
    assert await store.forget_tables(500.0, BEGINNING, 2) == (2, Reached(10.0, "three"))
    assert await store.forget_tables(500.0, Reached(10.0, "three"), 1) == (1, Reached(11.0, "two"))
    assert await store.forget_tables(500.0, Reached(11.0, "two"), 2) == (1, None)


async def test_games_go_a_page_at_a_time(store: Store) -> None:
    for number, id in enumerate(("one", "three", "two", "zero")):
        await add_table(store, id)
        game = finished(f"game-{id}", table=id, ended=10.0 + number // 2)
        await store.append(appended(id, phase="over", finished=game))
    assert await store.forget_games(500.0, BEGINNING, 2) == (2, Reached(10.0, "game-three"))
    assert await store.forget_games(500.0, Reached(10.0, "game-three"), 1) == (1, Reached(11.0, "game-two"))
    assert await store.forget_games(500.0, Reached(11.0, "game-two"), 2) == (1, None)


async def test_what_is_exactly_as_old_as_the_limit_stays(store: Store) -> None:
    await add_guest(store)
    await store.see("ann", 500.0)
    assert await store.unseen(500.0, BEGINNING, 9) == ([], None)
    assert not await store.forget_guest("ann", 500.0, NOW)
    await over(store, "active", active=500.0)
    await over(store, "changed", at=500.0)
    assert await store.forget_tables(500.0, BEGINNING, 9) == (0, None)
    assert await store.forget_tables(500.1, BEGINNING, 9) == (2, None)
    await add_table(store, "talk")
    await store.say("talk", 500.0, 0, "just now")
    assert await store.forget_chat(500.0, 9) == 0
    await store.append(appended("talk", phase="over", finished=finished(table="talk", ended=500.0)))
    assert await store.forget_games(500.0, BEGINNING, 9) == (0, None)
    assert await store.forget_games(500.1, BEGINNING, 9) == (1, None)


async def test_a_match_that_ended_at_the_limit_stays_whole(store: Store) -> None:
    await add_table(store)
    for number, ended in ((1, 499.0), (2, 500.0)):
        game = finished(f"g{number}", number=number, ended=ended)
        await store.append(appended(revision=number, phase="over", finished=game))
    assert await store.forget_games(500.0, BEGINNING, 9) == (0, None)
    assert await store.forget_games(500.1, BEGINNING, 9) == (2, None)


@pytest.mark.parametrize("sanction", ["banned", "silenced"])
async def test_a_guest_is_forgotten_once_what_was_imposed_on_them_is_over(store: Store, sanction: str) -> None:
    await add_guest(store)
    await store.sanction("ann", {sanction: 700.0}, Act("a", 1.0, "op", "ban", "ann", "why"))
    assert not await store.forget_guest("ann", 500.0, 699.9)
    assert await store.forget_guest("ann", 500.0, 700.0)
    assert not await store.forget_guest("ann", 500.0, 700.0), "there is nobody any more"


async def test_the_oldest_lines_go_first(store: Store) -> None:
    await add_table(store)
    for at in (3.0, 1.0, 2.0, 4.0):
        await store.say("table", at, 0, f"at {at}")
    assert await store.forget_chat(500.0, 2) == 2
    assert [line.at for line in await store.lines("table", 0, 9)] == [3.0, 4.0]
    assert await store.forget_chat(500.0, 9) == 2
    assert await store.forget_chat(500.0, 9) == 0


async def test_what_another_process_has_in_hand_is_passed_over(postgres_url: str) -> None:
    held = (
        "SELECT 1 FROM lines WHERE text = 'held' FOR UPDATE",
        "SELECT 1 FROM tables WHERE id = 'held' FOR UPDATE",
        "SELECT 1 FROM guests WHERE id = 'held' FOR UPDATE",
    )
    async with open_store(postgres_url) as store:
        for id in ("held", "free"):
            await add_guest(store, id)
            await over(store, id)
            await store.say(id, 1.0, 0, id)
        other = await asyncpg.connect(postgres_url)
        async with other.transaction():
            for query in held:
                await other.execute(query)
            assert await store.forget_chat(500.0, 9) == 1
            assert await store.forget_tables(500.0, BEGINNING, 9) == (1, None)
            assert not await store.forget_guest("held", 500.0, NOW)
            assert await store.forget_guest("free", 500.0, NOW)
        await other.close()
        assert await store.forget_chat(500.0, 9) == 1
        assert await store.forget_tables(500.0, BEGINNING, 9) == (1, None)
        assert await store.forget_guest("held", 500.0, NOW)


async def test_several_processes_sweep_at_once(store: Store) -> None:
    for number in range(60):
        await add_guest(store, f"guest{number}")
        await add_table(store, f"table{number:02}", (f"guest{number}",))
        await store.append(appended(f"table{number:02}", phase="over"))
        await store.say(f"table{number:02}", 1.0, 0, "hello")
    days: dict[str, Any] = {"guest_days": 1.0, "table_days": 1.0, "chat_days": 1.0, "game_days": 1.0}
    for _ in range(2):  # what one has in hand the other passes over
        await asyncio.gather(*(sweep(store, **days).round() for _ in range(4)))
    assert "guest" not in await everything(store)
    assert "table" not in await everything(store)
