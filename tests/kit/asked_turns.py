"""Turns to judge: legal ones as the solver finds them, and others a little or very wrong, by all sorts of rules.

All of them follow from their seed alone.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from tests.kit.positions import BOXES, close_together, played_out
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules, as_before, edition, edition_names, house_rules
from tilery.rules.misfit import RulesError
from tilery.rules.reading import read
from tilery.solver import Question
from tilery.tiles import ALL_KINDS, COLOURS, HIGHEST, JOKER, JOKERS, Kind, count_kinds

__all__ = ["AskedTurn", "turns"]


class AskedTurn(NamedTuple):
    """What the referee is asked about one turn."""

    rules: Rules
    before: Table
    rack: Tiles
    after: Table
    opened: bool
    drawn: Tiles = Tiles()
    pool: int = 9


def turns(count: int, seed: int = 0) -> Iterator[AskedTurn]:
    """So many turns, by every edition with each of its tile sets and by house rules."""
    rng = Random(f"turns {seed}")
    makers = (_from_games(seed), _small(rng), _small(rng), _openings(rng), _freed(rng), _heaps(rng), _heaps(rng))
    for maker in itertools.islice(itertools.cycle(makers), count):
        asked = next(maker)
        sets = [list(tiles) for tiles in asked.after]
        for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 3))):
            _disturb(sets, asked.rack, rng)
        if rng.random() < 0.003:  # more than there are
            sets.append(list(ALL_KINDS * 3))
        drawn = asked.drawn
        if asked.rack and rng.random() < 0.05:
            drawn = Tiles([rng.choice(asked.rack)])
        yield asked._replace(after=_table(sets), drawn=drawn, pool=rng.choice((0, 1, 2, 50)))


# Turns to begin with, before somebody's hand has been there.


def _from_games(seed: int) -> Iterator[AskedTurn]:
    """Turns of whole games, every second one by other rules than the game's."""
    rng = Random(f"games {seed}")
    for number in itertools.count(seed * 1_000_000):
        box = BOXES[number % len(BOXES)]
        others = [rules for rules in _by_houses() if _alike(rules, box.rules)]
        for position in played_out(box, number):
            rules = rng.choice(others) if others and rng.random() < 0.5 else box.rules
            opened = position.opened if rng.random() < 0.8 else not position.opened
            yield _proposed(AskedTurn(rules, position.table, position.rack, Table(), opened), rng)


def _alike(one: Rules, other: Rules) -> bool:
    """Whether a table of one game may be one of the other."""
    return (one.tile_set, one.mirror) == (other.tile_set, other.mirror)


def _small(rng: Random) -> Iterator[AskedTurn]:
    while True:
        rules = _any_rules(rng)
        yield _proposed(AskedTurn(rules, *close_together(rules, rng), Table(), rng.random() < 0.5), rng)


def _openings(rng: Random) -> Iterator[AskedTurn]:
    """Openings with jokers that are worth about as much as is needed, or a little more in another order."""
    while True:
        rules = _any_rules(rng)
        maker = _Sets(rules, rng)
        before = maker.some(rng.choice((0, 0, 1)))
        laid = maker.some(rng.choice((1, 1, 2, 3)))
        worth = sum(reading.shown_value for tiles in laid if (reading := read(tiles, rules.mirror)))
        rules = msgspec.structs.replace(rules, opening=max(1, worth + rng.randint(-5, 9)))
        rack = Tiles([*Table(laid).tiles(), *maker.tiles(rng.randint(0, 4))])
        yield AskedTurn(rules, Table(before), rack, Table([*before, *laid]), rng.random() < 0.1)


