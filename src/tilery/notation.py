"""The text notation: ``r4 r5 r6 | b8 k8 y8``, used by every part of Tilery alike.

>>> Table("r4 R5 r6 | b8 k8 y8")
Table('r4 r5 r6 | b8 k8 y8')
>>> Tiles("r7 j")[1].name
'joker'
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from tilery.errors import TileryError
from tilery.notebook import picture_of
from tilery.tiles import KINDS_BY_TEXT, TEXTS, Kind, count_kinds

__all__ = ["Table", "Tiles", "same_tiles"]

_LONGEST = 20_000
"""No table or rack needs more characters than this; longer text is refused unread."""


class Tiles(tuple[Kind, ...]):
    """Tiles in order: a set, a rack, the tiles of a play. Its text twin is ``r4 r5 r6``.

    >>> Tiles("b8 k8 y8").sorted()
    Tiles('k8 b8 y8')
    >>> str(Tiles([Kind("j"), Kind("r5")]))
    'j r5'
    """

    __slots__ = ()

    def __new__(cls, tiles: str | Iterable[Kind] = ()) -> Tiles:
        if isinstance(tiles, str):
            tiles = _parse_tiles(tiles)
        return super().__new__(cls, tiles)

    def sorted(self) -> Tiles:
        """The same tiles by colour and number, jokers last."""
        return Tiles(sorted(self))

    def without(self, others: Iterable[Kind]) -> Tiles:
        """These tiles in their order, less one for each of the others.

        >>> Tiles("r7 r7 j").without(Tiles("r7"))
        Tiles('r7 j')
        """
        left = list(self)
        for kind in others:
            try:
                left.remove(kind)
            except ValueError:
                raise TileryError("missing-tile", f"there is no {kind.name} to take away") from None
        return Tiles(left)

    def __str__(self) -> str:
        return " ".join(map(TEXTS.__getitem__, self))

    def __repr__(self) -> str:
        return f"Tiles({str(self)!r})"

    def _repr_svg_(self) -> str:
        return picture_of(self)


class Table(tuple[Tiles, ...]):
    """The sets on a table, in order. Its text twin is ``r4 r5 r6 | b8 k8 y8``; empty is ``""``.

    >>> len(Table("")), len(Table("r4 r5 r6 | b8 k8 y8"))
    (0, 2)
    """

    __slots__ = ()

    def __new__(cls, sets: str | Iterable[Tiles] = ()) -> Table:
        if isinstance(sets, str):
            sets = _parse_table(sets)
        return super().__new__(cls, sets)

    def tiles(self) -> Iterator[Kind]:
        """Every tile on the table, set by set."""
        return itertools.chain.from_iterable(self)

    def __str__(self) -> str:
        return " | ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Table({str(self)!r})"

    def _repr_svg_(self) -> str:
        return picture_of(self)


def same_tiles(one: Iterable[Kind], other: Iterable[Kind]) -> bool:
    """Whether two collections hold the same tiles, in any order.

    >>> same_tiles(Tiles("r7 j"), Tiles("j r7"))
    True
    """
    return count_kinds(one) == count_kinds(other)


def _parse_tiles(text: str) -> list[Kind]:
    if "|" in text:
        raise TileryError("notation", "'|' separates sets, and here there is room for one set or rack only")
    _check_length(text)
    words = text.split()
    try:
        return list(map(KINDS_BY_TEXT.__getitem__, words))
    except KeyError:  # written in another way, or wrong
        return [_parse_kind(word, place) for place, word in enumerate(words, 1)]


def _parse_table(text: str) -> list[Tiles]:
    _check_length(text)
    if not text.strip():
        return []
    sets: list[Tiles] = []
    for place, part in enumerate(text.split("|"), 1):
        if not part.strip():
            raise TileryError("notation", f"set {place} is empty: '|' only goes between two sets")
        try:
            sets.append(Tiles(part))
        except TileryError as error:
            raise TileryError(error.code, f"set {place}: {error.text}") from None
    return sets


def _parse_kind(word: str, place: int) -> Kind:
    try:
        return Kind(word)
    except TileryError:
        shown = word if len(word) <= 12 else word[:12] + "…"
        raise TileryError(
            "notation",
            f"tile {place}, {shown!r}, is not a tile: write a colour (k r b y) and a number from 1 to "
            "13, as in r7, or a joker (j d c m)",
        ) from None


def _check_length(text: str) -> None:
    if len(text) > _LONGEST:
        raise TileryError("notation", f"the text is longer than {_LONGEST} characters")
