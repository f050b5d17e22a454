"""Tiles that can be added to a part, and what a part can take of those there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilery.tiles import Kind

__all__ = ["Option", "Takes"]


class Option(NamedTuple):
    """Tiles that make a legal set with a part; ``kept`` are those of them that must be kept jokers."""

    tiles: tuple[Kind, ...]
    kept: tuple[Kind, ...]
    mask: int


class Takes:
    """What a part can take of some tiles: its options, the smallest first, and the most of each kind that one
    of them takes."""

    __slots__ = ("_alike", "_smallest", "most", "options")

    def __init__(self, options: Sequence[Option], alike: bool) -> None:
        self.options = options
        self._alike = alike
        self._smallest: list[Option] | None = None
        most: dict[int, int] = {}
        for tiles, _, _ in options:
            for kind in tiles:
                count = tiles.count(kind)
                if count > most.get(kind, 0):
                    most[kind] = count
        self.most = tuple(most.items())

    @property
    def smallest(self) -> Sequence[Option]:
        """The options that no other is inside of."""
        if self._smallest is None:
            self._smallest = []
            for option in self.options:
                if self._alike or all(smaller.mask & ~option.mask for smaller in self._smallest):
                    self._smallest.append(option)
        return self._smallest
