"""Puzzles made from games, simulated and played: found, cut to size, proven, and no two alike.

A simulated game has a number and a played one its commitment; the same game always gives the same puzzles. So making
them can be stopped and taken up again.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec

from tilery.errors import TileryError
from tilery.notation import Table, Tiles
from tilery.puzzles.alike import core_key, puzzle_id
from tilery.puzzles.lines import decode, encode
from tilery.puzzles.positions import GamePosition, played_positions, simulated_positions
from tilery.puzzles.proof import Proven, prove
from tilery.puzzles.puzzle import THEMES, Puzzle, PuzzleTheme
from tilery.record import GameRecord
from tilery.rules.edition import Rules, edition, edition_names
from tilery.rules.reading import read
from tilery.solver.engine import engine
from tilery.solver.problem import NOTHING
from tilery.solver.question import Question, tile_weights
from tilery.tiles import ALL_KINDS, DOUBLE, JOKER, Kind

__all__ = ["BANDS", "Maker", "band", "finished", "make", "read_draft", "wanted"]

BANDS = (1000, 1300, 1600)
"""Ratings between which puzzles are of one difficulty."""

_WANTED: dict[PuzzleTheme, int] = {
    "everything": 120,
    "free-joker": 60,
    "only-play": 80,
    "open": 60,
    "fewest": 90,
    "special": 150,
}
_SHARE = 0.45
"""The largest share of an edition's puzzles of a theme that may be of one difficulty."""
_PER_GAME = 5
_TRIED = 24
"""Positions of a game that are looked at."""
_CHOICES = 6
"""Plays of a position that are looked at."""
_SIZES = range(14, 31)
"""Tiles that a table is cut to."""
_SIZES_OPENING = range(16)
"""The same for an opening."""
_MOST_LAID = 6
_LOOKED_AT = 9
"""Tiles of a rack that are looked at."""
_MOST_JOKERS = 3
_KINDS = len(ALL_KINDS)
_MARK = re.compile(rb'\["([a-z0-9-]+)",(\d+)\]\n')
"""The line after the puzzles of a game: its edition and number, or its commitment and 0 if it was played."""
_DEEPEST = 4


def wanted(theme: PuzzleTheme, name: str) -> int:
    """How many puzzles of a theme an edition is to have.

    >>> wanted("special", "sabra"), wanted("special", "twist-2016")
    (0, 150)
    """
    if theme == "special" and not any(edition(name).rules().tile_set.jokers[1:]):
        return 0
    return _WANTED[theme]


def band(rating: int) -> int:
    """How difficult a rating is, from 0 on.

    >>> band(900), band(1800)
    (0, 3)
    """
    return sum(rating >= limit for limit in BANDS)


