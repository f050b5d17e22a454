"""Fifty positions with the number of their turns: what another program can test itself with.

>>> first = perft_suite()[0]
>>> first.edition, first.tiles, first.arrangements
('classic-2015', 1, 1)
"""

from __future__ import annotations

import functools
from importlib.resources import files

import msgspec

from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules, edition

__all__ = ["PerftPosition", "perft_lines", "perft_suite"]


class PerftPosition(msgspec.Struct, frozen=True):
    """A position, and how many turns it has: by the tiles played, and by the arrangements after them."""

    id: str
    edition: str
    tile_set: str
    table: str
    rack: str
    opening: bool
    tiles: int
    arrangements: int

    @property
    def rules(self) -> Rules:
        """The rules it is counted by."""
        return edition(self.edition).rules(self.tile_set)

    @property
    def position(self) -> tuple[Rules, Table, Tiles]:
        """What :func:`~tilery.solver.count_turns` asks for first."""
        return self.rules, Table(self.table), Tiles(self.rack)


def perft_lines() -> str:
    """The suite as it is published: a JSON object a line."""
    return files("tilery.solver").joinpath("perft.jsonl").read_text("utf-8")


@functools.cache
def perft_suite() -> tuple[PerftPosition, ...]:
    """Every position of the suite."""
    return tuple(msgspec.json.decode(line, type=PerftPosition) for line in perft_lines().splitlines())
