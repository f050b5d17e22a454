"""Reading sets with double, colour-change and mirror jokers.

A set is written as *slots*, one for each number or colour it covers: a double joker fills two. In a
mirrored set a slot is filled twice, once on each side of the mirror.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from tilery.notation import Tiles
from tilery.rules.covers import COVERS, Cover, Covers, Reading, SetKind, group_covers
from tilery.rules.edition import Mirror
from tilery.tiles import CHANGE, COLOURS, DOUBLE, HIGHEST, JOKER, MIRROR, Colour, Kind

__all__ = ["best_special", "mirror_group_order", "read_special", "run_starts", "slots"]


def read_special(tiles: Tiles, mirror: Mirror | None) -> Reading | None:
    """Read a set that holds a special joker."""
    mirrors = tiles.count(MIRROR)
    if mirrors > 1 or (mirrors and mirror is None):
        return None
    best = best_special(tiles, mirror)
    if best is None:
        return None
    in_order = _mirrored_in_order(tiles, mirror) if mirrors else _in_order(tiles)
    shown = max(in_order, key=lambda reading: reading.value, default=best)
    return shown._replace(value=best.value)


def best_special(tiles: Tiles, mirror: Mirror | None) -> Reading | None:
    """The reading worth most over all orders of a set that holds a special joker, at most one of them a mirror."""
    return _mirrored_best(tiles, mirror) if MIRROR in tiles else _best_order(tiles)


def slots(tiles: Sequence[Kind]) -> list[Kind]:
    """The tile at each slot: a double joker fills two.

    >>> Tiles(slots(Tiles("r2 d r5")))
    Tiles('r2 d d r5')
    """
    return [kind for kind in tiles for _ in range(2 if kind == DOUBLE else 1)]


def run_starts(row: Sequence[Sequence[Kind]], highest: int = HIGHEST) -> range:
    """The numbers a run may start at, given for each slot the tiles that fill it (one, or both sides').

    Naturals settle the start; between colour changes all naturals share a colour, and the stretches on
    both sides of a single change differ. A stretch without naturals can take any colour.
    """
    start: int | None = None
    stretches: list[Colour | None] = [None]
    for place, filling in enumerate(row):
        if CHANGE in filling:
            if any(kind != CHANGE for kind in filling):
                return range(0)
            stretches.append(None)
            continue
        for kind in filling:
            if kind.is_joker:
                continue
            if start not in (None, kind.number - place) or stretches[-1] not in (None, kind.colour):
                return range(0)
            start, stretches[-1] = kind.number - place, kind.colour
    if any(one is not None and one == two for one, two in itertools.pairwise(stretches)):
        return range(0)
    last = highest + 1 - len(row)
    if start is None:
        return range(1, last + 1)
    return range(start, start + 1) if 1 <= start <= last else range(0)


def _stretch_colours(row: Sequence[Sequence[Kind]]) -> list[Colour]:
    """The colour at each slot of a legal run; a stretch of jokers alone takes one unlike its neighbours'."""
    places: list[list[int]] = [[]]
    for place, filling in enumerate(row):
        if CHANGE in filling:
            places.append([])
        else:
            places[-1].append(place)
    known: list[Colour | None] = []
    for stretch in places:
        naturals = [kind for place in stretch for kind in row[place] if not kind.is_joker]
        known.append(naturals[0].colour if naturals else None)
    colours = [Colour.BLACK] * len(row)
    before: Colour | None = None
    for index, stretch in enumerate(places):
        after = known[index + 1] if index + 1 < len(known) else None
        own = known[index]
        if own is None:
            own = next(colour for colour in COLOURS if colour not in (before, after))
        for place in stretch:
            colours[place] = own
        before = own
    return colours


def _slot_covers(tiles: Sequence[Kind], start: int, colours: Sequence[Colour], step: int = 1) -> tuple[Covers, ...]:
    """What each tile stands for, given the colour at each slot; from one slot to the next the number grows by a step,
    or in a group by none."""
    covers: list[Covers] = []
    place = 0
    for kind in tiles:
        if kind == CHANGE:
            covers.append((Cover(start + step * place, None, CHANGE),))
        else:
            width = 2 if kind == DOUBLE else 1
            covers.append(tuple(COVERS[colours[p]][start + step * p] for p in range(place, place + width)))
            place += width - 1
        place += 1
    return tuple(covers)


def _group_number(naturals: Sequence[Kind]) -> int:
    """The one number of a group with these naturals; 0 when they disagree or repeat a tile."""
    if not naturals:
        return HIGHEST
    number = naturals[0].number
    alike = all(kind.number == number for kind in naturals) and len(set(naturals)) == len(naturals)
    return number if alike else 0


def _in_order(tiles: Tiles) -> list[Reading]:
    row = slots(tiles)
    readings: list[Reading] = []
    number = _group_number([kind for kind in tiles if not kind.is_joker])
    if number and CHANGE not in tiles and len(row) <= len(COLOURS):
        readings.append(Reading(SetKind.GROUP, tiles, group_covers(tiles, number), number * len(row)))
    filled = [(kind,) for kind in row]
    starts = run_starts(filled)
    if starts:
        start = starts[-1]
        covers = _slot_covers(tiles, start, _stretch_colours(filled))
        readings.append(Reading(SetKind.RUN, tiles, covers, sum(range(start, start + len(row)))))
    return readings


def _best_order(tiles: Tiles) -> Reading | None:
    """The reading worth most over all orders of a set without a mirror."""
    readings = [reading for reading in _in_order(tiles) if reading.kind is SetKind.GROUP]
    naturals = sorted((kind for kind in tiles if not kind.is_joker), key=lambda kind: kind.number)
    length = len(slots(tiles))
    jokers = tuple(tiles.count(kind) for kind in (JOKER, DOUBLE, CHANGE))
    for start in range(HIGHEST + 1 - length, 0, -1):
        order = _fill_gaps(naturals, start, start + length, jokers)
        if order is not None:
            readings += [reading for reading in _in_order(Tiles(order)) if reading.kind is SetKind.RUN]
            break
    return max(readings, key=lambda reading: reading.value, default=None)


def _fill_gaps(naturals: list[Kind], at: int, end: int, jokers: tuple[int, ...]) -> list[Kind] | None:
    """Jokers into the gaps between naturals of a run over the numbers from ``at`` up to ``end``."""

    def fill(index: int, at: int, jokers: tuple[int, ...], before: Kind | None) -> list[Kind] | None:
        after = naturals[index] if index < len(naturals) else None
        gap = (after.number if after is not None else end) - at
        for filling in _fillings(gap, jokers):
            changes = filling.count(CHANGE)
            if before is not None and after is not None and changes < 2 and (before.colour != after.colour) != changes:
                continue
            left = tuple(
                count - filling.count(kind) for count, kind in zip(jokers, (JOKER, DOUBLE, CHANGE), strict=True)
            )
            if after is None:
                return filling  # the run is as long as its tiles are many, so no joker is left over
            rest = fill(index + 1, after.number + 1, left, after)
            if rest is not None:
                return [*filling, after, *rest]
        return None

    return fill(0, at, jokers, None)


def _fillings(gap: int, jokers: tuple[int, ...]) -> Iterator[list[Kind]]:
    regular, doubles, changes = jokers
    for double in range(doubles + 1):
        for change in range(changes + 1):
            single = gap - 2 * double - change
            if 0 <= single <= regular:
                yield [JOKER] * single + [DOUBLE] * double + [CHANGE] * change


def _halves(tiles: Sequence[Kind]) -> tuple[list[Kind], list[Kind]]:
    """The tiles on each side of the mirror, both from the outside in."""
    middle = list(tiles).index(MIRROR)
    return list(tiles[:middle]), list(reversed(tiles[middle + 1 :]))


def _mirrored_in_order(tiles: Tiles, mirror: Mirror | None) -> list[Reading]:
    left, right = _halves(tiles)
    rows = slots(left), slots(right)
    length = len(rows[0])
    if not length or length != len(rows[1]):
        return []
    readings: list[Reading] = []
    filled = list(zip(*rows, strict=True))
    number = _mirrored_group_number(filled)
    if number:
        own = number if mirror == "middle" else 0
        covers = _mirrored_covers(left, right, own, number, _slot_colours(filled), step=0)
        readings.append(Reading(SetKind.MIRRORED_GROUP, tiles, covers, 2 * length * number + own))
    starts = run_starts(filled, HIGHEST - 1 if mirror == "middle" else HIGHEST)
    if starts:
        start = starts[-1]
        own = start + length if mirror == "middle" else 0
        covers = _mirrored_covers(left, right, own, start, _stretch_colours(filled))
        readings.append(Reading(SetKind.MIRRORED_RUN, tiles, covers, 2 * sum(range(start, start + length)) + own))
    return readings


def _mirrored_covers(
    left: list[Kind], right: list[Kind], own: int, start: int, colours: Sequence[Colour], step: int = 1
) -> tuple[Covers, ...]:
    """What the tiles of a mirrored set stand for: both halves for the same, each from its outer end."""
    across = (covers[::-1] for covers in reversed(_slot_covers(right, start, colours, step)))
    return (*_slot_covers(left, start, colours, step), (Cover(own, None, MIRROR),), *across)


def _slot_colours(pairs: Sequence[Sequence[Kind]]) -> list[Colour]:
    """The colour at each slot of a mirrored group: its natural tile's on either side, or one that is missing."""
    naturals = [next((kind for kind in pair if not kind.is_joker), None) for pair in pairs]
    shown = {kind.colour for kind in naturals if kind is not None}
    missing = iter([colour for colour in COLOURS if colour not in shown])
    return [next(missing) if kind is None else kind.colour for kind in naturals]


def _mirrored_group_number(pairs: Sequence[Sequence[Kind]]) -> int:
    """The number of a mirrored group whose halves, slot by slot, are mirror images; 0 when they are not."""
    if len(pairs) > len(COLOURS) or any(CHANGE in pair for pair in pairs):
        return 0
    shown: list[Kind] = []
    for pair in pairs:
        naturals = {kind for kind in pair if not kind.is_joker}
        if len(naturals) > 1:
            return 0
        shown += naturals
    return _group_number(shown)


def _mirrored_best(tiles: Tiles, mirror: Mirror | None) -> Reading | None:
    """The reading worth most over all orders of a set with one mirror."""
    count = {kind: tiles.count(kind) for kind in tiles}
    jokers = tuple(count.get(kind, 0) for kind in (JOKER, DOUBLE, CHANGE))
    naturals = {kind: number for kind, number in count.items() if not kind.is_joker}
    length, odd = divmod(sum(naturals.values()) + jokers[0] + 2 * jokers[1] + jokers[2], 2)
    if odd or not length or max(naturals.values(), default=0) > 2:
        return None
    readings: list[Reading] = []
    if not jokers[2]:
        order = mirror_group_order(naturals, length, jokers[1])
        if order is not None:
            readings += _mirrored_in_order(Tiles(order), mirror)
    highest = HIGHEST - 1 if mirror == "middle" else HIGHEST
    for start in range(highest + 1 - length, 0, -1):
        halves = _mirror_run_halves(naturals, start, length, jokers)
        if halves is not None:
            readings += _mirrored_in_order(Tiles([*halves[0], MIRROR, *reversed(halves[1])]), mirror)
            break
    return max(readings, key=lambda reading: reading.value, default=None)


def mirror_group_order(naturals: dict[Kind, int], length: int, doubles: int) -> list[Kind] | None:
    """An order of a mirrored group's tiles: singles on the sides where the double jokers still fit."""
    number = _group_number(list(naturals))
    if not number or length > len(COLOURS) or len(naturals) > length:
        return None
    pairs = [kind for kind, copies in naturals.items() if copies == 2]
    singles = [kind for kind, copies in naturals.items() if copies == 1]
    blank = length - len(naturals)
    for on_left in range(len(singles) + 1):
        room_left, room_right = blank + len(singles) - on_left, blank + on_left
        for left_doubles in range(doubles + 1):
            right_doubles = doubles - left_doubles
            if 2 * left_doubles > room_left or 2 * right_doubles > room_right:
                continue
            # Slots from the outside in: pairs, singles on the right, blanks, singles on the left. So the
            # jokers of either side lie together, and no double joker is torn apart.
            left = [DOUBLE] * left_doubles + [JOKER] * (room_left - 2 * left_doubles) + singles[:on_left]
            right = singles[on_left:] + [DOUBLE] * right_doubles + [JOKER] * (room_right - 2 * right_doubles)
            return [*pairs, *left, MIRROR, *reversed([*pairs, *right])]
    return None


def _mirror_run_halves(
    naturals: dict[Kind, int], start: int, length: int, jokers: tuple[int, ...]
) -> tuple[list[Kind], list[Kind]] | None:
    """Both halves of a mirrored run from ``start``, from the outside in, or ``None``."""
    by_number: dict[int, list[Kind]] = {}
    for kind in naturals:
        by_number.setdefault(kind.number, []).append(kind)
    if any(len(kinds) > 1 or not start <= number < start + length for number, kinds in by_number.items()):
        return None

    def fill(
        place: int, covered: tuple[int, int], jokers: tuple[int, ...], colour: Colour | None, other: Colour | None
    ) -> tuple[list[Kind], list[Kind]] | None:
        """Fill the slots from ``place`` on; ``other`` is the colour this stretch must not have."""
        if place == length:
            return ([], []) if not any(covered) else None
        regular, doubles, changes = jokers
        natural = by_number.get(start + place, [None])[0]
        if natural is not None:
            if colour not in (None, natural.colour) or natural.colour == other:
                return None
            colour, other = natural.colour, None
        elif changes >= 2 and not any(covered):
            rest = fill(place + 1, (0, 0), (regular, doubles, changes - 2), None, colour)
            if rest is not None:
                return [CHANGE, *rest[0]], [CHANGE, *rest[1]]
        for left, right in _sides(natural, naturals.get(natural, 0) if natural is not None else 0, covered):
            used = [*left, *right]
            if used.count(JOKER) > regular or used.count(DOUBLE) > doubles:
                continue
            left_jokers = (regular - used.count(JOKER), doubles - used.count(DOUBLE), changes)
            rest = fill(place + 1, (int(DOUBLE in left), int(DOUBLE in right)), left_jokers, colour, other)
            if rest is not None:
                return [*left, *rest[0]], [*right, *rest[1]]
        return None

    return fill(0, (0, 0), jokers, None, None)


def _sides(natural: Kind | None, copies: int, covered: tuple[int, int]) -> Iterator[tuple[list[Kind], list[Kind]]]:
    """What may be laid on both sides of one slot, given which side a double joker covers already."""
    joker: list[list[Kind]] = [[JOKER], [DOUBLE]]
    if sum(covered) + copies > 2:
        return
    free = [side for side in (0, 1) if not covered[side]]
    placings: list[set[int]] = [set(free)] if copies == 2 else [set()] if copies == 0 else [{side} for side in free]
    for placing in placings:
        options: list[list[list[Kind]]] = []
        for side in (0, 1):
            if covered[side]:
                options.append([[]])
            elif side in placing and natural is not None:
                options.append([[natural]])
            else:
                options.append(joker)
        for left in options[0]:
            for right in options[1]:
                yield left, right