class Maker:
    """Makes puzzles game by game, as long as some are wanted; those there are already count."""

    def __init__(self, made: Iterable[Puzzle] = (), share: float = 1.0) -> None:
        self.have: Counter[tuple[PuzzleTheme, str]] = Counter()
        self.bands: Counter[tuple[PuzzleTheme, str, int]] = Counter()
        self._keys: set[tuple[object, ...]] = set()
        self._ids: set[str] = set()
        self._share = share
        for puzzle in made:
            self._note(puzzle, core_key(Table(puzzle.table), Tiles(puzzle.rack), Table(puzzle.answers[0])))

    def is_full(self, name: str) -> bool:
        """Whether an edition has all it is to have."""
        return not any(self._misses(theme, name) for theme in THEMES)

    def from_game(self, name: str, number: int) -> Iterator[Puzzle]:
        """The puzzles of one simulated game of an edition."""
        chance = Random(f"puzzles {name} {number}")
        rules = edition(name).rules()
        yield from self._from_positions(rules, list(simulated_positions(rules, number, chance)), chance)

    def from_record(self, record: GameRecord) -> Iterator[Puzzle]:
        """The puzzles of a game that was played; by house rules there are none, for a puzzle is of an edition."""
        if not record.rules.house:
            chance = Random(f"puzzles {record.commitment}")
            yield from self._from_positions(record.rules, list(played_positions(record)), chance)

    def _from_positions(self, rules: Rules, positions: list[GamePosition], chance: Random) -> Iterator[Puzzle]:
        chance.shuffle(positions)
        used: set[Tiles] = set()
        count = 0
        for found in positions[:_TRIED]:
            if count >= _PER_GAME or self.is_full(rules.name):
                return
            puzzle = next(self._from_position(rules, found, used, chance), None)
            if puzzle is not None:
                count += 1
                used |= _core(puzzle)
                yield puzzle

    def _misses(self, theme: PuzzleTheme, name: str) -> int:
        return max(0, round(self._share * wanted(theme, name)) - self.have[theme, name])

    def _from_position(self, rules: Rules, found: GamePosition, used: set[Tiles], chance: Random) -> Iterator[Puzzle]:
        cut = _openings if not found.opened else _cut
        for table, rack, themes in cut(rules, found, chance):
            for theme in sorted(themes, key=lambda theme: -self._misses(theme, rules.name) / _WANTED[theme]):
                if not self._misses(theme, rules.name):
                    continue
                own = _with_others(rules, table, rack, found.rack, chance) if theme == "only-play" else rack
                puzzle = self._proven(theme, rules, table, own, used)
                if puzzle is not None:
                    yield puzzle

    def _proven(self, theme: PuzzleTheme, rules: Rules, table: Table, rack: Tiles, used: set[Tiles]) -> Puzzle | None:
        """A puzzle, if it is one that is wanted, is like no other and has nothing in common with those of its game."""
        try:
            proven = prove(theme, rules, table, rack)
        except TileryError:
            return None
        most = round(self._share * wanted(theme, rules.name) * _SHARE)
        if self.bands[theme, rules.name, band(proven.rating)] >= max(1, most):
            return None
        puzzle = _puzzle(theme, rules, table, rack, proven)
        key = core_key(table, rack, Table(proven.answers[0]))
        if key in self._keys or puzzle.id in self._ids or used & _core(puzzle):
            return None
        self._note(puzzle, key)
        return puzzle

    def _note(self, puzzle: Puzzle, key: tuple[object, ...]) -> None:
        self.have[puzzle.theme, puzzle.edition] += 1
        self.bands[puzzle.theme, puzzle.edition, band(puzzle.rating)] += 1
        self._keys.add(key)
        self._ids.add(puzzle.id)


def _core(puzzle: Puzzle) -> set[Tiles]:
    """The sets that the answer changes, or those that an opening lays."""
    before, after = ({tiles.sorted() for tiles in Table(text)} for text in (puzzle.table, puzzle.answers[0]))
    return before - after if puzzle.opened else after - before


def _puzzle(theme: PuzzleTheme, rules: Rules, table: Table, rack: Tiles, proven: Proven) -> Puzzle:
    return Puzzle(
        puzzle_id(theme, rules.name, str(table), str(rack)),
        theme,
        rules.name,
        rules.tile_set.name,
        str(table),
        str(rack),
        theme != "open",
        proven.goal,
        proven.rating,
        proven.solutions,
        proven.more,
        proven.proof,
        proven.answers,
    )


_Cut = tuple[Table, Tiles, tuple[PuzzleTheme, ...]]


def _openings(rules: Rules, found: GamePosition, chance: Random) -> Iterator[_Cut]:
    """First plays of a position, with some of the table about."""
    table = _sized(found.table(rules), (), chance, chance.choice(_SIZES_OPENING))
    for play in Question(rules, table, found.rack, opened=False).plays(_CHOICES):
        if 6 <= play.tiles <= rules.rack_size:
            yield table, play.played, ("open",)


def _cut(rules: Rules, found: GamePosition, chance: Random) -> Iterator[_Cut]:
    """Plays of a position that need the table rearranged, each with the sets it needs and some others about."""
    whole = _sized(found.table(rules), (), chance, max(_SIZES))
    if len(whole) < 3:
        return
    rack = Tiles([kind for kind in found.rack if not _goes_on(rules, whole, kind)])
    rack = Tiles(chance.sample(rack, min(_LOOKED_AT, len(rack))))
    if sum(kind.is_joker for kind in (*whole.tiles(), *rack)) > _MOST_JOKERS:
        return
    for play in Question(rules, whole, rack).plays(_CHOICES):
        if play.tiles > _MOST_LAID:
            continue
        places = _needed(rules, whole, play.played)
        if not places:
            continue
        table = _sized(whole, places, chance, chance.choice(_SIZES))
        yield table, play.played, tuple(_themes(table, play.played))


def _goes_on(rules: Rules, table: Table, kind: Kind) -> bool:
    """Whether a tile can be added to a set as it lies."""
    return any(read(Tiles([*tiles, kind]).sorted(), rules.mirror) is not None for tiles in table)