def _freed(rng: Random) -> Iterator[AskedTurn]:
    """Jokers on the table, and on the rack the tiles they stand for, one of them perhaps just drawn."""
    while True:
        rules = _any_rules(rng)
        if rules.freeing == "free" and rng.random() < 0.8:
            continue
        if rules.freeing == "replace" and rng.random() < 0.4:
            rules = msgspec.structs.replace(rules, freed_joker="new-set", house=(*rules.house, "freed_joker"))
        maker = _Sets(rules, rng)
        before = maker.some(rng.choice((1, 1, 2, 3)))
        readings = [reading for tiles in before if (reading := read(tiles, rules.mirror))]
        meant = [
            Kind.of(cover.colour, cover.number)
            for reading in readings
            for kind, covers in zip(reading.tiles, reading.covers, strict=True)
            for cover in covers
            if kind == JOKER and cover.colour is not None
        ]
        own = [kind for kind in meant if rng.random() < 0.4 and maker.take([kind])]
        if not meant:
            continue
        rack = Tiles([*own, *maker.tiles(rng.randint(1, 8))])
        table = Table([reading.tiles for reading in readings])
        drawn = Tiles(own[:1] if rng.random() < 0.3 else [])
        asked = AskedTurn(rules, table, rack, Table(), rng.random() < 0.9, drawn)
        mild = msgspec.structs.replace(rules, freeing="free", freed_joker="anywhere")
        lying = Tiles(table.tiles())
        anew = Question(mild, Table(), Tiles([*lying, *rack]), must=lying).best() if rng.random() < 0.6 else None
        yield _proposed(asked, rng) if anew is None else asked._replace(after=anew.table)


def _heaps(rng: Random) -> Iterator[AskedTurn]:
    """Very many tiles laid as an opening, so that it is hard to say what they are worth."""
    while True:
        rules = _any_rules(rng)
        if rng.random() < 0.8:
            wanted = rng.random() < 0.5  # special jokers
            at_once = [one for one in _by_houses() if one.table_in_opening and any(one.tile_set.jokers[1:]) == wanted]
            rules = msgspec.structs.replace(rng.choice(at_once), opening=rng.randint(30, 400))
        maker = _Sets(rules, rng)
        before = maker.some(rng.choice((0, 1, 3)))
        lowest = rng.choice((0, 4, 8))
        kinds = [kind for kind in ALL_KINDS if (kind >= JOKER or kind.number > lowest) and rng.random() < 0.8]
        rack = Tiles([kind for _ in range(3) for kind in kinds if rng.random() < 0.35 and maker.take([kind])])
        yield AskedTurn(rules, Table(before), rack, _table(_scattered(Table(before), rack, rng)), rng.random() < 0.1)


def _any_rules(rng: Random) -> Rules:
    return rng.choice(BOXES).rules if rng.random() < 0.4 else rng.choice(_by_houses())


class _Sets:
    """Makes legal sets with many jokers of the tiles that are left."""

    def __init__(self, rules: Rules, rng: Random) -> None:
        self.rules, self.rng = rules, rng
        self.left = list(rules.tile_set.counts)

    def take(self, tiles: Sequence[Kind]) -> bool:
        """Take these tiles, if they are left."""
        left = [have - count for have, count in zip(self.left, count_kinds(tiles), strict=True)]
        if min(left) < 0:
            return False
        self.left = left
        return True

    def tiles(self, count: int) -> list[Kind]:
        """So many single tiles."""
        kinds = [kind for kind in ALL_KINDS for _ in range(self.left[kind])]
        chosen = self.rng.sample(kinds, min(count, len(kinds)))
        self.take(chosen)
        return chosen

    def some(self, count: int) -> list[Tiles]:
        """So many sets, each in an order that is legal."""
        return [self._one() for _ in range(count)]

    def _one(self) -> Tiles:
        rng, jokers = self.rng, [kind for kind in JOKERS if self.left[kind]]
        while True:
            size = rng.choice((3, 3, 3, 4, 5))
            if size < 5 and rng.random() < 0.4:
                number = rng.randint(1, HIGHEST)
                tiles = [Kind.of(colour, number) for colour in rng.sample(COLOURS, size)]
            else:
                start, colour = rng.randint(1, HIGHEST + 1 - size), rng.choice(COLOURS)
                tiles = [Kind.of(colour, number) for number in range(start, start + size)]
            tiles = [rng.choice(jokers) if jokers and rng.random() < 0.3 else kind for kind in tiles]
            reading = read(Tiles(tiles), self.rules.mirror)
            if reading is not None and self.take(tiles):
                return reading.tiles


