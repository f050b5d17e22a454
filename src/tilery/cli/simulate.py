"""``tilery simulate``: many games of the most-tiles bot, and what happens in them."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from tilery.arena.census import Census, census
from tilery.cli.command import option
from tilery.cli.options import (
    EditionOption,
    HouseRulesOption,
    JobsOption,
    JsonOption,
    SeedOption,
    TileSetOption,
    count_jobs,
    seed_number,
)
from tilery.cli.output import console, print_json
from tilery.cli.rulebook import Rulebook
from tilery.errors import TileryError
from tilery.rules.edition import Rules
from tilery.tiles import JOKERS

__all__ = ["simulate"]

_MOST_GAMES = 100_000_000


def simulate(
    games: Annotated[int, option(metavar="N", help="How many games.")] = 10_000,
    players: Annotated[int, option(metavar="N", help="How many play.")] = 4,
    seed: SeedOption = "0",
    turns: Annotated[
        str | None,
        option(
            metavar="FILE",
            help="Write every turn to this file instead: what was seen, the options, the choice, what came of it "
            "(.parquet).",
        ),
    ] = None,
    explore: Annotated[
        float, option(metavar="SHARE", help="With --turns: how often a seat does something else by chance.")
    ] = 0.1,
    approximate: Annotated[
        bool, option("--approximate", help="With --turns: rules that can't be simulated exactly, nearly.")
    ] = False,
    jobs: JobsOption = None,
    edition_name: EditionOption = None,
    tile_set_name: TileSetOption = None,
    rules_file: HouseRulesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play many games of the most-tiles bot and count what happens in them.

    How long games last, how often the pool runs dry, what the first turn is worth, and what a joker is.
    """
    if not 1 <= games <= _MOST_GAMES:
        raise TileryError("usage", f"--games must be from 1 to {_MOST_GAMES}")
    rules = Rulebook(edition_name, tile_set_name, rules_file).rules()
    if turns is not None:
        _write_turns(Path(turns), rules, players, games, seed, explore, approximate, as_json)
        return
    workers = count_jobs(jobs)
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("games", total=games)
        count = census(rules, players, games, seed_number(seed), workers, partial(progress.advance, task))
    if as_json:
        print_json(_data(rules, players, seed, count))
    else:
        console().print(_drawn(rules, players, count))


def _write_turns(
    path: Path, rules: Rules, players: int, games: int, seed: str, explore: float, approximate: bool, as_json: bool
) -> None:
    if not 0 <= explore <= 1:
        raise TileryError("usage", "--explore is a share from 0 to 1")
    try:
        from tilery.env.turnfile import write_turns
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        text = 'turns need NumPy and Polars, and NumPy is not installed: pip install "tilery[env,parquet]"'
        raise TileryError("extra", text) from None
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("games", total=games)
        on_done = partial(progress.advance, task)
        seeded = seed_number(seed)
        count = write_turns(path, rules, players, games, seeded, explore, approximate=approximate, on_done=on_done)
    if as_json:
        print_json({"games": games, "turns": count, "file": str(path)})
    else:
        print(f"{count:,} turns of {games:,} games are in {path}.")


def _data(rules: Rules, players: int, seed: str, count: Census) -> dict[str, Any]:
    return {
        "edition": rules.name,
        "tile_set": rules.tile_set.name,
        "players": players,
        "seed": seed,
        "games": count.games,
        "endings": dict(count.endings),
        "pool_dry": count.dry,
        "wins_by_place": count.places,
        "turns": {str(turns): count.turns[turns] for turns in sorted(count.turns)},
        "openings": {
            str(-1 if own is None else own): number for own, number in sorted(count.openings.items(), key=str)
        },
        "winner_score": {"mean": count.plus.mean, "error": count.plus.error},
        "tiles_left": {"mean": count.left.mean, "error": count.left.error},
        "jokers": [
            {"joker": str(joker), "dealt": dealt, "worth": worth[0], "error": worth[1]}
            for joker, dealt, worth in _worths(rules, count)
        ],
    }


def _worths(rules: Rules, count: Census) -> list[tuple[str, int, tuple[float, float]]]:
    found = []
    for joker, copies in zip(JOKERS, rules.tile_set.jokers, strict=True):
        for dealt in range(1, copies + 1):
            if (worth := count.worth(joker, dealt)) is not None:
                found.append((str(joker), dealt, worth))
    return found


def _drawn(rules: Rules, players: int, count: Census) -> Grid:
    title = f"{count.games:,} games, {rules.name}, tile set {rules.tile_set.name}, {players} players"
    grid = Grid(title=title, title_justify="left", box=box.SIMPLE_HEAD, show_header=False)
    grid.add_column()
    grid.add_column(justify="right")
    middle = f"{count.length(0.5)} ({count.length(0.05)} to {count.length(0.95)})"
    grid.add_row("turns, all players together: median (5 % to 95 %)", middle)
    for ending, number in count.endings.most_common():
        grid.add_row(f"ended: {ending}", f"{number / count.games:.2%}")
    grid.add_row("the pool ran dry", f"{count.dry / count.games:.2%}")
    for place, wins in enumerate(count.places, 1):
        grid.add_row(f"won by player {place} in turn order", f"{wins / count.games:.2%}")
    never = count.openings[None] / count.openings.total()
    grid.add_row("players who never opened", f"{never:.2%}")
    grid.add_row("the winner's score", f"{count.plus.mean:.1f} ± {count.plus.error:.1f}")
    grid.add_row("tiles left on each other rack", f"{count.left.mean:.2f} ± {count.left.error:.2f}")
    for joker, dealt, (worth, error) in _worths(rules, count):
        grid.add_row(f"{dealt} × {joker} in the rack you're dealt adds to your score", f"{worth:+.1f} ± {error:.1f}")
    return grid
