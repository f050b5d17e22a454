"""Browsers that are told of a turn: each tells one guest, and a guest has so many."""

from __future__ import annotations

from tests.kit.stored import add_guest
from tilery.server.store.rows import Subscription
from tilery.server.store.store import Store


def browser(id: str, guest: str = "ann", created: float = 1.0, key: bytes = b"key") -> Subscription:
    return Subscription(id, guest, created, f"https://push.example/{id}", key, b"secret")


async def ids(store: Store, guest: str = "ann") -> list[str]:
    return [each.id for each in await store.subscriptions(guest)]


async def test_a_key_is_made_once_and_each_name_has_its_own(store: Store) -> None:
    assert await store.push_key("vapid", None) is None
    assert await store.push_key("vapid", b"first") == b"first"
    assert await store.push_key("vapid", b"second") == b"first"
    assert await store.push_key("other", None) is None
    assert await store.push_key("other", b"another") == b"another"
    assert await store.push_key("vapid", None) == b"first"


async def test_a_browser_comes_back_as_it_was_stored_and_is_its_guests_alone(store: Store) -> None:
    await add_guest(store, "ann")
    await add_guest(store, "bob")
    await store.add_subscription(browser("phone"), 8)
    await store.add_subscription(browser("laptop", "bob"), 8)
    assert await store.subscriptions("ann") == [browser("phone")]
    assert await store.subscriptions("bob") == [browser("laptop", "bob")]
    assert await store.subscriptions("eve") == []


async def test_where_there_are_too_many_the_oldest_goes(store: Store) -> None:
    await add_guest(store, "ann")
    await add_guest(store, "bob")
    await store.add_subscription(browser("his", "bob", 0.0), 2)
    await store.add_subscription(browser("new", created=3.0), 2)
    await store.add_subscription(browser("old", created=1.0), 2)
    assert await ids(store) == ["old", "new"]
    await store.add_subscription(browser("newest", created=5.0), 2)
    assert await ids(store) == ["new", "newest"]
    await store.add_subscription(browser("also"), 3)
    assert await ids(store) == ["also", "new", "newest"]
    await store.add_subscription(browser("last", created=9.0), 1)
    assert await ids(store) == ["last"]
    assert await ids(store, "bob") == ["his"]


async def test_browsers_of_one_moment_come_by_their_ids(store: Store) -> None:
    await add_guest(store)
    for id in ("b", "a", "c"):
        await store.add_subscription(browser(id), 8)
    assert await ids(store) == ["a", "b", "c"]


async def test_a_browser_tells_who_asked_last_with_the_key_given_last(store: Store) -> None:
    await add_guest(store, "ann")
    await add_guest(store, "bob")
    await store.add_subscription(browser("shared"), 8)
    await store.add_subscription(browser("shared", key=b"another", created=2.0), 8)
    assert await store.subscriptions("ann") == [browser("shared", key=b"another", created=2.0)]
    await store.add_subscription(browser("shared", "bob"), 8)
    assert await ids(store) == []
    assert await ids(store, "bob") == ["shared"]


async def test_only_its_guest_has_a_browser_told_no_more(store: Store) -> None:
    await add_guest(store, "ann")
    for id in ("one", "two"):
        await store.add_subscription(browser(id), 8)
    await store.remove_subscription("one", "bob")
    assert await ids(store) == ["one", "two"]
    await store.remove_subscription("one", "ann")
    assert await ids(store) == ["two"]