def _themes(table: Table, rack: Tiles) -> Iterator[PuzzleTheme]:
    """What a position may be about."""
    tiles = [*table.tiles(), *rack]
    if any(kind >= DOUBLE for kind in tiles):
        yield "special"
    if JOKER in table.tiles() and JOKER not in rack:
        yield "free-joker"
    if len(rack) <= 2:
        yield "only-play"
    if len(rack) > 1:
        yield "fewest"
        yield "everything"


def _needed(rules: Rules, table: Table, played: Tiles) -> tuple[int, ...]:
    """The fewest sets with which these tiles can be laid; none where they are too many."""
    own, *sets = (sum(1 << 8 * kind for kind in tiles) for tiles in (played, *table))
    weights = tile_weights(rules, "tiles")
    for number in range(1, _DEEPEST + 1):
        choices = list(itertools.combinations(range(len(table)), number))
        must = b"".join((own + sum(sets[place] for place in places)).to_bytes(_KINDS, "little") for places in choices)
        many = engine.pack_many(must, bytes(NOTHING) * len(choices), weights, rules.mirror)
        for places, status in zip(choices, many.status, strict=True):
            if not status:
                return places
    return ()


def _sized(table: Table, places: Sequence[int], chance: Random, size: int) -> Table:
    """The table with these sets, and with others as long as it has no more tiles than that."""
    kept = set(places)
    tiles = sum(len(table[place]) for place in kept)
    others = [place for place in range(len(table)) if place not in kept]
    chance.shuffle(others)
    for place in others:
        if tiles + len(table[place]) <= size:
            kept.add(place)
            tiles += len(table[place])
    return Table([table[place] for place in chance.sample(sorted(kept), len(kept))])


def _with_others(rules: Rules, table: Table, played: Tiles, rack: Tiles, chance: Random) -> Tiles:
    """The tiles of a play with others of the rack that can't be laid."""
    own = list(played)
    others = list(rack.without(played))
    chance.shuffle(others)
    size = len(own) + chance.randint(1, 5)
    for kind in others:
        if len(own) < size and len(list(Question(rules, table, Tiles([*own, kind])).plays(2))) == 1:
            own.append(kind)
    return Tiles(own).sorted()


def make(
    path: Path, games: int, share: float = 1.0, records: Iterable[GameRecord] = ()
) -> Iterator[tuple[str, int, Maker]]:
    """Make puzzles into a file, game by game, going on where it ends: first from the games that were played, then from
    so many simulated ones of each edition. Gives the edition and the number of each game.

    The file has a line for each puzzle and one for each game that was looked through.
    """
    made, seen, whole = read_draft(path)
    maker = Maker(made, share)
    with path.open("ab") as file:
        file.truncate(whole)

        def keep(puzzles: Iterable[Puzzle], name: str, number: int) -> None:
            lines = [*map(encode, puzzles), msgspec.json.encode([name, number])]
            file.write(b"".join(line + b"\n" for line in lines))
            file.flush()

        for place, record in enumerate(records):
            if not seen[record.commitment]:
                seen[record.commitment] = 1
                keep(maker.from_record(record), record.commitment, 0)
                yield record.rules.name, place, maker
        for number in range(games):
            for name in edition_names():
                if number < seen[name] or maker.is_full(name):
                    continue
                keep(maker.from_game(name, number), name, number)
                yield name, number, maker


def finished(path: Path) -> bytes:
    """The lines of the puzzles of a file that is being made, by edition and theme and from easy to hard."""
    made, _, _ = read_draft(path)
    names = edition_names()
    made.sort(key=lambda puzzle: (names.index(puzzle.edition), THEMES.index(puzzle.theme), puzzle.rating, puzzle.id))
    return b"".join(encode(puzzle) + b"\n" for puzzle in made)


def read_draft(path: Path) -> tuple[list[Puzzle], Counter[str], int]:
    """The puzzles of a file that is being made, how many games of each edition were looked through and which played
    ones, and how much of the file that is: a game that was not finished is looked through again.
    """
    made: list[Puzzle] = []
    seen: Counter[str] = Counter()
    whole = place = 0
    waiting: list[Puzzle] = []
    data = path.read_bytes() if path.exists() else b""
    for line in data.splitlines(keepends=True):
        place += len(line)
        if not line.endswith(b"\n"):
            break
        if mark := _MARK.fullmatch(line):
            seen[mark[1].decode()] = int(mark[2]) + 1
            made += waiting
            waiting, whole = [], place
        else:
            waiting.append(decode(line))
    return made, seen, whole
