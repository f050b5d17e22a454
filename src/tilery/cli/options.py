"""The options that commands share, and how the shell completes them."""

from __future__ import annotations

import os
from typing import Annotated

import typer

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
    "TileSetOption",
    "complete_edition",
    "count_jobs",
]

_MOST_JOBS = 1024


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
    typer.Option(
        "--edition",
        "-e",
        metavar="NAME",
        help=f"The edition: {', '.join(edition_names())}.",
        autocompletion=complete_edition,
        show_default=False,
    ),
]
TileSetOption = Annotated[
    str | None,
    typer.Option(
        "--tile-set",
        "-t",
        metavar="NAME",
        help=f"The tile set: {', '.join(tile_set_names())}. The edition's usual one if not given.",
        autocompletion=_complete_tile_set,
        show_default=False,
    ),
]
HouseRulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        "-r",
        metavar="FILE",
        help="House rules from a TOML file, instead of an edition.",
        show_default=False,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
BatchOption = Annotated[
    str | None,
    typer.Option(
        "--batch",
        "-b",
        metavar="FILE",
        help="Answer one JSON object per line, - for stdin; a line's own edition and tile_set come first.",
        show_default=False,
    ),
]
OpeningOption = Annotated[bool, typer.Option("--opening", help="The player has not opened yet.")]
JobsOption = Annotated[
    int | None,
    typer.Option(metavar="N", help="Worker processes; one for each core if not given.", show_default=False),
]


def count_jobs(jobs: int | None) -> int:
    """How many worker processes there are to be: as many as asked for, else as this process may use cores."""
    if jobs is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not 1 <= jobs <= _MOST_JOBS:
        raise TileryError("usage", f"--jobs must be from 1 to {_MOST_JOBS}")
    return jobs
