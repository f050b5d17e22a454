"""A random player that lays what it finds: sets, additions, splits, borrowed tiles, joker swaps.

It sees a game only through its own ``View`` and draws its chances from a ``random.Random``, so a seed
gives the same game again. It is no good player; it is there to bring every rule of every edition up.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from tilery import Rules, Table, Tiles, View, judge, read
from tilery.game import Action, Draw, Keep, Pass, Play, Resign, TimeOut
from tilery.tiles import ALL_KINDS, CHANGE, COLOURS, DOUBLE, HIGHEST, JOKER, JOKERS, MIRROR, Kind

__all__ = ["TECHNIQUES", "RandomPlayer"]

TECHNIQUES = ("set", "addition", "split", "borrow", "joker swap")
"""The ways to lay a tile that this player knows."""


class RandomPlayer:
    """A player with moods: now and then it is lazy, too slow, or gives up.

    ``techniques`` counts how the tiles of the plays it offered were laid.
    """

    def __init__(self, rng: Random, *, lazy: float = 0.05, slow: float = 0.03, quits: float = 0.001) -> None:
        self.rng = rng
        self.lazy = lazy
        self.slow = slow
        self.quits = quits
        self.techniques: Counter[str] = Counter()

    def choose(self, seen: View) -> Action:
        """What to do in this turn."""
        assert seen.seat is not None
        if self.rng.random() < self.quits:
            return Resign(seen.seat)
        late = self.rng.random() < self.slow
        if late and self.rng.random() < 0.3:
            return TimeOut(seen.seat)
        play = None if not late and self.rng.random() < self.lazy else self.find_play(seen)
        if late:
            return TimeOut(seen.seat, self._draft(seen, play))
        if play is not None:
            return Play(seen.seat, play)
        if seen.drawn:
            return Keep(seen.seat)
        return Draw(seen.seat) if seen.pool else Pass(seen.seat)

    def find_play(self, seen: View) -> Table | None:
        """The table after a legal play, if one is found."""
        assert seen.seat is not None and seen.rack is not None
        opened = seen.opened[seen.seat]
        for joker_swaps in (True, False):
            draft = Draft(seen.rules, self.rng, seen.table, seen.rack)
            if not opened and not draft.open():
                return None
            if opened or seen.rules.table_in_opening:
                draft.lay_all(joker_swaps)
            if not draft.used:
                return None
            play = draft.table()
            if judge(seen.rules, seen.table, seen.rack, play, opened, seen.drawn or Tiles()).legal:
                self.techniques += draft.used
                return play
        return None

    def _draft(self, seen: View, play: Table | None) -> Table:
        """What lies there when time runs out: a whole play, a torn one, or a loose tile."""
        assert seen.rack is not None
        sets = [list(tiles) for tiles in (seen.table if play is None else play)]
        if play is None:
            sets.append([self.rng.choice(seen.rack)])
        if self.rng.random() < 0.6:
            torn = sets.pop(self.rng.randrange(len(sets)))
            self.rng.shuffle(torn)
            at = self.rng.randint(1, len(torn))
            sets += [part for part in (torn[:at], torn[at:]) if part]
        return Table([Tiles(tiles) for tiles in sets])


class Draft:
    """A turn in the making: the sets as they lie, the rack, and how tiles were laid so far."""

    def __init__(self, rules: Rules, rng: Random, table: Table, rack: Tiles) -> None:
        self.rules = rules
        self.rng = rng
        self.sets: list[Tiles] = list(table)
        self.rack = Counter(rack)
        self.used: Counter[str] = Counter()

    def table(self) -> Table:
        """The table as it would be after this turn."""
        return Table(self.sets)

    def legal(self, tiles: Tiles) -> bool:
        return read(tiles, self.rules.mirror) is not None

    def open(self) -> bool:
        """Lay sets from the rack worth enough for an opening; otherwise lay nothing."""
        before, rack = list(self.sets), self.rack.copy()
        worth = 0
        while worth < self.rules.opening and (tiles := self.find_set()) is not None:
            reading = read(tiles, self.rules.mirror)
            assert reading is not None
            worth += reading.value
            self._lay_set(tiles)
        if worth >= self.rules.opening:
            return True
        self.sets, self.rack = before, rack
        self.used.clear()
        return False

    def lay_all(self, joker_swaps: bool) -> None:
        """Lay tiles in every way known until none is found."""
        ways: list[Callable[[], bool]] = [self.lay_set, self.add, self.split, self.borrow]
        if joker_swaps:
            ways.append(self.swap_joker)
        self.rng.shuffle(ways)
        while self.rack and any(way() for way in ways):
            pass

    def lay_set(self) -> bool:
        tiles = self.find_set()
        if tiles is None:
            return False
        self._lay_set(tiles)
        return True

    def _lay_set(self, tiles: Tiles) -> None:
        self._take(tiles)
        self.sets.append(tiles)
        self.used["set"] += 1

    def find_set(self) -> Tiles | None:
        """A legal set of rack tiles: at random one of those found."""
        found = [tiles for tiles in candidates(self.rack) if self.legal(tiles)]
        plain = [tiles for tiles in found if not tiles[0].is_joker and max(tiles) < JOKER]
        if plain and self.rng.random() < 0.7:
            found = plain
        return self.rng.choice(found) if found else None

    def add(self) -> bool:
        """Add a rack tile to a set."""
        for place in self._places():
            tiles = self.sets[place]
            for kind in self._fitting(tiles):
                for grown in (Tiles((*tiles, kind)), Tiles((kind, *tiles))):
                    if self.legal(grown):
                        self._take([kind])
                        self.sets[place] = grown
                        self.used["addition"] += 1
                        return True
        return False

    def split(self) -> bool:
        """Split a run in two around a rack tile that it holds already."""
        for place in self._places():
            tiles = self.sets[place]
            for at in range(2, len(tiles) - 2):
                kind = tiles[at]
                if self.rack[kind] and not kind.is_joker:
                    parts = Tiles((*tiles[:at], kind)), Tiles(tiles[at:])
                    if all(map(self.legal, parts)):
                        self._take([kind])
                        self.sets[place : place + 1] = parts
                        self.used["split"] += 1
                        return True
        return False

    def borrow(self) -> bool:
        """Take a tile that a set can spare and lay it with tiles of the rack."""
        for place in self._places():
            tiles = self.sets[place]
            if len(tiles) < 4:
                continue
            for at in {0, len(tiles) - 1, self.rng.randrange(len(tiles))}:
                rest = Tiles((*tiles[:at], *tiles[at + 1 :]))
                if tiles[at].is_joker or not self.legal(rest):
                    continue
                made = self._set_with(tiles[at])
                if made is not None:
                    self.sets[place] = rest
                    self.sets.append(made)
                    self.used["borrow"] += 1
                    return True
        return False

    def swap_joker(self) -> bool:
        """Free a joker of the table, by its tile or by leaving it out, and lay it again elsewhere."""
        for place in self._places():
            tiles = self.sets[place]
            for at, joker in enumerate(tiles):
                if not joker.is_joker:
                    continue
                for paid in self._payments(tiles, at):
                    rest = Tiles((*tiles[:at], *paid, *tiles[at + 1 :]))
                    if len(rest) >= 3 and self.legal(rest) and self._swap(place, rest, paid, joker):
                        return True
        return False

    def _payments(self, tiles: Tiles, at: int) -> Iterator[tuple[Kind, ...]]:
        """What may be laid in a joker's place: the tiles it stands for, or a tile next to the set, or nothing."""
        reading = read(tiles, self.rules.mirror)
        assert reading is not None
        covers = reading.covers[at]
        if all(cover.colour is not None for cover in covers):
            meant = tuple(Kind.of(cover.colour, cover.number) for cover in covers if cover.colour is not None)
            if not Counter(meant) - self.rack:
                yield meant
        yield from ((kind,) for kind in self._rack_kinds() if not kind.is_joker)
        yield ()

    def _swap(self, place: int, rest: Tiles, paid: tuple[Kind, ...], joker: Kind) -> bool:
        before, rack = list(self.sets), self.rack.copy()
        self._take(paid)
        self.sets[place] = rest
        made = self._set_with(joker)
        if made is not None:
            self.sets.append(made)
        elif not paid or not self._put_back(place, joker):
            self.sets, self.rack = before, rack
            return False
        self.used["joker swap"] += 1
        return True

    def _put_back(self, place: int, joker: Kind) -> bool:
        """Lay a freed joker with some set, also its old one."""
        for other in [*self._places(), place]:
            for grown in (Tiles((*self.sets[other], joker)), Tiles((joker, *self.sets[other]))):
                if self.legal(grown):
                    self.sets[other] = grown
                    return True
        return False

    def _set_with(self, kind: Kind) -> Tiles | None:
        """A set of this tile and tiles of the rack, which are taken from it."""
        if kind.is_joker:
            more = self.rack + Counter([kind])
            tried = [tiles for tiles in candidates(more) if kind in tiles]
            tried = [tiles for tiles in tried if not Counter(tiles.without([kind])) - self.rack]
        else:
            tried = list(sets_around(kind, self.rack))
        found = [tiles for tiles in tried if self.legal(tiles)]
        if not found:
            return None
        made = self.rng.choice(found)
        self._take(made.without([kind]))
        return made

    def _take(self, tiles: tuple[Kind, ...] | list[Kind]) -> None:
        self.rack -= Counter(tiles)

    def _places(self) -> list[int]:
        """The places of the sets, in a random order."""
        places = list(range(len(self.sets)))
        self.rng.shuffle(places)
        return places

    def _rack_kinds(self) -> list[Kind]:
        kinds = list(self.rack)
        self.rng.shuffle(kinds)
        return kinds

    def _fitting(self, tiles: Tiles) -> list[Kind]:
        """The kinds on the rack that may go with a set; for a set with jokers simply all of them."""
        if max(tiles) >= JOKER:
            return self._rack_kinds()
        low, high = tiles[0], tiles[-1]
        if low % HIGHEST == high % HIGHEST:
            fitting = [Kind.of(colour, low.number) for colour in COLOURS]
        else:
            fitting = [Kind(kind) for kind in (low - 1, high + 1) if kind >= 0]
        return [kind for kind in (*fitting, *JOKERS) if kind in self.rack]


