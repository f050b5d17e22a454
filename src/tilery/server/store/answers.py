"""What was answered under idempotency keys."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, delete, insert, select

from tilery.server.store.rows import KeptAnswer
from tilery.server.store.schema import answers

__all__ = ["add_answer", "answer"]

_ANSWER = select(
    answers.c.digest, answers.c.request, answers.c.guest_id, answers.c.salt, answers.c.body, answers.c.expires
).where(answers.c.digest == bindparam("digest"), answers.c.expires > bindparam("now"))


def answer(connection: Connection, digest: str, now: float) -> KeptAnswer | None:
    """What was answered under this key, unless that is too long ago."""
    row = connection.execute(_ANSWER, {"digest": digest, "now": now}).first()
    return None if row is None else KeptAnswer(*row)


def add_answer(connection: Connection, given: KeptAnswer | None, now: float) -> None:
    """Keep an answer, if it was asked for under a key; those that are too old go."""
    if given is not None:
        connection.execute(delete(answers).where(answers.c.expires <= now))
        values = given._asdict()
        values["guest_id"] = values.pop("guest")
        connection.execute(insert(answers), values)
