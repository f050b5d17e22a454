"""Guests, their keys and tokens, and whom they do not want to hear."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, update

from tilery.server.store.answers import add_answer
from tilery.server.store.database import upsert
from tilery.server.store.figures import forget_figures
from tilery.server.store.moderation import forget_traces
from tilery.server.store.quick import Ready
from tilery.server.store.rows import Credential, Found, Guest, KeptAnswer
from tilery.server.store.schema import (
    changes,
    credentials,
    device_codes,
    going,
    guests,
    lines,
    mutes,
    players,
    results,
    tables,
)

__all__ = [
    "add_credential",
    "add_device_code",
    "add_guest",
    "clear_warning",
    "count_tables",
    "credentials_of",
    "delete_guest",
    "find",
    "forget_player",
    "guest",
    "mute",
    "muted",
    "redeem_device_code",
    "rename_guest",
    "revoke",
    "save_settings",
    "see",
    "valid",
]

_GUEST = (
    guests.c.id,
    guests.c.name,
    guests.c.created,
    guests.c.settings,
    guests.c.banned,
    guests.c.silenced,
    guests.c.warning,
    guests.c.seen,
    guests.c.face,
)
_CREDENTIAL = (
    credentials.c.id,
    credentials.c.guest_id,
    credentials.c.kind,
    credentials.c.label,
    credentials.c.created,
)
# Asked by every request of a guest.
_FIND = Ready(
    select(*_GUEST, *_CREDENTIAL)
    .join(credentials, credentials.c.guest_id == guests.c.id)
    .where(credentials.c.digest == bindparam("digest"))
)
_VALID = (
    select(credentials.c.id)
    .join(guests, guests.c.id == credentials.c.guest_id)
    .where(credentials.c.id.in_(bindparam("ids")), guests.c.banned <= bindparam("now"))
)
_FIND_GUEST = Ready(select(*_GUEST).where(guests.c.id == bindparam("id")))
_PLAYED = select(players.c.table_id, players.c.player).where(players.c.guest_id == bindparam("id"))
_UNNAME = (
    update(changes)
    .where(
        changes.c.table_id == bindparam("its_table"),
        changes.c.player == bindparam("its_player"),
        changes.c.command.is_not(None),
    )
    .values(command=None)
)
_MUTED = select(mutes.c.other_id).where(mutes.c.guest_id == bindparam("id"))


def add_guest(
    connection: Connection, guest: Guest, credential: Credential, digest: str, answer: KeptAnswer | None = None
) -> None:
    """Write down a new guest and the first way to be it, and what was answered if it may be asked again."""
    connection.execute(insert(guests), msgspec.structs.asdict(guest))
    add_credential(connection, credential, digest, answer)


def guest(connection: Connection, id: str) -> Guest | None:
    """The guest of this id."""
    rows = _FIND_GUEST.run(connection, {"id": id})
    return Guest(*rows[0]) if rows else None


def find(connection: Connection, digest: str) -> Found | None:
    """Whose secret has this digest."""
    rows = _FIND.run(connection, {"digest": digest})
    return Found(Guest(*rows[0][: len(_GUEST)]), Credential(*rows[0][len(_GUEST) :])) if rows else None


def see(connection: Connection, id: str, now: float) -> None:
    """A guest was here."""
    connection.execute(update(guests).where(guests.c.id == id, guests.c.seen < now).values(seen=now))


def rename_guest(connection: Connection, id: str, name: str, face: str) -> None:
    """Call a guest by another name, or show another face, from now on."""
    connection.execute(update(guests).where(guests.c.id == id).values(name=name, face=face))


def save_settings(connection: Connection, id: str, text: str) -> None:
    """Keep a client's settings for its guest."""
    connection.execute(update(guests).where(guests.c.id == id).values(settings=text))


def clear_warning(connection: Connection, id: str) -> None:
    """A guest has read what an operator had to say."""
    connection.execute(update(guests).where(guests.c.id == id).values(warning=""))


