"""A turn in the making: the sets as they lie now and the rack, edited by small commands, with undo.

A draft may be as untidy as a real table in mid-turn; the referee judges it when it is done. What it never
does is lose a tile, or let one that lay on the table before come to the rack.

>>> from tilery.rules.edition import edition
>>> draft = DraftedTurn.begin(edition("sabra").rules(), Table("r4 r5 r6 r7"), Tiles("r3 b7 k7 y1"), opened=True)
>>> draft = edit(edit(draft, "take r7 from 1"), "add b7 k7 to 2")
>>> draft.sets, draft.rack
(Table('r4 r5 r6 | r7 b7 k7'), Tiles('r3 y1'))
>>> draft.verdict().legal, draft.undo().sets
(True, Table('r4 r5 r6 | r7'))
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec

from tilery.errors import TileryError
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.rules.reading import read
from tilery.rules.turn import Turn, judge
from tilery.tiles import Kind

__all__ = ["EDITS", "DraftedTurn", "Edit", "edit"]

Layout = tuple[Table, Tiles]


class DraftedTurn(msgspec.Struct, frozen=True):
    """The sets and the rack in mid-turn; ``before`` and ``own`` are the table and rack it began with."""

    rules: Rules
    before: Table
    own: Tiles
    opened: bool
    sets: Table
    rack: Tiles
    past: tuple[Layout, ...] = ()
    future: tuple[Layout, ...] = ()
    drawn: Tiles = Tiles()

    @classmethod
    def begin(
        cls,
        rules: Rules,
        table: Table,
        rack: Tiles,
        opened: bool,
        drawn: Tiles = Tiles(),  # noqa: B008 (immutable)
    ) -> DraftedTurn:
        """The draft in which nothing was moved yet; ``drawn`` is a tile just drawn that may free a joker."""
        return cls(rules, table, rack, opened, table, rack, drawn=drawn)

    @property
    def moved(self) -> bool:
        """Whether the sets are no longer those of the table before."""
        return self.sets != self.before

    @property
    def laid(self) -> Counter[Kind]:
        """The tiles that came from the rack; only these may go back to it."""
        return Counter(self.sets.tiles()) - Counter(self.before.tiles())

    def verdict(self) -> Turn:
        """What the referee would say if the turn ended now."""
        return judge(self.rules, self.before, self.own, self.sets, self.opened, self.drawn)

    def add(self, tiles: Tiles, to: int) -> DraftedTurn:
        """Lay own tiles at a set."""
        rack = self._from_rack(tiles)
        return self._with({to: Tiles([*self._set(to), *tiles])}, rack)

    def new(self, sets: Table) -> DraftedTurn:
        """Lay own tiles as new sets."""
        return self._with({}, self._from_rack(Tiles(sets.tiles())), sets)

    def take(self, tiles: Tiles, source: int | None = None) -> DraftedTurn:
        """Take tiles out of a set and begin a new one with them."""
        source = self._find(tiles, source)
        return self._with({source: self._set(source).without(tiles)}, self.rack, [tiles])

    def move(self, tiles: Tiles, to: int, source: int | None = None) -> DraftedTurn:
        """Take tiles out of a set and lay them at another."""
        source = self._find(tiles, source, but=to)
        if source == to:
            raise TileryError("draft", f"{tiles} is already in set {to}")
        changed = {source: self._set(source).without(tiles), to: Tiles([*self._set(to), *tiles])}
        return self._with(changed, self.rack)

    def split(self, number: int, at: int = 0, after: Kind | None = None) -> DraftedTurn:
        """Part a set behind its first ``at`` tiles, or behind a tile."""
        tiles = self._set(number)
        if after is not None:
            if after not in tiles:
                raise TileryError("draft", f"not in set {number}: {after}")
            at = tiles.index(after) + 1
        if not 0 < at < len(tiles):
            raise TileryError("draft", f"set {number}, {tiles}, cannot be split there: one part would be empty")
        sets = [*self.sets[: number - 1], Tiles(tiles[:at]), Tiles(tiles[at:]), *self.sets[number:]]
        return self._now(Table(sets), self.rack)

    def join(self, number: int, other: int) -> DraftedTurn:
        """Make two sets one."""
        if number == other:
            raise TileryError("draft", "a set cannot be joined with itself")
        return self._with({number: Tiles([*self._set(number), *self._set(other)]), other: Tiles()}, self.rack)

    def back(self, tiles: Tiles, source: int | None = None) -> DraftedTurn:
        """Take own tiles back to the rack."""
        if others := Counter(tiles) - self.laid:
            text = f"on the table since before your turn, so they can't go to your rack: {Tiles(others.elements())}"
            raise TileryError("draft", text)
        source = self._find(tiles, source)
        return self._with({source: self._set(source).without(tiles)}, Tiles([*self.rack, *tiles]))

    def table(self, sets: Table) -> DraftedTurn:
        """Lay the whole table anew: every tile it had, and any of the own ones."""
        now, was = Counter(sets.tiles()), Counter(self.before.tiles())
        wrong = []
        if missing := was - now:
            wrong.append(f"missing from the table: {Tiles(missing.elements())}")
        if foreign := now - was - Counter(self.own):
            wrong.append(f"neither on the table nor on your rack: {Tiles(foreign.elements())}")
        if wrong:
            raise TileryError("draft", "; ".join(wrong))
        return self._now(sets, self.own.without((now - was).elements()))

    def reset(self) -> DraftedTurn:
        """Put everything as it was before the turn; this too can be undone."""
        return self._now(self.before, self.own) if self.moved else self

    def undo(self) -> DraftedTurn:
        """Take the last change back."""
        if not self.past:
            raise TileryError("draft", "there's nothing to undo")
        return self._to(self.past[-1], self.past[:-1], ((self.sets, self.rack), *self.future))

    def redo(self) -> DraftedTurn:
        """Make the change again that was taken back last."""
        if not self.future:
            raise TileryError("draft", "there's nothing to redo")
        return self._to(self.future[0], (*self.past, (self.sets, self.rack)), self.future[1:])

    def _to(self, layout: Layout, past: tuple[Layout, ...], future: tuple[Layout, ...]) -> DraftedTurn:
        sets, rack = layout
        return msgspec.structs.replace(self, sets=sets, rack=rack, past=past, future=future)

    def _now(self, sets: Table, rack: Tiles) -> DraftedTurn:
        return self._to((sets, rack), (*self.past, (self.sets, self.rack)), ())

    def _with(self, changed: dict[int, Tiles], rack: Tiles, new: Iterable[Tiles] = ()) -> DraftedTurn:
        """The draft with some sets changed and others new: legal ones in a legal order, empty ones gone."""
        sets = [changed.get(number, tiles) for number, tiles in enumerate(self.sets, 1)]
        tidy = [reading.tiles if (reading := read(s, self.rules.mirror)) else s for s in (*sets, *new) if s]
        return self._now(Table(tidy), rack)

    def _set(self, number: int) -> Tiles:
        if not 1 <= number <= len(self.sets):
            there = f"the sets are 1 to {len(self.sets)}" if self.sets else "the table is empty"
            raise TileryError("draft", f"there is no set {number}: {there}")
        return self.sets[number - 1]

    def _from_rack(self, tiles: Tiles) -> Tiles:
        if missing := Counter(tiles) - Counter(self.rack):
            raise TileryError("draft", f"not on your rack: {Tiles(missing.elements())}")
        return self.rack.without(tiles)

    def _find(self, tiles: Tiles, source: int | None, but: int | None = None) -> int:
        """The set to take these tiles from: the one said, or the only one there is."""
        if source is not None:
            if missing := Counter(tiles) - Counter(self._set(source)):
                raise TileryError("draft", f"not in set {source}: {Tiles(missing.elements())}")
            return source
        found = [n for n, s in enumerate(self.sets, 1) if n != but and not Counter(tiles) - Counter(s)]
        if len(found) == 1:
            return found[0]
        if found:
            raise TileryError("draft", f"{tiles} is in sets {', '.join(map(str, found))}: say which one")
        hint = " (to play your own tiles, use add or new)" if not Counter(tiles) - Counter(self.rack) else ""
        raise TileryError("draft", f"no set on the table has {tiles}{hint}")


class Edit(NamedTuple):
    """A command that edits a draft, named as the method it calls: how it is written, what it does, its words."""

    usage: str
    help: str
    pattern: str


_TILES = r"(?P<tiles>[^|]*?[^ |\d][^ |]*)"
_FROM = r"(?: (?:from )?(?P<source>\d{1,3}))?"
_TO = r" (?:to )?(?P<to>\d{1,3})"

EDITS = {
    "add": Edit("add r7 to 3", "add your own tiles to set 3", _TILES + _TO),
    "new": Edit("new r4 r5 r6", "play your own tiles as a new set (or type just the tiles)", r"(?P<sets>.+)"),
    "take": Edit("take b4 from 2", "start a new set with tiles from set 2", _TILES + _FROM),
    "move": Edit("move b4 from 2 to 5", "move tiles from set 2 to set 5", _TILES + _FROM + _TO),
    "split": Edit(
        "split 3 after r6",
        "split set 3 after its r6; split 3 at 2: after its second tile",
        r"(?P<number>\d{1,3}) (?:after (?P<after>[a-z]\w*)|(?:at |after )?(?P<at>\d{1,3}))",
    ),
    "join": Edit("join 2 3", "join two sets into one", r"(?P<number>\d{1,3}) (?:and |with )?(?P<other>\d{1,3})"),
    "back": Edit("back r7", "take your own tiles back to your rack; back r7 from 3", _TILES + _FROM),
    "table": Edit("table r4 r5 r6 | b8 k8 y8", "type the whole new table, old tiles and new", r"(?P<sets>.+)"),
    "undo": Edit("undo", "take back the last change", ""),
    "redo": Edit("redo", "make it again", ""),
    "reset": Edit("reset", "put everything back as it was before your turn", ""),
}
"""The commands that edit a draft."""

_MEANT: dict[str, Callable[[str], object]] = {"tiles": Tiles, "sets": Table, "after": Kind}


def edit(draft: DraftedTurn, line: str) -> DraftedTurn:
    """The draft after a command; one that cannot be read or done is refused with the reason.

    >>> from tilery.rules.edition import edition
    >>> edit(DraftedTurn.begin(edition("sabra").rules(), Table(), Tiles("r3"), opened=True), "add r3")
    Traceback (most recent call last):
        ...
    tilery.errors.TileryError: add is written like this: add r7 to 3
    """
    name, _, rest = " ".join(line.lower().split()).partition(" ")
    if name not in EDITS:
        raise TileryError("command", f"{name!r} doesn't change the table; these do: {', '.join(EDITS)}")
    found = re.fullmatch(EDITS[name].pattern, rest, re.ASCII)
    if found is None:
        raise TileryError("command", f"{name} is written like this: {EDITS[name].usage}")
    words = {key: _MEANT.get(key, int)(word) for key, word in found.groupdict().items() if word is not None}
    edited: DraftedTurn = getattr(draft, name)(**words)
    return edited
