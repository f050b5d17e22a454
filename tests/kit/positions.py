"""Positions to try the solver on: from games played with it, small random ones, and joker-heavy ones.

All of them follow from their seed alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from tilery import Game, Rules, Table, Tiles, apply, edition, edition_names, new_game, read
from tilery.game import Action, Contribute, Draw, Keep, Pass, Play, Start, seeded_secret
from tilery.rules.freeing import frees_by
from tilery.solver import Question
from tilery.tiles import CHANGE, COLOURS, DOUBLE, HIGHEST, JOKER, JOKERS, MIRROR, Kind, count_kinds

__all__ = ["BOXES", "Box", "Position", "box_id", "close_together", "joker_heavy", "played_out", "realistic", "small"]


class Box(NamedTuple):
    """An edition and one of its tile sets."""

    edition: str
    tile_set: str

    @property
    def rules(self) -> Rules:
        return edition(self.edition).rules(self.tile_set)


BOXES = tuple(Box(name, tiles.name) for name in edition_names() for tiles in edition(name).tile_sets)
"""Every edition with each of its tile sets."""


def box_id(box: Box) -> str:
    """A box's name in a test's name."""
    return f"{box.edition}-{box.tile_set}"


class Position(NamedTuple):
    """A player's turn: the table, the rack, and whether the player has opened."""

    box: Box
    table: Table
    rack: Tiles
    opened: bool = True

    @property
    def rules(self) -> Rules:
        return self.box.rules

    def __str__(self) -> str:
        box = f"--edition {self.box.edition} --tile-set {self.box.tile_set}"
        return f'{box} --table "{self.table}" --rack "{self.rack}"' + ("" if self.opened else " --opening")


# Positions of games.


def played_out(box: Box, seed: int) -> Iterator[Position]:
    """Every turn of a game whose players mostly play what the solver says, and now and then hold back."""
    rng = Random(f"{box} game {seed}")
    rules = box.rules
    least, most = rules.players
    game = new_game(rules, rng.randint(least, most), seeded_secret(f"{box} {seed}"))
    patience = [rng.choice((0.0, 0.15, 0.5)) for _ in range(game.seats)]
    thrift = [rng.choice((0.0, 0.5, 0.95)) for _ in range(game.seats)]
    for action in (Contribute(0, f"words {seed}"), Start()):
        game, _ = apply(game, action)
    for _ in range(400):
        if game.result is not None:
            return
        seat = game.turn
        yield Position(box, game.table, game.racks[seat], game.opened[seat])
        game, _ = apply(game, _choose(game, rng, patience[seat], thrift[seat]))


def _choose(game: Game, rng: Random, patience: float, thrift: float) -> Action:
    """Play the best there is, with or without the jokers, or hold back."""
    seat, rack = game.turn, game.racks[game.turn]
    if rng.random() >= patience or not game.pool:
        jokers = Tiles([kind for kind in rack if kind.is_joker])
        keep = jokers if rng.random() < thrift else Tiles()
        play = Question(game.rules, game.table, rack, opened=game.opened[seat], keep=keep).best()
        if play is not None and frees_by(game.table, play.table, play.played, game.drawn, game.rules.mirror):
            return Play(seat, play.table)
    if game.drawn:
        return Keep(seat)
    return Draw(seat) if game.pool else Pass(seat)


