"""Why a set is not legal, in words a player understands.

>>> for reason in explain(Tiles("r7 r7 b7"), None):
...     print(reason.text)
two red 7s in one group
>>> [reason.code for reason in explain(Tiles("r4 r5 r6"), None)]
[]
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from tilery.notation import Tiles
from tilery.rules.edition import Mirror
from tilery.rules.reading import SMALLEST, read
from tilery.tiles import CHANGE, COLOURS, DOUBLE, HIGHEST, JOKER, MIRROR, Colour, Kind

__all__ = ["CODES", "Reason", "ReasonCode", "explain"]

ReasonCode = Literal[
    "too-few-tiles",
    "two-mirrors",
    "no-mirror-rule",
    "change-outside-run",
    "twice",
    "same-number",
    "wrong-number",
    "wrong-colour",
    "too-many-colours",
    "too-long",
    "wrap",
    "gap",
    "double-needs-two",
    "double-no-room",
    "no-room-for-change",
    "too-few-changes",
    "change-without-change",
    "change-unmirrored",
    "no-partner",
    "uneven-sides",
    "mirror-too-high",
    "no-order",
]

CODES: dict[ReasonCode, str] = {
    "too-few-tiles": "the set has fewer than three tiles",
    "two-mirrors": "the set has more than one mirror joker",
    "no-mirror-rule": "the rules of the game give the mirror joker no meaning",
    "change-outside-run": "a colour-change joker is in a group",
    "twice": "a tile is there more often than a set can hold it",
    "same-number": "two tiles of one number are in a run",
    "wrong-number": "a tile has another number than its group",
    "wrong-colour": "a tile has another colour than its run",
    "too-many-colours": "a group covers more than four colours",
    "too-long": "a run covers more than thirteen numbers",
    "wrap": "a 1 is to follow a 13",
    "gap": "numbers are missing that the jokers cannot fill",
    "double-needs-two": "a double joker is to stand for one tile",
    "double-no-room": "a double joker has no room at the end of the numbers",
    "no-room-for-change": "two numbers in a row have different colours",
    "too-few-changes": "the colour changes more often than there are colour-change jokers",
    "change-without-change": "a colour-change joker stands between tiles of one colour",
    "change-unmirrored": "a colour-change joker has none opposite",
    "no-partner": "tiles have no partner on the other side of the mirror",
    "uneven-sides": "the sides of the mirror cannot be equally long",
    "mirror-too-high": "the mirror's number would be above 13",
    "no-order": "the tiles fit together in no order",
}
"""The stable codes of the reasons, and what they mean."""


class Reason(NamedTuple):
    """One reason why a set is not legal: a stable code for programs, a sentence for people."""

    code: ReasonCode
    text: str


def explain(tiles: Tiles | str, mirror: Mirror | None = None) -> tuple[Reason, ...]:
    """Every reason why a set is not legal, the most important first; none for a legal set.

    >>> explain(Tiles("r4 j r8"), None)
    (Reason(code='gap', text='between red 4 and red 8 three numbers are missing and there is one joker'),)
    """
    return _explained(Tiles(tiles), mirror)


@functools.lru_cache(maxsize=1 << 12)
def _explained(tiles: Tiles, mirror: Mirror | None) -> tuple[Reason, ...]:
    if read(tiles, mirror) is not None:
        return ()
    reasons = [*_at_all(tiles, mirror)]
    mirrors = tiles.count(MIRROR)
    if mirrors == 1:
        reasons += _mirrored(tiles, mirror)
    elif mirrors:
        pass  # with two middles nothing more can be said of the sides
    elif _is_group(tiles):
        reasons += _group(tiles)
    else:
        reasons += _run(tiles)
    found = tuple(dict.fromkeys(reasons))
    what = "no mirrored set" if mirrors else "neither a group nor a run"
    return found or (Reason("no-order", f"these tiles make {what}, in any order"),)


_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def _word(number: int) -> str:
    return _WORDS[number] if number < len(_WORDS) else str(number)


def _and(kinds: Sequence[Kind]) -> str:
    *others, last = (kind.name for kind in kinds)
    return f"{', '.join(others)} and {last}" if others else last


def _naturals(tiles: Sequence[Kind]) -> list[Kind]:
    return [kind for kind in tiles if not kind.is_joker]


def _places(tiles: Sequence[Kind]) -> int:
    """How many tiles the jokers of a set stand for, its mirror apart."""
    return sum(2 if kind == DOUBLE else 1 for kind in tiles if kind.is_joker and kind != MIRROR)


def _jokers(tiles: Sequence[Kind]) -> str:
    """The jokers in words, by what they can fill."""
    count = _places(tiles)
    if DOUBLE in tiles:
        return f"the jokers stand for {_word(count)}"
    return "there is one joker" if count == 1 else f"there are {_word(count)} jokers" if count else "there is no joker"


def _is_group(tiles: Sequence[Kind]) -> bool:
    """Whether a group was meant: more tiles share a number than a colour, or all share one."""
    naturals = _naturals(tiles)
    if not naturals:
        return False
    numbers, colours = Counter(kind.number for kind in naturals), Counter(kind.colour for kind in naturals)
    if CHANGE in tiles:
        return len(numbers) == 1 and len(colours) > 1
    # Copies of one tile among themselves look like a group; one tile among jokers is whatever fits.
    if len(numbers) == 1:
        return len(naturals) > 1
    return max(numbers.values()) > max(colours.values())


def _at_all(tiles: Tiles, mirror: Mirror | None) -> Iterator[Reason]:
    mirrors = tiles.count(MIRROR)
    if mirrors and mirror is None:
        yield Reason("no-mirror-rule", "this game has no rule for a mirror joker")
    if mirrors > 1:
        yield Reason("two-mirrors", f"a set has one middle: {_word(mirrors)} mirror jokers cannot be in it")
    if len(tiles) < SMALLEST:
        yield Reason("too-few-tiles", f"a set needs at least 3 tiles, this one has {len(tiles) or 'none'}")


def _twice(naturals: Sequence[Kind], most: int, where: str) -> Iterator[Reason]:
    for kind, count in Counter(naturals).items():
        if count > most:
            yield Reason("twice", f"{_word(count)} {kind.name}s in one {where}")


def _group(tiles: Tiles) -> Iterator[Reason]:
    naturals = _naturals(tiles)
    number = Counter(kind.number for kind in naturals).most_common(1)[0][0]
    if CHANGE in tiles:
        yield Reason("change-outside-run", "a colour-change joker belongs in runs only")
    for kind in dict.fromkeys(naturals):
        if kind.number != number:
            yield Reason("wrong-number", f"a {kind.name} does not belong in a group of {number}s")
    fitting = [kind for kind in naturals if kind.number == number]
    yield from _twice(fitting, 1, "group")
    yield from _too_many_colours(len(set(fitting)), tiles.count(JOKER), tiles.count(DOUBLE))


def _too_many_colours(colours: int, singles: int, doubles: int) -> Iterator[Reason]:
    missing = len(COLOURS) - colours - singles
    if missing >= 2 * doubles:
        return
    if missing == 1:
        yield Reason("double-needs-two", "a double joker stands for two tiles, here only one is missing")
    else:
        covered = colours + singles + 2 * doubles
        yield Reason("too-many-colours", f"a group has at most 4 colours; this one covers {covered}")


def _run(tiles: Tiles) -> Iterator[Reason]:
    naturals = _naturals(tiles)
    row = list(dict.fromkeys(naturals))
    yield from _twice(naturals, 1, "run")
    if CHANGE not in tiles:
        yield from _wrong_colours(naturals)
        row = [kind for kind in row if kind.colour == _main_colour(naturals)]
    row.sort(key=lambda kind: kind.number)
    yield from _same_numbers(row, "run")
    covered = len({kind.number for kind in row}) + _places(tiles)
    gap = list(_gap(row, _places(tiles), _jokers(tiles)))
    yield from gap
    if covered > HIGHEST:
        yield Reason("too-long", f"a run covers at most 13 numbers; this one would cover {covered}")
    if gap or len(row) != len({kind.number for kind in row}):
        return
    if CHANGE in tiles:
        yield from _changes(row, tiles)
    elif DOUBLE in tiles and row:
        yield from _double_room(row, tiles)


def _main_colour(naturals: Sequence[Kind]) -> Colour | None:
    """The colour most tiles have, of several the first one's."""
    common = Counter(kind.colour for kind in naturals).most_common(1)
    return common[0][0] if common else None


