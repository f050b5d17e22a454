"""Draws that can be trusted: the order of the tiles follows from a secret and the players' own words.

Before anything else the SHA-256 of the game's secret is published. Then every player may add a text of
their own. Then both together settle the order of the tiles, by the portable steps written down in
``docs/fairness.md``: nobody could have chosen it, and once the secret is known anybody can check it.

>>> commitment("00" * 32)[:16]
'66687aadf862bd77'
>>> from tilery.tiles import tile_set
>>> [str(tile) for tile in mixed(tile_set("106"), "00" * 32, ["", "dice"], "deal")[:3]]
['k2#2', 'y13#2', 'b2#1']
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Sequence
from typing import SupportsIndex

from tilery.errors import TileryError, is_a
from tilery.tiles import Tile, TileSet

__all__ = ["LONGEST_CONTRIBUTION", "commitment", "mixed", "seeded_secret"]

LONGEST_CONTRIBUTION = 200
"""A player's contribution has at most this many characters."""


def commitment(secret: str) -> str:
    """The SHA-256, in hexadecimal, of a secret of 64 hexadecimal digits."""
    return hashlib.sha256(_secret_bytes(secret)).hexdigest()


def mixed(tiles: TileSet, secret: str, contributions: Sequence[str], purpose: str) -> list[Tile]:
    """The tiles of a tile set in the order that secret, contributions and purpose settle."""
    order = list(tiles.tiles)
    numbers = _numbers(_key(secret, contributions), purpose)
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, numbers)
        order[last], order[other] = order[other], order[last]
    return order


def seeded_secret(seed: int | str, game: int = 0) -> str:
    """A secret made from a seed: for simulations that must be repeatable, never for play.

    >>> seeded_secret(1)[:16], seeded_secret(1, game=1)[:16]
    ('b198a2cb612bf6a9', '139c0c44ea1d309a')
    """
    if not is_a(seed, str | SupportsIndex):
        raise TileryError("seed", f"a seed is a whole number or text, not {seed!r}")
    return hashlib.sha256(f"tilery simulation {seed} {game}".encode()).hexdigest()


def _secret_bytes(secret: str) -> bytes:
    if not is_a(secret, str) or len(secret) != 64 or set(secret) - set("0123456789abcdef"):
        raise TileryError("secret", "a secret is written as 64 lower-case hexadecimal digits")
    return bytes.fromhex(secret)


def _key(secret: str, contributions: Sequence[str]) -> bytes:
    digest = hashlib.sha256(_secret_bytes(secret))
    for words in contributions:
        digest.update(hashlib.sha256(words.encode()).digest())
    return digest.digest()


def _numbers(key: bytes, purpose: str) -> Iterator[int]:
    """64-bit numbers: eight bytes at a time of SHA-256(key, purpose, block number)."""
    block = 0
    while True:
        digest = hashlib.sha256(key + purpose.encode() + block.to_bytes(4, "big")).digest()
        yield from struct.unpack(">4Q", digest)
        block += 1


def _below(limit: int, numbers: Iterator[int]) -> int:
    """A number from 0 to limit - 1, every one equally likely: numbers in the uneven rest are skipped."""
    even = (1 << 64) // limit * limit
    number = next(numbers)
    while number >= even:
        number = next(numbers)
    return number % limit
