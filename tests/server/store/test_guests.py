from __future__ import annotations

import asyncio

import pytest

from tests.kit.stored import add_guest, add_table, appended, everything, finished, player, result
from tilery.server.store.rows import Act, ConflictError, Credential, Guest, SilencedError, StoreError
from tilery.server.store.store import Store


def token(id: str = "token", guest: str = "ann", created: float = 2.0) -> Credential:
    return Credential(id=id, guest=guest, kind="token", label="my bot", created=created)


async def test_a_guest_is_found_by_the_digest_of_its_key(store: Store) -> None:
    await add_guest(store)
    found = await store.find("digest-of-ann")
    assert found is not None
    assert found.guest == await store.guest("ann") == Guest("ann", "Ann", 1.0)
    assert found.credential == Credential("key-ann", "ann", "key", "", 1.0)
    assert await store.find("digest-of-bob") is None
    assert await store.guest("bob") is None


async def test_a_guest_and_its_key_are_stored_together_or_not_at_all(store: Store) -> None:
    await add_guest(store, "ann")
    key = Credential("key-bob", "bob", "key", "", 1.0)
    with pytest.raises(ConflictError):
        await store.add_guest(Guest("bob", "Bob", 1.0), key, "digest-of-ann")
    assert await store.guest("bob") is None


async def test_a_guest_changes_name_and_settings(store: Store) -> None:
    await add_guest(store)
    await store.rename_guest("ann", "Ann", "cat")
    assert await store.guest("ann") == Guest("ann", "Ann", 1.0, face="cat")
    await store.rename_guest("ann", "Änn 😀 ' \" \\ %s :x")
    await store.save_settings("ann", '{"sound": false}')
    assert await store.guest("ann") == Guest("ann", "Änn 😀 ' \" \\ %s :x", 1.0, '{"sound": false}')


async def test_a_revoked_token_is_nobody(store: Store) -> None:
    await add_guest(store)
    await add_guest(store, "bob")
    await store.add_credential(token(), "digest-of-token")
    assert [credential.id for credential in await store.credentials("ann")] == ["key-ann", "token"]
    assert not await store.revoke("bob", "token")  # it is not theirs
    assert await store.find("digest-of-token") is not None
    assert await store.revoke("ann", "token")
    assert not await store.revoke("ann", "token")
    assert await store.find("digest-of-token") is None
    assert await store.find("digest-of-ann") is not None


async def test_a_credential_is_good_until_it_is_revoked_or_its_guest_is_banned(store: Store) -> None:
    for guest in ("ann", "bob", "eve"):
        await add_guest(store, guest)
    every = ["key-ann", "key-bob", "key-eve", "no key"]
    await store.revoke("eve", "key-eve")
    await store.sanction("bob", {"banned": 50.0}, Act("1", 1.0, "olga", "ban", "bob", ""))
    assert await store.valid(every, 49.9) == {"key-ann"}
    assert await store.valid(every, 50.0) == {"key-ann", "key-bob"}
    assert await store.valid(["key-bob"], 50.0) == {"key-bob"}
    assert await store.valid([], 50.0) == frozenset()


async def test_who_is_silenced_says_nothing_until_then(store: Store) -> None:
    await add_table(store, guests=("ann", "bob"))
    await store.sanction("ann", {"silenced": 50.0}, Act("1", 1.0, "olga", "silence", "ann", ""))
    with pytest.raises(SilencedError) as caught:
        await store.say("table", 49.9, 0, "still here")
    assert caught.value.until == 50.0
    assert (await store.say("table", 49.9, 1, "peace")).number == 1
    assert (await store.say("table", 50.0, 0, "sorry")).number == 2


async def test_a_table_knows_who_sits_there_and_who_did(store: Store) -> None:
    await add_table(store, "one", guests=("ann", "bob"))
    await add_table(store, "two", guests=("bob",))
    await add_table(store, "over", guests=("ann",), phase="over")
    await store.append(appended("one", players=(player(0, "ann", seated=False),)))
    assert await store.tables_known("ann") == ["one"]
    assert await store.tables_seated("ann") == []
    assert sorted(await store.tables_known("bob")) == sorted(await store.tables_seated("bob")) == ["one", "two"]


