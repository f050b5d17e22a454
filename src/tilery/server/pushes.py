"""Telling guests whose browser isn't here that it is their turn: only those who asked for it, and nobody else.

What goes out is encrypted for the one browser, and goes to the push service that the browser itself has named.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable
from typing import Protocol

import msgspec

from tilery.errors import TileryError
from tilery.server import logs
from tilery.server.outward import Caller, read_place
from tilery.server.store.rows import StoreError, Subscription

__all__ = ["MOST_SUBSCRIPTIONS", "PushStore", "Pushes"]

log = logging.getLogger("tilery.server.pushes")

MOST_SUBSCRIPTIONS = 8
"""Browsers of one guest that are told; one more takes the place of the oldest."""
_AT_ONCE = 8
_WAITING = 200
"""Messages that may wait to be sent; more are dropped, for nobody may make a server call out without end."""
_LASTS = 24 * 3_600
_GONE = (404, 410)
_KEY = "vapid"


class PushStore(Protocol):
    """What telling needs of the store."""

    async def push_key(self, name: str, new: bytes | None) -> bytes | None: ...

    async def add_subscription(self, subscription: Subscription, most: int) -> None: ...

    async def remove_subscription(self, id: str, guest: str) -> None: ...

    async def subscriptions(self, guest: str) -> list[Subscription]: ...


class Pushes:
    """Who is to be told, and telling them."""

    def __init__(self, store: PushStore, contact: str, now: Callable[[], float]) -> None:
        self.caller = Caller()
        self._store, self._contact, self._now = store, contact, now
        self._key: bytes | None = None
        self._gate = asyncio.Semaphore(_AT_ONCE)
        self._waiting = 0

    @property
    def available(self) -> bool:
        """Whether this server can encrypt."""
        try:
            import tilery.server.webpush  # noqa: F401
        except ImportError:
            return False
        return True

    async def key(self) -> bytes:
        """This server's private key: made when it's first needed, and the same in all processes for good."""
        from tilery.server.webpush import new_key

        if self._key is None:
            found = await self._store.push_key(_KEY, None) or await self._store.push_key(_KEY, new_key())
            assert found is not None
            self._key = found
        return self._key

    async def public_key(self) -> str:
        """What a browser subscribes with."""
        from tilery.server.webpush import encode_bytes, public_key

        return encode_bytes(public_key(await self.key()))

    async def subscribe(self, guest: str, endpoint: str, key: str, secret: str) -> None:
        """Tell this browser too from now on; :class:`TileryError` for what is no public push service or no key."""
        from tilery.server.webpush import Recipient, check_recipient, decode_bytes

        await self.caller.check(endpoint)
        try:
            recipient = Recipient(decode_bytes(key), decode_bytes(secret))
            check_recipient(recipient)
        except ValueError:
            raise TileryError("push", "this is not a browser's key") from None
        made = Subscription(_id(endpoint), guest, self._now(), endpoint, recipient.key, recipient.secret)
        await self._store.add_subscription(made, MOST_SUBSCRIPTIONS)

    async def unsubscribe(self, guest: str, endpoint: str) -> None:
        """Tell this browser no more."""
        await self._store.remove_subscription(_id(endpoint), guest)

    async def tell(self, guest: str, table: str) -> None:
        """Tell a guest's browsers that it is their turn at a table; nobody waits for it, and it may be lost."""
        if self._waiting >= _WAITING or not self.available:
            return
        self._waiting += 1
        try:
            async with self._gate:
                for each in await self._store.subscriptions(guest):
                    await self._send(each, table)
        except StoreError:
            return
        finally:
            self._waiting -= 1

    async def _send(self, to: Subscription, table: str) -> None:
        from tilery.server.webpush import Recipient, encrypt, signed

        body = encrypt(msgspec.json.encode({"table": table}), Recipient(to.key, to.secret))
        headers = {
            "Authorization": signed(await self.key(), read_place(to.endpoint, True).origin, self._contact, self._now()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_LASTS),
            "Topic": table[:32],
            "Urgency": "normal",
        }
        try:
            status = await self.caller.post(to.endpoint, headers, body)
        except (OSError, TileryError, TimeoutError) as error:
            logs.say(log, "a browser could not be told", why=type(error).__name__)
            return
        if status in _GONE:
            await self._store.remove_subscription(to.id, to.guest)


def _id(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
