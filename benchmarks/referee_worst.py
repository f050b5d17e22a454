"""``python -m benchmarks.referee_worst [tries] [seed]``: look for the table that costs the referee most.

Whoever may send a table may send the dearest one there is. So for every edition and tile set, and for house rules at
their limits, a search climbs from tables that look dear to dearer ones: it moves tiles and sets about, splits and joins
them, puts jokers in, changes what lay there before and what is on the rack. What a verdict costs is counted in Python's
instructions, which are the same on every machine; only the table found is timed. No set has been read before, as the
sender would see to it.
"""

from __future__ import annotations

import json
import sys
from random import Random
from time import process_time

from tests.kit.price import QUESTIONS, RULES, Position, Verdict, forget, work
from tilery.notation import Table, Tiles
from tilery.rules.edition import Mirror, Rules
from tilery.rules.packing import best_value
from tilery.rules.reading import read
from tilery.tiles import ALL_KINDS, COLOURS, HIGHEST, JOKER, Kind, count_kinds

__all__ = ["dearest"]

LONGEST_TEXT = 2_000


def aim(rules: Rules) -> float:
    """The most milliseconds a verdict may take."""
    return 2.0 if rules.tile_set.total <= 108 and not any(rules.tile_set.jokers[1:]) else 5.0


def milliseconds(rules: Rules, position: Position, ask: Verdict) -> float:
    """The processor time of a verdict, with no set read before: the best of some."""
    best = float("inf")
    for _ in range(5):
        forget()
        began = process_time()
        ask(rules, position)
        best = min(best, process_time() - began)
        if best > 1:
            break
    return best * 1e3


# Positions to begin with, and steps from one to the next.


def _random_set(rng: Random, rules: Rules) -> Tiles:
    """A legal set, often with jokers in it."""
    jokers = [kind for kind in ALL_KINDS[JOKER:] if rules.tile_set.counts[kind]]
    while True:
        if rng.random() < 0.5:
            number = rng.randint(1, HIGHEST)
            tiles = [Kind.of(colour, number) for colour in rng.sample(COLOURS, rng.choice((3, 4)))]
        else:
            size = rng.randint(3, 13)
            start, colour = rng.randint(1, HIGHEST + 1 - size), rng.choice(COLOURS)
            tiles = [Kind.of(colour, number) for number in range(start, start + size)]
        for place in range(len(tiles)):
            if jokers and rng.random() < 0.15:
                tiles[place] = rng.choice(jokers)
        if rng.random() < 0.1:
            tiles = [rng.choice(jokers) for _ in range(rng.randint(3, 4))] if jokers else tiles
        if read(Tiles(tiles), rules.mirror) is not None:
            return Tiles(tiles)


def _fitting(rules: Rules, before: Table, rack: Tiles) -> bool:
    counts = count_kinds([*before.tiles(), *rack])
    return all(count <= most for count, most in zip(counts, rules.tile_set.counts, strict=True))


