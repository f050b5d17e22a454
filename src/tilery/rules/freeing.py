"""Jokers on the table: what they stand for there, and how they are freed."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

from tilery.errors import TileryError
from tilery.notation import Table, Tiles
from tilery.rules.covers import Reading
from tilery.rules.edition import FreedJoker, Mirror, Rules
from tilery.rules.matching import matched_sets
from tilery.rules.reading import Meanings, joker_meanings, read
from tilery.tiles import JOKER, Kind, count_kinds

__all__ = ["as_it_lies", "frees_by", "lost_meanings", "may_free", "new_sets", "settle_jokers"]


def settle_jokers(before: Table, after: Table, freed: FreedJoker = "anywhere") -> Table | None:
    """The table as it lies when jokers are freed only by replacing them; ``None`` when that is broken.

    Every joker of the table before still stands for its tile somewhere, or that tile lies on the table,
    once for each joker freed from it. Where a ``freed`` joker makes a new set, it also lies in one. The player's orders
    are kept if they qualify.

    >>> settle_jokers(Table("b6 b7 j"), Table("b4 j b6 b7")) is None
    True
    >>> settle_jokers(Table("b6 b7 j"), Table("b6 b7 b8 | j r2 r3"))
    Table('b6 b7 b8 | j r2 r3')
    """
    if _are_among(_with_jokers(before), _with_jokers(after)):
        return after  # no set with a joker was touched: the usual case
    if freed == "new-set":
        return _settle_in_new_sets(before, after)
    needed = _needed_meanings(before, after)
    if () in needed:
        return after
    sizes = sorted({len(need) for need in needed})
    with_jokers = [place for place, tiles in enumerate(after) if JOKER in tiles]
    for any_order in (False, True):
        options = [list(joker_meanings(after[place], any_order)) for place in with_jokers]
        for choice in itertools.product(*options):
            stands = sorted(itertools.chain.from_iterable(meanings for _, meanings in choice))
            if any(kept in needed for size in sizes for kept in itertools.combinations(stands, size)):
                sets = list(after)
                for place, (order, _) in zip(with_jokers, choice, strict=True):
                    sets[place] = order
                return Table(sets)
    return None


def _needed_meanings(before: Table, after: Table) -> set[Meanings]:
    """For every reading of the old jokers: the tiles, in order, that they must go on standing for, as no natural
    tile of that kind lies on the table to free them."""
    naturals = count_kinds(after.tiles())
    options = [[meanings for _, meanings in joker_meanings(as_it_lies(tiles))] for tiles in _with_jokers(before)]
    found = set()
    for choice in itertools.product(*options):
        meant = sorted(itertools.chain.from_iterable(choice))
        # Of so many jokers for one tile, all but as many as lie there are still needed.
        found.add(tuple(kind for place, kind in enumerate(meant) if place - meant.index(kind) >= naturals[kind]))
    return found


def _with_jokers(table: Table) -> list[Tiles]:
    return [tiles for tiles in table if JOKER in tiles]


def _are_among(some: list[Tiles], all_sets: list[Tiles]) -> bool:
    """Whether all of some sets are there as they were, the same one as often."""
    left = [*all_sets]
    for tiles in some:
        if tiles not in left:
            return False
        left.remove(tiles)
    return True


def as_it_lies(tiles: Tiles, mirror: Mirror | None = None) -> Tiles:
    """A set of the table in its legal order."""
    return _reading(tiles, mirror).tiles


def _reading(tiles: Tiles, mirror: Mirror | None) -> Reading:
    reading = read(tiles, mirror)
    if reading is None:
        raise TileryError("table-not-legal", f"{tiles} on the table is not a legal set")
    return reading


def lost_meanings(before: Table, after: Table) -> Meanings:
    """The fewest tiles that jokers of the table before have to go on standing for; of several such, the first.

    >>> Tiles(lost_meanings(Table("r5 b5 j"), Table("r4 r5 j | b5 b6 b7")))
    Tiles('k5')
    """
    return min(_needed_meanings(before, after), key=lambda need: (len(need), need))


def new_sets(before: Table, after: Table) -> set[int]:
    """The places of the sets that are new in the sense of a freed joker's: none is an old set with tiles added.

    >>> new_sets(Table("k5 k6 k7 | r3 j r5"), Table("k5 k6 k7 j | r3 r4 r5"))
    {1}
    """
    gone, new = matched_sets(before, after)
    old = [Counter(tiles) for tiles in gone]
    return {place for place in new if not any(tiles <= Counter(after[place]) for tiles in old)}


def _settle_in_new_sets(before: Table, after: Table) -> Table | None:
    """The table as it lies where every joker of the table before still stands for its tile, or is freed and lies in a
    new set; jokers from the rack may lie anywhere."""
    fresh = new_sets(before, after)
    naturals = count_kinds(after.tiles())
    from_rack = naturals[JOKER] - count_kinds(before.tiles())[JOKER]
    old = [Counter(meant) for meant in _readings(before)]
    with_jokers = [place for place, tiles in enumerate(after) if JOKER in tiles]
    for any_order in (False, True):
        options = [list(joker_meanings(after[place], any_order)) for place in with_jokers]
        for choice in itertools.product(*options):
            everywhere, added_to = Counter[Kind](), Counter[Kind]()
            for place, (_, meanings) in zip(with_jokers, choice, strict=True):
                everywhere.update(meanings)
                if place not in fresh:
                    added_to.update(meanings)
            for meant in old:
                kept = all(count - naturals[kind] <= everywhere[kind] for kind, count in meant.items())
                # In a set that was only added to lie jokers that are still what they were, or come from the rack.
                if kept and (added_to - meant).total() <= from_rack:
                    sets = list(after)
                    for place, (order, _) in zip(with_jokers, choice, strict=True):
                        sets[place] = order
                    return Table(sets)
    return None


def _readings(table: Table) -> Iterator[Meanings]:
    """Every reading of the jokers of a table, as the tiles that they stand for."""
    options = [[meanings for _, meanings in joker_meanings(as_it_lies(tiles))] for tiles in _with_jokers(table)]
    for choice in itertools.product(*options):
        yield tuple(itertools.chain.from_iterable(choice))


def may_free(rules: Rules, table: Table, drawn: Kind) -> bool:
    """Whether a tile just drawn may still be played because a regular joker of the table stands for it.

    >>> from tilery.rules.edition import edition
    >>> may_free(edition("classic-2002").rules(), Table("b6 b7 j"), Kind("b8"))
    True
    >>> may_free(edition("sabra").rules(), Table("b6 b7 j"), Kind("b8"))
    False
    """
    return rules.drawn == "frees" and any(_stands_for(tiles, drawn, rules.mirror) for tiles in table)


def frees_by(before: Table, after: Table, played: Tiles, drawn: Tiles, mirror: Mirror | None = None) -> bool:
    """Whether a play lays the tile just drawn and a set in which a joker stood for it is not there as it was."""
    gone, _ = matched_sets(before, after)
    return all(kind in played and any(_stands_for(tiles, kind, mirror) for tiles in gone) for kind in drawn)


def _stands_for(tiles: Tiles, kind: Kind, mirror: Mirror | None) -> bool:
    """Whether a regular joker of a set stands for this tile as the set lies."""
    if max(tiles) == JOKER:
        return any(kind in meanings for _, meanings in joker_meanings(as_it_lies(tiles)))
    reading = _reading(tiles, mirror)
    return any(
        str(cover) == str(kind)
        for one, covers in zip(reading.tiles, reading.covers, strict=True)
        if one == JOKER
        for cover in covers
    )
