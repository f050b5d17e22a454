"""The options that commands share, and how the shell completes them."""

from __future__ import annotations

import hashlib
import os
from typing import Annotated

from tilery.cli.command import option
from tilery.errors import TileryError
from tilery.rules.edition import edition, edition_names
from tilery.tiles import tile_set, tile_set_names

__all__ = [
    "BatchOption",
    "EditionOption",
    "HouseRulesOption",
    "JobsOption",
    "JsonOption",
    "OpeningOption",
    "SeedOption",
    "TileSetOption",
    "complete_edition",
    "count_jobs",
    "seed_number",
]

_MOST_JOBS = 1024
_SEEDS = 2**63


def complete_edition(incomplete: str) -> list[tuple[str, str]]:
    """The editions that begin like this.

    >>> complete_edition("cl")
    [('classic-2015', 'Classic 2015'), ('classic-2002', 'Classic 2002')]
    """
    return [(name, edition(name).title) for name in edition_names() if name.startswith(incomplete)]


def _complete_tile_set(incomplete: str) -> list[tuple[str, str]]:
    return [(name, str(tile_set(name))) for name in tile_set_names() if name.startswith(incomplete)]


EditionOption = Annotated[
    str | None,
    option(
        "--edition",
        "-e",
        metavar="NAME",
        help=f"The edition: {', '.join(edition_names())}.",
        completer=complete_edition,
    ),
]
TileSetOption = Annotated[
    str | None,
    option(
        "--tile-set",
        "-t",
        metavar="NAME",
        help=f"The tile set: {', '.join(tile_set_names())}. The edition's usual one if not given.",
        completer=_complete_tile_set,
    ),
]
HouseRulesOption = Annotated[
    str | None,
    option(
        "--rules",
        "-r",
        metavar="FILE",
        help="House rules from a TOML file, instead of an edition.",
    ),
]
JsonOption = Annotated[bool, option("--json", help="Answer in JSON.")]
BatchOption = Annotated[
    str | None,
    option(
        "--batch",
        "-b",
        metavar="FILE",
        help="Answer one JSON object per line, - for stdin; a line's own edition and tile_set come first.",
    ),
]
OpeningOption = Annotated[bool, option("--opening", help="The player has not opened yet.")]
SeedOption = Annotated[
    str, option("--seed", metavar="SEED", help="Any number or text; the same seed gives the same games.")
]
JobsOption = Annotated[
    int | None,
    option(metavar="N", help="Worker processes; one for each core if not given."),
]


def seed_number(seed: str) -> int:
    """The number that a seed stands for: a whole number for itself, anything else for one of its own.

    >>> seed_number("7"), seed_number("breakfast")
    (7, 8960168904196947693)
    """
    if seed.isascii() and seed.isdecimal() and len(seed) < 20 and int(seed) < _SEEDS:
        return int(seed)
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big") % _SEEDS


def count_jobs(jobs: int | None) -> int:
    """How many worker processes there are to be: as many as asked for, else as this process may use cores."""
    if jobs is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not 1 <= jobs <= _MOST_JOBS:
        raise TileryError("usage", f"--jobs must be from 1 to {_MOST_JOBS}")
    return jobs
