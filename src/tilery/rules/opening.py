"""What an opening is worth, and the order it is laid in so that it lies as what it was counted as.

Where the table may be used in the turn of the opening, the tiles played must contain sets worth enough, wherever they
lie now. That is a search, and a referee must not search for as long as somebody likes: it takes so many steps and no
more. Sets taken greedily are mostly enough already. Where they are not, few sets are left to choose from, and the
search is over, exact, long before its steps are used up, unless house rules ask for an opening of hundreds. Then the
player may be told to lay the opening as sets of its own, which are not searched for.

The search goes from 13 down to 1. Every tile laid at a number is worth that number, whatever set it is in; all that
matters of the numbers gone by is how many runs of each colour are open with one, two or more tiles.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tilery.notation import Table, Tiles
from tilery.rules.covers import Reading
from tilery.rules.edition import Mirror, Rules
from tilery.rules.matching import matched_sets
from tilery.rules.packing import best_value
from tilery.rules.reading import SMALLEST, read, read_at_best
from tilery.tiles import COLOURS, DOUBLE, HIGHEST, JOKER, MIRROR, Kind, count_kinds

__all__ = [
    "STEPS",
    "STEPS_WITH_SPECIAL_JOKERS",
    "Worth",
    "best_set",
    "laid_as_counted",
    "opening_worth",
    "single_sets",
    "worth_alone",
]

LAYS_AS_COUNTED = 2
"""The referee from whom on an opening lies as what it was counted as; earlier games kept every order written."""

STEPS = 5_000
"""Steps that a search may take with two jokers or fewer. An opening of 30 that was looked for needs 3,811 at most, some
three milliseconds: many low tiles that only just make it. Hardly any needs 300.
"""

STEPS_WITH_MORE_JOKERS = 1_000
"""The same with a heap of jokers, or for an opening of more than 50: there not all is ever seen."""

STEPS_WITH_SPECIAL_JOKERS = 300
"""The same with special jokers, whose steps are longer."""


class Worth(NamedTuple):
    """What tiles are worth: the most that was found, and whether nothing more is to be found (or needed)."""

    value: int
    sure: bool


def opening_worth(
    rules: Rules, before: Table, after: Table, readings: Sequence[Reading | None], played: Tiles
) -> Worth:
    """What the opening is worth: the new sets laid or, where the table may be used at once and those are too
    little, the best sets that the tiles played could form by themselves.
    """
    laid = _together(rules, [reading.value for _, reading in _own_sets(before, after, readings, played)])
    if not rules.table_in_opening or laid >= rules.opening:
        return Worth(laid, sure=True)
    if rules.opening_sets == "one":
        return Worth(best_set(count_kinds(played)), sure=True)
    return worth_alone(played, rules.mirror, rules.opening)


def laid_as_counted(rules: Rules, before: Table, readings: Sequence[Reading], played: Tiles) -> list[Reading]:
    """The sets of a legal opening as they lie afterwards: no joker counts as one tile and lies as another.

    The orders written are kept where the opening is worth enough in them; otherwise, from the first set on, a set is
    kept as long as the others at their best still make it enough, and else laid in its own best order.

    >>> from tilery.rules.edition import edition
    >>> opening = [read(Tiles("j k9 k10"))]
    >>> [str(set.tiles) for set in laid_as_counted(edition("sabra").rules(), Table(), opening, Tiles("j k9 k10"))]
    ['k9 k10 j']
    """
    laid = list(readings)
    own = _own_sets(before, Table([reading.tiles for reading in readings]), readings, played)
    values = [reading.value for _, reading in own]
    worth = _together(rules, values)
    shown = _together(rules, [reading.shown_value for _, reading in own])
    if rules.referee < LAYS_AS_COUNTED or shown >= rules.opening or worth < rules.opening:
        return laid  # where even the best orders are too little, the tiles that make it enough lie apart
    if rules.table_in_opening and rules.opening_sets == "several":
        apart = Counter(played) - Counter(kind for _, reading in own for kind in reading.tiles)
        if shown + worth_alone(list(apart.elements()), rules.mirror, rules.opening - shown).value >= rules.opening:
            return laid
    for number, (place, reading) in enumerate(own):
        as_written = [*values[:number], reading.shown_value, *values[number + 1 :]]
        if _together(rules, as_written) >= rules.opening:
            values = as_written
        else:
            laid[place] = read_at_best(reading.tiles, rules.mirror) or reading
    return laid


def _together(rules: Rules, values: Sequence[int]) -> int:
    """What sets are worth as an opening: all of them, or where it is made in one set, the best."""
    return max(values, default=0) if rules.opening_sets == "one" else sum(values)


def best_set(counts: Sequence[int]) -> int:
    """The most that a single set of natural tiles and regular jokers (counts by kind) is worth; 0 where there is none.

    >>> best_set(count_kinds(Tiles("r9 r10 j b10 k10"))), best_set(count_kinds(Tiles("r9 r10")))
    (40, 0)
    """
    best = 0
    for number in range(HIGHEST, 0, -1):
        kinds = sum(1 for colour in COLOURS if counts[Kind.of(colour, number)])
        size = min(len(COLOURS), kinds + counts[JOKER])
        if size >= SMALLEST:
            best = max(best, number * size)
    for first in range(0, JOKER, HIGHEST):
        for start in range(HIGHEST):
            missing = worth = 0
            for number in range(start + 1, HIGHEST + 1):
                missing += not counts[first + number - 1]
                worth += number
                if missing > counts[JOKER]:
                    break
                if number - start >= SMALLEST:
                    best = max(best, worth)
    return best


def single_sets(counts: Sequence[int], least: int = 1, longest: int = HIGHEST) -> Iterator[tuple[int, Tiles]]:
    """Every set worth at least this that natural tiles and regular jokers (counts by kind) can make, with its worth;
    runs only up to a length.

    >>> max(single_sets(count_kinds(Tiles("r9 r10 j b10 k10"))))
    (40, Tiles('k10 r10 b10 j'))
    """
    jokers = counts[JOKER]
    places = [[Kind.of(colour, number) for colour in COLOURS] for number in range(1, HIGHEST + 1)]
    for size in range(SMALLEST, longest + 1):
        for colour in COLOURS:
            runs = [Kind.of(colour, number) for number in range(1, HIGHEST + 1)]
            places += [runs[start : start + size] for start in range(HIGHEST + 1 - size)]
    seen = set()
    for kinds in places:
        have = [kind for kind in kinds if counts[kind]]
        group = kinds[0].number == kinds[1].number
        for size in range(SMALLEST, len(kinds) + 1) if group else (len(kinds),):
            for used in range(max(0, size - len(have)), min(jokers, size) + 1):
                for naturals in itertools.combinations(have, size - used):
                    tiles = Tiles([*naturals, *[JOKER] * used])
                    reading = read(tiles) if tiles not in seen else None
                    seen.add(tiles)
                    if reading is not None and reading.value >= least:
                        yield reading.value, tiles


def _own_sets(
    before: Table, after: Table, readings: Sequence[Reading | None], played: Tiles
) -> list[tuple[int, Reading]]:
    """The new sets that consist of tiles played alone, each with its place."""
    _, new = matched_sets(before, after)
    left = list(played)
    found = []
    for place in new:
        reading = readings[place]
        if reading is not None and (rest := _less(left, after[place])) is not None:
            left = rest
            found.append((place, reading))
    return found


def _less(tiles: list[Kind], others: Tiles) -> list[Kind] | None:
    """Tiles less others, ``None`` where not all of those are among them."""
    left = tiles.copy()
    for kind in others:
        if kind not in left:
            return None
        left.remove(kind)
    return left


def worth_alone(tiles: Sequence[Kind], mirror: Mirror | None, enough: int) -> Worth:
    """The most that sets made of some of these tiles are worth together, jokers at their best; ``enough`` will do.

    >>> from tilery.notation import Tiles
    >>> worth_alone(Tiles("r9 r10 r11 b3 j"), None, 100), worth_alone(Tiles("r1 b5"), None, 30)
    (Worth(value=42, sure=True), Worth(value=0, sure=True))
    """
    counts = count_kinds(tiles)
    alone = read(Tiles([kind for kind in tiles if JOKER <= kind < MIRROR]))
    greedy = _greedy(counts, enough) + (alone.value if alone is not None else 0)
    if greedy >= enough:
        return Worth(greedy, sure=True)
    if any(counts[DOUBLE:]):
        found, sure = best_value(tiles, mirror, enough, STEPS_WITH_SPECIAL_JOKERS)
    else:
        found, sure = _Search(counts, enough).run()
    return Worth(max(greedy, found), sure)


def _greedy(counts: Sequence[int], enough: int) -> int:
    """What natural sets are worth when the one worth most is taken first, again and again, until it is enough."""
    left = list(counts)
    total = 0
    while total < enough:
        value, chosen = max(_natural_sets(left), key=lambda found: found[0], default=(0, ()))
        if not value:
            break
        for kind in chosen:
            left[kind] -= 1
        total += value
    return total


def _natural_sets(counts: Sequence[int]) -> Iterator[tuple[int, Sequence[int]]]:
    """The largest natural sets there are: a group of each number, every run that cannot be made longer."""
    for number in range(1, HIGHEST + 1):
        group = [kind for kind in range(number - 1, JOKER, HIGHEST) if counts[kind]]
        if len(group) >= SMALLEST:
            yield number * len(group), group
    for first in range(0, JOKER, HIGHEST):
        start = first
        for kind in range(first, first + HIGHEST + 1):
            if kind == first + HIGHEST or not counts[kind]:
                if kind - start >= SMALLEST:
                    yield sum(range(start - first + 1, kind - first + 1)), range(start, kind)
                start = kind + 1


# The open runs of one colour, three bits each: how many have one tile, how many two, how many three or more.
_BITS = 9
_SHORT = sum(0o77 << _BITS * colour for colour in COLOURS)

_ColourWay = tuple[int, int, int]


class _Search:
    """The search for the best sets of natural tiles and regular jokers."""

    def __init__(self, counts: Sequence[int], enough: int) -> None:
        self.counts = counts
        self.jokers = counts[JOKER]
        self.enough = enough
        self.steps = STEPS if self.jokers <= 2 and enough <= 50 else STEPS_WITH_MORE_JOKERS

    def run(self) -> tuple[int, bool]:
        """The most that is found, and whether that is sure."""
        best = 0
        layer = {(0, 0): 0}
        for number in range(HIGHEST, 0, -1):
            if not self.jokers and not any(self.counts[number - 1 : JOKER : HIGHEST]):
                # Nothing to lay: what is too short is no run, and what is long enough ends.
                layer = {(0, 0): max(value for (runs, _), value in layer.items() if not runs & _SHORT)}
                continue
            ways: dict[tuple[int, int, int], list[_ColourWay]] = {}
            after: dict[tuple[int, int], int] = {}
            for (runs, used), value in layer.items():
                for grown, spent, laid in self._moves(number, runs, self.jokers - used, ways):
                    worth, state = value + laid * number, (grown, used + spent)
                    if after.get(state, -1) < worth:
                        after[state] = worth
                        if worth > best and not grown & _SHORT:
                            best = worth
                if best >= self.enough or self.steps <= 0:
                    return best, best >= self.enough
            layer = after
        return best, True

    def _moves(
        self, number: int, runs: int, left: int, ways: dict[tuple[int, int, int], list[_ColourWay]]
    ) -> list[tuple[int, int, int]]:
        """Every way over a number with so many jokers left: the runs open after it, jokers spent, tiles laid."""
        found: list[tuple[int, int, int, tuple[int, ...]]] = [(0, 0, 0, ())]
        for colour in COLOURS:
            key = colour, runs >> _BITS * colour & 0o777, left
            if key not in ways:
                ways[key] = self._ways(number, *key)
            here, shift = self.counts[colour * HIGHEST + number - 1], _BITS * colour
            found = [
                (grown | after << shift, spent + jokers, laid + naturals + jokers, (*spare, here - naturals))
                for grown, spent, laid, spare in found
                for after, naturals, jokers in ways[key]
                if spent + jokers <= left
            ]
            self.steps -= len(found)
            if self.steps <= 0:
                return []
        return [
            (grown, spent + jokers, laid + grouped)
            for grown, spent, laid, spare in found
            for jokers, grouped in _groups(spare, left - spent)
        ]

    def _ways(self, number: int, colour: int, runs: int, left: int) -> list[_ColourWay]:
        """What the runs of one colour can be after a number, with the naturals and the jokers laid in them.

        Runs that are too short must go on; of the others as many go on as there are tiles for, and what is left
        begins new ones. (A run that goes on can do all that a new one can.)
        """
        kind = colour * HIGHEST + number - 1
        here = self.counts[kind]
        next_one = self.counts[kind - 1] if number > 1 else 0
        next_two = self.counts[kind - 2] if number > 2 else 0
        one, two, more = runs & 7, runs >> 3 & 7, runs >> 6
        found = []
        for tiles in range(one + two, here + left + 1):
            on = min(tiles - one - two, more)
            new = tiles - one - two - on
            if new and number < SMALLEST:
                break
            for jokers in range(max(0, tiles - here), min(left, tiles) + 1):
                spare = left - jokers
                if one + new <= next_one + spare and new <= next_two + spare:
                    found.append((new | one << 3 | two + on << 6, tiles - jokers, jokers))
        return found


@functools.lru_cache(maxsize=1 << 12)
def _groups(naturals: tuple[int, ...], left: int) -> list[tuple[int, int]]:
    """For every number of jokers, up to those left, that groups can take: the most tiles they hold then.

    >>> _groups((2, 1, 1, 0), 2), _groups((1, 1, 1, 1), 1)
    ([(0, 3), (1, 4), (2, 6)], [(0, 4), (1, 4)])
    """
    found = []
    for jokers in range(left + 1):
        best = -1 if jokers else 0
        for groups in range(1, (sum(naturals) + jokers) // SMALLEST + 1):
            tiles = min(len(COLOURS) * groups, sum([min(count, groups) for count in naturals]) + jokers)
            if tiles >= SMALLEST * groups and jokers <= len(COLOURS) * groups:
                best = max(best, tiles)
        if best >= 0:
            found.append((jokers, best))
    return found
