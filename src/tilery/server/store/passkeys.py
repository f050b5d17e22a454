"""Passkeys: public halves of keys that live in a phone, a laptop or a password manager, and challenges to them."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from tilery.server.store.rows import Passkey
from tilery.server.store.schema import challenges, passkeys

__all__ = ["add_challenge", "add_passkey", "forget_passkey", "passkey", "passkeys_of", "take_challenge", "use_passkey"]

_PASSKEY = (
    passkeys.c.id,
    passkeys.c.guest_id,
    passkeys.c.label,
    passkeys.c.created,
    passkeys.c.used,
    passkeys.c.data,
    passkeys.c.count,
)


def add_challenge(connection: Connection, digest: str, guest: str | None, expires: float, now: float) -> None:
    """Expect an answer to a challenge, once and soon; challenges that ran out go."""
    connection.execute(delete(challenges).where(challenges.c.expires <= now))
    connection.execute(insert(challenges).values(digest=digest, guest_id=guest, expires=expires))


def take_challenge(connection: Connection, digest: str, guest: str | None, now: float) -> bool:
    """Whether this challenge was made for this guest (or for somebody unknown) and not answered yet; it is now."""
    mine = challenges.c.guest_id.is_(None) if guest is None else challenges.c.guest_id == guest
    query = delete(challenges).where(challenges.c.digest == digest, mine, challenges.c.expires > now)
    return connection.execute(query).rowcount > 0


def add_passkey(connection: Connection, passkey: Passkey) -> None:
    """Give a guest another passkey."""
    values = msgspec.structs.asdict(passkey)
    values["guest_id"] = values.pop("guest")
    connection.execute(insert(passkeys), values)


def passkey(connection: Connection, id: str) -> Passkey | None:
    """The passkey of this id."""
    row = connection.execute(select(*_PASSKEY).where(passkeys.c.id == id)).first()
    return None if row is None else Passkey(*row)


def passkeys_of(connection: Connection, guest: str) -> list[Passkey]:
    """A guest's passkeys, oldest first."""
    query = select(*_PASSKEY).where(passkeys.c.guest_id == guest).order_by(passkeys.c.created, passkeys.c.id)
    return [Passkey(*row) for row in connection.execute(query)]


def use_passkey(connection: Connection, id: str, count: int, now: float) -> None:
    """A passkey was used: remember when, and how often it says it was."""
    connection.execute(update(passkeys).where(passkeys.c.id == id).values(count=count, used=now))


def forget_passkey(connection: Connection, guest: str, id: str) -> bool:
    """Refuse a passkey from now on; whether the guest had it."""
    query = delete(passkeys).where(passkeys.c.id == id, passkeys.c.guest_id == guest)
    return connection.execute(query).rowcount > 0
