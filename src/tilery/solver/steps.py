"""A play as the moves a person makes with their hands, as data: what to say about them is for others.

>>> for step in steps(Table("r4 b4 k4 y4"), Table("b3 b4 b5 b6 | r4 k4 y4"), Tiles("b3 b5 b6")):
...     print(step.kind, step.tiles, "->", step.table)
take b4 -> r4 k4 y4
lay b3 b4 b5 b6 -> r4 k4 y4 | b3 b4 b5 b6

Each old set is continued by the new set that changes it least, if two or more of its tiles stay together; all
other tiles move. The new sets are made one after the other: what they need is taken or split off, then they are
laid or added to. Whichever leaves the fewest unfinished sets comes next, so additions from the rack alone come
first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from tilery.errors import TileryError
from tilery.notation import Table, Tiles, same_tiles
from tilery.rules.reading import read
from tilery.solver.masks import overlap
from tilery.solver.pairing import continued
from tilery.solver.question import Solution
from tilery.tiles import Kind

__all__ = ["Step", "StepKind", "steps"]

StepKind = Literal["take", "split", "join", "add", "lay"]
"""What a hand does:

- ``take``: tiles from a set to the side;
- ``split``: tiles at one end of a set become a set of their own, still to be added to or complete;
- ``join``: all of a set goes to another;
- ``add``: tiles from the side and the rack go to a set;
- ``lay``: tiles from the side and the rack become a new set.
"""


class Step(NamedTuple):
    """One move: the tiles moved, the set concerned, and how everything lies after it.

    ``set`` is the set concerned as it lay before: taken from, split, joined to another, or added to; a set
    that is laid has none. ``onto`` is only there when sets are joined: the set that grows. ``from_rack`` are
    those of the tiles that come from the rack. ``aside`` are the tiles at the side after the move.
    """

    kind: StepKind
    tiles: Tiles
    set: Tiles
    onto: Tiles
    from_rack: Tiles
    table: Table
    aside: Tiles


def steps(before: Table | str, play: Solution | Table | str, rack: Tiles | str) -> tuple[Step, ...]:
    """The moves that lead from a table to the sets of a play."""
    after = play.table if isinstance(play, Solution) else Table(play)
    hands = _Hands(Table(before), after, Tiles(rack))
    while hands.unfinished:
        tries = []
        for place in hands.unfinished:
            trial = hands.copy()
            trial.finish(place)
            tries.append((trial.loose(), bool(hands.coming[place]), place))
        hands.finish(min(tries)[-1])
    return tuple(hands.done)


class _Hands:
    """The table while it is being changed. A set lies at the key of the new set it becomes; an old set that
    becomes none lies at a negative key."""

    def __init__(self, before: Table, after: Table, rack: Tiles) -> None:
        self.after = after
        self.done: list[Step] = []
        self.aside: list[Kind] = []
        pairs = [
            None if new is None or overlap(old, after[new]) == 1 else new
            for old, new in zip(before, continued(before, after), strict=True)
        ]
        self.lying: dict[int, Tiles] = {}
        leaving: dict[int, list[Kind]] = {}
        needed = [list(tiles) for tiles in after]
        for place, (tiles, new) in enumerate(zip(before, pairs, strict=True)):
            key = ~place if new is None else new
            self.lying[key] = tiles
            leaving[key] = []
            for kind in tiles:
                if new is not None and kind in needed[new]:
                    needed[new].remove(kind)
                else:
                    leaving[key].append(kind)
        self.coming = _pieces(leaving, needed)
        self.missing = [Tiles(tiles) for tiles in needed]
        self.at_side: set[tuple[int, int]] = set()
        self.unfinished = [place for place in range(len(after)) if self.coming[place] or needed[place]]
        spare = list(rack)
        for kind in (kind for tiles in needed for kind in tiles):
            if kind not in spare:
                raise TileryError("not-on-rack", f"{kind.name} is laid and is neither on the table nor on the rack")
            spare.remove(kind)
        if any(leaving.values()):
            raise TileryError("table-tile-missing", "the play leaves out tiles of the table")

    def copy(self) -> _Hands:
        """The same, to try a move on."""
        twin = object.__new__(_Hands)
        twin.after, twin.coming, twin.missing = self.after, self.coming, self.missing
        twin.done, twin.aside, twin.lying = [], list(self.aside), dict(self.lying)
        twin.unfinished, twin.at_side = list(self.unfinished), set(self.at_side)
        return twin

    def loose(self) -> int:
        """How many sets on the table are unfinished."""
        return sum(read(tiles, "none") is None for tiles in self.lying.values())

    def finish(self, place: int) -> None:
        """Make one new set complete."""
        self.unfinished.remove(place)
        self._clear(place)
        adding: list[Kind] = []
        for key, piece in self.coming[place]:
            if (place, key) in self.at_side:
                adding += piece
                continue
            old = self.lying[key]
            left = old.without(piece)
            if not left and place in self.lying:
                onto = self.lying[place]
                del self.lying[key]
                self._grow(place, piece)
                self._step("join", piece, old, onto)
            elif place not in self.lying and _is_end(piece, old):
                self._leave(key, left)
                self._grow(place, piece)
                self._step("split", piece, old)
            else:
                self._take(key, piece)
                adding += piece
        tiles = Tiles([*adding, *self.missing[place]])
        if tiles:
            for kind in adding:
                self.aside.remove(kind)
            old = self.lying.get(place, Tiles())
            self._grow(place, tiles)
            self._step("add" if old else "lay", tiles if old else self.lying[place], old, from_rack=self.missing[place])

    def _clear(self, place: int) -> None:
        """Take away first what leaves a set, where it would only be in the way of what is added."""
        coming = [kind for _, piece in self.coming[place] for kind in piece]
        if read(Tiles([*self.lying.get(place, ()), *coming, *self.missing[place]]), "none") is not None:
            return
        leaving: list[Kind] = []
        for other in self.unfinished:
            for key, piece in self.coming[other]:
                if key == place and (other, key) not in self.at_side:
                    self.at_side.add((other, key))
                    leaving += piece
        if leaving:
            self._take(place, Tiles(leaving))

    def _take(self, key: int, piece: Tiles) -> None:
        old = self.lying[key]
        self._leave(key, old.without(piece))
        self.aside += piece
        self._step("take", piece, old)

    def _leave(self, key: int, left: Tiles) -> None:
        """Leave these tiles of a set; once no others are to come or go, in the order of the play."""
        if left:
            self.lying[key] = self.after[key] if key >= 0 and same_tiles(left, self.after[key]) else left
        else:
            del self.lying[key]

    def _grow(self, place: int, tiles: Tiles) -> None:
        grown = Tiles([*self.lying.get(place, ()), *tiles])
        new = self.after[place]
        reading = read(grown, "none")
        self.lying[place] = new if same_tiles(grown, new) else grown if reading is None else reading.tiles

    def _step(
        self,
        kind: StepKind,
        tiles: Tiles,
        old: Tiles = Tiles(),  # noqa: B008 (immutable)
        onto: Tiles = Tiles(),  # noqa: B008
        from_rack: Tiles = Tiles(),  # noqa: B008
    ) -> None:
        table = Table(self.lying.values())
        self.done.append(Step(kind, tiles, old, onto, from_rack, table, Tiles(self.aside)))


def _pieces(leaving: dict[int, list[Kind]], needed: Sequence[list[Kind]]) -> list[list[tuple[int, Tiles]]]:
    """Which leaving tiles go where, in pieces as large as can be; takes them out of what is needed."""
    coming: list[list[tuple[int, Tiles]]] = [[] for _ in needed]
    while True:
        size, key, place = max(_common(leaving, needed), default=(0, 0, 0))
        if not size:
            return coming
        piece = []
        for kind in list(leaving[key]):
            if kind in needed[place]:
                needed[place].remove(kind)
                leaving[key].remove(kind)
                piece.append(kind)
        coming[place].append((key, Tiles(piece)))


def _common(leaving: dict[int, list[Kind]], needed: Sequence[list[Kind]]) -> Iterator[tuple[int, int, int]]:
    for key, tiles in leaving.items():
        for place, wanted in enumerate(needed):
            if place != key:
                yield overlap(tiles, wanted), key, place


def _is_end(piece: Tiles, old: Tiles) -> bool:
    """Whether a piece of two or more tiles is one end of a set, as it lies, and more than one tile stays."""
    size = len(piece)
    return size > 1 and len(old) - size > 1 and piece in (old[:size], old[-size:])