def realistic(box: Box, count: int, seed: int = 0, per_game: int = 5) -> list[Position]:
    """Positions of the middle and the end of games, openings among them, a few of each game."""
    found: list[Position] = []
    for number in itertools.count(seed * 1_000_000):
        if len(found) >= count:
            return found[:count]
        turns = [position for position in played_out(box, number) if position.table]
        rng = Random(f"{box} choice {number}")
        later = turns[len(turns) // 4 :]
        found += rng.sample(later, min(per_game, len(later)))
    return found


def joker_heavy(box: Box, count: int, seed: int = 0) -> list[Position]:
    """Realistic positions with every joker that lies nowhere yet on the rack, which has 20 tiles or less."""
    found = []
    for position in realistic(box, count, seed + 7):
        lying = count_kinds(position.table.tiles())
        free = [kind for kind in JOKERS for _ in range(box.rules.tile_set.counts[kind] - lying[kind])]
        naturals = [kind for kind in position.rack if not kind.is_joker]
        found.append(position._replace(rack=Tiles([*naturals[: 20 - len(free)], *free])))
    return found


# Small random positions.


def small(box: Box, seed: int) -> Position:
    """A few sets and a few rack tiles close to one another, so that they have to do with each other."""
    rng = Random(f"{box} small {seed}")
    return Position(box, *close_together(box.rules, rng), opened=rng.random() < 0.8)


def close_together(rules: Rules, rng: Random) -> tuple[Table, Tiles]:
    """The table and the rack of a small position, by any rules."""
    maker = _Maker(rules, rng)
    sets = [made for _ in range(rng.choice((0, 1, 1, 2, 2, 3))) if (made := maker.some_set()) is not None]
    wanted = rng.randint(1, 7)
    while wanted > 2 and rng.random() < 0.3 and (made := maker.some_set()) is not None:
        maker.rack += made
        wanted -= len(made)
    while wanted > 0:
        maker.some_tile()
        wanted -= 1
    rng.shuffle(maker.rack)
    return Table(sets), Tiles(maker.rack)


class _Maker:
    """Draws tiles and legal sets from a tile set, near one number."""

    def __init__(self, rules: Rules, rng: Random) -> None:
        self.rules = rules
        self.rng = rng
        self.left = list(rules.tile_set.counts)
        self.near = rng.randint(1, HIGHEST)
        self.colours = rng.sample(COLOURS, rng.choice((1, 2, 3, 4, 4)))
        self.rack: list[Kind] = []
        self.most_jokers = rng.choice((0, 1, 2, 2, 3, 3, 4))
        """The reference takes its time with many jokers of several kinds."""

    def some_set(self) -> Tiles | None:
        """A legal set out of the tiles that are left; ``None`` when none came up in a few tries."""
        for _ in range(40):
            half = self._run() if self.rng.random() < 0.55 else self._group()
            tiles = self._mirrored(half) if self.left[MIRROR] and self.rng.random() < 0.3 else half
            if self._are_left(tiles) and (reading := read(Tiles(tiles), self.rules.mirror)):
                self._take(tiles)
                return reading.tiles
        return None

    def _are_left(self, tiles: list[Kind]) -> bool:
        jokers = sum(kind.is_joker for kind in tiles)
        return jokers <= self.most_jokers and all(map(int.__le__, count_kinds(tiles), self.left))

    def _take(self, tiles: list[Kind]) -> None:
        self.most_jokers -= sum(kind.is_joker for kind in tiles)
        self.left = list(map(int.__sub__, self.left, count_kinds(tiles)))

    def some_tile(self) -> None:
        """One tile more on the rack."""
        jokers = [kind for kind in JOKERS if self.left[kind]]
        for _ in range(20):
            kind = Kind.of(self.rng.choice(COLOURS), self._number())
            if jokers and self.rng.random() < 0.25:
                kind = self.rng.choice(jokers)
            if self._are_left([kind]):
                self._take([kind])
                self.rack.append(kind)
                return

    def _number(self) -> int:
        return min(HIGHEST, max(1, self.near + self.rng.randint(-3, 3)))

    def _run(self) -> list[Kind]:
        start, colour = self._number(), self.rng.choice(self.colours)
        tiles: list[Kind] = []
        number = start
        for _ in range(self.rng.choice((1, 2, 3, 3, 3, 4, 5))):
            kind = self._joker((JOKER, DOUBLE, CHANGE))
            if kind == CHANGE:
                colour = self.rng.choice(COLOURS)
            tiles.append(kind if kind is not None else Kind.of(colour, min(number, HIGHEST)))
            number += 2 if kind == DOUBLE else 1
        return tiles

    def _group(self) -> list[Kind]:
        number = self._number()
        colours = self.rng.sample(COLOURS, self.rng.choice((1, 2, 3, 3, 4)))
        made = [(self._joker((JOKER, DOUBLE)), colour) for colour in colours]
        return [Kind.of(colour, number) if joker is None else joker for joker, colour in made]

    def _mirrored(self, half: list[Kind]) -> list[Kind]:
        other = [self._joker((JOKER,)) or kind for kind in half]
        return [*half, MIRROR, *reversed(other)]

    def _joker(self, kinds: tuple[Kind, ...]) -> Kind | None:
        there = [kind for kind in kinds if self.left[kind]]
        return self.rng.choice(there) if there and self.rng.random() < 0.18 else None