def candidates(rack: Counter[Kind]) -> list[Tiles]:
    """Small sets worth trying with these tiles, most of them legal, in an order that does not matter."""
    found = [*groups(rack), *runs(rack)]
    held = [kind for kind in rack if kind < JOKER]
    jokers = [kind for kind in rack if kind >= JOKER]
    if not jokers:
        return found
    plain = [kind for kind in jokers if kind in (JOKER, DOUBLE)]
    for one, two in itertools.combinations(sorted(held, key=lambda kind: kind % HIGHEST), 2):
        gap = two % HIGHEST - one % HIGHEST
        alike = one // HIGHEST == two // HIGHEST
        if gap == 0:
            found += [Tiles((one, two, joker)) for joker in plain]
        elif alike and gap <= 3:
            found += [Tiles(order) for joker in plain for order in ((one, joker, two), (one, two, joker))]
        if CHANGE in rack and gap == 2 and not alike:
            found.append(Tiles((one, CHANGE, two)))
        if CHANGE in rack and gap == 1 and alike:
            found += [Tiles((one, two, CHANGE)), Tiles((CHANGE, one, two))]
    if MIRROR in rack:
        found += mirrored(rack, held)
    for pair in itertools.combinations(sorted(rack & Counter(dict.fromkeys(jokers, 2))), 2):
        found += [Tiles((*pair, kind)) for kind in held[:2]]
    if jokers and sum(rack[kind] for kind in jokers) >= 3:
        found.append(Tiles([kind for kind in jokers for _ in range(rack[kind])][:3]))
    return found


