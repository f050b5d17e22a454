"""What was answered under an idempotency key is there until it expires."""

from __future__ import annotations

import pytest

from tests.kit.stored import add_guest
from tilery.server.store.rows import ConflictError, Credential, Guest, KeptAnswer
from tilery.server.store.store import Store


def kept(digest: str = "d", expires: float = 50.0, guest: str = "ann") -> KeptAnswer:
    return KeptAnswer(digest, "request", guest, b"salt", b"body", expires)


async def give(store: Store, id: str, answer: KeptAnswer | None, created: float = 1.0) -> None:
    """Make a token for Ann, asked for under a key."""
    await store.add_credential(Credential(id, "ann", "token", "bot", created), f"digest-of-{id}", answer)


async def test_an_answer_comes_back_until_it_expires(store: Store) -> None:
    await add_guest(store)
    await give(store, "t", kept())
    assert await store.answer("d", 49.9) == kept()
    assert await store.answer("d", 50.0) is None
    assert await store.answer("other", 1.0) is None


async def test_a_guest_and_the_answer_are_written_together(store: Store) -> None:
    credential = Credential("key-ann", "ann", "key", "", 1.0)
    await store.add_guest(Guest("ann", "Ann", 1.0), credential, "digest", kept())
    assert await store.answer("d", 1.0) == kept()


async def test_what_was_answered_before_is_not_done_again(store: Store) -> None:
    await add_guest(store)
    await give(store, "t", kept())
    with pytest.raises(ConflictError):
        await give(store, "again", kept())
    assert [each.id for each in await store.credentials("ann")] == ["key-ann", "t"]


async def test_an_expired_answer_makes_room_when_the_next_is_kept(store: Store) -> None:
    await add_guest(store)
    await give(store, "t", kept())
    await give(store, "u", None, created=60.0)
    assert await store.answer("d", 1.0) is not None, "what was not asked for under a key removes nothing"
    await give(store, "v", kept("e", 99.0), created=49.0)
    assert await store.answer("d", 1.0) is not None
    await give(store, "w", kept("f", 99.0), created=50.0)
    assert await store.answer("d", 1.0) is None
    assert await store.answer("e", 51.0) == kept("e", 99.0)