def _wrong_colours(naturals: Sequence[Kind]) -> Iterator[Reason]:
    main = _main_colour(naturals)
    for kind in dict.fromkeys(naturals):
        if kind.colour != main:
            yield Reason("wrong-colour", f"a {kind.name} does not belong in a {main} run")


def _same_numbers(row: Sequence[Kind], where: str) -> Iterator[Reason]:
    for one, two in itertools.pairwise(row):
        if one.number == two.number:
            yield Reason("same-number", f"{one.name} and {two.name} cannot both be in one {where}")


def _gap(row: Sequence[Kind], places: int, jokers: str, sides: str = "") -> Iterator[Reason]:
    """Whether numbers are missing in a row, sorted, that jokers for so many places cannot fill."""
    if not row:
        return
    low, high = row[0], row[-1]
    missing = high.number - low.number + 1 - len({kind.number for kind in row})
    if missing <= places:
        return
    if low.number == 1 and high.number == HIGHEST:
        yield Reason("wrap", "1 does not follow 13")
        return
    numbers = "number is" if missing == 1 else "numbers are"
    yield Reason("gap", f"between {low.name} and {high.name} {_word(missing)} {numbers} missing{sides} and {jokers}")


def _double_room(row: Sequence[Kind], tiles: Tiles) -> Iterator[Reason]:
    """Why a double joker fits nowhere, when its two numbers stand side by side nowhere."""
    gaps = [two.number - one.number - 1 for one, two in itertools.pairwise(row)]
    before, after = row[0].number - 1, HIGHEST - row[-1].number
    if max(gaps, default=0) == 1 and sum(gaps) > tiles.count(JOKER):
        single = sum(gaps) == 1
        text = "two tiles, here only one is missing" if single else "two numbers side by side, not for single ones"
        yield Reason("double-needs-two", f"a double joker stands for {text}")
    elif max(gaps, default=0) < 2 and before < 2 and after < 2:
        yield Reason("double-no-room", f"a double joker has no room before a {row[0].number}")
        yield Reason("double-no-room", f"a double joker has no room after a {row[-1].number}")


