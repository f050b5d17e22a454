"""Browsers that may be told that it is their guest's turn, and the key by which push services know this server."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, select

from tilery.server.store.database import upsert
from tilery.server.store.rows import Subscription
from tilery.server.store.schema import push_keys, subscriptions

__all__ = ["add_subscription", "push_key", "remove_subscription", "subscriptions_of"]

_SUBSCRIPTION = (
    subscriptions.c.id,
    subscriptions.c.guest_id,
    subscriptions.c.created,
    subscriptions.c.endpoint,
    subscriptions.c.key,
    subscriptions.c.secret,
)


def push_key(connection: Connection, name: str, new: bytes | None) -> bytes | None:
    """The key of this name; where there is none yet the new one is kept, and whoever was first has made it for all."""
    if new is not None:
        query = upsert(connection, push_keys).on_conflict_do_nothing(index_elements=["name"])
        connection.execute(query, {"name": name, "key": new})
    found: bytes | None = connection.execute(select(push_keys.c.key).where(push_keys.c.name == name)).scalar()
    return found


def add_subscription(connection: Connection, subscription: Subscription, most: int) -> None:
    """Tell one more browser, or the same with another key; a guest's oldest goes where there are too many.

    A browser tells one guest only: whoever asked for it last.
    """
    values = msgspec.structs.asdict(subscription)
    values["guest_id"] = values.pop("guest")
    connection.execute(delete(subscriptions).where(subscriptions.c.id == subscription.id))
    connection.execute(subscriptions.insert(), values)
    own = subscriptions_of(connection, subscription.guest)
    for old in own[: max(0, len(own) - most)]:
        connection.execute(delete(subscriptions).where(subscriptions.c.id == old.id))


def remove_subscription(connection: Connection, id: str, guest: str) -> None:
    """Tell a browser no more."""
    connection.execute(delete(subscriptions).where(subscriptions.c.id == id, subscriptions.c.guest_id == guest))


def subscriptions_of(connection: Connection, guest: str) -> list[Subscription]:
    """A guest's browsers, oldest first."""
    query = select(*_SUBSCRIPTION).where(subscriptions.c.guest_id == guest)
    return [
        Subscription(*row) for row in connection.execute(query.order_by(subscriptions.c.created, subscriptions.c.id))
    ]
