"""Tilery: play, referee, solve and study Rummikub®-rules tile games.

>>> import tilery
>>> rules = tilery.edition("sabra").rules()
>>> tilery.read(tilery.Tiles("r4 j r6")).text
'r4 r5 r6'
>>> table, rack = tilery.Table("b4 b5 b6 | r8 k8 y8"), tilery.Tiles("b3 b8")
>>> tilery.judge(rules, table, rack, tilery.Table("b3 b4 b5 b6 | r8 k8 y8 b8"), opened=True).legal
True
>>> tilery.best_play(rules, table, rack).tiles
2
"""

from typing import TYPE_CHECKING, Any

from tilery.notebook import drawn_by

if TYPE_CHECKING:
    from tilery import svg
    from tilery.errors import TileryError
    from tilery.game import Game, IllegalActionError, View, apply, new_game, view
    from tilery.match import Length, ScoreSheet
    from tilery.notation import Table, Tiles, position_key
    from tilery.record import GameRecord, MatchRecord, read_record, verify
    from tilery.rules import (
        Edition,
        Reading,
        Rules,
        edition,
        edition_names,
        explain,
        house_rules,
        judge,
        load_house_rules,
        read,
        score,
        settle,
    )
    from tilery.solver import Batch, Question, Solution, best_play, fewest_changes
    from tilery.tiles import Colour, Kind, Tile, TileSet, tile_set

    __version__: str

__all__ = [
    "Batch",
    "Colour",
    "Edition",
    "Game",
    "GameRecord",
    "IllegalActionError",
    "Kind",
    "Length",
    "MatchRecord",
    "Question",
    "Reading",
    "Rules",
    "ScoreSheet",
    "Solution",
    "Table",
    "Tile",
    "TileSet",
    "TileryError",
    "Tiles",
    "View",
    "apply",
    "best_play",
    "edition",
    "edition_names",
    "explain",
    "fewest_changes",
    "house_rules",
    "judge",
    "load_house_rules",
    "new_game",
    "position_key",
    "read",
    "read_record",
    "score",
    "settle",
    "svg",
    "tile_set",
    "verify",
    "view",
]

_HOMES = {
    "tilery.errors": ("TileryError",),
    "tilery.game": ("Game", "IllegalActionError", "View", "apply", "new_game", "view"),
    "tilery.match": ("Length", "ScoreSheet"),
    "tilery.notation": ("Table", "Tiles", "position_key"),
    "tilery.record": ("GameRecord", "MatchRecord", "read_record", "verify"),
    "tilery.rules": (
        "Edition",
        "Reading",
        "Rules",
        "edition",
        "edition_names",
        "explain",
        "house_rules",
        "judge",
        "load_house_rules",
        "read",
        "score",
        "settle",
    ),
    "tilery.solver": ("Batch", "Question", "Solution", "best_play", "fewest_changes"),
    "tilery.tiles": ("Colour", "Kind", "Tile", "TileSet", "tile_set"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Load a name when it is first asked for: a program that needs the solver alone loads the solver alone."""
    import importlib

    if name == "__version__":  # pyproject.toml has it, and nothing else
        value: Any = importlib.import_module("importlib.metadata").version("tilery")
    elif name == "svg":
        value = importlib.import_module("tilery.svg")
    elif name in _HOME:
        value = getattr(importlib.import_module(_HOME[name]), name)
    else:
        raise AttributeError(f"module 'tilery' has no attribute {name!r}")
    globals()[name] = value
    return value


def _draw(value: Any) -> str:
    from tilery import svg

    return svg.drawn(value)


drawn_by(_draw)


def __dir__() -> list[str]:
    """What there is, loaded or not: for completion, ``dir`` and ``help``."""
    return sorted({*globals(), *__all__, "__version__"})