def _changes(row: Sequence[Kind], tiles: Tiles) -> Iterator[Reason]:
    """What is wrong with the colours of a run with colour changes."""
    changes = tiles.count(CHANGE)
    pairs = list(itertools.pairwise(row))
    for one, two in pairs:
        if one.colour != two.colour and two.number == one.number + 1:
            text = f"between {one.name} and {two.name} there is no room for a colour-change joker"
            yield Reason("no-room-for-change", text)
    needed = sum(one.colour != two.colour for one, two in pairs)
    if needed > changes:
        text = f"the colour changes {_times(needed)}, and {_change_jokers(changes)}"
        yield Reason("too-few-changes", text)
    if row and needed == 0 and changes == 1:
        missing = row[-1].number - row[0].number + 1 - len(row)
        if missing > tiles.count(JOKER) + 2 * tiles.count(DOUBLE):
            yield _no_change(row[0], row[-1])
    else:
        yield from _changes_in_place(row, tiles)


def _changes_in_place(row: Sequence[Kind], tiles: Tiles) -> Iterator[Reason]:
    """Tiles of one colour that only a colour-change joker can be between."""
    if JOKER not in tiles:
        for one, two in itertools.pairwise(row):
            if one.colour == two.colour and two.number == one.number + 2:
                yield _no_change(one, two)


def _no_change(one: Kind, two: Kind) -> Reason:
    text = f"a colour-change joker between {one.name} and {two.name} cannot leave the colour as it is"
    return Reason("change-without-change", text)


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{_word(count)} times"


def _change_jokers(count: int) -> str:
    return "there is one colour-change joker" if count == 1 else f"there are {_word(count)} colour-change jokers"


def _mirrored(tiles: Tiles, mirror: Mirror | None) -> Iterator[Reason]:
    naturals = _naturals(tiles)
    kinds = sorted(set(naturals), key=lambda kind: (kind.number, kind))
    numbers, colours = {kind.number for kind in kinds}, {kind.colour for kind in kinds}
    group = len(numbers) == 1 and len(colours) > 1
    yield from _twice(naturals, 2, "mirrored set")
    if tiles.count(CHANGE) % 2:
        yield Reason("change-unmirrored", "a colour-change joker must have another one opposite")
    if group and CHANGE in tiles:
        yield Reason("change-outside-run", "a colour-change joker belongs in runs only")
    stand_ins = tiles.count(JOKER) + 2 * tiles.count(DOUBLE)
    alone = [kind for kind in dict.fromkeys(naturals) if naturals.count(kind) == 1]
    has = "has" if len(alone) == 1 else "have"
    if len(alone) > stand_ins:
        spare = f", and {_jokers([kind for kind in tiles if kind != CHANGE])}" if stand_ins else ""
        text = f"the two sides of the mirror do not match: {_and(alone)} {has} no partner{spare}"
        yield Reason("no-partner", text)
    elif (len(naturals) + _places(tiles)) % 2:
        yield Reason("uneven-sides", "the two sides of the mirror cannot be equally long")
    half = (len(naturals) + _places(tiles)) // 2
    if group:
        if half > len(COLOURS):
            yield Reason("too-many-colours", f"a group has at most 4 colours; half of this one covers {half}")
        return
    highest = HIGHEST - 1 if mirror == "middle" else HIGHEST
    is_run = len(numbers) > 1 or CHANGE in tiles or half > len(COLOURS)
    if is_run and max(numbers, default=0) > highest:
        yield Reason("mirror-too-high", f"the mirror's number would be {HIGHEST + 1}")
    if len(numbers) > 1:
        if CHANGE in tiles:
            yield from _same_numbers(kinds, "half of a mirrored run")
            if DOUBLE not in tiles:
                yield from _changes_in_place(kinds, tiles)
        else:
            yield from _wrong_colours(naturals)
            kinds = [kind for kind in kinds if kind.colour == _main_colour(naturals)]
        both = max(0, (_places(tiles) - len(alone)) // 2)
        unpaired = f", {_and(alone)} {has} no partner," if alone else ""
        yield from _gap(kinds, both, _jokers(tiles), f" on each side{unpaired}")
    if half > highest:
        yield Reason(
            "too-long", f"half of a mirrored run covers at most {highest} numbers; this one would cover {half}"
        )
