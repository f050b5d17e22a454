"""``tilery bots``: the ladder, the characters, and what each level overlooks."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Sequence
from typing import Annotated, Any

from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from tilery.bots import LADDER, Level
from tilery.bots.characters import CHARACTERS, Character
from tilery.bots.dial import DIAL
from tilery.bots.misses import MOST_SETS, Misses, count_misses, playable
from tilery.cli.command import option
from tilery.cli.options import EditionOption, HouseRulesOption, JsonOption, SeedOption, TileSetOption, seed_number
from tilery.cli.output import console, print_json
from tilery.cli.rulebook import Rulebook
from tilery.errors import TileryError
from tilery.rules.edition import Rules

__all__ = ["bots"]

_SETS = (*map(str, range(MOST_SETS)), f"{MOST_SETS}+")
# Above most-tiles a bot that plays nothing has overlooked nothing: it waits.
_ERRING = LADDER[: 1 + [level.name for level in LADDER].index("most-tiles")]


def bots(
    misses: Annotated[bool, option("--misses", help="The share of available plays that each level overlooks.")] = False,
    positions: Annotated[int, option(metavar="N", help="With --misses: how many positions.")] = 1000,
    seed: SeedOption = "0",
    edition_name: EditionOption = None,
    tile_set_name: TileSetOption = None,
    rules_file: HouseRulesOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the bots, weakest first, and the characters, or what each bot overlooks.

    With --misses the levels up to most-tiles are asked for their move in positions from most-tiles games
    (sabra unless other rules are given) in which something can be played. Shown is how often each plays
    nothing, by the fewest sets of the table that must be touched to play at all.
    """
    if not 1 <= positions <= 1_000_000:
        raise TileryError("usage", "--positions must be from 1 to 1000000")
    rules = Rulebook(edition_name or (None if rules_file else "sabra"), tile_set_name, rules_file).rules()
    if misses:
        found = _measured(rules, positions, seed_number(seed))
        if as_json:
            print_json(_misses_data(rules, seed, found))
        else:
            console().print(_misses_grid(found))
    elif as_json:
        print_json(
            {
                "bots": [{"name": level.name, "summary": level.summary} for level in LADDER],
                "characters": [{"name": one.name, "summary": one.summary} for one in CHARACTERS],
                "steps": [*DIAL],
            }
        )
    else:
        console().print(_grid("bot", LADDER))
        console().print(_grid("character", CHARACTERS))
        console().print(f"A character at a step: hoarder:skilled. The steps are {', '.join(DIAL)}.")


def _measured(rules: Rules, positions: int, seed: int) -> Misses:
    views = track(
        itertools.islice(playable(rules, seed), positions),
        "positions",
        positions,
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    return count_misses(views, _ERRING, seed)


def _misses_data(rules: Rules, seed: str, found: Misses) -> dict[str, Any]:
    return {
        "rules": rules.name,
        "tile_set": rules.tile_set.name,
        "seed": seed,
        "sets": _SETS,
        "positions": found.positions,
        "bots": [{"name": name, "missed": found.shares(name)} for name in found.missed],
    }


def _misses_grid(found: Misses) -> Grid:
    grid = Grid(
        "sets that must be touched",
        box=box.SIMPLE_HEAD,
        caption="share of those positions in which nothing was played",
        caption_justify="left",
    )
    for sets in _SETS:
        grid.add_column(sets, justify="right")
    grid.add_row("positions", *(f"{count:,}" for count in found.positions), end_section=True)
    for name in found.missed:
        grid.add_row(name, *("–" if share is None else f"{share:.0%}" for share in found.shares(name)))
    return grid


def _grid(head: str, rows: Sequence[Level] | Sequence[Character]) -> Grid:
    grid = Grid(head, "how it plays", box=box.SIMPLE_HEAD)
    for row in rows:
        grid.add_row(row.name, row.summary)
    return grid