def groups(rack: Counter[Kind]) -> Iterator[Tiles]:
    """The groups of natural tiles."""
    numbers: dict[int, list[Kind]] = {}
    for kind in rack:
        if kind < JOKER:
            numbers.setdefault(kind % HIGHEST, []).append(kind)
    for there in numbers.values():
        if len(there) >= 3:
            yield Tiles(there)
            if len(there) == 4:
                yield Tiles(there[:3])


def runs(rack: Counter[Kind]) -> Iterator[Tiles]:
    """The longest runs of natural tiles, and their first three."""
    run: list[Kind] = []
    for kind in (*sorted(kind for kind in rack if kind < JOKER), JOKER):
        if run and (kind != run[-1] + 1 or not kind % HIGHEST):
            if len(run) >= 3:
                yield Tiles(run)
                if len(run) > 3:
                    yield Tiles(run[:3])
            run = []
        run.append(kind)


def sets_around(kind: Kind, rack: Counter[Kind]) -> Iterator[Tiles]:
    """Sets of three of a natural tile and two tiles of the rack."""
    number = kind % HIGHEST
    same = [other for other in rack if other < JOKER and other % HIGHEST == number and other != kind]
    for pair in itertools.combinations(same, 2):
        yield Tiles((kind, *pair))
    for at in range(max(0, number - 2), min(number, HIGHEST - 3) + 1):
        run = [ALL_KINDS[kind - number + at + step] for step in range(3)]
        if all(other in rack or other == kind for other in run):
            yield Tiles(run)
    if JOKER in rack:
        yield from (Tiles((kind, other, JOKER)) for other in rack if other < JOKER)


def mirrored(rack: Counter[Kind], held: list[Kind]) -> Iterator[Tiles]:
    """Mirrored sets around ``m``: pairs of a tile, alone or two pairs that go together, or a joker beside."""
    pairs = [kind for kind in held if rack[kind] >= 2]
    for kind in pairs:
        yield Tiles((kind, MIRROR, kind))
        for other in pairs:
            if other != kind:
                yield Tiles((kind, other, MIRROR, other, kind))
    if rack[JOKER]:
        yield from (Tiles((kind, MIRROR, JOKER)) for kind in held[:3])
    if rack[CHANGE] >= 2:
        yield Tiles((CHANGE, MIRROR, CHANGE))
