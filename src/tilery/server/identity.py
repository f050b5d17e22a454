"""Guests without accounts: names, keys for browsers, tokens for programs, codes for another device.

A secret is 32 random bytes and is told once. The store has its SHA-256 alone and finds it by that, so
neither a copy of the store nor the time an answer takes says anything about a secret.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from tilery.errors import TileryError
from tilery.server.once import Once
from tilery.server.settings import Limits
from tilery.server.store.rows import ConflictError, Credential, Found, Guest, KeptAnswer, StoreError
from tilery.server.text import LONGEST_NAME, clean
from tilery.server.words import new_words, read_words

if TYPE_CHECKING:
    from tilery.server.store.store import Store

__all__ = ["TOKEN_PREFIX", "DeviceCode", "Entrance", "Identities", "new_id"]

TOKEN_PREFIX = "tok_"

_ID_LETTERS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_CODE_LENGTH = 8
_LONGEST_SECRET = 100
_DAY = 86_400.0
"""Seconds after which it is written down again that a guest is here."""


def new_id() -> str:
    """A random name for a guest, a table or anything else: 16 characters, too many to guess."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(16))


class Entrance(NamedTuple):
    """A new way to be a guest, with the secret that is told this once."""

    guest: Guest
    credential: Credential
    secret: str


class DeviceCode(msgspec.Struct, frozen=True):
    """What to type on another device, and until when."""

    code: str
    expires: float