async def test_a_credential_needs_a_guest(store: Store) -> None:
    with pytest.raises(StoreError) as caught:
        await store.add_credential(token(guest="nobody"), "digest")
    assert not isinstance(caught.value, ConflictError)


async def test_a_device_code_is_used_once(store: Store) -> None:
    await add_guest(store)
    await store.add_device_code("code", "ann", expires=50.0)
    taken = await asyncio.gather(*(store.redeem_device_code("code", 10.0) for _ in range(10)))
    assert sorted(guest or "" for guest in taken) == [""] * 9 + ["ann"]


async def test_a_device_code_ends_with_its_time(store: Store) -> None:
    await add_guest(store)
    await store.add_device_code("early", "ann", expires=50.0)
    await store.add_device_code("late", "ann", expires=60.0)
    assert await store.redeem_device_code("early", 50.0) is None
    assert await store.redeem_device_code("early", 10.0) is None  # it was removed
    assert await store.redeem_device_code("late", 59.0) == "ann"


async def test_only_tables_that_are_not_over_count_for_their_host(store: Store) -> None:
    await add_table(store, "one")
    await add_table(store, "two", guests=("bob", "ann"), host=1)
    await add_table(store, "over", phase="over")
    await add_table(store, "hers", guests=("bob", "ann"), host=0)
    assert await store.count_tables("ann") == 2


async def test_muting_is_undone_and_repeated_harmlessly(store: Store) -> None:
    await add_guest(store)
    for other in ("bob", "eve", "bob"):
        await store.mute("ann", other, True)
    assert await store.muted("ann") == {"bob", "eve"}
    await store.mute("ann", "bob", False)
    await store.mute("ann", "bob", False)
    assert await store.muted("ann") == {"eve"}
    assert await store.muted("bob") == frozenset()


async def test_a_deleted_guest_leaves_nothing_of_itself(store: Store) -> None:
    for guest in ("ann", "bob"):
        await add_guest(store, guest)
    await store.add_device_code("code", "ann", expires=900.0)
    await store.mute("ann", "bob", True)
    await store.mute("bob", "ann", True)
    await add_table(store, guests=("ann", "bob"))
    game = finished(results=(result(0, None, player=0), result(1, None, bot="regular", score=-10)))
    await store.append(appended(phase="between", player=0, command="c of ann", finished=game))
    await store.say("table", 1.0, 0, "hello", command="d of ann")
    await store.say("table", 2.0, 1, "good evening")
    await store.add_device_code("too late", "bob", expires=100.0)
    assert "ann" in await everything(store)

    await store.delete_guest("ann", 100.0)

    assert await store.guest("ann") is None
    assert await store.find("digest-of-ann") is None
    assert await store.redeem_device_code("code", 1.0) is None
    assert "too late" not in await everything(store)
    assert await store.muted("bob") == frozenset()
    assert [line.player for line in await store.lines("table", 0, 10)] == [1]
    assert await store.games_of("ann", None, 10) == []
    played = await store.game("table-1")
    assert played is not None
    assert [(seat.guest, seat.name, seat.score) for seat in played.results] == [(None, "", 10), (None, "", -10)]
    assert await store.tables_of("ann", 10) == []
    (table,) = await store.tables_of("bob", 10)
    assert table.players == [player(1, "bob")]
    assert "ann" not in (await everything(store)).lower()
    assert await store.find("digest-of-bob") is not None


async def test_nobody_sits_down_or_speaks_in_the_name_of_who_was_deleted(store: Store) -> None:
    await add_table(store, guests=("ann", "bob"))
    await store.delete_guest("ann", 1.0)
    with pytest.raises(StoreError):
        await store.append(appended(players=(player(2, "ann"),)))
    with pytest.raises(StoreError):
        await store.say("table", 1.0, 0, "still here")
    assert await store.revisions(["table"]) == {"table": 0}
    assert "ann" not in (await everything(store)).lower()
