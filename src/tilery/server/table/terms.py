"""What was settled when a table was made, and never changes."""

from __future__ import annotations

import msgspec

from tilery.match import Length
from tilery.rules.edition import Rules
from tilery.server.table.setup import Setup, Spectators, TurnClock, clock_of
from tilery.wire import from_plain, to_plain

__all__ = ["PublicTerms", "Terms", "decode_terms", "encode_terms", "public_terms"]


class Terms(msgspec.Struct, frozen=True):
    """What was settled when the table was made. People's names are not in it: they can be forgotten."""

    id: str
    code: str
    created: float
    setup: Setup
    rules: Rules

    @property
    def clock(self) -> TurnClock:
        """How long a turn may take here."""
        return clock_of(self.setup, self.rules)


class PublicTerms(msgspec.Struct, frozen=True):
    """The terms of a table as everybody there sees them."""

    id: str
    code: str
    created: float
    rules: Rules
    length: Length
    clock: TurnClock
    listed: bool
    shared: bool
    spectators: Spectators
    delay: int
    hints: bool


def public_terms(terms: Terms) -> PublicTerms:
    """The terms as everybody at the table sees them."""
    setup = terms.setup
    return PublicTerms(
        terms.id,
        terms.code,
        terms.created,
        terms.rules,
        setup.length,
        terms.clock,
        setup.listed,
        setup.shared,
        setup.spectators,
        setup.delay,
        setup.hints,
    )


def encode_terms(terms: Terms) -> bytes:
    """The terms as stored."""
    setup = msgspec.to_builtins(terms.setup, str_keys=True)
    fixed = {"id": terms.id, "code": terms.code, "created": terms.created, "setup": setup}
    return msgspec.json.encode({**fixed, "rules": to_plain(terms.rules)})


def decode_terms(data: bytes) -> Terms:
    """The terms as :func:`encode_terms` wrote them."""
    return from_plain(msgspec.json.decode(data), Terms)
