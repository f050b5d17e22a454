"""The tile just drawn, with which a joker may be freed at once where the row ``drawn`` says so."""

from __future__ import annotations

from typing import Annotated

from tilery.cli.batch import in_field
from tilery.cli.command import option
from tilery.errors import TileryError
from tilery.notation import Tiles
from tilery.rules import Rules

__all__ = ["DrawnOption", "drawn_tile"]

DrawnOption = Annotated[
    str | None,
    option(
        metavar="TILE",
        help="The tile just drawn, on the rack already: the only play left is one that frees a joker with it.",
    ),
]


def drawn_tile(rules: Rules, rack: Tiles, opened: bool, text: str | None) -> Tiles:
    """The tile just drawn, refused where it could not be played before the next turn.

    >>> from tilery.rules import edition
    >>> drawn_tile(edition("classic-2002").rules(), Tiles("b8 k1"), True, "b8")
    Tiles('b8')
    """
    if not text:
        return Tiles()
    drawn = in_field("drawn", Tiles, text)
    if rules.drawn != "frees":
        raise TileryError("drawn", "under these rules a tile just drawn waits for the next turn")
    if len(drawn) != 1:
        raise TileryError("drawn", f"one tile is drawn, not {len(drawn)}")
    if not opened:
        raise TileryError("drawn", "before the opening a tile just drawn waits for the next turn")
    if drawn[0] not in rack:
        raise TileryError("drawn", f"{drawn} was drawn and isn't on the rack")
    return drawn
