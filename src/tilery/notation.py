"""The text notation: ``r4 r5 r6 | b8 k8 y8``, used by every part of Tilery alike.

>>> Table("r4 R5 r6 | b8 k8 y8")
Table('r4 r5 r6 | b8 k8 y8')
>>> Tiles("r7 j")[1].name
'joker'
"""

from __future__ import annotations

import functools
import hashlib
import itertools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from tilery.errors import TileryError
from tilery.notebook import picture_of
from tilery.tiles import JOKER, KINDS_BY_TEXT, TEXTS, Kind, count_kinds

__all__ = ["Table", "Tiles", "position_key", "same_tiles"]

_LONGEST = 20_000
"""No table or rack needs more characters than this; longer text is refused unread."""

_LONGEST_SET = 60
"""Characters of a set of which the text is remembered: thirteen tiles and some room."""

_KIND_ALONE = {Kind}


class Tiles(tuple[Kind, ...]):
    """Tiles in order: a set, a rack, the tiles of a play. Its text twin is ``r4 r5 r6``.

    >>> Tiles("b8 k8 y8").sorted()
    Tiles('k8 b8 y8')
    >>> str(Tiles([Kind("j"), "r5"]))
    'j r5'
    >>> Tiles("r4 r5 r6")[1:] + Tiles("j")
    Tiles('r5 r6 j')
    """

    __slots__ = ()

    @overload
    def __new__(cls, tiles: str | Iterable[Kind] = ()) -> Tiles: ...
    @overload
    def __new__(cls, tiles: Iterable[int | str]) -> Tiles: ...
    def __new__(cls, tiles: str | Iterable[int | str] = ()) -> Tiles:
        if type(tiles) is cls:
            return tiles
        if isinstance(tiles, str):
            return super().__new__(cls, _parse_tiles(tiles))
        if not hasattr(tiles, "__iter__"):
            raise TileryError("notation", f"tiles are text, as in 'r4 r5 r6', or a list of tiles, not {tiles!r}")
        made = super().__new__(cls, tiles)  # type: ignore[arg-type]
        if {*map(type, made)} <= _KIND_ALONE:
            return made
        return super().__new__(cls, map(Kind, made))

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, place: SupportsIndex) -> Kind: ...
        @overload
        def __getitem__(self, place: slice) -> Tiles: ...

    def __getitem__(self, place: SupportsIndex | slice) -> Kind | Tiles:
        found = super().__getitem__(place)
        return _known(found) if isinstance(found, tuple) else found

    def __add__(self, other: tuple[Any, ...]) -> Tiles:
        both = super().__add__(other)
        return _known(both) if type(other) is Tiles else Tiles(both)

    def __mul__(self, times: SupportsIndex) -> Tiles:
        return _known(super().__mul__(times))

    __rmul__ = __mul__

    def sorted(self) -> Tiles:
        """The same tiles by colour and number, jokers last."""
        return _known(sorted(self))

    def without(self, others: str | Iterable[Kind]) -> Tiles:
        """These tiles in their order, less one for each of the others.

        >>> Tiles("r7 r7 j").without(Tiles("r7"))
        Tiles('r7 j')
        """
        left = list(self)
        for kind in Tiles(others):
            try:
                left.remove(kind)
            except ValueError:
                raise TileryError("missing-tile", f"there is no {kind.name} to take away") from None
        return _known(left)

    def __str__(self) -> str:
        return " ".join(map(TEXTS.__getitem__, self))

    def __repr__(self) -> str:
        return f"Tiles({str(self)!r})"

    def _repr_svg_(self) -> str:
        return picture_of(self)


def _known(kinds: Iterable[Kind]) -> Tiles:
    """Tiles of what is known to be kinds, which nobody has to look at one by one."""
    return tuple.__new__(Tiles, kinds)