def _begin(rng: Random, rules: Rules) -> Position:
    before: list[Tiles] = []
    for _ in range(rng.choice((0, 0, 1, 3, 8, 20))):
        tiles = _random_set(rng, rules)
        if _fitting(rules, Table([*before, tiles]), Tiles()):
            before.append(tiles)
    lying = count_kinds(Table(before).tiles())
    left = [kind for kind in ALL_KINDS for _ in range(rules.tile_set.counts[kind] - lying[kind])]
    rack = rng.sample(left, rng.choice((min(14, len(left)), len(left) // 2, len(left))))
    own = rng.sample(rack, rng.randint(0, len(rack)))
    every = [*Table(before).tiles(), *own]
    how = rng.randrange(5)
    if how == 0:
        sets = [[kind] for kind in every]
    elif how == 1:
        rng.shuffle(every)
        sets = [every]
    elif how == 2:
        sets = [*map(list, before), *([kind] for kind in own)]
    elif how == 3:
        rng.shuffle(every)
        size = rng.randint(2, 14)
        sets = [every[at : at + size] for at in range(0, len(every), size)]
    else:
        every.sort(key=lambda kind: (kind.is_joker, kind.number, kind) if rng.random() < 0.9 else (True, 0, kind))
        size = rng.randint(3, 13)
        sets = [every[at : at + size] for at in range(0, len(every), size)]
    return Position(Table(before), Tiles(rack), _table(sets), rng.random() < 0.4)


def _table(sets: list[list[Kind]]) -> Table:
    return Table([Tiles(tiles) for tiles in sets if tiles])


def _step(rng: Random, rules: Rules, position: Position) -> Position:
    """A position a little different."""
    before, rack, after, opened = position
    sets = [list(tiles) for tiles in after]
    for _ in range(rng.choice((1, 1, 2, 4))):
        how = rng.randrange(11)
        if how == 0 and sets:  # split
            tiles = rng.choice(sets)
            at = rng.randint(0, len(tiles))
            sets.append(tiles[at:])
            del tiles[at:]
        elif how == 1 and len(sets) > 1:  # join
            tiles = sets.pop(rng.randrange(len(sets)))
            rng.choice(sets).extend(tiles)
        elif how == 2 and sets:  # a tile elsewhere
            tiles = rng.choice(sets)
            if tiles:
                rng.choice(sets).append(tiles.pop(rng.randrange(len(tiles))))
        elif how == 3 and sets:
            rng.shuffle(rng.choice(sets))
        elif how == 4 and rack:  # lay a tile, or take one back
            if not sets:
                sets.append([])
            rng.choice(sets).append(rng.choice(rack))
        elif how == 5 and sets:
            tiles = rng.choice(sets)
            if tiles:
                tiles.pop(rng.randrange(len(tiles)))
        elif how == 6:  # another rack
            other = list(rack)
            if other and rng.random() < 0.5:
                other.pop(rng.randrange(len(other)))
            other += rng.choices(ALL_KINDS, k=rng.randint(0, 3))
            rack = Tiles(other) if _fitting(rules, before, Tiles(other)) else rack
        elif how == 7:  # another table before
            old = list(before)
            if old and rng.random() < 0.5:
                gone = old.pop(rng.randrange(len(old)))
                sets = [tiles for tiles in sets if Tiles(tiles) != gone]
            new = _random_set(rng, rules)
            if _fitting(rules, Table([*old, new]), rack):
                old.append(new)
                sets.append(list(new))
            before = Table(old)
        elif how == 8 and sets:  # a set more, from what is on the rack
            sets.append(list(_random_set(rng, rules)))
        elif how == 9 and sets:
            tiles = rng.choice(sets)
            for place in range(len(tiles)):
                if rng.random() < 0.2:
                    tiles[place] = rng.choice(rack or ALL_KINDS)
        elif how == 10:
            opened = rng.random() < 0.3
    return Position(before, rack, _table(sets), opened)


def dearest(rules: Rules, rng: Random, tries: int, ask: Verdict) -> tuple[int, Position]:
    """The dearest position found, and what it costs: climbs from several starts."""
    best: tuple[int, Position] | None = None
    climbs = max(1, tries // 250)
    for _ in range(climbs):
        starts = [_begin(rng, rules) for _ in range(12)]
        cost, here = max(((work(rules, each, ask), each) for each in starts), key=lambda pair: pair[0])
        for _ in range(max(1, tries // climbs - len(starts))):
            other = _step(rng, rules, here)
            if len(str(other.after)) > LONGEST_TEXT:
                continue
            price = work(rules, other, ask)
            if price >= cost:
                cost, here = price, other
        if best is None or cost > best[0]:
            best = cost, here
    assert best is not None
    return best


def main(tries: int, seed: int, only: str) -> int:
    print(f"{'':38} {'aim':>7} {'ms':>8} {'ms':>10} {'work':>9}  of the dearest found in {tries} tries")
    missed = 0
    mirrors: tuple[Mirror, ...] = ("none", "middle")
    for mirror in mirrors:  # what is worked out once and kept
        best_value(Tiles("r1 r2 d m j"), mirror, 1_000, 100_000)
    for name, rules in RULES.items():
        if only not in name:
            continue
        for what, ask in QUESTIONS.items():
            cost, position = dearest(rules, Random(f"{name} {what} {seed}"), tries, ask)
            took = milliseconds(rules, position, ask)
            missed += took > aim(rules)
            how = "met" if took <= aim(rules) else "MISSED"
            print(f"{name:38} {what:>9} {aim(rules):>4g} {took:>8.2f} {how:>7} {cost:>9,}", flush=True)
            before, rack, after, opened = position
            shown = {"table": str(before), "rack": str(rack), "after": str(after), "opened": opened}
            print(f"    {json.dumps(shown)}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    tries, seed, only = [*sys.argv[1:], *("500", "0", "")[len(sys.argv) - 1 :]][:3]
    sys.exit(main(int(tries), int(seed), only))
