"""Which rules a command goes by: those named on its line, and for a batch the line's own first."""

from __future__ import annotations

import functools

from tilery.cli.files import read_text
from tilery.errors import TileryError
from tilery.rules.edition import Edition, Rules, edition, load_house_rules
from tilery.tiles import tile_set

__all__ = ["Rulebook"]


class Rulebook:
    """The rules of ``--edition`` and ``--tile-set``, or of ``--rules``; unknown names are refused at once.

    >>> Rulebook("sabra", "160").rules().players
    (2, 6)
    >>> Rulebook("sabra").rules("twist-2016").tile_set.name
    'twist'
    """

    def __init__(self, name: str | None = None, tiles: str | None = None, house: str | None = None) -> None:
        if name is not None and house is not None:
            raise TileryError("usage", "give --edition or --rules, not both")
        self._own: Edition | None = None
        self._tiles = tiles
        if name is not None:
            self._own = edition(name)
        elif house is not None:
            self._own = load_house_rules(read_text(house))
        if self._own is not None:
            self._own.rules(tiles)
        elif tiles is not None:
            tile_set(tiles)
        self._made = functools.cache(self._make)

    @property
    def given(self) -> bool:
        """Whether the command line names rules."""
        return self._own is not None

    def rules(self, name: str | None = None, tiles: str | None = None) -> Rules:
        """The rules of this edition and tile set; where they are not given, those of the command line."""
        return self._made(name, tiles)

    def _make(self, name: str | None, tiles: str | None) -> Rules:
        chosen = self._own if name is None else edition(name)
        if chosen is None:
            raise TileryError(
                "edition", "by which rules? give an edition (--edition NAME) or house rules (--rules FILE)"
            )
        return chosen.rules(self._tiles if tiles is None else tiles)