@functools.cache
def _by_houses() -> list[Rules]:
    """Rules with rows changed, in all sorts of ways that go together."""
    rng = Random("houses")
    choices: dict[str, tuple[Any, ...]] = {
        "opening": (1, 20, 45, 60, 100, 150, 200, 300),
        "table_in_opening": (True, True, False),
        "freeing": ("free", "replace", "replace"),
        "overtime": ("restore", "keep"),
        "overtime_draw": (1, 5),
        "idle_draw": (2,),
        "joker_penalty": (15, 50),
        "mirror": ("none", "middle"),
        "drawn": ("waits", "frees"),
        "opening_sets": ("several", "one"),
        "freed_joker": ("anywhere", "new-set"),
    }
    found: list[Rules] = []
    while len(found) < 120:
        changes = {row: rng.choice(values) for row, values in choices.items() if rng.random() < 0.35}
        if rng.random() < 0.4:
            jokers = {letter: rng.randint(0, most) for letter, most in (("j", 4), ("d", 2), ("c", 2), ("m", 2))}
            changes |= {"tile_set": {"copies": rng.choice((2, 3)), **jokers}, "rack_size": 1}
        base = edition(rng.choice(edition_names()))
        try:
            made = house_rules(base, changes, rng.choice(("ours", "club")))
        except RulesError:
            continue
        rules = made.rules(rng.choice(made.tile_sets).name)
        found.append(as_before(rules) if rng.random() < 0.1 else rules)
    return found


def _scattered(before: Table, rack: Tiles, rng: Random) -> list[list[Kind]]:
    """The table, with tiles of the rack loose or in heaps beside it."""
    sets = [list(tiles) for tiles in before]
    loose = rng.sample(rack, rng.randint(0, len(rack)))
    size = rng.choice((1, 2, 3, 5, 40))
    return [*sets, *(loose[at : at + size] for at in range(0, len(loose), size))]


def _proposed(asked: AskedTurn, rng: Random) -> AskedTurn:
    """The turn with a table that may well follow: the solver's, or else the old one with rack tiles beside it.

    The solver often knows only milder rules than the referee, or part of the rack.
    """
    rules, before, rack, _, opened, *_ = asked
    some = Tiles(rng.sample(rack, rng.randint(0, len(rack)))) if rng.random() < 0.3 else rack
    if rules.freed_joker != "anywhere" and rng.random() < 0.5:
        rules = msgspec.structs.replace(rules, freed_joker="anywhere")
    if rules.freeing != "free" and rng.random() < 0.5:
        rules = msgspec.structs.replace(rules, freeing="free", freed_joker="anywhere")
    play = Question(rules, before, some, opened=opened or rng.random() < 0.2).best()
    after = play.table if play is not None else _table(_scattered(before, Tiles(rack[:4]), rng))
    return asked._replace(after=after)


def _table(sets: Iterable[Sequence[Kind]]) -> Table:
    return Table([Tiles(tiles) for tiles in sets if tiles])


def _disturb(sets: list[list[Kind]], rack: Tiles, rng: Random) -> None:
    """Do something to a table that a hand might do."""
    if not sets or not all(sets):
        sets[:] = [*filter(None, sets), [rng.choice(rack or ALL_KINDS)]]
    tiles, other = rng.choice(sets), rng.choice(sets)
    jokers = [one for one in sets if any(kind >= JOKER for kind in one)]
    match rng.randrange(10):
        case 0:
            rng.shuffle(tiles)
        case 1:
            tiles.sort(key=lambda kind: (-kind, kind))
        case 2:  # a tile to another set
            other.append(tiles.pop(rng.randrange(len(tiles))))
        case 3:  # a tile off the table
            tiles.pop(rng.randrange(len(tiles)))
        case 4:  # a tile of the rack, or any, onto it
            tiles.insert(rng.randint(0, len(tiles)), rng.choice(rack if rack and rng.random() < 0.8 else ALL_KINDS))
        case 5:  # a set in two
            at = rng.randrange(len(tiles))
            sets += [tiles[at:]]
            del tiles[at:]
        case 6:  # two sets in one
            if other is not tiles:
                tiles += other
                other.clear()
        case 7 if jokers:  # a joker to the other end
            one = rng.choice(jokers)
            joker = next(kind for kind in one if kind >= JOKER)
            one.remove(joker)
            one.insert(rng.choice((0, len(one))), joker)
        case 8 if jokers:  # a joker and another tile change places
            one = rng.choice(jokers)
            joker = next(kind for kind in one if kind >= JOKER)
            place = rng.randrange(len(tiles))
            one[one.index(joker)], tiles[place] = tiles[place], joker
        case _:
            rng.shuffle(sets)
    sets[:] = [one for one in sets if one]