class Identities:
    """Who is who, kept in the store."""

    def __init__(self, store: Store, limits: Limits, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._limits = limits
        self._clock = clock

    async def arrive(self, name: str, once: Once | None = None) -> Entrance:
        """A new guest with a key for this browser."""
        now = self._clock()
        guest = Guest(new_id(), clean(name, LONGEST_NAME), now, seen=now)
        made = Entrance(guest, *self._made(guest.id, "key", "", once))
        try:
            await self._store.add_guest(guest, made.credential, _digest(made.secret), self._answer(made, once))
        except ConflictError:  # the same, sent twice at once
            return await self._known(once)
        return made

    async def before(self, once: Once | None) -> Entrance | None:
        """What was made when the same was asked for before, its secret made again."""
        found = None if once is None else await once.before(self._store, self._clock())
        if once is None or found is None:
            return None
        guest, credential = msgspec.json.decode(found.body, type=tuple[Guest, Credential])
        return Entrance(guest, credential, _secret(credential.kind, once.secret(found.salt)))

    async def _known(self, once: Once | None) -> Entrance:
        known = await self.before(once)
        if known is None:
            raise ConflictError("someone else was first")
        return known

    def _answer(self, made: Entrance, once: Once | None) -> KeptAnswer | None:
        return None if once is None else once.answered(made.guest.id, (made.guest, made.credential), self._clock())

    async def recognise(self, secret: str, kind: Literal["key", "token", "words"]) -> Found | None:
        """Whose secret of this kind it is, unless it is nobody's or was revoked."""
        if len(secret) > _LONGEST_SECRET:
            return None
        found = await self._store.find(_digest(secret))
        if found is None or found.credential.kind != kind:
            return None
        if found.guest.seen < self._clock() - _DAY:
            with contextlib.suppress(StoreError):  # it is no reason to turn somebody away
                await self._store.see(found.guest.id, self._clock())
        return found

    async def device_code(self, guest: Guest) -> DeviceCode:
        """A code that makes another device this guest's, once and soon."""
        code = "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))
        expires = self._clock() + self._limits.device_seconds
        await self._store.add_device_code(_digest(code), guest.id, expires)
        return DeviceCode(code, expires)

    async def redeem(self, code: str) -> Entrance | None:
        """A new key for the guest whose device code it is; ``None`` when it is no code, used or too old."""
        typed = code.upper().replace(" ", "").replace("-", "")
        if len(typed) != _CODE_LENGTH or set(typed) - set(_CODE_LETTERS):
            return None
        owner = await self._store.redeem_device_code(_digest(typed), self._clock())
        return None if owner is None else await self.return_as(owner)

    async def return_as(self, owner: str) -> Entrance | None:
        """A new key for this guest, whose oldest browser is signed out if there are too many; ``None`` if deleted."""
        guest = await self._store.guest(owner)
        if guest is None:
            return None
        old = [each for each in await self._store.credentials(guest.id) if each.kind == "key"]
        for credential in sorted(old, key=lambda each: each.created)[: max(0, len(old) + 1 - self._limits.keys)]:
            await self._store.revoke(guest.id, credential.id)
        credential, secret = self._made(guest.id, "key", "")
        await self._store.add_credential(credential, _digest(secret))
        return Entrance(guest, credential, secret)

    async def new_token(self, guest: Guest, label: str, once: Once | None = None) -> Entrance:
        """A token for a program of this guest."""
        label = clean(label, LONGEST_NAME, "a label")
        if len(await self.tokens(guest)) >= self._limits.tokens:
            raise TileryError("too-many-tokens", f"a guest has at most {self._limits.tokens} tokens; revoke one first")
        made = Entrance(guest, *self._made(guest.id, "token", label, once))
        try:
            await self._store.add_credential(made.credential, _digest(made.secret), self._answer(made, once))
        except ConflictError:  # the same, sent twice at once
            return await self._known(once)
        return made

    async def tokens(self, guest: Guest) -> list[Credential]:
        """A guest's tokens, oldest first."""
        every = [each for each in await self._store.credentials(guest.id) if each.kind == "token"]
        return sorted(every, key=lambda each: each.created)

    async def revoke_token(self, guest: Guest, token: str) -> bool:
        """Make a token worthless; whether there was one."""
        known = any(each.id == token for each in await self.tokens(guest))
        return known and await self._store.revoke(guest.id, token)

    async def new_words(self, guest: Guest) -> str:
        """Six words that bring this guest back, told this once; the ones before are worth nothing any more."""
        words = new_words()
        credential = Credential(new_id(), guest.id, "words", "", self._clock())
        await self.forget_words(guest)
        await self._store.add_credential(credential, _digest(words))
        return words

    async def words_since(self, guest: Guest) -> float | None:
        """Since when this guest has recovery words, ``None`` if there are none."""
        return next((each.created for each in await self._words(guest)), None)

    async def forget_words(self, guest: Guest) -> None:
        """Have no recovery words."""
        for credential in await self._words(guest):
            await self._store.revoke(guest.id, credential.id)

    async def _words(self, guest: Guest) -> list[Credential]:
        return [each for each in await self._store.credentials(guest.id) if each.kind == "words"]

    async def recover(self, typed: str) -> Entrance | None:
        """A new key for the guest whose words these are; ``None`` when they're nobody's."""
        words = read_words(typed)
        found = None if words is None else await self.recognise(words, "words")
        return None if found is None else await self.return_as(found.guest.id)

    async def challenge(self, digest: str, guest: str | None, seconds: float) -> None:
        """Expect a passkey's answer to a challenge."""
        await self._store.add_challenge(digest, guest, self._clock() + seconds, self._clock())

    async def answered(self, digest: str, guest: str | None) -> bool:
        """Whether this challenge was open for this guest, or for somebody unknown; it isn't any more."""
        return await self._store.take_challenge(digest, guest, self._clock())

    def now(self) -> float:
        """What time it is."""
        return self._clock()

    async def delete(self, guest: Guest) -> None:
        """Forget a guest."""
        await self._store.delete_guest(guest.id, self._clock())

    def _made(
        self, guest: str, kind: Literal["key", "token"], label: str, once: Once | None = None
    ) -> tuple[Credential, str]:
        data = secrets.token_bytes(32) if once is None else once.secret(once.salt)
        return Credential(new_id(), guest, kind, label, self._clock()), _secret(kind, data)


def _secret(kind: str, data: bytes) -> str:
    text = base64.urlsafe_b64encode(data).rstrip(b"=").decode()
    return TOKEN_PREFIX * (kind == "token") + text


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
