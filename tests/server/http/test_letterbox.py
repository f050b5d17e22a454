"""Where a socket's messages wait until they are heard."""

from __future__ import annotations

import asyncio

import pytest

from tilery.server.http.letterbox import Letterbox


def test_messages_are_heard_in_order() -> None:
    async def scene() -> None:
        box = Letterbox()
        for letter in "abc":
            box.put_nowait(letter)
        assert [await box.get(), box.get_nowait(), await box.get()] == ["a", "b", "c"]
        assert box.empty() and box.qsize() == 0

    asyncio.run(scene())


def test_who_listens_hears_what_comes_later() -> None:
    async def scene() -> None:
        box = Letterbox()
        listening = asyncio.create_task(box.get())
        await asyncio.sleep(0)
        box.put_nowait("a")
        box.put_nowait("b")  # before the listener had its turn
        assert await listening == "a"
        assert await box.get() == "b"

    asyncio.run(scene())


def test_nothing_is_lost_with_a_listener_who_gives_up() -> None:
    async def scene() -> None:
        box = Letterbox()
        for comes_before in (False, True):
            listening = asyncio.create_task(box.get())
            await asyncio.sleep(0)
            if comes_before:
                box.put_nowait("a")
            listening.cancel()
            with pytest.raises(asyncio.CancelledError):
                await listening
        assert await box.get() == "a"

    asyncio.run(scene())
