"""Every code the server can send, in one place. ``docs/protocol.md`` says what each means; the types keep others out.

The browser's types are made from these lists, so a code that is missing here is an error of the type checker on
this side, and one that the app does not know is an error on the other.
"""

from __future__ import annotations

from typing import Literal, get_args

__all__ = ["PROBLEMS", "ClosingCode", "ProblemCode", "RefusalCode"]

RefusalCode = Literal[
    "not-json",
    "shape",
    "unavailable",
    "cannot-save",
    "no-seat",
    "covered",
    "not-host",
    "seat",
    "started",
    "kicked",
    "seated",
    "full",
    "taken",
    "empty",
    "yourself",
    "bot",
    "not-now",
    "contribution",
    "too-few",
    "not-ready",
    "not-playing",
    "nothing-said",
    "unwelcome",
    "paused",
    "not-paused",
    "ahead",
    "stale",
    "away",
    "notation",
    "illegal",
    "no-need",
    "connected",
    "no-hints",
    "no-racks",
    "busy",
    "silenced",
    "too-often",
]
"""Why a command was not carried out."""

ClosingCode = Literal[
    "no-key",
    "no-table",
    "no-spectators",
    "crowded",
    "restarting",
    "elsewhere",
    "unknown-key",
    "gone",
    "too-many",
    "too-slow",
    "banned",
]
"""Why the server ends a connection, or does not let it in."""

ProblemCode = Literal[
    "malformed",
    "invalid",
    "refused",
    "no-key",
    "unknown-key",
    "needs-key",
    "forbidden",
    "banned",
    "cross-origin",
    "wrong-host",
    "not-found",
    "no-table",
    "no-game",
    "no-match",
    "no-analysis",
    "no-puzzle",
    "day",
    "unknown-code",
    "method-not-allowed",
    "media-type",
    "too-large",
    "too-often",
    "already-a-guest",
    "too-many-tables",
    "idempotency-key",
    "too-many-tokens",
    "no-passkeys",
    "passkey",
    "passkey-known",
    "unknown-passkey",
    "too-many-passkeys",
    "unknown-words",
    "too-late",
    "conflict",
    "name",
    "unwelcome",
    "edition",
    "tile-set",
    "rules",
    "position",
    "record",
    "players",
    "seats",
    "bot",
    "clock",
    "spectators",
    "push",
    "no-push",
    "draining",
    "unavailable",
    "cannot-save",
    "internal",
]
"""Why a request was not answered as it was wanted."""

PROBLEMS: frozenset[str] = frozenset(get_args(ProblemCode))