def add_credential(
    connection: Connection, credential: Credential, digest: str, answer: KeptAnswer | None = None
) -> None:
    """Give a guest another way to be it."""
    values = msgspec.structs.asdict(credential)
    values["guest_id"] = values.pop("guest")
    connection.execute(insert(credentials), values | {"digest": digest})
    add_answer(connection, answer, credential.created)


def credentials_of(connection: Connection, guest_id: str) -> list[Credential]:
    """The ways to be this guest, oldest first."""
    query = select(*_CREDENTIAL).where(credentials.c.guest_id == guest_id)
    return [Credential(*row) for row in connection.execute(query.order_by(credentials.c.created, credentials.c.id))]


def revoke(connection: Connection, guest_id: str, credential_id: str) -> bool:
    """Take a credential back for good; whether the guest had it."""
    query = delete(credentials).where(credentials.c.id == credential_id, credentials.c.guest_id == guest_id)
    return connection.execute(query).rowcount > 0


def valid(connection: Connection, ids: list[str], now: float) -> frozenset[str]:
    """Those of these credentials that were not taken back and whose guest is not banned."""
    return frozenset(connection.execute(_VALID, {"ids": ids, "now": now}).scalars())


def add_device_code(connection: Connection, digest: str, guest_id: str, expires: float) -> None:
    """Let whoever brings this code be the guest, once, until it expires."""
    connection.execute(insert(device_codes).values(digest=digest, guest_id=guest_id, expires=expires))


def redeem_device_code(connection: Connection, digest: str, now: float) -> str | None:
    """The guest a code stands for, which ends the code; codes that ran out go too."""
    code = delete(device_codes).where(device_codes.c.digest == digest, device_codes.c.expires > now)
    found: str | None = connection.execute(code.returning(device_codes.c.guest_id)).scalar()
    _drop_expired(connection, now)
    return found


def _drop_expired(connection: Connection, now: float) -> None:
    connection.execute(delete(device_codes).where(device_codes.c.expires <= now))


def count_tables(connection: Connection, guest_id: str) -> int:
    """How many tables that are not over a guest is the host of."""
    hosts = and_(players.c.table_id == tables.c.id, players.c.player == tables.c.host)
    query = select(func.count()).select_from(players).join(tables, hosts)
    return connection.execute(query.where(players.c.guest_id == guest_id, going)).scalar_one()


def delete_guest(connection: Connection, id: str, now: float) -> None:
    """Forget a guest: keys, codes, mutes, chat and who they were at tables go, results stay without a name."""
    # Whoever sits down just now in their name waits for this, and then finds nobody.
    connection.execute(select(guests.c.id).where(guests.c.id == id).with_for_update())
    for table, player in connection.execute(_PLAYED, {"id": id}).all():
        forget_player(connection, table, player)
    forget_figures(connection, id)
    connection.execute(update(results).where(results.c.guest_id == id).values(guest_id=None, name=""))
    connection.execute(delete(mutes).where(mutes.c.other_id == id))
    forget_traces(connection, id)
    connection.execute(delete(guests).where(guests.c.id == id))
    _drop_expired(connection, now)


def forget_player(connection: Connection, table: str, player: int) -> None:
    """Forget who a player of a table is: what they said, how they named what they asked for, and themselves."""
    connection.execute(_UNNAME, {"its_table": table, "its_player": player})
    connection.execute(delete(lines).where(lines.c.table_id == table, lines.c.player == player))
    connection.execute(delete(players).where(players.c.table_id == table, players.c.player == player))


def mute(connection: Connection, guest_id: str, other_id: str, on: bool) -> None:
    """Have one guest not hear another, or hear them again."""
    if on:
        connection.execute(
            upsert(connection, mutes).on_conflict_do_nothing(), {"guest_id": guest_id, "other_id": other_id}
        )
    else:
        connection.execute(delete(mutes).where(mutes.c.guest_id == guest_id, mutes.c.other_id == other_id))


def muted(connection: Connection, guest_id: str) -> frozenset[str]:
    """Whom a guest does not want to hear."""
    return frozenset(connection.execute(_MUTED, {"id": guest_id}).scalars())
