"""What has happened in a game. The events alone rebuild its state; each seat sees its own view of them."""

from __future__ import annotations

import enum

import msgspec

from tilery.game.midway import Midway
from tilery.notation import Table, Tiles
from tilery.rules.overtime import Verdict

__all__ = [
    "Contributed",
    "Drew",
    "Ended",
    "Event",
    "KeptTile",
    "Passed",
    "Played",
    "Resigned",
    "Settled",
    "Started",
    "Termination",
]


class Termination(enum.StrEnum):
    """How a game ended."""

    OUT = "out"
    POOL_EMPTY = "pool-empty"
    LAST_LEFT = "last-left"


class _Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="event"):
    """An event; ``event`` names it in JSON."""


class Contributed(_Event, frozen=True, tag="contributed"):
    """A player's own text went into the mixing of the tiles."""

    seat: int
    words: str


class Started(_Event, frozen=True, tag="started"):
    """The starting draw was made and the racks were filled.

    ``draws`` has one row for each round of the starting draw: what every seat drew, empty where a seat
    took no part. In a player's view other racks are ``None`` and the pool is ``None``. ``midway`` is there where the
    game was taken up in the middle.
    """

    draws: tuple[tuple[Tiles, ...], ...]
    starter: int
    racks: tuple[Tiles | None, ...]
    pool: Tiles | None
    midway: Midway | None = None


class Played(_Event, frozen=True, tag="played"):
    """A player laid tiles from the rack; ``table`` is the whole table as it lies now."""

    seat: int
    tiles: Tiles
    table: Table
    opening: bool = False


class Drew(_Event, frozen=True, tag="drew"):
    """A player took tiles from the pool; others see only how many.

    Where the tile ``frees``, a joker on the table stands for it and the turn goes on: it may be played at once.
    """

    seat: int
    count: int
    tiles: Tiles | None
    frees: bool = False


class KeptTile(_Event, frozen=True, tag="kept"):
    """A player kept the tile just drawn, which might have freed a joker."""

    seat: int


class Passed(_Event, frozen=True, tag="passed"):
    """A player neither played nor drew, or with the pool empty ran out of time with nothing laid.

    ``stuck`` says that nobody can play any more.
    """

    seat: int
    stuck: bool = False


class Settled(_Event, frozen=True, tag="settled"):
    """A turn ran out of time unfinished: what stays on the table, and what came to the rack from it."""

    seat: int
    verdict: Verdict
    table: Table
    laid: Tiles = Tiles()
    taken: Tiles = Tiles()
    opening: bool = False


class Resigned(_Event, frozen=True, tag="resigned"):
    """A player gave up."""

    seat: int


class Ended(_Event, frozen=True, tag="ended"):
    """The game is over: scores, winner, every rack, and the secret that proves the draws."""

    reason: Termination
    scores: tuple[int, ...]
    winner: int
    racks: tuple[Tiles, ...]
    secret: str


Event = Contributed | Started | Played | Drew | KeptTile | Passed | Settled | Resigned | Ended
"""Anything that has happened in a game."""
