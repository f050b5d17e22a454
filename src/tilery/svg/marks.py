"""What a move did, tile by tile: which are new, which moved, and by which step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tilery.errors import TileryError
from tilery.notation import Table, Tiles
from tilery.solver.steps import Step, steps
from tilery.tiles import Kind

__all__ = ["MoveMarks", "TilePlace", "checked_marks", "marks_of"]

TilePlace = tuple[int, int]
"""A tile of a table: the place of its set, and its place in the set, both from 0."""

_MOST_STEPS = 999


class MoveMarks(NamedTuple):
    """The tiles that are new, those that moved, and the number of the step that put a tile where it lies."""

    fresh: frozenset[TilePlace] = frozenset()
    moved: frozenset[TilePlace] = frozenset()
    steps: Mapping[TilePlace, int] = {}


def checked_marks(
    table: Table, fresh: Iterable[TilePlace], moved: Iterable[TilePlace], numbers: Mapping[TilePlace, int]
) -> MoveMarks:
    """Marks for tiles that are there."""
    marks = MoveMarks(frozenset(fresh), frozenset(moved), dict(numbers))
    lie = {(place, at) for place, tiles in enumerate(table) for at in range(len(tiles))}
    if wrong := (marks.fresh | marks.moved | marks.steps.keys()) - lie:
        raise TileryError("picture", f"there is no tile at {min(wrong)}: a place is (set, tile), both from 0")
    if both := marks.fresh & marks.moved:
        raise TileryError("picture", f"the tile at {min(both)} is either new or moved, not both")
    if any(not 0 < number <= _MOST_STEPS for number in marks.steps.values()):
        raise TileryError("picture", f"steps are numbered from 1 to {_MOST_STEPS}")
    return marks


class _Lying:
    """A tile on the way from one table to another."""

    def __init__(self, kind: Kind, old: bool) -> None:
        self.kind = kind
        self.old = old
        self.step = 0


def marks_of(before: Table, after: Table) -> MoveMarks:
    """The marks on a table after a move, from its steps.

    >>> marks = marks_of(Table("r4 b4 k4 y4"), Table("r4 k4 y4 | b3 b4 b5 b6"))
    >>> sorted(marks.fresh), sorted(marks.moved), marks.steps[1, 1]
    ([(1, 0), (1, 2), (1, 3)], [(1, 1)], 2)
    """
    if gone := Counter(before.tiles()) - Counter(after.tiles()):
        raise TileryError("picture", f"{min(gone).name} was on the table before the move and isn't there after it")
    played = Tiles(after.tiles()).without(before.tiles())
    sets = [[_Lying(kind, True) for kind in tiles] for tiles in before]
    aside: list[_Lying] = []
    for number, step in enumerate(steps(before, after, played), 1):
        _follow(sets, aside, step, number)
    lie: dict[Tiles, list[list[_Lying]]] = {}
    for pieces in sets:
        lie.setdefault(Tiles(sorted(piece.kind for piece in pieces)), []).append(pieces)
    found = {}
    for place, tiles in enumerate(after):
        left = lie[tiles.sorted()].pop(0)
        for at, kind in enumerate(tiles):
            found[place, at] = _taken(left, Tiles([kind]))[0]
    return MoveMarks(
        frozenset(place for place, tile in found.items() if not tile.old),
        frozenset(place for place, tile in found.items() if tile.old and tile.step),
        {place: tile.step for place, tile in found.items() if tile.step},
    )


def _follow(sets: list[list[_Lying]], aside: list[_Lying], step: Step, number: int) -> None:
    """Do one step."""
    match step.kind:
        case "take":
            aside += _taken(_lying(sets, step.set), step.tiles)
        case "split":
            sets.append(_taken(_lying(sets, step.set), step.tiles))
        case "join":
            part = _lying(sets, step.set)
            sets.remove(part)
            _numbered(part, number)
            _lying(sets, step.onto).extend(part)
        case "add" | "lay":
            tiles = [_Lying(kind, False) for kind in step.from_rack]
            tiles += _taken(aside, step.tiles.without(step.from_rack))
            _numbered(tiles, number)
            if step.kind == "add":
                _lying(sets, step.set).extend(tiles)
            else:
                sets.append(tiles)
    sets[:] = [tiles for tiles in sets if tiles]


def _numbered(tiles: list[_Lying], number: int) -> None:
    for tile in tiles:
        tile.step = number


def _lying(sets: list[list[_Lying]], wanted: Tiles) -> list[_Lying]:
    """The set of these tiles."""
    kinds = sorted(wanted)
    return next(tiles for tiles in sets if sorted(tile.kind for tile in tiles) == kinds)


def _taken(tiles: list[_Lying], wanted: Tiles) -> list[_Lying]:
    """Take tiles of these kinds away."""
    found = []
    for kind in wanted:
        tile = next(tile for tile in tiles if tile.kind == kind)
        tiles.remove(tile)
        found.append(tile)
    return found
