"""Passkeys and the challenges that are put to them."""

from __future__ import annotations

import pytest

from tests.kit.stored import add_guest
from tilery.server.store.rows import ConflictError, Passkey
from tilery.server.store.store import Store


def passkey(id: str, guest: str = "ann", created: float = 1.0) -> Passkey:
    return Passkey(id, guest, f"{guest}'s phone", created, created, b"\x00\xff of " + id.encode(), 0)


async def test_a_challenge_is_answered_once_by_whom_it_was_made_for(store: Store) -> None:
    await add_guest(store)
    await store.add_challenge("hers", "ann", expires=10.0, now=0.0)
    await store.add_challenge("anybody's", None, expires=10.0, now=0.0)
    assert not await store.take_challenge("hers", "bob", 1.0)
    assert not await store.take_challenge("hers", None, 1.0)
    assert not await store.take_challenge("anybody's", "ann", 1.0)
    assert await store.take_challenge("hers", "ann", 1.0)
    assert not await store.take_challenge("hers", "ann", 1.0)
    assert await store.take_challenge("anybody's", None, 1.0)
    assert not await store.take_challenge("anybody's", None, 1.0)


async def test_a_challenge_ends_with_its_time_and_goes_when_another_is_made(store: Store) -> None:
    await store.add_challenge("early", None, expires=10.0, now=0.0)
    assert not await store.take_challenge("early", None, 10.0)
    await store.add_challenge("next", None, expires=20.0, now=9.9)
    assert await store.take_challenge("early", None, 9.9)
    await store.add_challenge("early", None, expires=10.0, now=9.9)
    await store.add_challenge("last", None, expires=30.0, now=10.0)
    assert not await store.take_challenge("early", None, 0.0)
    assert await store.take_challenge("next", None, 19.9)


async def test_passkeys_are_kept_as_they_are_and_given_oldest_first(store: Store) -> None:
    await add_guest(store)
    await add_guest(store, "bob")
    keys = [passkey("new", created=3.0), passkey("a", created=2.0), passkey("b", created=2.0), passkey("his", "bob")]
    for key in keys:
        await store.add_passkey(key)
    assert await store.passkeys("ann") == [keys[1], keys[2], keys[0]]
    assert await store.passkey("his") == keys[3]
    assert await store.passkey("no") is None
    with pytest.raises(ConflictError):
        await store.add_passkey(passkey("his"))


async def test_the_use_of_a_passkey_is_remembered(store: Store) -> None:
    await add_guest(store)
    await store.add_passkey(passkey("one"))
    await store.add_passkey(passkey("two"))
    await store.use_passkey("one", 7, 50.0)
    used, other = await store.passkey("one"), await store.passkey("two")
    assert used is not None
    assert (used.count, used.used, used.created) == (7, 50.0, 1.0)
    assert other == passkey("two")


async def test_only_its_owner_gives_a_passkey_up(store: Store) -> None:
    await add_guest(store)
    await add_guest(store, "bob")
    await store.add_passkey(passkey("one"))
    await store.add_passkey(passkey("two"))
    assert not await store.forget_passkey("bob", "one")
    assert await store.forget_passkey("ann", "one")
    assert not await store.forget_passkey("ann", "one")
    assert [each.id for each in await store.passkeys("ann")] == ["two"]
    await store.delete_guest("ann", 1.0)
    assert await store.passkey("two") is None
