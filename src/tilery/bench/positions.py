"""Positions to measure on: from files, and from games the solver plays against itself."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from tilery.errors import TileryError
from tilery.game import Draw, Game, Keep, Pass, Phase, Play, Start, apply, new_game, seeded_secret
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules, edition
from tilery.solver import Question
from tilery.tiles import ALL_KINDS, COLOURS, JOKERS, Kind
from tilery.wire import from_plain

__all__ = ["Position", "eight_jokers", "load", "simulated"]


class Position(NamedTuple):
    """A position to solve."""

    rules: Rules
    table: Table
    rack: Tiles
    opened: bool = True


class _PositionLine(msgspec.Struct):
    edition: str
    table: str
    rack: str
    tile_set: str | None = None
    opening: bool = False


def load(path: Path) -> list[Position]:
    """The positions of a file, one JSON object a line."""
    found = []
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise TileryError("file", f"cannot read {str(path)!r}: {error}") from None
    for number, text in enumerate(lines, 1):
        try:
            line = from_plain(msgspec.json.decode(text), _PositionLine)
            rules = edition(line.edition).rules(line.tile_set)
            found.append(Position(rules, Table(line.table), Tiles(line.rack), not line.opening))
        except (TileryError, msgspec.DecodeError) as error:
            raise TileryError("position", f"{path.name}, line {number}: {error}") from None
    if not found:
        raise TileryError("position", f"{path.name} has no positions")
    return found


def simulated(rules: Rules, count: int, seed: int = 1) -> list[Position]:
    """Positions from games in which every player lays the most tiles; some hold back now and then."""
    found: list[Position] = []
    number = 0
    while len(found) < count:
        found += _game(rules, seed, number)
        number += 1
    return found[:count]


def _game(rules: Rules, seed: int, number: int) -> Iterator[Position]:
    chance = random.Random(f"{seed} {number}")
    players = 2 + number % (rules.players[1] - 1)
    game, _ = apply(new_game(rules, players, seeded_secret(seed, number)), Start())
    while game.phase is Phase.PLAYING:
        rack, opened = game.racks[game.turn], game.opened[game.turn]
        if opened:
            yield Position(rules, game.table, rack)
        game = _move(game, rack, opened, holds=chance.random() < 0.15)


def _move(game: Game, rack: Tiles, opened: bool, holds: bool) -> Game:
    play = None if game.drawn or (holds and game.pool) else Question(game.rules, game.table, rack, opened=opened).best()
    if play is not None:
        return apply(game, Play(game.turn, play.table))[0]
    if game.drawn:
        return apply(game, Keep(game.turn))[0]
    return apply(game, Draw(game.turn) if game.pool else Pass(game.turn))[0]


def eight_jokers(rules: Rules, seed: int = 1) -> Position:
    """All jokers of the tile set on a rack of 20, beside a table of 60 natural tiles or just over."""
    chance = random.Random(seed)
    naturals = [tile.kind for tile in rules.tile_set.tiles if not tile.kind.is_joker]
    sets = [Tiles(ALL_KINDS[start : start + 3]) for start in range(52) if start % 13 <= 10]
    sets += [Tiles([Kind.of(colour, number) for colour in COLOURS[1:]]) for number in range(1, 14)]
    chance.shuffle(sets)
    table: list[Tiles] = []
    while len(table) < 20:
        tiles = next(tiles for tiles in sets if Counter(tiles) <= Counter(naturals))
        naturals = list(Tiles(naturals).without(tiles))
        sets.remove(tiles)
        table.append(tiles)
    jokers = [kind for kind, number in zip(JOKERS, rules.tile_set.jokers, strict=True) for _ in range(number)]
    return Position(rules, Table(table), Tiles([*jokers, *chance.sample(naturals, 20 - len(jokers))]))
