"""Asking for something once, however often the question is sent: idempotency keys.

What was answered is kept for a day under a digest of the key. Secrets are not: one is made of a salt that is kept and
the key, which is not, so that the same key makes it again and a copy of the store alone does not.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tilery.errors import TileryError
from tilery.server.store.rows import KeptAnswer

if TYPE_CHECKING:
    from tilery.server.store.store import Store

__all__ = ["KEPT", "Once", "asked_once"]

KEPT = 86_400.0
"""Seconds for which the same key gets the same answer."""

_KEY = re.compile(r'[\x21\x23-\x7e]{22,100}|"[\x21\x23-\x7e]{22,100}"')


class Once(NamedTuple):
    """A question under a key: ``digest`` is of who asks for what sort of thing by which key, ``request`` of all of it.

    ``salt`` is for the secret in the answer, should there be one.
    """

    digest: str
    request: str
    key: str
    salt: bytes

    def secret(self, salt: bytes) -> bytes:
        """32 bytes that nobody knows without both the key and the salt."""
        return hmac.digest(salt, self.key.encode(), "sha256")

    def answered(self, guest: str, body: Any, now: float) -> KeptAnswer:
        """What is to be kept: whose it is, and the answer without its secret."""
        return KeptAnswer(self.digest, self.request, guest, self.salt, msgspec.json.encode(body), now + KEPT)

    async def before(self, store: Store, now: float) -> KeptAnswer | None:
        """What was answered before, ``None`` if it is asked for the first time; another question is refused."""
        found = await store.answer(self.digest, now)
        if found is not None and found.request != self.request:
            raise TileryError("idempotency-key", "something else was asked for with this idempotency key")
        return found


def asked_once(key: str | None, what: str, who: str, asked: msgspec.Struct) -> Once | None:
    """A question under the key that its client gave it, ``None`` where it gave none; one that is no key is refused.

    >>> asked_once("short", "guests", "", msgspec.defstruct("Asked", [])())
    Traceback (most recent call last):
        ...
    tilery.errors.TileryError: an idempotency key has 22 to 100 characters, like a random UUID
    """
    if key is None:
        return None
    if not _KEY.fullmatch(key):
        raise TileryError("idempotency-key", "an idempotency key has 22 to 100 characters, like a random UUID")
    key = key.strip('"')
    everything = msgspec.to_builtins(asked)
    return Once(_digest([what, who, key]), _digest([what, who, everything]), key, secrets.token_bytes(32))


def _digest(parts: list[Any]) -> str:
    return hashlib.sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()
