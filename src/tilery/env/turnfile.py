"""Every turn of many simulated games as Parquet: what was seen, what could be played, what was, and what came of it.

``docs/data.md`` is its data card.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilery.arena.export import load_polars
from tilery.arena.files import check_file, writing
from tilery.env.encoding import FIELDS, CountArray
from tilery.env.many import ManyGames
from tilery.errors import TileryError
from tilery.rules.edition import Rules
from tilery.solver.question import tile_weights
from tilery.tiles import ALL_KINDS, JOKERS

__all__ = ["OPTIONS", "check_turn_file", "turn_parts", "write_turns"]

OPTIONS = ("draw", "most tiles", "most value", "jokers kept")
"""What the solver is asked for in every turn."""

_AT_ONCE = 1000
_TOGETHER = 200_000
_KEEP = -(1 << 32)

Columns = dict[str, NDArray[Any]]
"""Rows by column, all equally long."""


def check_turn_file(path: Path) -> None:
    """Refuse a name or a place that turns could not be written to, before any is played."""
    if path.suffix != ".parquet":
        raise TileryError("usage", f"turns are written as .parquet, not {path.name!r}")
    load_polars()
    check_file(path)


def write_turns(
    path: Path,
    rules: Rules,
    players: int,
    games: int,
    seed: int,
    explore: float = 0.1,
    *,
    approximate: bool = False,
    on_done: Callable[[int], None] = lambda _games: None,
) -> int:
    """Write every turn of so many games to a file, whole or not at all; how many turns that is."""
    check_turn_file(path)
    polars, turns = load_polars(), 0
    many = ManyGames(rules, players, min(games, _AT_ONCE), seed, approximate=approximate)
    with writing(path), tempfile.TemporaryDirectory(prefix=f".{path.name}-", dir=path.parent) as folder:
        made: list[Path] = []
        for part in turn_parts(many, games, seed, explore, on_done):
            made.append(Path(folder) / f"{len(made)}.parquet")
            frame = polars.DataFrame({name: polars.Series(name, column) for name, column in part.items()})
            frame.sort("game", "turn").write_parquet(made[-1], compression="zstd")
            turns += len(frame)
        if len(made) > 1:  # without having all of it in memory
            made.append(Path(folder) / "whole.parquet")
            polars.scan_parquet(made[:-1]).sink_parquet(made[-1], compression="zstd")
        made[-1].replace(path)
    return turns


def turn_parts(
    many: ManyGames, games: int, seed: int, explore: float, on_done: Callable[[int], None] = lambda _games: None
) -> Iterator[Columns]:
    """The turns of games 0 to ``games`` - 1 in portions, each game whole in one of them.

    Seats play the most tiles; one turn in so many (``explore``) they do something else, by chance.
    """
    chance = np.random.default_rng([seed, games])
    weights = _weights(many.rules)
    number = np.arange(many.games)
    turn = np.zeros(many.games, np.int16)
    scores, winners = np.zeros((games, many.players), np.int16), np.zeros(games, np.int8)
    done, waiting, dealt = np.zeros(games, bool), list[Columns](), many.games
    while not done.all():
        seats, seen = many.turns(), many.observe()
        options, legal = _options(many, weights)
        chosen = _chosen(chance, legal, explore)
        rows = np.flatnonzero(number < games)
        turn += 1
        waiting.append(_rows(rows, number, turn, seats, seen, options, legal, chosen, many))
        after = many.step(options[np.arange(many.games), chosen])
        over = np.flatnonzero(after.done)
        ended = over[number[over] < games]
        done[number[ended]] = True
        scores[number[ended]], winners[number[ended]] = after.scores[ended], after.winners[ended]
        on_done(len(ended))
        number[over] = np.arange(dealt, dealt + len(over))
        dealt, turn[over] = dealt + len(over), 0
        if len(waiting) * many.games >= _TOGETHER or done.all():
            whole = {name: np.concatenate([part[name] for part in waiting]) for name in waiting[0]}
            ready = done[whole["game"]]
            if ready.any():
                yield _with_outcome({name: column[ready] for name, column in whole.items()}, scores, winners)
            waiting = [{name: column[~ready] for name, column in whole.items()}]


def _weights(rules: Rules) -> NDArray[np.int64]:
    """What the last options are best by."""
    by_tiles, by_value = np.array(tile_weights(rules, "tiles")), np.array(tile_weights(rules, "value"))
    kept = by_tiles.copy()
    kept[JOKERS[0] :] = _KEEP
    return np.stack([by_value, kept])


def _options(many: ManyGames, weights: NDArray[np.int64]) -> tuple[CountArray, NDArray[np.bool_]]:
    """The tiles of every option of every game, and which of them are there, and different from those before."""
    most = many.best()
    options = np.concatenate([np.zeros_like(most)[:, None], most[:, None], many.best(weights)], axis=1)
    legal = np.ones(options.shape[:2], bool)
    for place in range(1, options.shape[1]):
        earlier = (options[:, place, None] == options[:, :place]).all(2).any(1)
        legal[:, place] = ~earlier  # drawing is an option without tiles, so one that finds none is the same
        options[earlier, place] = 0
    return options, legal


def _chosen(chance: np.random.Generator, legal: NDArray[np.bool_], explore: float) -> NDArray[np.uint8]:
    usual = legal[:, 1].astype(np.uint8)
    other = (chance.random(legal.shape) * legal).argmax(1).astype(np.uint8)
    return np.where(chance.random(len(legal)) < explore, other, usual)


def _rows(
    rows: NDArray[np.intp],
    number: NDArray[Any],
    turn: NDArray[np.int16],
    seats: CountArray,
    seen: CountArray,
    options: CountArray,
    legal: NDArray[np.bool_],
    chosen: NDArray[np.uint8],
    many: ManyGames,
) -> Columns:
    penalties = np.array([many.rules.penalty(kind) for kind in ALL_KINDS], np.uint16)
    some, offered = seen[rows], options[rows]
    return {
        "game": number[rows].astype(np.int32),
        "turn": turn[rows],
        "seat": seats[rows],
        "opened": some[:, FIELDS["opened"]][:, 0] == 1,
        "rack": some[:, FIELDS["rack"]],
        "table": some[:, FIELDS["table"]],
        "held": some[:, FIELDS["held"]][:, : many.players],
        "pool": some[:, FIELDS["pool"]][:, 0],
        "options": offered,
        "there": legal[rows],
        "tiles": offered.sum(2, dtype=np.uint8),
        "values": (offered @ penalties).astype(np.uint16),
        "choice": chosen[rows],
    }


def _with_outcome(rows: Columns, scores: NDArray[np.int16], winners: NDArray[np.int8]) -> Columns:
    game, seat = rows["game"], rows["seat"]
    return {**rows, "won": winners[game] == seat, "score": scores[game, seat]}
