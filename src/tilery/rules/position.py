"""A position somebody has written down, and everything that is wrong with it: which tile, and where.

>>> from tilery.rules.edition import edition
>>> rules = edition("sabra").rules()
>>> read_position(rules, "r4 r5 r6", "r7 j").rack
Tiles('r7 j')
>>> try:
...     read_position(rules, "r4 r5 r7", "r7 r7 x1")
... except PositionError as error:
...     [(defect.code, defect.where, defect.set, defect.tile) for defect in error.defects]
[('illegal-set', 'table', 1, 0), ('unreadable', 'rack', 0, 3), ('too-many-copies', 'rack', 0, 2)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from tilery.errors import TileryError
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.rules.reading import LONGEST, read
from tilery.rules.reasons import explain
from tilery.tiles import Kind

__all__ = [
    "LONGEST_TEXT",
    "PositionCode",
    "PositionDefect",
    "PositionError",
    "PositionPart",
    "drawn_defects",
    "read_position",
]

LONGEST_TEXT = 4_000
"""Characters that a table or a rack is written in at most: every tile there is needs a quarter of them."""

MOST_TOLD = 20
"""Defects that are told of one position; nobody mends more at once."""

PositionCode = Literal[
    "too-long",
    "unreadable",
    "empty-set",
    "illegal-set",
    "too-many-copies",
    "drawn-waits",
    "drawn-before-opening",
    "drawn-several",
    "drawn-not-on-rack",
]
"""What can be wrong with a position."""

PositionPart = Literal["table", "rack", "drawn"]
"""Which of the texts it is wrong in."""


class PositionDefect(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing wrong with a position: a stable code, a sentence, and the place.

    ``set`` and ``tile`` count from 1, and 0 is none in particular; ``given`` is what is written there. Of a tile that
    is there too often, ``count`` is how many there are and ``most`` how many the tile set has.
    """

    code: PositionCode
    text: str
    where: PositionPart
    set: int = 0
    tile: int = 0
    given: str = ""
    count: int = 0
    most: int = 0


class PositionError(TileryError):
    """A position that cannot be, with all that is wrong with it."""

    def __init__(self, defects: Sequence[PositionDefect]) -> None:
        super().__init__("position", "; ".join(defect.text for defect in defects))
        self.defects = tuple(defects)

    def __reduce__(self) -> tuple[type[PositionError], tuple[Any, ...]]:
        return type(self), (self.defects,)


class WrittenPosition(NamedTuple):
    """A table, a rack and the tile just drawn, if any, that may lie and be there so."""

    table: Table
    rack: Tiles
    drawn: Tiles


class _WrittenTile(NamedTuple):
    """A tile in its place."""

    kind: Kind
    where: PositionPart
    set: int
    tile: int


def read_position(rules: Rules, table: str, rack: str, *, opened: bool = True, drawn: str = "") -> WrittenPosition:
    """The position that is written so; whatever is wrong with it is told at once by a :class:`PositionError`."""
    defects: list[PositionDefect] = []
    sets: list[Tiles] = []
    found: list[_WrittenTile] = []
    parts = table.split("|") if table.strip() else []
    if len(table) > LONGEST_TEXT:
        defects.append(_too_long("table"))
        parts = []
    for place, part in enumerate(parts, 1):
        tiles, wrong = _read_tiles(part, "table", place)
        defects += wrong
        if not wrong and not tiles:
            text = f"set {place} of the table is empty: '|' only goes between two sets"
            defects.append(PositionDefect("empty-set", text, "table", place))
        elif not wrong and read(tiles, rules.mirror) is None:
            defects.append(_illegal(rules, place, tiles))
        sets.append(tiles)
        found += [_WrittenTile(kind, "table", place, number) for number, kind in enumerate(tiles, 1)]
    held, wrong = _read_tiles(rack, "rack")
    defects += wrong
    found += [_WrittenTile(kind, "rack", 0, number) for number, kind in enumerate(held, 1)]
    defects += _too_many(rules, found)
    taken, wrong = _read_tiles(drawn, "drawn")
    defects += wrong or drawn_defects(rules, held, taken, opened)
    if defects:
        raise PositionError(defects[:MOST_TOLD])
    return WrittenPosition(Table(sets), held, taken)


def _too_long(where: PositionPart) -> PositionDefect:
    return PositionDefect("too-long", f"the {where} is longer than {LONGEST_TEXT} characters", where)


def _read_tiles(text: str, where: PositionPart, place: int = 0) -> tuple[Tiles, list[PositionDefect]]:
    """The tiles that can be read, and what cannot."""
    if len(text) > LONGEST_TEXT:
        return Tiles(), [_too_long(where)]
    kinds, defects = [], []
    for number, word in enumerate(text.split(), 1):
        try:
            kinds.append(Kind(word))
        except TileryError:
            given = word if len(word) <= 12 else word[:12] + "…"
            inside = f"set {place} of the table" if place else f"the {where}"
            told = f"tile {number} of {inside}, {given!r}, is not a tile"
            defects.append(PositionDefect("unreadable", told, where, place, number, given))
    return Tiles(kinds), defects


def _illegal(rules: Rules, place: int, tiles: Tiles) -> PositionDefect:
    if len(tiles) > LONGEST:
        text = f"set {place} of the table has {len(tiles)} tiles, and no set has more than {LONGEST}"
        return PositionDefect("illegal-set", text, "table", place, given=str(Tiles(tiles[:LONGEST])) + " …")
    why = "; ".join(reason.text for reason in explain(tiles, rules.mirror))
    text = f"set {place} of the table, {tiles}, is not legal: {why}"
    return PositionDefect("illegal-set", text, "table", place, given=str(tiles))


def _too_many(rules: Rules, found: Sequence[_WrittenTile]) -> Iterator[PositionDefect]:
    """Every kind of which there are too many, at the first tile that is one too many."""
    have = rules.tile_set.counts
    counts = Counter(one.kind for one in found)
    seen: Counter[Kind] = Counter()
    for kind, where, place, number in found:
        seen[kind] += 1
        if seen[kind] == have[kind] + 1:
            most, count = have[kind], counts[kind]
            text = f"{count} × {kind.name} ({kind}) where tile set {rules.tile_set.name} has {most}"
            yield PositionDefect("too-many-copies", text, where, place, number, str(kind), count, most)


def drawn_defects(rules: Rules, rack: Tiles, drawn: Tiles, opened: bool) -> list[PositionDefect]:
    """Why a tile just drawn cannot be played before the next turn."""
    if not drawn:
        return []
    code: PositionCode
    if rules.drawn != "frees":
        code, text = "drawn-waits", "under these rules a tile just drawn waits for the next turn"
    elif not opened:
        code, text = "drawn-before-opening", "before the opening a tile just drawn waits for the next turn"
    elif len(drawn) != 1:
        code, text = "drawn-several", f"one tile is drawn, not {len(drawn)}"
    elif drawn[0] not in rack:
        code, text = "drawn-not-on-rack", f"{drawn} was drawn and isn't on the rack"
    else:
        return []
    return [PositionDefect(code, text, "drawn", 0, 1, str(drawn[0]))]