class Table(tuple[Tiles, ...]):
    """The sets on a table, in order. Its text twin is ``r4 r5 r6 | b8 k8 y8``; empty is ``""``.

    >>> len(Table("")), len(Table("r4 r5 r6 | b8 k8 y8"))
    (0, 2)
    >>> Table(["r4 r5 r6"]) + Table("b8 k8 y8 | k1 k2 k3")[:1]
    Table('r4 r5 r6 | b8 k8 y8')
    """

    __slots__ = ()

    def __new__(cls, sets: str | Iterable[Tiles | str | Iterable[int | str]] = ()) -> Table:
        if type(sets) is cls:
            return sets
        if isinstance(sets, str):
            return super().__new__(cls, _parse_table(sets))
        if not hasattr(sets, "__iter__"):
            raise TileryError("notation", f"a table is text, as in 'r4 r5 r6 | b8 k8', or a list of sets, not {sets!r}")
        made = super().__new__(cls, sets)  # type: ignore[arg-type]
        if not {*map(type, made)} <= _TILES_ALONE:
            made = super().__new__(cls, map(Tiles, made))
        if not all(made):  # it could not be written
            raise TileryError("notation", f"set {made.index(Tiles()) + 1} is empty")
        return made

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, place: SupportsIndex) -> Tiles: ...
        @overload
        def __getitem__(self, place: slice) -> Table: ...

    def __getitem__(self, place: SupportsIndex | slice) -> Tiles | Table:
        return Table(super().__getitem__(place)) if isinstance(place, slice) else super().__getitem__(place)

    def __add__(self, other: tuple[Any, ...]) -> Table:
        return Table(super().__add__(other))

    def __mul__(self, times: SupportsIndex) -> Table:
        return Table(super().__mul__(times))

    __rmul__ = __mul__

    def canonical(self) -> Table:
        """The same sets in one order for all: tiles by colour and number, then set by set.

        A set in which the order says what a joker stands for keeps it.

        >>> Table("y8 j k8 | r6 r4 r5 | k4 j k6").canonical()
        Table('k4 j k6 | k8 y8 j | r4 r5 r6')
        """
        return Table(sorted(map(_in_order, self)))

    def tiles(self) -> Iterator[Kind]:
        """Every tile on the table, set by set."""
        return itertools.chain.from_iterable(self)

    def __str__(self) -> str:
        return " | ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Table({str(self)!r})"

    def _repr_svg_(self) -> str:
        return picture_of(self)


_TILES_ALONE = {Tiles}


def position_key(table: Table | str, rack: Tiles | str, *, opened: bool = True) -> int:
    """A number of 64 bits that is the same for the same position, on every machine and in every version.

    It is that of the canonical table, the sorted rack, and whether the player has opened; the rules are not in it.
    ``docs/notation.md`` says how it is made.

    >>> f"{position_key(Table('r6 r5 r4'), Tiles('r7 k1')):016x}"
    '85e9a7b55aeee78d'
    """
    stage = "opened" if opened else "opening"
    text = f"tilery position 1\n{Table(table).canonical()}\n{Tiles(rack).sorted()}\n{stage}\n"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def same_tiles(one: str | Iterable[Kind], other: str | Iterable[Kind]) -> bool:
    """Whether two collections hold the same tiles, in any order.

    >>> same_tiles(Tiles("r7 j"), Tiles("j r7"))
    True
    """
    return count_kinds(Tiles(one)) == count_kinds(Tiles(other))


def _in_order(tiles: Tiles) -> Tiles:
    """A set sorted, unless its order says what a joker stands for: in a group of jokers and two tiles it does not."""
    jokers = [kind for kind in tiles if kind.is_joker]
    numbers = [kind.number for kind in tiles if not kind.is_joker]
    is_group = len(numbers) > 1 and len({*numbers}) == 1 and {*jokers} == {JOKER}
    return tiles.sorted() if not jokers or is_group else tiles


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
    for place, part in enumerate(map(str.strip, text.split("|")), 1):
        if not part:
            raise TileryError("notation", f"set {place} is empty: '|' only goes between two sets")
        try:
            sets.append(_parse_set(part) if len(part) <= _LONGEST_SET else Tiles(part))
        except TileryError as error:
            raise TileryError(error.code, f"set {place}: {error.text}") from None
    return sets


@functools.lru_cache(maxsize=4_096)
def _parse_set(text: str) -> Tiles:
    """A set of a table: by a turn nearly all of them stay as they were."""
    return Tiles(text)


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
